"""Reciprocals: *each other* and *one another* are plural, and every resolver that
treats reflexives resolves them.
"""

from __future__ import annotations

import pytest

from coindex.measures.antecedents import Antecedents
from coindex.measures.pair import Pair
from coindex.measures.selection import selected, type_of
from coindex.testing import bracketed
from tests.resolvers.worked import Worked, read

RESOLVERS = ("rosana", "kennedy_boguraev", "cogniac", "mitkov", "rap", "hobbs", "sieve", "supar")


@pytest.mark.parametrize("resolver", RESOLVERS)
@pytest.mark.parametrize(
    ("text", "form", "antecedent"),
    [
        ("The boys like each other.", "each", "The boys"),
        ("John and Mary hate each other.", "each", "John and Mary"),
        ("The two wrote to each other.", "each", "The two"),
        ("The companies sued one another.", "one", "The companies"),
        ("They like each other.", "each", "They"),
    ],
)
def test_a_reciprocal_goes_to_a_plural_subject(
    resolver: str, text: str, form: str, antecedent: str
) -> None:
    document = read(text)
    chosen = Worked(resolver, document).of(form).antecedent
    assert chosen is not None
    assert chosen.text(document) == antecedent


def test_in_the_measures_a_reciprocal_counts_with_reflexives() -> None:
    document = read("The boys like each other.")
    reciprocal = Worked("rosana", document).of("each").anaphor
    assert type_of(document, reciprocal) == "REFL"
    assert selected("third", document, reciprocal)


def test_types_and_groups_can_be_added_up() -> None:
    document, key = bracketed("[the men]a [who]a lost saw [themselves]a as [they]a saw [me]b")
    pair = Pair(document, key, key)
    assert Antecedents("third").counts(pair)[0] == 2
    assert Antecedents("third+RELA").counts(pair)[0] == 3
    assert Antecedents("RELA+who").counts(pair)[0] == 1
