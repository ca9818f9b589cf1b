"""Bridging: what a description depends on, and what it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

import coindex
from coindex.core.annotation import Relation
from coindex.core.chains import group_members
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.bridging import Bridging
from coindex.testing import check_resolver


def related(text: str, resolver: str = "bridging") -> list[tuple[str, str, str]]:
    result = coindex.resolve(text, resolver=resolver)
    return [
        (
            decision.anaphor.text(result.document),
            decision.related.text(result.document),
            decision.rule,
        )
        for decision in result.decisions
        if decision.related is not None
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They bought a house. The roof leaked.", ("The roof", "a house", "part of")),
        ("A car stopped. The driver got out.", ("The driver", "a car", "part of")),
        ("I read a novel. The author was young.", ("The author", "a novel", "part of")),
        (
            "Two boats arrived. The first boat was empty.",
            ("The first boat", "Two boats", "another of its kind"),
        ),
        ("She lit three candles. One was red.", ("One", "three candles", "one of")),
        ("The sea lay still. It shone. The shore was empty.", ("The shore", "it", "part of")),
        ("She hurt her arm. The elbow was swollen.", ("The elbow", "her arm", "part of")),
    ],
)
def test_parts_roles_and_members(text: str, expected: tuple[str, str, str]) -> None:
    found = related(text)
    assert [(a.lower(), b.lower(), rule) for a, b, rule in found] == [
        (expected[0].lower(), expected[1].lower(), expected[2])
    ]


@pytest.mark.parametrize(
    "text",
    [
        "They bought a house. The roof of the barn leaked.",
        "They bought a house. The house was old.",
        "They bought a house. Their roof leaked.",
        "They bought a house. The king leaked.",
        "We saw the mountains. One never forgets this.",
    ],
)
def test_what_says_itself_what_it_belongs_to_is_left_alone(text: str) -> None:
    assert related(text) == []


def test_a_country_is_a_place_even_if_the_parse_has_no_types() -> None:
    text = "Norway is cold. The capital is Oslo."
    document = coindex.resolve(text, resolver="sieve").document
    tokens = tuple(token._replace(misc="_") for token in document.tokens)
    untyped = replace(document, tokens=tokens)
    decisions = Bridging().resolve(untyped, Pipeline(detector="nominals").mentions(untyped))
    assert [
        (one.anaphor.text(untyped), one.related.text(untyped))
        for one in decisions
        if one.related is not None
    ] == [("The capital", "Norway")]


def test_bridging_is_a_link_of_its_own_and_joins_nothing() -> None:
    result = coindex.resolve("They bought a house. The roof leaked.", resolver="bridging")
    (link,) = [one for one in result.annotation.links if one.relation is Relation.BRIDGING]
    assert link.anaphor.text(result.document) == "The roof"
    assert not result.entities
    assert not group_members(result.annotation)
    assert (
        "“The roof” (sentence 2): is related to “a house” (sentence 1), by part of" in result.why()
    )


def test_coreference_is_that_of_the_first_resolver() -> None:
    text = "Ann bought a house. She liked it. The roof leaked, and the driver left."
    alone = coindex.resolve(text, resolver="rosana")
    both = coindex.resolve(text, resolver="bridging(resolver='rosana')")
    assert both.entities == alone.entities
    assert [one for one, *_ in related(text, "bridging(resolver='rosana')")] == ["The roof"]


def test_the_contract() -> None:
    check_resolver(Bridging(), parses=10)
