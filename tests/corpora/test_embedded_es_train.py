"""The Spanish training set: its texts, its two passes, and a ruling for
every difference between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from coindex import corpora, formats
from coindex.core.annotation import Annotated, Kind
from coindex.measures.census import census
from coindex_es.corpora import Embedded, Training
from tests.corpora.rulings import check_all_ruled, check_followed, rulings

GENRES = ("carta", "entrevista", "foro", "manual", "noticia", "relato")
ROOT = Training.folder

AT_LEAST = {
    "Spanish: zeros": 500,
    "Spanish: clitics": 600,
    "Spanish: possessives": 50,
    "Spanish: reflexives": 30,
    "attribute: enclitic": 150,
    "cataphoric": 15,
    "event anaphors": 150,
    "split antecedents": 30,
    "pleonastic: impersonal": 50,
    "pleonastic: inherent": 200,
    "anaphoric definite descriptions": 150,
}


def read(version: str) -> dict[str, Annotated]:
    return {item.document.id: item for item in formats.read(ROOT / version, "inline")}


def runs(items: dict[str, Annotated]) -> Iterator[tuple[str, ...]]:
    for item in items.values():
        words = item.document.text.lower().split()
        yield from {tuple(words[at : at + 8]) for at in range(len(words) - 7)}


@pytest.fixture(scope="module")
def raw() -> dict[str, Annotated]:
    return read("raw")


@pytest.fixture(scope="module")
def gold() -> dict[str, Annotated]:
    return read("gold")


def test_texts(raw: dict[str, Annotated]) -> None:
    assert len(raw) == 26
    genres = Counter(item.document.genre for item in raw.values())
    assert set(genres) == set(GENRES) and min(genres.values()) >= 3
    lengths = {name: len(item.document.text.split()) for name, item in raw.items()}
    assert 300 <= min(lengths.values()) <= max(lengths.values()) <= 500
    assert sum(lengths.values()) == 10_320
    assert all(
        item.document.meta["title"] and item.document.language == "es" for item in raw.values()
    )


def test_half_of_the_texts_are_from_spain(raw: dict[str, Annotated]) -> None:
    assert sum(item.document.meta["variety"].startswith("España") for item in raw.values()) == 13


def test_no_wording_is_repeated_or_shared_with_the_test_set(raw: dict[str, Annotated]) -> None:
    assert max(Counter(runs(raw)).values()) == 1
    test = {item.document.id: item for item in formats.read(Embedded.folder / "gold", "inline")}
    # only the number is shown: the texts of the test set are not to be read here
    assert len(set(runs(raw)) & set(runs(test))) == 0
    assert raw.keys().isdisjoint(test)


def test_found_by_name(gold: dict[str, Annotated]) -> None:
    assert corpora.find("embedded-es-train").language == "es"
    assert corpora.find("embedded-es-train/foro").name == "embedded-es-train/foro"
    assert corpora.find("embedded-es").path != corpora.find("embedded-es-train").path
    assert gold.keys() == {
        item.document.id for item in formats.read(corpora.find("embedded-es-train").path, "inline")
    }


@pytest.mark.parametrize("version", ["a", "b", "gold"])
def test_every_version_has_the_texts(raw: dict[str, Annotated], version: str) -> None:
    assert {name: item.document.text for name, item in read(version).items()} == {
        name: item.document.text for name, item in raw.items()
    }


def test_entities_have_types_and_zeros_have_persons(gold: dict[str, Annotated]) -> None:
    for name, item in gold.items():
        assert all(entity.type for entity in item.annotation.entities), name
        zeros = [
            item.document.tokens[one.start]
            for one in item.annotation.mentions
            if one.kind is Kind.ZERO
        ]
        assert zeros, name
        assert all(
            zero.empty and zero.feature("Person") and zero.feature("Number") for zero in zeros
        ), name


def test_phenomena(gold: dict[str, Annotated]) -> None:
    found = sum((census(*item) for item in gold.values()), Counter[str]())
    assert not {name: found[name] for name, wanted in AT_LEAST.items() if found[name] < wanted}


def test_data_sheet_has_the_counts(gold: dict[str, Annotated]) -> None:
    sheet = (ROOT / "README.md").read_text(encoding="utf-8")
    ruled = [row["aspect"] for row in rulings(ROOT)]
    corrections = ruled.count("both")
    assert f"{len(ruled) - corrections} differences, and {corrections} corrections" in sheet
    entities = sum(len(item.annotation.entities) for item in gold.values())
    assert any(
        line.startswith("| entities |") and f" {entities:,} |" in line
        for line in sheet.splitlines()
    )


def test_every_difference_has_a_ruling() -> None:
    check_all_ruled(ROOT, read("a"), read("b"))


@pytest.mark.parametrize(("version", "ruling"), [("a", "A"), ("b", "B")])
def test_gold_follows_the_rulings(gold: dict[str, Annotated], version: str, ruling: str) -> None:
    check_followed(ROOT, gold, read(version), ruling)
