"""Step 1a: whether anaphor and candidate agree, by the class of the anaphor."""

from __future__ import annotations

from coindex.language.agreement import Features, Number, Person, clash
from coindex.resolvers.discourse import Expression
from coindex.resolvers.rosana.occurrences import FIRST, SECOND, Occurrence


def incongruent(occurrence: Occurrence, anaphor: Expression, candidate: Expression) -> str:
    """Why a candidate of a pronoun is dropped: `number`, `person` or `quotation`; empty if it agrees.

    Gender is no reason: a candidate of the wrong gender comes after all others, see `contradicts`.
    """
    left, right = anaphor.features, candidate.features
    if left.number and right.number and not left.number & right.number:
        return "number"
    if occurrence in FIRST:
        return _first_person(anaphor, candidate)
    if left.person and right.person and not left.person & right.person:
        return "person"
    if occurrence in SECOND:
        if not right.person & Person.SECOND:
            return "person"
        return "" if anaphor.voice == candidate.voice else "quotation"
    return ""


def _first_person(anaphor: Expression, candidate: Expression) -> str:
    """Another first person in the same mouth, or whoever is spoken of outside the quotation: the speaker."""
    if candidate.features.person & Person.FIRST:
        return "" if anaphor.voice == candidate.voice else "quotation"
    quotation = anaphor.quotation
    if quotation is None or candidate.features.person != Person.THIRD:
        return "person"
    return "" if candidate.quotation is not quotation else "quotation"


def contradicts(left: Features, right: Features, certain: float) -> bool:
    """Gender, or what goes for it in English: *he* is no table, *it* no uncle."""
    return clash(left, right, certain=certain, persons=False) in ("gender", "animacy")


def known_to_agree(anaphor: Features, candidate: Features) -> bool:
    """*He* and a man, *they* and what is nothing but plural: more than that nothing is known against it."""
    if anaphor.gender:
        return bool(candidate.gender & anaphor.gender) and candidate.gender_certainty >= 0.5
    return anaphor.number == _THEY and candidate.number == Number.PLURAL


_THEY = Number.PLURAL | Number.EPICENE
