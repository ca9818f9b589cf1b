"""SUPAR's tables: for each type of anaphor the preferences in their order, and the words that rules name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Type(StrEnum):
    """Types of anaphors, by the names of Palomar et al."""

    CLITIC = "CPPR"
    PERSONAL = "PPRnotPP"
    PERSONAL_IN_PP = "PPRinPP"
    DEMONSTRATIVE = "DPRnotPP"
    DEMONSTRATIVE_IN_PP = "DPRinPP"
    REFLEXIVE = "RPR"
    ZERO = "OPR"
    DESCRIPTION = "DD"


@dataclass(frozen=True, slots=True)
class Profile:
    """`preferences` are names of `preferences.TESTS`. The prepositions: of indirect objects, of attributes, of places.

    `clitics` stand at the verb and may double another phrase. `impersonal` are pronouns that a company may be; they
    are spared the preference against it. `things` are pronouns that take up no person.
    """

    preferences: Mapping[Type, tuple[str, ...]]
    dative: frozenset[str]
    genitive: frozenset[str]
    locative: frozenset[str]
    clitics: frozenset[str] = frozenset()
    impersonal: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(";"))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SPANISH_FREE = _names(
    "concrete; no company; same sentence; previous sentence; not in NP; not in PP but a/de; not in PP with en; "
    "before verb"
)
_SPANISH_IN_PP = _names(
    "concrete; no company; same sentence; previous sentence; not in NP; repeated; in PP; same side of verb"
)
_ENGLISH_FREE = _names(
    "concrete; no company; same sentence; previous sentence; same side of verb; not in NP; not in PP but a/de; "
    "not in PP with en"
)
_ENGLISH_IN_PP = _names(
    "concrete; no company; same sentence; previous sentence; same side of verb; not in NP; repeated; in PP"
)


def _without_personal(names: tuple[str, ...]) -> tuple[str, ...]:
    """What holds for personal pronouns only is not asked of demonstratives and reflexives."""
    return tuple(name for name in names if name not in ("no company", "not in PP with en"))


def _table(free: tuple[str, ...], in_pp: tuple[str, ...]) -> dict[Type, tuple[str, ...]]:
    return {
        Type.PERSONAL: free,
        Type.PERSONAL_IN_PP: in_pp,
        Type.DEMONSTRATIVE: _without_personal(free),
        Type.DEMONSTRATIVE_IN_PP: _without_personal(in_pp),
        Type.REFLEXIVE: _without_personal(free),
        Type.CLITIC: _names(
            "concrete; same sentence; previous sentence; not in NP; not in PP but a/de; repeated with verb"
        ),
        Type.ZERO: _names(
            "concrete; gender; same sentence; solution of zero here; previous sentence; not in NP; "
            "not in PP but a/de; before verb; repeated"
        ),
    }


_SPANISH = _table(_SPANISH_FREE, _SPANISH_IN_PP)
_ZERO_2000 = _names(
    "same sentence; previous sentence; solution of zero here; name or indefinite; name; repeated; repeated with verb; "
    "not in PP but a; before verb; gender"
)
_PERSONS_AND_SUBJECTS = _SPANISH | {
    Type.PERSONAL: _names(
        "concrete; no company; person; same sentence; previous sentence; not in NP; not in PP but a/de; "
        "not in PP with en; subject"
    ),
    Type.PERSONAL_IN_PP: _names(
        "concrete; no company; person; same sentence; previous sentence; not in NP; repeated; in PP; same side of verb"
    ),
    Type.CLITIC: _names(
        "concrete; person; same sentence; previous sentence; not in NP; not in PP but a/de; repeated with verb"
    ),
    Type.ZERO: _names(
        "concrete; gender; person; same sentence; solution of zero here; previous sentence; subject; not in NP; "
        "not in PP but a/de; repeated"
    ),
}
_SPANISH_WORDS = {
    "dative": _words("a al"),
    "genitive": _words("de del"),
    "locative": _words("en"),
    "clitics": _words("lo la le los las les se"),
}

PROFILES: Mapping[str, Profile] = {
    "english": Profile(
        _table(_ENGLISH_FREE, _ENGLISH_IN_PP),
        dative=_words("to"),
        genitive=_words("of"),
        locative=_words("in"),
        impersonal=_words("it its itself they them their theirs themselves"),
        things=_words("this that these those"),
    ),
    "palomar2001": Profile(_SPANISH, **_SPANISH_WORDS),
    "zero2000": Profile(_SPANISH | {Type.ZERO: _ZERO_2000}, **_SPANISH_WORDS),
    "spanish": Profile(_PERSONS_AND_SUBJECTS, **_SPANISH_WORDS),
}
"""`palomar2001` has the orders of Palomar et al. (2001), `zero2000` that of Ferrández & Peral (2000) for zero pronouns.

The gender of the predicate, the last resort of `zero2000`, has no place in the table of 2001; there it comes first,
since *Pedro vio a Ana. Estaba muy guapa* asks for it. `spanish` is ours: it prefers persons where the pronoun is
strong or a dative, or its verb one of saying, and grammatical subjects to what stands before the verb.
"""

BY_LANGUAGE = {"": "english", "en": "english", "es": "palomar2001"}
