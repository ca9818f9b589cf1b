"""The learned resolvers on GUM dev: what constraints change, and how much probabilities are worth.

    python -m benchmarks.neural --corpora FOLDER [--gold] [--plot FILE] [SECTION ...]

`--gold` takes the key's own parse. `--plot` draws the curve of reliability, or the frontier of
accuracy and speed (extra `plot`): name one section with it.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

SECTIONS = ("differences", "reliability", "frontier")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument("--gold", action="store_true", help="parses of the corpus")
    arguments.add_argument("--plot", type=Path, help="picture of the section: SVG or PNG")
    arguments.add_argument(
        "sections", nargs="*", choices=[*SECTIONS, []], help="all, if none is named"
    )
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    for name in chosen.sections or SECTIONS:
        import_module(f"benchmarks.learned.{name}").run(chosen.corpora, chosen)


if __name__ == "__main__":
    main()
