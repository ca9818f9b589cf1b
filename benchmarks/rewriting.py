"""Rewriting judged by the key: how often the inserted name is right, at which coverage, and how
many passages stand on their own before and after.

python -m benchmarks.rewriting --corpora FOLDER [--plot FILE.svg] [SECTION ...]

Of the corpora only counts are printed.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

SECTIONS = ("names", "passages", "everyday")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument("--plot", type=Path, help="draw precision over coverage (matplotlib)")
    arguments.add_argument("--only", nargs="+", default=[], metavar="CORPUS", help="gum, litbank")
    arguments.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, []], help="all, if none is named"
    )
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from benchmarks.rewritten.material import judged_texts

    wanted = chosen.sections or SECTIONS
    texts = [] if wanted == ["everyday"] else judged_texts(chosen.corpora, chosen.only)
    missed = [
        name
        for name in wanted
        if not import_module(f"benchmarks.rewritten.{name}").run(texts, chosen.plot)
    ]
    if missed:
        raise SystemExit(f"below the target: {', '.join(missed)}")


if __name__ == "__main__":
    main()
