"""The embedded corpus holds what its data sheet says: texts, two
passes, a ruling for every difference.

Its phenomena are counted in `tests/faults`: all of it must be parsed for that.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator

import pytest

from coindex import corpora, formats
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.measures.differences import Difference, differences
from coindex.measures.pair import Pair
from coindex_en.corpora import Embedded

GENRES = ("dialogue", "manual", "plot", "press")


def read(version: str) -> dict[str, Annotated]:
    items = formats.read(
        corpora.find(f"embedded/{version}" if version else "embedded").path, "inline"
    )
    return {item.document.id: item for item in items}


@pytest.fixture(scope="module")
def gold() -> dict[str, Annotated]:
    return read("")


def test_documents(gold: dict[str, Annotated]) -> None:
    genres = Counter(item.document.genre for item in gold.values())
    assert set(genres) == set(GENRES)
    assert min(genres.values()) >= 8
    for item in gold.values():
        assert 250 <= len(item.document.text.split()) <= 500, item.document.id


def test_every_entity_has_a_type(gold: dict[str, Annotated]) -> None:
    untyped = [
        (name, e.id) for name, item in gold.items() for e in item.annotation.entities if not e.type
    ]
    assert not untyped


def test_no_two_sentences_are_alike(gold: dict[str, Annotated]) -> None:
    beginnings: dict[tuple[str, ...], str] = {}
    for name, item in gold.items():
        words = [word.lower() for word in item.document.text.split()]
        for run in {tuple(words[i : i + 8]) for i in range(len(words) - 8)}:
            assert beginnings.setdefault(run, name) == name, (run, name)


@pytest.mark.parametrize("version", ["a", "b"])
def test_both_passes_are_of_the_same_texts(gold: dict[str, Annotated], version: str) -> None:
    other = read(version)
    assert {name: item.document.text for name, item in gold.items()} == {
        name: item.document.text for name, item in other.items()
    }


def rulings() -> Iterator[dict[str, str]]:
    for genre in GENRES:
        with (Embedded.folder / "rulings" / f"{genre}.tsv").open(
            encoding="utf-8", newline=""
        ) as stream:
            yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


def listed(first: dict[str, Annotated], second: dict[str, Annotated]) -> list[Difference]:
    return [found for name in first for found in differences(Pair.of(first[name], second[name]))]


def place(found: Difference) -> tuple[str, str, str, str]:
    return found.document, str(found.parts[0].start), found.words, found.aspect


def test_every_difference_has_a_ruling() -> None:
    ruled = {(row["document"], row["token"], row["words"], row["aspect"]) for row in rulings()}
    assert all(row["ruling"] in ("A", "B", "O") and row["reason"] for row in rulings())
    assert not [found for found in listed(read("a"), read("b")) if place(found) not in ruled]


@pytest.mark.parametrize(("version", "ruling"), [("a", "A"), ("b", "B")])
def test_gold_follows_the_rulings(gold: dict[str, Annotated], version: str, ruling: str) -> None:
    left = {place(found) for found in listed(read(version), gold)}
    kept = {
        (row["document"], row["token"], row["words"], row["aspect"])
        for row in rulings()
        if row["ruling"] == ruling and row["aspect"] != "both"
    }
    assert not left & kept


def test_parts_are_found_by_name() -> None:
    assert corpora.find("embedded/plot").name == "embedded/plot"
    assert corpora.find("embedded/a/plot").path.name == "plot"
    with pytest.raises(CoindexError, match="did you mean 'plot'"):
        corpora.find("embedded/plots")
    with pytest.raises(CoindexError, match="no part"):
        corpora.find("embedded/../..")
