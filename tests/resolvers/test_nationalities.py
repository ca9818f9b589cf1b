"""Who is a Pole is not the American, and a Finnish firm not the South Korean giant."""

from __future__ import annotations

from itertools import pairwise

import pytest

import coindex
from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.names import Name, normalised, spelled_in
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.entities import Group, contradiction
from coindex.resolvers.entity_constraints import NATIONALITY, nationalities

TENNIS = (
    "Iga Świątek beat Coco Gauff in Madrid. The Pole saved two set points before she broke the "
    "American's serve."
)


def expressions(text: str) -> tuple[Expression, ...]:
    pipeline = Pipeline(resolver="hybrid")
    document = next(pipeline.parsed([Document("d", text, language="en")]))
    return tuple(Discourse(document, pipeline.mentions(document)).expressions)


def said_of(text: str, words: str) -> frozenset[str]:
    return next(nationalities(one) for one in expressions(text) if one.text == words)


@pytest.mark.parametrize(
    ("text", "words", "country"),
    [
        ("The Pole saved two points.", "The Pole", "Poland"),
        ("They broke the American's serve.", "the American's", "United States"),
        ("The South Korean giant lost.", "The South Korean giant", "South Korea"),
        ("He met the North Korean team.", "the North Korean team", "North Korea"),
        ("The Pole's French coach left.", "The Pole's French coach", "France"),
        ("The former American president spoke.", "The former American president", "United States"),
    ],
)
def test_a_description_names_a_country(text: str, words: str, country: str) -> None:
    assert said_of(text, words) == {country}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A Polish-American writer spoke.", "A Polish-American writer"),
        ("The South American coach left.", "The South American coach"),
        ("He works for American Airlines.", "American Airlines"),
        ("The European champion won.", "The European champion"),
        ("The English coach left.", "The English coach"),
    ],
)
def test_a_description_names_no_country(text: str, words: str) -> None:
    assert not said_of(text, words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Finnish firm grew. The South Korean giant shrank.", NATIONALITY),
        ("The Pole won. The American lost.", NATIONALITY),
        ("The Polish star won. The Pole smiled.", ""),
        ("The British singer won. The Scot smiled.", ""),
    ],
)
def test_countries_exclude_each_other(text: str, expected: str) -> None:
    groups = [Group(one) for one in expressions(text) if one.definiteness]
    found = {contradiction(one, other, "en") for one, other in pairwise(groups)}
    assert found == {expected}


@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("Świątek", "Poland"),
        ("Ødegaard", "Norway"),
        ("Petrović", "Serbia"),
        ("Gőbölyös", "Hungary"),
    ],
)
def test_letters_of_names_point_to_countries(name: str, country: str) -> None:
    assert country in spelled_in(Name((normalised(name),), (), (name,)))


def test_letters_that_are_common_point_nowhere() -> None:
    assert not spelled_in(Name(("muller",), (), ("Müller",)))
    assert not spelled_in(Name(("gauff",), (), ("Gauff",)))


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (
            TENNIS,
            {"The Pole": "Iga Świątek", "the American's": "Coco Gauff"},
        ),
        (
            "Carlos Ruiz met Nikola Petrović in the final. The Serb won in two sets.",
            {"The Serb": "Nikola Petrović"},
        ),
    ],
)
def test_demonyms_go_to_names_that_are_spelled_so(text: str, pairs: dict[str, str]) -> None:
    result = coindex.resolve(text, resolver="hybrid")
    found = {
        mention.text(result.document): entity.mentions[0].text(result.document)
        for entity in result.entities
        for mention in entity.mentions
    }
    assert {words: found.get(words) for words in pairs} == pairs
