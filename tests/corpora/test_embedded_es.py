"""The embedded Spanish corpus: texts, phenomena, two passes of the same texts,
a ruling for every difference.
"""

from __future__ import annotations

from collections import Counter

import pytest

from coindex import corpora, formats
from coindex.core.annotation import Annotated, Kind
from coindex.measures.census import census
from coindex_es.corpora import Embedded
from tests.corpora.rulings import check_all_ruled, check_followed

GENRES = ("dialogo", "manual", "noticia", "relato")

AT_LEAST = {
    "Spanish: zeros": 250,
    "Spanish: clitics": 200,
    "Spanish: possessives": 60,
    "Spanish: reflexives": 20,
    "attribute: enclitic": 15,
    "cataphoric": 8,
    "event anaphors": 15,
    "split antecedents": 8,
    "quotations": 20,
    "pleonastic: impersonal": 30,
    "anaphoric definite descriptions": 15,
}
TOGETHER_AT_LEAST = {"strong pronouns": 60, "demonstratives": 20}


def read(version: str) -> dict[str, Annotated]:
    items = formats.read(
        corpora.find(f"embedded-es/{version}" if version else "embedded-es").path, "inline"
    )
    return {item.document.id: item for item in items}


@pytest.fixture(scope="module")
def gold() -> dict[str, Annotated]:
    return read("")


def test_documents(gold: dict[str, Annotated]) -> None:
    assert len(gold) >= 16
    genres = Counter(item.document.genre for item in gold.values())
    assert set(genres) == set(GENRES) and min(genres.values()) >= 4
    for item in gold.values():
        assert item.document.language == "es"
        assert 250 <= len(item.document.text.split()) <= 450, item.document.id


def test_every_entity_has_a_type(gold: dict[str, Annotated]) -> None:
    assert not [
        (name, e.id) for name, item in gold.items() for e in item.annotation.entities if not e.type
    ]


def test_every_zero_has_person_and_number(gold: dict[str, Annotated]) -> None:
    for item in gold.values():
        zeros = [
            item.document.tokens[one.start]
            for one in item.annotation.mentions
            if one.kind is Kind.ZERO
        ]
        assert all(
            zero.empty and zero.feature("Person") and zero.feature("Number") for zero in zeros
        )


def test_phenomena(gold: dict[str, Annotated]) -> None:
    found = sum((census(*item) for item in gold.values()), Counter[str]())
    assert not {name: found[name] for name, wanted in AT_LEAST.items() if found[name] < wanted}
    for name, wanted in TOGETHER_AT_LEAST.items():
        assert found[f"Spanish: {name} in a PP"] + found[f"Spanish: {name} elsewhere"] >= wanted


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


def test_every_difference_has_a_ruling() -> None:
    check_all_ruled(Embedded.folder, read("a"), read("b"))


@pytest.mark.parametrize(("version", "ruling"), [("a", "A"), ("b", "B")])
def test_gold_follows_the_rulings(gold: dict[str, Annotated], version: str, ruling: str) -> None:
    check_followed(Embedded.folder, gold, read(version), ruling)


def test_parts_are_found_by_name() -> None:
    assert corpora.find("embedded-es/relato").name == "embedded-es/relato"
    assert corpora.find("embedded-es").language == "es"
