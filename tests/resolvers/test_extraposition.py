"""*It* that announces a clause: the sieve links the two, as GUM does; the others leave it open."""

from __future__ import annotations

import pytest

import coindex
from coindex.core.annotation import Kind

EASY = "It was easy to find the house."


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        (EASY, "to find the house"),
        ("It is true that Ann sings, because you asked.", "Ann sings"),
        ("It is a pity that she does not sing.", "she does not sing"),
        ("It is important for us to leave early.", "for us to leave early"),
    ],
)
def test_the_clause_is_the_antecedent(text: str, clause: str) -> None:
    result = coindex.resolve(text, resolver="sieve")
    (decision,) = [one for one in result.decisions if one.rule == "extraposed"]
    assert decision.anaphor.text(result.document) == "It"
    assert decision.antecedent is not None
    assert decision.antecedent.kind is Kind.VERBAL
    assert decision.antecedent.text(result.document) == clause


@pytest.mark.parametrize(
    "resolver",
    ["sieve(scheme='ontonotes')", "sieve(without='extraposed')", "rosana", "neural", "hybrid"],
)
def test_elsewhere_it_stays_open(resolver: str) -> None:
    result = coindex.resolve(f"The agent had a map. {EASY}", resolver=resolver)
    chains = [entity for entity in result.annotation.entities if len(entity.mentions) > 1]
    words = [mention.text(result.document) for entity in chains for mention in entity.mentions]
    assert "It" not in words


def test_other_expletives_are_no_mentions() -> None:
    result = coindex.resolve("It was raining, and the house was cold.", resolver="sieve")
    words = [mention.text(result.document) for mention in result.annotation.mentions]
    assert words == ["the house"]
    assert not any(one.rule == "extraposed" for one in result.decisions)
