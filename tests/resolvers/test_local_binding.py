"""Pronouns and the subject of their clause: covert subjects of adverbial clauses, prepositional
phrases, and clauses inside the noun phrase.
"""

from __future__ import annotations

import pytest

import coindex


@pytest.mark.parametrize("resolver", ["sieve", "rosana"])
@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("The machine took the paper in order to shred it.", "the paper"),
        ("The company bought a firm, hoping to improve it.", "a firm"),
    ],
)
def test_the_subject_controls_an_adverbial_clause(resolver: str, text: str, thing: str) -> None:
    """So its object is not the subject, and may be the object of the main clause."""
    assert chain(text, "it", resolver) == {thing, "it"}


@pytest.mark.parametrize("resolver", ["rosana(object_control=True)", "rosana(profile='2001')"])
def test_unless_objects_control_them(resolver: str) -> None:
    text = "The machine took the paper in order to shred it."
    assert chain(text, "it", resolver) == {"The machine", "it"}


@pytest.mark.parametrize(
    "text",
    ["General Gordon left behind him a detailed diary.", "General Gordon took a diary with him."],
)
def test_in_a_prepositional_phrase_the_subject_may_be_meant(text: str) -> None:
    assert chain(text, "him", "sieve") == {"General Gordon", "him"}


def test_but_an_object_is_another_person() -> None:
    assert chain("General Gordon praised him in a diary.", "him", "sieve") == set()


def test_the_subject_of_a_relative_clause_is_not_its_noun() -> None:
    text = "The committee discussed the year in which it was founded."
    assert chain(text, "it", "sieve") == {"The committee", "it"}


def chain(text: str, pronoun: str, resolver: str) -> set[str]:
    """The words of the other mentions and of the pronoun, if it is linked."""
    result = coindex.resolve(text, resolver=resolver)
    chains = (
        {mention.text(result.document) for mention in entity.mentions}
        for entity in result.annotation.entities
        if len(entity.mentions) > 1
    )
    return next((words for words in chains if pronoun in words), set())
