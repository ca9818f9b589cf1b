"""From one sentence to a cluster: start-up, peers, two cores, the HTTP service,
and what a million words cost.

python -m benchmarks.scaling --corpora FOLDER [SECTION ...]
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

SECTIONS = ("startup", "peers", "cores", "service", "cost")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, []], help="all, if none is named"
    )
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    missed = [
        name
        for name in chosen.sections or SECTIONS
        if not import_module(f"benchmarks.scale.{name}").run(chosen.corpora)
    ]
    if missed:
        raise SystemExit(f"not as fast as it should be: {', '.join(missed)}")


if __name__ == "__main__":
    main()
