"""Step 1a: whether anaphor and candidate agree, by the class of the anaphor."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import UNKNOWN, Features, Number, Person, clash
from coindex.resolvers.rosana.occurrences import FIRST, SECOND, Occurrence


def congruence(
    occurrence: Occurrence, *, collectives: bool = True
) -> Callable[[Expression, Expression], str]:
    """The test for pronouns of a class, which returns why a candidate is rejected: `number`,
    `person` or `quotation`.

    It returns the empty string if they agree. Gender does not reject: a candidate of the wrong
    gender comes last. Without `collectives`, a collective noun has the number of its form: *they*
    are not *the company*.
    """
    if occurrence in FIRST:
        return _first_person
    if occurrence in SECOND:
        return _second_person
    return _third_person if collectives else _third_person_by_form


def _third_person_by_form(anaphor: Expression, candidate: Expression) -> str:
    number, form = anaphor.features.number, _number_of_form(candidate)
    return "number" if number and form and not number & form else _third_person(anaphor, candidate)


def _number_of_form(candidate: Expression) -> int:
    """The number of a noun that its meaning allows both; unknown for others."""
    either = candidate.features.number == Number.SINGULAR | Number.PLURAL
    feats = candidate.discourse.document.tokens[candidate.head].feats
    singular = either and candidate.kind is Kind.NOMINAL and "Number=Sing" in feats
    return Number.SINGULAR if singular else UNKNOWN


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
