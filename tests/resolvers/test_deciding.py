"""Which entity a mention joins, given the probabilities of its candidates."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import coindex
from coindex.resolvers.neural.deciding import Choosing, Deciding


@pytest.mark.parametrize(("power", "expected"), [(1.0, ("second", 0.4)), (2.0, ("first", 0.35))])
def test_one_probable_mention_may_outweigh_several(power: float, expected: Any) -> None:
    weighed: list[Any] = [("first", "A", "", 0.35), ("second", "B", "", 0.2), ("x", "B", "", 0.2)]
    state: Any = SimpleNamespace(_lift=1.0, _choosing=Choosing(power=power))
    assert Deciding._best(state, weighed, 0.1) == expected
    assert Deciding._best(state, weighed, 0.5) == (None, 0.5)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Author: Folasade Harmon\nEditor: Birgit Van Loon\n\nMs Van Loon left.", "Harmon", "Loon"),
        ("Manager: Birgit Van Loon\n\nI spoke to Ms Van Loon. I left.", "I", "Ms"),
        ("Hi Duncan at Moss & Co.,\n\nI bought a lamp. I want another.\n", "Duncan", "I"),
        ("He came with his sister Inês. She runs it. Wanda had a copy.", "Inês", "Wanda"),
        ("Rui Tavares left. His flight was late. Grant saw his plane.", "Rui", "Grant"),
        ("Firms like Lena Moss Bakeries grow. Ms Moss and Lena Moss sold it.", "Bakeries", "Ms"),
        (
            "The surgeon Quint visited him. The actress Moore smiled. The actress Stone frowned.",
            "Moore",
            "Stone",
        ),
        (
            "El doctor Ríos operó a Luis. El doctor Quintero lo visitó. El médico le dio el alta.",
            "Ríos",
            "Quintero",
        ),
        (
            "El doctor Ríos llegó. La señora Rey llamó. La señora Cabeza vino a la casa.",
            "Rey",
            "Cabeza",
        ),
    ],
)
def test_names_of_two_people_or_of_a_firm_are_not_joined(text: str, one: str, other: str) -> None:
    result = coindex.resolve(text, resolver="hybrid")
    for entity in result.entities:
        words = " ".join(result.document.surface(mention.span) for mention in entity.mentions)
        assert not (one in words and other in words), words
