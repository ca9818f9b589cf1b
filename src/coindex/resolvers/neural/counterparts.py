"""Maps pronouns of other languages to the corresponding English ones, so that a model shares what
it learns about them.
"""

from __future__ import annotations

from typing import Final

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Features, Gender, Number, Person
from coindex.language.syntax.functions import Function

_FIRST: Final = {
    Kind.PERSONAL: ("i", "we"),
    Kind.ZERO: ("i", "we"),
    Kind.POSSESSIVE: ("my", "our"),
    Kind.REFLEXIVE: ("myself", "ourselves"),
}
_SECOND: Final = {
    Kind.PERSONAL: ("you", "you"),
    Kind.ZERO: ("you", "you"),
    Kind.POSSESSIVE: ("your", "your"),
    Kind.REFLEXIVE: ("yourself", "yourselves"),
}
_OTHER: Final = {
    Kind.POSSESSIVE: ("their", "their"),
    Kind.REFLEXIVE: ("itself", "themselves"),
    Kind.RECIPROCAL: ("each", "each"),
    Kind.DEMONSTRATIVE: ("that", "those"),
    Kind.RELATIVE: ("which", "which"),
    Kind.INTERROGATIVE: ("who", "who"),
    Kind.ZERO: ("one", "they"),
}
_SUBJECT: Final = {Gender.MASCULINE: "he", Gender.FEMININE: "she"}
_OBJECT: Final = {Gender.MASCULINE: "him", Gender.FEMININE: "her"}


def counterpart(expression: Expression) -> str:
    """The English pronoun; *one* for a third person singular whose gender is unknown, empty if
    there is none.
    """
    return pronoun_like(expression.kind, expression.features, expression.function)


def pronoun_like(kind: Kind, features: Features, function: Function) -> str:
    """The English pronoun of this kind with these features and this function."""
    plural = features.number == Number.PLURAL
    by_person = _FIRST if features.person == Person.FIRST else _SECOND
    if features.person in (Person.FIRST, Person.SECOND) and kind in by_person:
        return by_person[kind][plural]
    if kind is not Kind.PERSONAL:
        return _OTHER[kind][plural] if kind in _OTHER else ""
    subject = function is Function.SUBJECT
    if plural:
        return "they" if subject else "them"
    return (_SUBJECT if subject else _OBJECT).get(features.gender, "one")
