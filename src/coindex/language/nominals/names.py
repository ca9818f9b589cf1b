"""Proper names: their words without titles and suffixes, and whether two
names are variants of each other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language import lexicon
from coindex.language.languages import DEFAULT, get_language


class Variant(StrEnum):
    """How two names correspond, from strict to loose; `NONE` if they do not."""

    NONE = ""
    SAME = "same"
    SURNAME = "surname"
    GIVEN = "given"
    INITIALS = "initials"
    CONTAINED = "contained"
    ACRONYM = "acronym"
    DEMONYM = "demonym"


class Name(NamedTuple):
    """`words` are normalised and without titles, suffixes and determiners; `titles` are in lower
    case.

    `spelled` keeps the words as written, since acronyms depend on capitals.
    """

    words: tuple[str, ...]
    titles: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()

    @property
    def surname(self) -> str:
        return self.words[-1] if self.words else ""

    @property
    def given(self) -> str:
        """The first of several words, or the only one."""
        return self.words[0] if self.words else ""


@cache
def normalised(text: str) -> str:
    """The word in lower case, without accents and the dots of abbreviations, with one kind of
    apostrophe.
    """
    if text.isascii():
        letters = text.lower()
    else:
        plain = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
        letters = "".join(character for character in plain if not unicodedata.combining(character))
    return letters.replace(".", "") or letters


def name_of(document: Document, span: Span) -> Name:
    """The name in a span of tokens; relative clauses and the like are best removed before."""
    return name(
        (
            token.form
            for token in document.tokens[span.start : span.end]
            if token.upos != "PUNCT" and not token.empty
        ),
        document.language,
    )


def name(forms: Iterable[str], language: str = DEFAULT) -> Name:
    outside, titles, suffixes = (
        name_words(language, "outside"),
        _titles(language),
        _suffixes(language),
    )
    spelled = [form for form in forms if form and form.lower() not in outside]
    first = 0
    while first < len(spelled) - 1 and spelled[first].lower() in titles:
        first += 1
    last = len(spelled)
    while last > first + 1 and spelled[last - 1].lower() in suffixes:
        last -= 1
    core = tuple(spelled[first:last])
    return Name(tuple(map(normalised, core)), tuple(form.lower() for form in spelled[:first]), core)


def variant(left: Name, right: Name, *, person: bool, language: str = DEFAULT) -> Variant:
    """How two names correspond. `person`: surname, given name and initials count, else containment
    of words.

    The partial match of Stuckardt (2001) is SAME or SURNAME for people and SAME or CONTAINED for
    organisations.
    """
    if not left.words or not right.words:
        return Variant.NONE
    if left.words == right.words:
        return Variant.SAME
    if person:
        return _person_variant(left.words, right.words, language)
    if contained(left.words, right.words, language) or contained(right.words, left.words, language):
        return Variant.CONTAINED
    if acronym(left, right) or acronym(right, left):
        return Variant.ACRONYM
    nation = nation_of(" ".join(left.spelled), language)
    if nation and nation == nation_of(" ".join(right.spelled), language):
        return Variant.DEMONYM
    return Variant.NONE


def _person_variant(left: tuple[str, ...], right: tuple[str, ...], language: str) -> Variant:
    shorter, longer = sorted((left, right), key=len)
    if _by_first_surname(shorter, longer, language):
        return Variant.SURNAME
    if len(shorter) == 1:
        if len(longer) > 1 and shorter[0] == longer[-1]:
            return Variant.SURNAME
        return Variant.GIVEN if same_given(shorter[0], longer[0], language) else Variant.NONE
    if shorter[-1] != longer[-1]:
        return Variant.NONE
    particles = name_words(language, "particle")
    if shorter[0] in particles and longer[-len(shorter) :] == shorter:
        return Variant.SURNAME  # *van der Velde*
    if same_given(shorter[0], longer[0], language):
        return Variant.SURNAME
    abbreviated = shorter[0][0] == longer[0][0] and 1 in (len(shorter[0]), len(longer[0]))
    return Variant.INITIALS if abbreviated else Variant.NONE


def _by_first_surname(shorter: tuple[str, ...], longer: tuple[str, ...], language: str) -> bool:
    """Whether names share the first of two surnames: *García* and *García Márquez* of *Gabriel
    García Márquez*, *Gabriel García* too.
    """
    if len(longer) < 3 or not get_language(language).double_surnames:
        return False
    given = same_given(shorter[0], longer[0], language)
    surnames = shorter[1:] if given else shorter
    return bool(surnames) and contained(surnames, longer[1:], language)


def same_given(left: str, right: str, language: str = DEFAULT) -> bool:
    """Whether given names are the same, or one is a pet form of the other: *Bill* and *William*;
    two pet forms are not enough.
    """
    return (
        left == right
        or left in formal_names(right, language)
        or right in formal_names(left, language)
    )


def formal_names(name: str, language: str = DEFAULT) -> frozenset[str]:
    """The first names that a pet form stands for: *Elizabeth* for *Liz*; empty for other names."""
    return _formal(language).get(name, frozenset())


@cache
def _formal(language: str) -> Mapping[str, frozenset[str]]:
    by_pet_name: dict[str, set[str]] = {}
    for formal, short in lexicon.table(language, "nicknames"):
        for pet in short.split():
            by_pet_name.setdefault(pet, set()).add(formal)
    return {pet: frozenset(names) for pet, names in by_pet_name.items()}


def different_people(
    left: Name, right: Name, language: str = DEFAULT, *, ranks: bool = True
) -> bool:
    """Whether names belong to two bearers of one surname: *Jane Bennet* and *Elizabeth Bennet*,
    *Mrs Bennet* and *Miss Bennet*; or to two who are called by first names, *Aunt Jane* and *Sister
    Ann*. `ranks`: whether military ranks tell them apart, too, *Captain Reed* and *Mr. Reed*.
    """
    if left.surname != right.surname:
        return (
            _called(left, language)
            and _called(right, language)
            and not same_given(left.given, right.given, language)
        )
    shorter, longer = sorted((left.words, right.words), key=len)
    # A second surname that is left out makes nobody another person.
    if _by_first_surname(shorter, longer, language):
        return False
    # *The Red Crescent* is *the Iranian Red Crescent*.
    ends = longer[-len(shorter) :] == shorter
    if len(left.words) > 1 and len(right.words) > 1 and not ends:
        one, other = left.given, right.given
        initial = 1 in (len(one), len(other)) and one[0] == other[0]
        if not initial and not same_given(one, other, language):
            return True
    titles = lexicon.words(language, "people", "title.distinctive")
    one_title, other_title = (titles.intersection(name.titles) for name in (left, right))
    if one_title and other_title:
        return {t.rstrip(".") for t in one_title}.isdisjoint(t.rstrip(".") for t in other_title)
    # Newspapers call *Captain James Reed* *Mr. Reed* later, but nobody *Captain Reed*.
    return ranks and len(shorter) == len(longer) == 1 and _differ_in_rank(left, right, language)


@cache
def without_office(name: Name, language: str = DEFAULT) -> Name:
    """The name of a person without titles of several words: *Olof Brandt* of *Prime Minister Olof
    Brandt*. Models have learned from names that keep them.
    """
    parts, titles = lexicon.words(language, "rewriting", "title_part"), _titles(language)
    first = 0
    while first < len(name.words) - 1 and (
        name.words[first] in titles
        or (name.words[first] in parts and name.words[first + 1] in titles)
    ):
        first += 1
    office = tuple(word.lower() for word in name.spelled[:first])
    return Name(name.words[first:], name.titles + office, name.spelled[first:])


def is_firm_of(firm: Name, person: Name, language: str = DEFAULT) -> bool:
    """Whether a firm is called like a person: *Lucy Garrett Bakeries* and *Lucy Garrett*."""
    size = len(person.words)
    if not 1 < size < len(firm.words) or firm.words[:size] != person.words:
        return False
    heads = lexicon.words(language, "pseudonyms", "head.organization") | lexicon.words(
        language, "grammar", "organization.head"
    )
    last = firm.words[-1]
    stem = last.removesuffix("s")
    singular = f"{last.removesuffix('ies')}y" if last.endswith("ies") else stem
    return not heads.isdisjoint({last, stem, singular})


def _differ_in_rank(left: Name, right: Name, language: str) -> bool:
    """*General Reed*, *Captain Reed* and *Mr. Reed*; but *Capt. Reed* is *Captain Reed*."""
    forces = lexicon.words(language, "people", "title.forces")
    known = forces | lexicon.words(language, "people", "title.general")
    one, other = ({title.rstrip(".") for title in name.titles} & known for name in (left, right))
    same = any(is_short_for(a, b) or is_short_for(b, a) for a in one for b in other)
    return bool(one and other and not same and forces & (one | other))


def is_short_for(short: str, title: str) -> bool:
    """Whether its letters are some of a title's, in order, from the first: *lt*, *lieutenant*."""
    letters = iter(title)
    return short == title or (
        1 < len(short) < 5 and short[0] == title[0] and all(letter in letters for letter in short)
    )


def _called(name: Name, language: str) -> bool:
    """Whether a title goes with a first name: *Aunt Jane*."""
    kin = lexicon.words(language, "people", "title.kin")
    return len(name.words) == 1 and not kin.isdisjoint(name.titles)


def contained(shorter: tuple[str, ...], longer: tuple[str, ...], language: str = DEFAULT) -> bool:
    """Whether all words of one name occur in order and adjacent in the other; a lone particle does
    not count.
    """
    size = len(shorter)
    if (
        not size
        or size > len(longer)
        or (size == 1 and shorter[0] in name_words(language, "particle"))
    ):
        return False
    return any(longer[start : start + size] == shorter for start in range(len(longer) - size + 1))


def acronym(short: Name, long: Name) -> bool:
    """Whether one is the acronym of the other, *WHO* of *World Health Organization*: its capitals,
    with or without the initials of particles.
    """
    if len(short.spelled) != 1 or len(long.spelled) < 2:
        return False
    letters = short.spelled[0].replace(".", "")
    if len(letters) < 2 or not letters.isupper():
        return False
    initials = "".join(word[0] for word in long.spelled)
    capitals = "".join(letter for letter in initials if letter.isupper())
    return letters in (capitals, initials.upper())


@cache
def _nations(language: str) -> Mapping[str, str]:
    countries: dict[str, str] = {}
    for row in lexicon.table(language, "countries"):
        country, demonyms, others = (*row, "", "")[:3]
        adjectives = (item.replace("-", " ") for item in demonyms.split())
        for item in filter(None, (country, *adjectives, *others.split(";"))):
            countries.setdefault(normalised(item.removeprefix("the ")), country)
    for shortened, state in lexicon.table(language, "states"):
        for item in (state, *shortened.split()):
            countries.setdefault(normalised(item) if item == state else item, state)
    return countries


def nation_of(text: str, language: str = DEFAULT) -> str:
    """The country (or state) that a country name, an alias, an abbreviation, an adjective or a
    demonym stands for.
    """
    nations = _nations(language)
    plain = normalised(text)
    return nations.get(text) or nations.get(plain) or nations.get(plain.removesuffix("s"), "")


@cache
def demonyms(language: str) -> frozenset[str]:
    """Words for the people of countries, normalised, in the singular: *french*, *german*."""
    rows = lexicon.table(language, "countries")
    words = (word for row in rows if len(row) > 1 for word in row[1].split())
    return frozenset(normalised(word.replace("-", " ")).removesuffix("s") for word in words)


@cache
def _demonyms(language: str) -> Mapping[str, str]:
    """The country of each adjective and demonym, but for those that go with others: who is English
    is European, too.
    """
    known: dict[str, str] = {}
    for row in lexicon.table(language, "countries"):
        country, demonyms = (*row, "")[:2]
        for item in demonyms.split():
            known.setdefault(normalised(item.replace("-", " ")), country)
    for word in lexicon.words(language, "grammar", "overlapping"):
        known.pop(word, None)
    return known


def nationality_of(text: str, language: str = DEFAULT) -> str:
    """The country that an adjective or demonym names, *Pole*, *South Korean*; empty if it is none,
    or one that goes with others.
    """
    known, plain = _demonyms(language), normalised(text)
    return known.get(plain) or known.get(plain.removesuffix("s"), "")


def spelled_in(name: Name, language: str = DEFAULT) -> frozenset[str]:
    """The countries that the letters of a name point to: *Świątek*, *Ødegaard*, *Petrović*; none if
    they are common to many.
    """
    found = [
        countries
        for letters, countries in _spellings(language)
        if any(_is_spelled(word.lower(), letters) for word in name.spelled)
    ]
    return frozenset.intersection(*found) if found else frozenset()


@cache
def _spellings(language: str) -> Sequence[tuple[tuple[str, ...], frozenset[str]]]:
    return [
        (tuple(letters.split()), frozenset(countries.split(";")))
        for letters, countries in lexicon.table(language, "spellings")
    ]


def _is_spelled(word: str, letters: Sequence[str]) -> bool:
    return any(word.endswith(one[:-1]) if one.endswith("$") else one in word for one in letters)


@cache
def name_words(language: str, list: str) -> frozenset[str]:
    """A list `name.LIST` of `people`, with the English one: as first names do,
    names come from many countries.

    `outside` are words beside a name that are not part of it, `particle` small words in it,
    `inside` those that a speaker's name before a colon may have, `behind` those after which a
    personal name does not continue.
    """
    return lexicon.words(DEFAULT, "people", f"name.{list}") | lexicon.words(
        language, "people", f"name.{list}"
    )


@cache
def _titles(language: str) -> frozenset[str]:
    return lexicon.words(language, "people", "title")


@cache
def _suffixes(language: str) -> frozenset[str]:
    return lexicon.words(language, "people", "name.suffix") | lexicon.words(
        language, "grammar", "organization.suffix"
    )
