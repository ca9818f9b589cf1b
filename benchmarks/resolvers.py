"""Speed of resolvers: on GUM dev, and which part of the time they take from text to scores.
Texts that grow are those of `benchmarks.long_documents`.

python -m benchmarks.resolvers --corpora FOLDER [--only RESOLVER ...] [SECTION ...]
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

SECTIONS = ("rates", "shares")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument(
        "--only", nargs="+", default=[], metavar="RESOLVER", help="all, if none is named"
    )
    arguments.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, []], help="all, if none is named"
    )
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    slow = [
        name
        for name in chosen.sections or SECTIONS
        if not import_module(f"benchmarks.speed.{name}").run(chosen.corpora, chosen.only)
    ]
    if slow:
        raise SystemExit(f"not every resolver is fast enough: {', '.join(slow)}")


if __name__ == "__main__":
    main()
