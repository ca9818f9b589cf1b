"""Passes over proper names: the same name, its variants, acronyms, and
countries with their other names.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.names import (
    Name,
    Variant,
    acronym,
    formal_names,
    name_words,
    nation_of,
    normalised,
    variant,
)
from coindex.language.nominals.names import (
    demonyms as nation_adjectives,
)
from coindex.resolvers.sieve.state import JoinProposal, State, nested, sieve_pass

_PARTIAL = frozenset({Variant.SURNAME, Variant.GIVEN, Variant.INITIALS})
_KEPT = 12
"""How many earlier names with the same word are compared."""


@sieve_pass(
    "character",
    gloss="a name of the same person, after all names of the book (parameter names)",
    # All names of the book were compared before.
    agreement=False,
    nesting=False,
)
def characters(state: State) -> Iterator[JoinProposal]:
    """The names of one bearer, where all names of a book are known."""
    latest: dict[int, Expression] = {}
    for expression in state.discourse.expressions:
        bearer = state.entities.bearers.get(expression)
        if bearer is not None:
            if bearer.number in latest and state.open(expression):
                yield JoinProposal(expression, latest[bearer.number])
            latest[bearer.number] = expression


@sieve_pass(
    "same name",
    gloss="the same name, titles, determiners and modifiers aside",
)
def same_name(state: State) -> Iterator[JoinProposal]:
    """Link names with the same words, ignoring titles, determiners and modifiers."""
    latest: dict[tuple[str, ...], dict[tuple[str, ...], Expression]] = {}
    for expression in state.names:
        words = state.name(expression).words
        known = latest.setdefault(words, {})
        if state.open(expression):
            for titles in sorted(known, key=lambda titles: known[titles].number, reverse=True):
                if _agree(state, expression, known[titles]):
                    yield JoinProposal(expression, known[titles])
                    break
        known[state.name(expression).titles] = expression


@sieve_pass(
    "name variant",
    gloss="a person by surname, first name or initials",
)
def name_variant(state: State) -> Iterator[JoinProposal]:
    """Link a person's names by surname, first name or initials."""
    latest: dict[str, list[Expression]] = {}
    for expression in state.names:
        words = _personal_part(state, expression).words
        surnames = words if get_language(_language(expression)).double_surnames else ()
        edges = {words[0], words[-1], *surnames} - name_words(_language(expression), "particle")
        edges |= formal_names(words[0], _language(expression))
        if state.open(expression):
            known = {other.number: other for word in edges for other in latest.get(word, ())}
            for number in sorted(known, reverse=True):
                if _varies(state, expression, known[number]) and _agree(
                    state, expression, known[number]
                ):
                    yield JoinProposal(expression, known[number])
                    break
        for word in edges:
            held = latest.setdefault(word, [])
            held.append(expression)
            del held[:-_KEPT]


def _agree(state: State, one: Expression, other: Expression) -> bool:
    return not nested(one, other) and not state.clash(one, other, persons=False)


def _varies(state: State, later: Expression, earlier: Expression) -> bool:
    if not (_person(state, later) or _person(state, earlier)):
        return False
    language = _language(later)
    return (
        variant(
            _personal_part(state, later),
            _personal_part(state, earlier),
            person=True,
            language=language,
        )
        in _PARTIAL
    )


def _person(state: State, expression: Expression) -> bool:
    """Whether it is a person, by its entity or by its type."""
    return (
        state.group(expression).features.animacy == Animacy.ANIMATE or expression.type == "person"
    )


def _language(expression: Expression) -> str:
    return expression.discourse.document.language


def _personal_part(state: State, expression: Expression) -> Name:
    """The name of the person alone: *Greg Kot* in *Greg Kot of the Chicago Tribune*."""
    name, behind = state.name(expression), name_words(_language(expression), "behind")
    for place, word in enumerate(name.words):
        if place and word in behind:
            return Name(name.words[:place], name.titles, name.spelled[:place])
    return name


@sieve_pass(
    "spouse",
    gloss="Mrs or Mr with the surname of the one whose wife or husband was mentioned",
)
def spouses(state: State) -> Iterator[JoinProposal]:
    """Link *Mrs Thornbury* to the wife in *Emil Thornbury and his wife*: the spouse of a bearer of
    that surname, if no one else has the name.
    """
    language = state.discourse.document.language
    wives, husbands = (lexicon.words(language, "people", f"spouse.{g}") for g in ("female", "male"))
    married = [e for e in state.phrases if e.lemma in wives or e.lemma in husbands]
    for expression in state.names if married else ():
        if not state.open(expression) or len(expression.name.words) != 1:
            continue
        titles = lexicon.words(language, "people", "title.spouse").intersection(
            expression.name.titles
        )
        fitting = {
            state.group(one): one
            for one in married
            if titles and one.number < expression.number and _shares(state, one, expression)
        }
        if len(fitting) == 1:
            yield JoinProposal(expression, next(iter(fitting.values())))


def _shares(state: State, spouse: Expression, named: Expression) -> bool:
    """Whether the partner of a spouse has the surname, and the genders agree."""
    partner = _partner(state, spouse)
    if partner is None or state.clash(spouse, named, persons=False):
        return False
    return any(name.surname == named.name.surname for name in state.group(partner).names)


def _partner(state: State, spouse: Expression) -> Expression | None:
    """The partner in *Emil's wife*; in *Emil Thornbury and his wife* the pronoun has not been
    resolved yet, and means the conjunct.
    """
    owner = state.possessor(spouse)
    if owner is None or not owner.pronominal:
        return owner
    before = [e for e in state.discourse.sentences[spouse.sentence] if e.number < spouse.number]
    return next((e for e in reversed(before) if e.name.words and not nested(e, spouse)), None)


@sieve_pass(
    "acronym",
    gloss="precise constructs: an acronym and the name that it stands for",
    # Letters say more than features of names.
    agreement=False,
)
def acronyms(state: State) -> Iterator[JoinProposal]:
    """Link *WHO* and *World Health Organization*, in either order."""
    short: dict[str, Expression] = {}
    long: dict[str, Expression] = {}
    for expression in state.names:
        name = state.name(expression)
        letters = _letters(name)
        if len(letters) < 2:
            continue
        earlier = (long if len(name.spelled) == 1 else short).get(letters)
        fits = earlier is not None and _abbreviates(name, state.name(earlier))
        if (
            earlier is not None
            and fits
            and state.open(expression)
            and not nested(expression, earlier)
        ):
            yield JoinProposal(expression, earlier)
        (short if len(name.spelled) == 1 else long)[letters] = expression


def _abbreviates(one: Name, other: Name) -> bool:
    return acronym(one, other) or acronym(other, one)


def _letters(name: Name) -> str:
    if len(name.spelled) == 1:
        letters = name.spelled[0].replace(".", "")
        return letters if letters.isupper() else ""
    return "".join(word[0] for word in name.spelled if word[0].isupper())


@sieve_pass(
    "country",
    gloss="a country by another of its names",
    # *America* and *the United States* differ in number.
    agreement=False,
)
def countries(state: State) -> Iterator[JoinProposal]:
    """Link *America* to *the United States*; *French* and *the French* are not *France*."""
    language = state.discourse.document.language
    latest: dict[str, Expression] = {}
    for expression in state.names:
        spelled = " ".join(state.name(expression).spelled)
        nation = nation_of(spelled, language)
        if not nation or normalised(spelled).removesuffix("s") in nation_adjectives(language):
            continue
        earlier = latest.get(nation)
        if earlier is not None and state.open(expression) and not nested(expression, earlier):
            yield JoinProposal(expression, earlier)
        latest[nation] = expression


@sieve_pass(
    "demonym",
    gloss="precise constructs: a country and its people",
    # *France* and *the French* differ in number and animacy.
    agreement=False,
)
def demonyms(state: State) -> Iterator[JoinProposal]:
    """Link *France* and *the French*, in either order."""
    language = state.discourse.document.language
    latest: dict[str, Expression] = {}
    for expression in state.names:
        nation = nation_of(" ".join(state.name(expression).spelled), language)
        if nation:
            earlier = latest.get(nation)
            if earlier is not None and state.open(expression) and not nested(expression, earlier):
                yield JoinProposal(expression, earlier)
            latest[nation] = expression


@sieve_pass(
    "relaxed head",
    gloss=("relaxed head match: a name that is not a person's, in other words of a longer one"),
)
def relaxed_head(state: State) -> Iterator[JoinProposal]:
    """Link a name, not of a person, to an earlier one of the same type that has its head and all
    its other words: *the Treaty of Rome*, *the Treaty*.
    """
    latest: dict[str, list[Expression]] = {}
    for expression in state.names:
        held = latest.setdefault(expression.form, [])
        if state.open(expression):
            for earlier in reversed(held):
                if _has_words_of(state, earlier, expression) and _agree(state, expression, earlier):
                    yield JoinProposal(expression, earlier)
                    break
        held.append(expression)
        del held[:-_KEPT]


def _has_words_of(state: State, earlier: Expression, later: Expression) -> bool:
    if earlier.type != later.type or _person(state, later) or _person(state, earlier):
        return False
    return set(state.name(later).words) <= set(state.name(earlier).words)
