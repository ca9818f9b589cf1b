"""Every decision says how sure it is, those of rules included."""

from __future__ import annotations

import pytest

import coindex
from coindex.core.decision import Decision
from coindex.resolvers.neural.deciding import GUESSED, RULED


def decisions(text: str, resolver: str = "hybrid") -> dict[str, Decision]:
    result = coindex.resolve(text, resolver=resolver)
    return {one.anaphor.text(result.document): one for one in result.decisions}


@pytest.mark.parametrize(
    "text",
    [
        "Ann: Have you seen my bag?\nBen: You left it in the car. I saw it there.",
        "Tom met Ann. The former smiled at himself. They left.",
        "Bill to finish his slides. Noor to call the bank; she will report.",
        "The Employee shall act with care. If he or she leaves, the Company pays.",
    ],
)
def test_every_decision_has_a_confidence(text: str) -> None:
    found = decisions(text)
    assert found
    assert all(one.confidence is not None and 0 <= one.confidence <= 1 for one in found.values())


def test_a_sure_rule_is_sure() -> None:
    one = decisions("Tom hurt himself.")["himself"]
    assert one.rule == "reflexive" and one.confidence is not None and one.confidence >= RULED


def test_a_group_is_less_sure_than_a_rule() -> None:
    one = decisions("Ann met Bob. They left.")["They"]
    assert one.together and one.confidence is not None and GUESSED < one.confidence < RULED


def test_min_confidence_touches_rules() -> None:
    text = "Tom met Ann. Then he hurt himself."
    one = decisions(text, "hybrid(min_confidence=1.0)")["himself"]
    assert one.antecedent is None and one.rule == "doubtful"
