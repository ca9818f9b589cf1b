"""How large the models are: `python -m benchmarks.sizes`; a test compares it with the files."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.fingerprints import LARGE, WEIGHTS
from benchmarks.results import record
from coindex.language.languages import get_language
from coindex.report.table import Table

MEGABYTE = 1_000_000


def sizes() -> Table:
    """The megabytes of each model, without the list of the documents that it learned from."""
    english, spanish = (Path(str(get_language(one).folder), "models") for one in ("en", "es"))
    models = {
        "English parser": (english,),
        "English antecedents": (english / "antecedents",),
        "Spanish parser": (spanish,),
        "Spanish antecedents": (spanish / "antecedents",),
        "Spanish, both": (spanish, spanish / "antecedents"),
        "large": (LARGE,),
    }
    rows = [(name, f"{sum(map(_size, folders)):.1f}") for name, folders in models.items()]
    return Table(("model", "MB"), rows, "Size of the models")


def _size(folder: Path) -> float:
    files = [path for path in folder.iterdir() if path.suffix in WEIGHTS and path.stem != "seen"]
    return sum(path.stat().st_size for path in files) / MEGABYTE


def main() -> None:
    parser = argparse.ArgumentParser(description="Record how large the models are.")
    parser.add_argument("--corpora", default="", help="not needed")
    parser.parse_args()
    record("sizes", [sizes()], command="python -m benchmarks.sizes")


if __name__ == "__main__":
    main()
