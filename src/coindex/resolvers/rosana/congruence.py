"""Step 1a: whether anaphor and candidate agree, by the class of the anaphor."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Features, Number, Person, clash
from coindex.resolvers.rosana.occurrences import FIRST, SECOND, Occurrence


def congruence(occurrence: Occurrence) -> Callable[[Expression, Expression], str]:
    """The test for pronouns of a class, which returns why a candidate is rejected: `number`,
    `person` or `quotation`.

    It returns the empty string if they agree. Gender does not reject: a candidate of the wrong
    gender comes last.
    """
    if occurrence in FIRST:
        return _first_person
    return _second_person if occurrence in SECOND else _third_person


def _third_person(anaphor: Expression, candidate: Expression) -> str:
    left, right = anaphor.features, candidate.features
    if not left.number & right.number and left.number and right.number:
        return "number"
    return "person" if not left.person & right.person and left.person and right.person else ""


def _second_person(anaphor: Expression, candidate: Expression) -> str:
    reason = _third_person(anaphor, candidate)
    if reason or not candidate.features.person & Person.SECOND:
        return reason or "person"
    return "" if anaphor.voice == candidate.voice else "quotation"


def _first_person(anaphor: Expression, candidate: Expression) -> str:
    """Whether it is another first person of the same speaker, or a phrase outside the quotation,
    which may be the speaker.
    """
    left, right = anaphor.features, candidate.features
    if not left.number & right.number and left.number and right.number:
        return "number"
    if right.person & Person.FIRST:
        return "" if anaphor.voice == candidate.voice else "quotation"
    quotation = anaphor.quotation
    if quotation is None or right.person != Person.THIRD:
        return "person"
    return "" if candidate.quotation is not quotation else "quotation"


class Match(NamedTuple):
    """Whether gender (in English, natural gender) matches: *he* is not a table, *it* is not an
    uncle.

    `agrees`: it matches positively, *he* and a man, *they* and a plural only; otherwise nothing is
    known against it.
    """

    contradiction: str
    """`gender`, `animacy` or nothing."""
    agrees: bool


@lru_cache(maxsize=65_536)
def match(anaphor: Features, candidate: Features, certain: float) -> Match:
    reason = clash(anaphor, candidate, certain=certain, persons=False)
    if anaphor.gender:
        agrees = bool(candidate.gender & anaphor.gender) and candidate.gender_certainty >= 0.5
    else:
        agrees = anaphor.number == _THEY and candidate.number == Number.PLURAL
    return Match(reason if reason in ("gender", "animacy") else "", agrees)


_THEY = Number.PLURAL | Number.EPICENE
