"""The ten classes of occurrences, and which of them are anaphors."""

from __future__ import annotations

from enum import StrEnum

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import words
from coindex.language.nominals.agreement import Person
from coindex.language.nominals.noun_phrases import Definiteness


class Occurrence(StrEnum):
    """Common nouns, names, and pronouns: personal and possessive by person, relative, reflexive."""

    DNOM = "DNOM"
    NAME = "NAME"
    PER1 = "PER1"
    PER2 = "PER2"
    PER3 = "PER3"
    POS1 = "POS1"
    POS2 = "POS2"
    POS3 = "POS3"
    RELA = "RELA"
    REFL = "REFL"


NOMINAL = frozenset({Occurrence.DNOM, Occurrence.NAME})
LOCAL = frozenset({Occurrence.RELA, Occurrence.REFL})
"""Classes whose antecedent is in the same sentence."""
FIRST = frozenset({Occurrence.PER1, Occurrence.POS1})
SECOND = frozenset({Occurrence.PER2, Occurrence.POS2})

_PERSONAL = {Person.FIRST: Occurrence.PER1, Person.SECOND: Occurrence.PER2}
_POSSESSIVE = {Person.FIRST: Occurrence.POS1, Person.SECOND: Occurrence.POS2}
_BY_KIND = {
    Kind.NAME: Occurrence.NAME,
    Kind.RELATIVE: Occurrence.RELA,
    Kind.REFLEXIVE: Occurrence.REFL,
    Kind.RECIPROCAL: Occurrence.REFL,
}


def occurrence(expression: Expression) -> Occurrence | None:
    """The class of an expression; one that a verb heads is an event and has none. Demonstratives
    count as PER3.
    """
    kind = expression.kind
    if kind in (Kind.PERSONAL, Kind.ZERO, Kind.DEMONSTRATIVE):
        return _PERSONAL.get(expression.features.person, Occurrence.PER3)
    if kind is Kind.POSSESSIVE:
        return _POSSESSIVE.get(expression.features.person, Occurrence.POS3)
    return None if kind is Kind.VERBAL else _BY_KIND.get(kind, Occurrence.DNOM)


_ADVERBIAL = frozenset(
    {"obl:unmarked", "obl:tmod", "obl:npmod", "nmod:unmarked", "nmod:tmod", "nmod:npmod"}
)


def is_adverbial(expression: Expression) -> bool:
    """Whether it is a bare noun phrase of time, duration or measure, *last night*, to which no
    pronoun refers.
    """
    return (
        not expression.pronominal
        and expression.discourse.forest.labels[expression.head] in _ADVERBIAL
    )


def is_indefinite(expression: Expression) -> bool:
    """Whether its first word introduces something new; indefinite and interrogative pronouns do,
    too.
    """
    if expression.kind in (Kind.INDEFINITE, Kind.INTERROGATIVE):
        return True
    document, mention = expression.discourse.document, expression.mention
    introducing = words(document.language, "grammar", "introducing")
    first = document.tokens[mention.start].form.lower()
    second = document.tokens[min(mention.start + 1, mention.end - 1)].form.lower()
    return (
        first in introducing and mention.start != expression.head
    ) or f"{first} {second}" in introducing


def is_definite(expression: Expression) -> bool:
    """Whether it is a name, a pronoun, or a noun with article, demonstrative or possessor, to which
    a pronoun may refer forward.
    """
    return expression.definiteness in _DEFINITE


_DEFINITE = frozenset(
    {
        Definiteness.NAME,
        Definiteness.PRONOUN,
        Definiteness.DEFINITE,
        Definiteness.DEMONSTRATIVE,
        Definiteness.POSSESSIVE,
    }
)
