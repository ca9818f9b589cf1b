"""Rulings on the differences between two passes: every difference has one, and
the gold version follows them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from coindex.core.annotation import Annotated
from coindex.measures.differences import Difference, differences
from coindex.measures.pair import Pair

Items = dict[str, Annotated]
Place = tuple[str, str, str, str]


def rulings(folder: Path) -> Iterator[dict[str, str]]:
    """The rows of all tables of a corpus."""
    for path in sorted((folder / "rulings").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as stream:
            yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


def check_all_ruled(folder: Path, first: Items, second: Items) -> None:
    rows = list(rulings(folder))
    assert rows
    assert all(row["ruling"] in ("A", "B", "O") and row["reason"] for row in rows)
    assert not _places(first, second) - {_ruled_place(row) for row in rows}


def check_followed(folder: Path, gold: Items, version: Items, ruling: str) -> None:
    """Where a pass was found right, gold does not differ from it; `both`
    marks what neither pass had right.
    """
    kept = {
        _ruled_place(row)
        for row in rulings(folder)
        if row["ruling"] == ruling and row["aspect"] != "both" and int(row["token"]) >= 0
    }
    assert not _places(version, gold) & kept


def _places(one: Items, other: Items) -> set[Place]:
    return {_place(found) for name in one for found in differences(Pair.of(one[name], other[name]))}


def _place(found: Difference) -> Place:
    return found.document, str(found.parts[0].start), found.words, found.aspect


def _ruled_place(row: dict[str, str]) -> Place:
    return row["document"], row["token"], row["words"], row["aspect"]
