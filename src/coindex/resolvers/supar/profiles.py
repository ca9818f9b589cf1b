"""SUPAR's tables: for each type of anaphor the preferences in their order, and the words that rules
use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from coindex.language.languages import get_language


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


Preferences = Mapping[Type, tuple[str, ...]]
"""For each type of anaphor the names of `preferences.TESTS` in their order."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Preferences, and the words of the document's language that rules use.

    The prepositions: of indirect objects, of attributes, of places. `clitics` belong to the verb
    and may double another phrase; `dative_clitics` are those for indirect objects. `impersonal` are
    pronouns that may refer to a company; they are exempt from the preference against it. `things`
    are pronouns that do not refer to persons.
    """

    preferences: Preferences
    dative: frozenset[str]
    genitive: frozenset[str]
    locative: frozenset[str]
    clitics: frozenset[str]
    dative_clitics: frozenset[str]
    impersonal: frozenset[str]
    things: frozenset[str]
    neuter_clitics: frozenset[str] = frozenset()


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(";"))


_SPANISH_FREE = _names(
    "concrete; no company; same sentence; previous sentence; not in NP; not in PP but a/de; not in "
    "PP with en; before verb"
)
_SPANISH_IN_PP = _names(
    "concrete; no company; same sentence; previous sentence; not in NP; repeated; in PP; same "
    "side of verb"
)
_ENGLISH_FREE = _names(
    "concrete; no company; same sentence; previous sentence; same side of verb; not in NP; not in "
    "PP but a/de; not in PP with en"
)
_ENGLISH_IN_PP = _names(
    "concrete; no company; same sentence; previous sentence; same side of verb; not in NP; "
    "repeated; in PP"
)


def _without_personal(names: tuple[str, ...]) -> tuple[str, ...]:
    """The preferences without those that apply to personal pronouns only, for demonstratives and
    reflexives.
    """
    return tuple(name for name in names if name not in ("no company", "not in PP with en"))


def _table(free: tuple[str, ...], in_pp: tuple[str, ...]) -> dict[Type, tuple[str, ...]]:
    return {
        Type.PERSONAL: free,
        Type.PERSONAL_IN_PP: in_pp,
        Type.DEMONSTRATIVE: _without_personal(free),
        Type.DEMONSTRATIVE_IN_PP: _without_personal(in_pp),
        Type.REFLEXIVE: _without_personal(free),
        Type.CLITIC: _names(
            "concrete; same sentence; previous sentence; not in NP; not in PP but a/de; repeated "
            "with verb"
        ),
        Type.ZERO: _names(
            "concrete; gender; same sentence; solution of zero here; previous sentence; not in NP; "
            "not in PP but a/de; before verb; repeated"
        ),
    }


_SPANISH = _table(_SPANISH_FREE, _SPANISH_IN_PP)
_ZERO_2000 = _names(
    "same sentence; previous sentence; solution of zero here; name or indefinite; name; repeated; "
    "repeated with verb; not in PP but a; before verb; gender"
)
_PERSONS_AND_SUBJECTS = _SPANISH | {
    Type.PERSONAL: _names(
        "concrete; no company; person; same sentence; previous sentence; not in NP; not in PP but "
        "a/de; not in PP with en; subject"
    ),
    Type.PERSONAL_IN_PP: _names(
        "concrete; no company; person; same sentence; previous sentence; not in NP; repeated; in "
        "PP; same side of verb"
    ),
    Type.CLITIC: _names(
        "concrete; person; same sentence; previous sentence; not in NP; not in PP but a/de; "
        "repeated with verb"
    ),
    Type.ZERO: _names(
        "concrete; gender; person; same sentence; solution of zero here; previous sentence; "
        "subject; not in NP; not in PP but a/de; repeated"
    ),
}

PROFILES: Mapping[str, Preferences] = {
    "english": _table(_ENGLISH_FREE, _ENGLISH_IN_PP),
    "palomar2001": _SPANISH,
    "zero2000": _SPANISH | {Type.ZERO: _ZERO_2000},
    "spanish": _PERSONS_AND_SUBJECTS,
}
"""`palomar2001` has the orders of Palomar et al. (2001), `zero2000` that of Ferrández & Peral
(2000) for zero pronouns.

The gender of the predicate, the last resort of `zero2000`, is not in the table of 2001; it comes
first here, since *Pedro vio a Ana. Estaba muy guapa* requires it. `spanish` is ours: it prefers
persons if the pronoun is strong or a dative, or its verb one of saying, and grammatical subjects to
what precedes the verb.
"""


def with_parallels(preferences: Preferences) -> Preferences:
    """The same orders, with a preference of clitics for clitics of their case, and of zeros for
    subjects.
    """
    clitic, zero = preferences[Type.CLITIC], preferences[Type.ZERO]
    before = zero.index("before verb") if "before verb" in zero else len(zero)
    subject = () if "subject" in zero else ("subject",)
    return {
        **preferences,
        Type.CLITIC: (clitic[0], "same clitic", *clitic[1:]),
        Type.ZERO: (*zero[:before], *subject, *zero[before:]),
    }


@cache
def profile(name: str, code: str, *, parallel: bool = False) -> Profile:
    """A profile, by default that of the language, with the language's words;
    `parallel` where it has clitics.
    """
    language = get_language(code)
    preferences = PROFILES[name or language.supar]
    return Profile(
        with_parallels(preferences)
        if parallel and language.words("grammar", "clitic")
        else preferences,
        dative=language.words("syntax", "dative"),
        genitive=language.words("syntax", "genitive"),
        locative=language.words("syntax", "locative"),
        clitics=language.words("grammar", "clitic"),
        dative_clitics=language.words("grammar", "dative"),
        impersonal=language.words("grammar", "impersonal"),
        things=language.words("grammar", "thing"),
        neuter_clitics=language.words("grammar", "neuter_clitic"),
    )
