"""ROSANA's experiments on public corpora: variation, tuning, robustness, growth.

    python -m benchmarks.rosana --corpora FOLDER [--plot FILE] [SECTION ...]

Tuning takes many minutes and is run only if it is named. `--plot` draws the curve of robustness
(extra `plot`).
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

USUAL = ("variation", "robustness", "growth")
SECTIONS = (*USUAL, "tuning")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument(
        "--plot", type=Path, help="picture of the curve of robustness: SVG or PNG"
    )
    arguments.add_argument("--rounds", type=int, default=100, help="changes that tuning tries")
    arguments.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, []], help=f"{', '.join(USUAL)}, if none is named"
    )
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    for name in chosen.sections or USUAL:
        import_module(f"benchmarks.robust.{name}").run(chosen.corpora, chosen)


if __name__ == "__main__":
    main()
