"""The people that a book names: all its names, grouped by who bears them before anything else is
resolved.

Names are compared once for the whole book, as forms (*Miss Eliza Bennet*, *Lizzy*, *Mrs. Bennet*)
and not mention by mention: first names with a surname, then a title with one name, then single
words. A form that fits two people equally well is a person of its own, so that one doubtful name
never merges two.

After the idea of Vala et al. (2015), Mr. Bennet, his coachman, and the Archbishop walk into a bar
but only one of them gets recognized; the rules are our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Number
from coindex.language.nominals.names import (
    Name,
    name,
    name_words,
    normalised,
)
from coindex.language.nominals.nouns import is_first_name
from coindex.resolvers.bearing import DOMINANT, Form, NamedPerson, NameGrouping, only_one
from coindex.resolvers.claims import MAN, SEVERAL, WOMAN, claims, contradictory

_BEFORE = frozenset({"ADJ", "DET", "PUNCT"})
PEOPLE = frozenset({"person", "animal"})
LONG = 20_000
"""Tokens from which on a text counts as a book."""
PERSONAL = 0.5
"""The least share of mentions of a form that must be of people, unless it has a title."""


class Bearer(NamedTuple):
    """Who bears a name: a number from 1, and what the names claim, in the bits of `claims`."""

    number: int
    claims: int


def bearers_of(discourse: Discourse, names: str) -> Mapping[Expression, Bearer]:
    """The bearers of names, after the parameter `names` of a resolver; none for short texts."""
    book = names == "book" or (names == "auto" and len(discourse.document.tokens) >= LONG)
    return cast(discourse) if book else {}


@by_identity(4)
def cast(discourse: Discourse) -> Mapping[Expression, Bearer]:
    """The bearer of each name of a person in a document; do not change the result."""
    language = discourse.document.language
    by_name = _mentions(discourse)
    forms = [
        Form(own, _claimed(members), tuple(one.number for one in members))
        for own, members in by_name.items()
    ]
    people = NameGrouping(language).people(
        sorted(forms, key=lambda form: (-form.count, form.places))
    )
    bearers = {
        form.name: Bearer(number, person.claims)
        for number, person in enumerate(people, 1)
        for form in person.forms
    }
    chosen = {
        expression: bearers[own]
        for own, members in by_name.items()
        for expression in members
        if not contradictory(claims(expression) | bearers[own].claims)
    }
    return {**_couples(discourse, len(people) + 1), **_titled(discourse, people, bearers), **chosen}


def _couples(discourse: Discourse, first: int) -> dict[Expression, Bearer]:
    """*Mr. and Mrs. Bennet*, who are neither of the two."""
    joining = lexicon.words(discourse.document.language, "grammar", "joining")
    numbers: dict[tuple[str, ...], int] = {}
    pairs: dict[Expression, Bearer] = {}
    for expression in discourse.expressions:
        if expression.kind is Kind.NAME and joining.intersection(expression.name.words):
            words = (*expression.name.titles, *expression.name.words)
            number = numbers.setdefault(words, first + len(numbers))
            pairs[expression] = Bearer(number, SEVERAL)
    return pairs


def _titled(
    discourse: Discourse, people: Sequence[NamedPerson], bearers: Mapping[Name, Bearer]
) -> dict[Expression, Bearer]:
    """*The Admiral*, where one person alone, or one far more often than others, is called so."""
    ranks = lexicon.words(discourse.document.language, "people", "title.neutral")
    chosen = {rank: only_one(one for one in people if rank in one.titles) for rank in ranks}
    return {
        expression: bearers[person.forms[0].name]
        for expression in discourse.expressions
        if expression.kind is Kind.NAME
        and not expression.name.titles
        and len(expression.name.words) == 1
        and (person := chosen.get(expression.name.words[0])) is not None
    }


def _mentions(discourse: Discourse) -> dict[Name, list[Expression]]:
    """Names of people with their mentions; *the Miss Bennets* are several."""
    language = discourse.document.language
    mentions: dict[Name, list[Expression]] = {}
    for expression in discourse.expressions:
        if expression.kind is Kind.NAME and (own := personal_name(expression)).words:
            mentions.setdefault(own, []).append(expression)
    words = Counter(word for own, members in mentions.items() for word in own.words * len(members))
    return {
        own: members
        for own, members in mentions.items()
        if _is_person(own, members, language)
        and words[own.surname] * DOMINANT > words[own.surname.removesuffix("s")]
    }


def personal_name(expression: Expression) -> Name:
    """The name of a person without what surrounds it: *poor Jane*, *_Darcy_*, *Ann of York*; empty
    for families and couples: *the Bennets*, *Mr. and Mrs. Bennet*.
    """
    document = expression.discourse.document
    language = document.language
    if expression.features.number == Number.PLURAL:
        return Name(())
    span = expression.full.minimum or expression.full.span
    tokens = list(
        dropwhile(lambda token: token.upos in _BEFORE, document.tokens[span.start : span.end])
    )
    forms = [form for token in tokens if (form := token.form.strip("_"))]
    if lexicon.words(language, "grammar", "joining").intersection(map(str.lower, forms)):
        return Name(())
    whole = name((form for form in forms if form[0].isalpha()), language)
    behind, particles = name_words(language, "behind"), name_words(language, "particle")
    inside = takewhile(
        lambda word: (
            word.lower() not in behind and (word[0].isupper() or word.lower() in particles)
        ),
        whole.spelled,
    )
    words = tuple(map(normalised, inside))
    if not words or (len(words) == 1 and not whole.titles and _is_title(words[0], language)):
        return Name(())
    return Name(words, tuple(title.rstrip(".") for title in whole.titles))


def _is_title(word: str, language: str) -> bool:
    return word in lexicon.words(language, "people", "title")


def _is_person(own: Name, members: list[Expression], language: str) -> bool:
    """By its title, else by the types of its mentions, else by its first name."""
    if own.titles:
        return True
    typed = [expression.type for expression in members if expression.type]
    if typed:
        return sum(type in PEOPLE for type in typed) / len(typed) >= PERSONAL
    return is_first_name(own, language)


def _claimed(members: list[Expression]) -> int:
    """The gender that most mentions claim; the parser may be wrong about a few."""
    counts = Counter(claims(expression) & (MAN | WOMAN) for expression in members)
    counts.pop(0, None)
    return counts.most_common(1)[0][0] if counts else 0
