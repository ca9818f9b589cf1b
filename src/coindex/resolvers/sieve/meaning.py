"""Passes over meanings: a definite noun phrase that refers with another noun to something mentioned
shortly before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import get_language
from coindex.language.nominals import wordnet
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.resolvers.sieve.state import JoinProposal, State, sieve_pass
from coindex.resolvers.sieve.strings import possible

WINDOW = 2
"""How many sentences back. Lee et al. (2011) allow 3, with chains of 4 steps; that was less
precise.
"""
LONGEST = 2
"""The maximum number of steps up the hypernyms."""
_TAKING_UP = frozenset({Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE})


@sieve_pass(
    "meaning",
    gloss="a synonym or a more general noun, by WordNet",
)
def meanings(state: State) -> Iterator[JoinProposal]:
    """Link synonyms and hypernyms, if WordNet is installed: *Cuba* ... *the country*."""
    if not wordnet.available():
        return
    for expression in state.phrases:
        if _takes_up(state, expression):
            for earlier in _before(state, expression):
                if _means(earlier, expression) and possible(state, expression, earlier):
                    yield JoinProposal(expression, earlier)
                    break


@sieve_pass(
    "kind",
    gloss="a more general noun for the one thing of its kind nearby, by a list of kinds",
)
def kinds(state: State) -> Iterator[JoinProposal]:
    """Link a noun to the only thing of its kind nearby, by the list `kinds`: *a van* ... *the
    vehicle*.
    """
    language = state.discourse.document.language
    for expression in state.phrases:
        if _takes_up(state, expression) and (listed := _kinds(language, expression.lemma)):
            fitting = {
                state.group(earlier): earlier
                for earlier in _before(state, expression)
                if earlier.lemma in listed and possible(state, expression, earlier)
            }
            if len(fitting) == 1:
                yield JoinProposal(expression, next(iter(fitting.values())))


@cache
def _kinds(language: str, noun: str) -> frozenset[str]:
    """The nouns to which a more general one may refer; without such a list, its synonyms."""
    if get_language(language).lists("kinds"):
        return lexicon.words(language, "kinds", noun)
    rows = (row for row in lexicon.table(language, "synonyms") if noun in row)
    return frozenset(word for row in rows for word in row) - {noun}


def _takes_up(state: State, expression: Expression) -> bool:
    """Whether it is a definite noun without modifiers for which nothing has been found."""
    return (
        expression.kind is Kind.NOMINAL
        and expression.definiteness in _TAKING_UP
        and state.open(expression)
        and not expression.words.modifiers
    )


def _before(state: State, expression: Expression) -> Iterator[Expression]:
    sentences = state.discourse.sentences
    for sentence in range(expression.sentence, max(-1, expression.sentence - WINDOW - 1), -1):
        for earlier in reversed(sentences[sentence]):
            if earlier.number < expression.number and earlier.kind in (Kind.NOMINAL, Kind.NAME):
                yield earlier


def _means(earlier: Expression, later: Expression) -> bool:
    if earlier.kind is Kind.NAME:
        return wordnet.falls_under(" ".join(earlier.name.words), later.lemma, longest=LONGEST)
    return wordnet.synonyms(earlier.lemma, later.lemma, senses=1) or wordnet.falls_under(
        earlier.lemma, later.lemma, longest=LONGEST, senses=1
    )
