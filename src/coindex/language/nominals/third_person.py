"""The pronouns of the third person among the expressions of a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import UNKNOWN, Gender, Number, Person

_PRONOUNS = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.ZERO})
_GENERIC = Number.SINGULAR | Number.EPICENE


def third_person(expressions: Iterable[Expression]) -> Iterator[Expression]:
    """Personal, possessive, reflexive, reciprocal and zero pronouns of the third
    person, without the generic *one*.
    """
    for expression in expressions:
        features = expression.features
        if (
            expression.kind in _PRONOUNS
            and features.person in (UNKNOWN, Person.THIRD)
            and not (features.number == _GENERIC and features.gender != Gender.OTHER)
        ):
            yield expression
