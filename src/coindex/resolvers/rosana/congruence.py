"""Step 1a: whether anaphor and candidate agree, by the class of the anaphor."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

from coindex.language.agreement import Animacy, Features, Number, Person, clash
from coindex.language.names import PARTICLES, Variant, variant
from coindex.resolvers.discourse import Discourse, Expression
from coindex.resolvers.rosana.occurrences import FIRST, SECOND, Occurrence

_PARTIAL = frozenset({Variant.SAME, Variant.SURNAME, Variant.GIVEN, Variant.CONTAINED, Variant.ACRONYM})


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


def recurrences(discourse: Discourse, anaphor: Expression) -> Iterator[tuple[Expression, bool]]:
    """Earlier common nouns with the same head lemma, nearest first, and whether their number is the same."""
    number = anaphor.features.number
    for candidate in _earlier(discourse.by_lemma.get(anaphor.lemma, []), anaphor):
        other = candidate.features.number
        yield candidate, not number or not other or bool(number & other)


def namesakes(discourse: Discourse, anaphor: Expression) -> Iterator[tuple[Expression, bool]]:
    """Earlier names that share a word, nearest first, and whether they match: people by surname, others wholly."""
    words = [word for word in dict.fromkeys(anaphor.name.words) if word not in PARTICLES]
    lists = [_earlier(discourse.by_name.get(word, []), anaphor) for word in words]
    language = discourse.document.language
    last: Expression | None = None
    for candidate in merge(*lists, key=lambda other: -other.number):
        if candidate is not last:
            last = candidate
            person = _person(anaphor) or _person(candidate)
            found = variant(anaphor.name, candidate.name, person=person, language=language)
            yield candidate, found in _PARTIAL


def _person(expression: Expression) -> bool:
    return expression.features.animacy == Animacy.ANIMATE


def _earlier(expressions: list[Expression], anaphor: Expression) -> Iterator[Expression]:
    """Those before the anaphor from the end, without walking over those behind it."""
    low, high = 0, len(expressions)
    while low < high:
        middle = (low + high) // 2
        if expressions[middle].number < anaphor.number:
            low = middle + 1
        else:
            high = middle
    return (expressions[index] for index in range(low - 1, -1, -1))
