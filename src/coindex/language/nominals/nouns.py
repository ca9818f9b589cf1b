"""Number, gender and animacy of a referent, with their certainty, from a noun, a name or an entity
type.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import takewhile

from coindex.language import lexicon
from coindex.language.nominals.agreement import NOTHING, UNKNOWN, Animacy, Features, Gender, Number
from coindex.language.nominals.names import Name, name_words, nation_of

_GENDERS = {"male": Gender.MASCULINE, "female": Gender.FEMININE}
_TYPES = {
    "person": Animacy.ANIMATE,
    "animal": Animacy.EITHER,
    "organization": Animacy.INANIMATE,
    "place": Animacy.INANIMATE,
    "object": Animacy.INANIMATE,
    "plant": Animacy.INANIMATE,
    "substance": Animacy.INANIMATE,
    "event": Animacy.INANIMATE,
    "time": Animacy.INANIMATE,
    "abstract": Animacy.INANIMATE,
}
_LONE_NAME = 0.95
"""The share of a first name's certainty that remains if it stands alone."""
_LONE_SURNAME = 0.7
"""The same for a first name that is also a common surname: *Allen*, *Kelly*; by eye."""


def of_type(type: str, certainty: float) -> Features:
    """The features of an entity type; *it* and *they* refer to places and organisations."""
    animacy = _TYPES.get(type, UNKNOWN)
    return Features(animacy=animacy, animacy_certainty=certainty if animacy else 0.0)


@lru_cache(maxsize=65536)
def of_noun(lemma: str, language: str) -> Features:
    """The features that the meaning of a common noun implies; `number` only if it overrides the
    form of the word.
    """
    number = _numbers(language).get(lemma, UNKNOWN)
    gender = _genders(language).get(lemma, UNKNOWN)
    if gender:
        return Features(number, UNKNOWN, gender, Animacy.ANIMATE, 0.98, 0.95)
    animacy, certainty = _noun_animacy(lemma, language)
    return Features(number, animacy=animacy, animacy_certainty=certainty)


@cache
def _numbers(language: str) -> Mapping[str, int]:
    either = Number.SINGULAR | Number.PLURAL
    lists = {
        "either": either,
        "collective": either,
        "plural": Number.PLURAL,
        "singular": Number.SINGULAR,
    }
    return _first_listed(language, {("nouns", name): number for name, number in lists.items()})


@cache
def _genders(language: str) -> Mapping[str, int]:
    return _first_listed(
        language,
        {
            ("people", f"{sort}.{name}"): gender
            for name, gender in _GENDERS.items()
            for sort in ("kin", "person")
        },
    )


@cache
def _animacies(language: str) -> Mapping[str, int]:
    people = dict.fromkeys([("people", "kin"), ("people", "person.neutral")], Animacy.ANIMATE)
    either = dict.fromkeys([("nouns", "animal"), ("nouns", "vessel")], Animacy.EITHER)
    sorts = ("collective", "time", "place", "inanimate", "vehicle")
    things = {("nouns", name): Animacy.INANIMATE for name in sorts}
    return _first_listed(language, {**people, **either, **things})


def _first_listed(language: str, lists: Mapping[tuple[str, str], int]) -> Mapping[str, int]:
    """The value of each listed word; of a word in several lists, that of the first."""
    values: dict[str, int] = {}
    for (file, name), value in lists.items():
        for word in lexicon.words(language, file, name):
            values.setdefault(word, value)
    return values


def _noun_animacy(lemma: str, language: str) -> tuple[int, float]:
    if animacy := _animacies(language).get(lemma):
        return animacy, 0.9
    if lemma.endswith(suffixes(language, "people", "suffix.person")) and len(lemma) > 6:
        return Animacy.ANIMATE, 0.7
    if lemma.endswith(suffixes(language, "nouns", "suffix.inanimate")) and len(lemma) > 5:
        return Animacy.INANIMATE, 0.8
    return UNKNOWN, 0.0


@cache
def suffixes(language: str, file: str, name: str) -> tuple[str, ...]:
    """A list in the form that `str.endswith` takes."""
    return tuple(sorted(lexicon.words(language, file, name)))


@lru_cache(maxsize=65536)
def of_name(
    name: Name, type: str, language: str, *, family: bool = True, surname: bool = False
) -> Features:
    """The features that a name implies, by its titles, then its first name; `type` is the entity
    type, if known. A single word may be a surname, unless `family` is False, and is one if the text
    says so (`surname`).
    """
    gender = _title_gender(name.titles, language)
    if gender:
        return Features(Number.SINGULAR, UNKNOWN, gender, Animacy.ANIMATE, 0.98, 0.98)
    if type in ("", "person", "animal"):
        features = _first_name(name, type, language, family, surname)
        if features is not NOTHING:
            return features
    if type in ("organization", "place") or (not type and _institutional(name, language)):
        return Features(
            Number.SINGULAR | Number.PLURAL, animacy=Animacy.INANIMATE, animacy_certainty=0.9
        )
    if name.titles and type in ("", "person"):
        return Features(
            Number.SINGULAR | Number.EPICENE, animacy=Animacy.ANIMATE, animacy_certainty=0.9
        )
    return NOTHING


def _title_gender(titles: tuple[str, ...], language: str) -> int:
    for title in titles:
        for kind, gender in _GENDERS.items():
            if title in lexicon.words(language, "people", f"title.{kind}"):
                return gender
    return UNKNOWN


def is_first_name(name: Name, language: str) -> bool:
    """Whether it begins with a first name that is seldom anything else, so that a contradicting
    parse is doubtful.
    """
    return name.given in lexicon.first_names(language) and name.given not in lexicon.words(
        language, "people", "misleading"
    )


def _first_name(name: Name, type: str, language: str, family: bool, surname: bool) -> Features:
    """The features of a first name: without an entity type it makes a person likely; alone, or if
    it is not a person, it may be anything.
    """
    if len(name.words) > 1 and not type and _institutional(name, language):
        return NOTHING
    share = lexicon.first_names(language).get(name.given)
    if share is None or name.given in lexicon.words(language, "people", "misleading"):
        return NOTHING
    gender, certainty = (Gender.FEMININE, share) if share > 0.5 else (Gender.MASCULINE, 1 - share)
    single = len(name.words) == 1
    alone = single and not name.titles
    if single:
        # After a title surnames are usual: *Dr Howard*, *Senator Warren*.
        listed = family and name.given in lexicon.words(language, "people", "surname")
        certainty *= _LONE_SURNAME if surname or listed or name.titles else _LONE_NAME
    number = Number.SINGULAR if certainty >= 0.9 else Number.SINGULAR | Number.EPICENE
    return Features(number, UNKNOWN, gender, Animacy.ANIMATE, certainty, 0.5 if alone else 0.7)


def _institutional(name: Name, language: str) -> bool:
    """Whether a name is of an institution: by a word before the first particle, *Bank of England*
    but not *Knight of the Order*, or as a country.
    """
    heads = lexicon.words(language, "grammar", "organization")
    particles = name_words(language, "particle")
    before = takewhile(lambda word: word not in particles, name.words)
    return any(word in heads for word in before) or bool(
        nation_of(" ".join(name.spelled), language)
    )
