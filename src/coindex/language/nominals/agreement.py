"""Agreement: number, person, gender and animacy of mentions and
entities, and when two of them clash.
"""

from __future__ import annotations

from typing import Final, NamedTuple

UNKNOWN: Final = 0
"""No value is known: compatible with everything."""


class Number:
    """The values are bits: a team is SINGULAR | PLURAL. EPICENE is a single person to whom *they*
    may refer.
    """

    SINGULAR: Final = 1
    PLURAL: Final = 2
    EPICENE: Final = 4


class Person:
    FIRST: Final = 1
    SECOND: Final = 2
    THIRD: Final = 4


class Gender:
    """OTHER is the gender of neopronouns, NEUTER that of *ello* and *eso*; no noun has it."""

    MASCULINE: Final = 1
    FEMININE: Final = 2
    OTHER: Final = 4
    NEUTER: Final = 8


class Animacy:
    ANIMATE: Final = 1
    INANIMATE: Final = 2
    EITHER: Final = 3


CERTAIN: Final = 0.8
"""Two values of gender or animacy clash if both are at least this certain."""

GUESSES_COUNT: Final = 0.5
"""As `CERTAIN`, if guesses count too: what does not look like a person is not one."""


class Features(NamedTuple):
    """Each feature is a set of bits, `UNKNOWN` if empty; certainties range from 0 to 1."""

    number: int = UNKNOWN
    person: int = UNKNOWN
    gender: int = UNKNOWN
    animacy: int = UNKNOWN
    gender_certainty: float = 0.0
    animacy_certainty: float = 0.0


NOTHING: Final = Features()


def clash(
    left: Features, right: Features, *, certain: float = CERTAIN, persons: bool = True
) -> str:
    """The first feature in which two mentions or entities are incompatible, or the empty string.

    `persons=False` ignores person: *I* and the speaker's name.
    """
    # Features are sets of bits: two clash if both are known and have no bit in common.
    if not left.number & right.number and left.number and right.number:
        return "number"
    if persons and not left.person & right.person and left.person and right.person:
        return "person"
    if (
        not left.gender & right.gender
        and left.gender
        and right.gender
        and left.gender_certainty >= certain
        and right.gender_certainty >= certain
    ):
        return "gender"
    if (
        not left.animacy & right.animacy
        and left.animacy
        and right.animacy
        and left.animacy_certainty >= certain
        and right.animacy_certainty >= certain
    ):
        return "animacy"
    return ""


def merged(left: Features, right: Features) -> Features:
    """The features of an entity, combined from two of its mentions.

    A value that both allow is kept; contradictory values are all kept, but of contradictory genders
    and animacies only the more certain one.
    """
    gender, gender_certainty = _surer(
        left.gender, left.gender_certainty, right.gender, right.gender_certainty
    )
    animacy, animacy_certainty = _surer(
        left.animacy, left.animacy_certainty, right.animacy, right.animacy_certainty
    )
    return Features(
        left.number & right.number or left.number | right.number,
        left.person | right.person,
        gender,
        animacy,
        gender_certainty,
        animacy_certainty,
    )


def _surer(
    left: int, left_certainty: float, right: int, right_certainty: float
) -> tuple[int, float]:
    if left & right:
        return left & right, max(left_certainty, right_certainty)
    if left_certainty == right_certainty:
        return left | right, left_certainty
    return (left, left_certainty) if left_certainty > right_certainty else (right, right_certainty)
