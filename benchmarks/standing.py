"""Passages that stand alone, as a reader judged them.

python -m benchmarks.standing

Passages of at most 50 words of the documents of `retrieval.py`, none of them the first of its
document, were drawn and read in two states: as they stand in the document, and rewritten behind
their header. `judged/passages.tsv` has 1 if a reader who has nothing else can tell of whom and of
what the passage speaks; a passage that names a wrong one does not stand alone.
"""

from __future__ import annotations

import csv
from pathlib import Path

from benchmarks.results import record
from coindex.report.table import Cell, Table
from training.wilson import wilson

JUDGED = Path(__file__).with_name("judged") / "passages.tsv"


def main() -> None:
    with JUDGED.open(encoding="utf-8", newline="") as stream:
        judged = list(csv.DictReader(stream, delimiter="\t"))
    rows: list[list[Cell]] = []
    for language, name in (("en", "English"), ("es", "Spanish")):
        own = [one for one in judged if one["language"] == language]
        shares = (
            _share(sum(one[state] == "1" for one in own), len(own)) for state in ("plain", "headed")
        )
        rows.append([name, len(own), *shares])
    record(
        "standing",
        [Table(("language", "passages", "plain", "rewritten, with header"), rows)],
        command="python -m benchmarks.standing",
    )


def _share(right: int, judged: int) -> str:
    low, high = wilson(right, judged) or (0.0, 1.0)
    return f"{100 * right / judged:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


if __name__ == "__main__":
    main()
