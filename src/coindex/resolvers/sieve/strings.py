"""Passes that compare words: the same phrase again, the same noun again, and with how many of its
modifiers.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.noun_phrases import Definiteness, PhraseWords
from coindex.resolvers.disjointness import disjoint
from coindex.resolvers.sieve.state import JoinProposal, State, nested, sieve_pass


class ModifierRelation(StrEnum):
    """How the modifiers of a later phrase compare with those of an earlier one."""

    SAME = "same"
    FEWER = "fewer"
    MORE = "more"
    DIFFERENT = "different"


def relation(later: PhraseWords, earlier: PhraseWords) -> ModifierRelation:
    if later.modifiers == earlier.modifiers:
        return ModifierRelation.SAME
    if later.modifiers < earlier.modifiers:
        return ModifierRelation.FEWER
    return (
        ModifierRelation.MORE if later.modifiers > earlier.modifiers else ModifierRelation.DIFFERENT
    )


FAR = 1_000_000_000
"""Sentences: no limit."""

REACH = {
    (Definiteness.DEFINITE, ModifierRelation.SAME): FAR,
    (Definiteness.DEMONSTRATIVE, ModifierRelation.SAME): FAR,
    (Definiteness.POSSESSIVE, ModifierRelation.SAME): 20,
    (Definiteness.BARE, ModifierRelation.SAME): 40,
    (Definiteness.INDEFINITE, ModifierRelation.SAME): 10,
    (Definiteness.QUANTIFIED, ModifierRelation.SAME): 5,
    (Definiteness.DEFINITE, ModifierRelation.FEWER): 20,
    (Definiteness.DEMONSTRATIVE, ModifierRelation.FEWER): 3,
    (Definiteness.POSSESSIVE, ModifierRelation.FEWER): 5,
}
"""How many sentences back a phrase with this determiner refers to its noun, with the same or fewer
modifiers.
"""

_BARE_AFTER = frozenset({Definiteness.BARE, Definiteness.DEFINITE, Definiteness.NAME})
_KEPT = 8
"""How many earlier phrases with the same noun are compared."""


@sieve_pass(
    "exact",
    gloss="exact match: the same words, determiner included",
    # The same words agree.
    agreement=False,
)
def exact(state: State) -> Iterator[JoinProposal]:
    """Link phrases with the same words, including the determiner."""
    latest: dict[tuple[str, ...], Expression] = {}
    for expression in state.phrases:
        extent = expression.words.extent
        earlier = latest.get(extent)
        if earlier is not None and state.open(expression) and _repeats(state, expression, earlier):
            yield JoinProposal(expression, earlier)
        latest[extent] = expression


def _repeats(state: State, later: Expression, earlier: Expression) -> bool:
    if later.kind is Kind.NAME or later.kind is Kind.COORDINATION:
        clash = state.grammar is not None and state.clash(later, earlier, persons=False)
        return not clash and not nested(later, earlier)
    reach = REACH.get((later.definiteness, ModifierRelation.SAME), 0)
    return later.sentence - earlier.sentence <= reach and possible(state, later, earlier)


@sieve_pass(
    "same noun",
    gloss=("strict head match: the same noun with the same modifiers, whatever the determiner"),
)
def same_noun(state: State) -> Iterator[JoinProposal]:
    """Link the same noun with the same modifiers, whatever the determiner."""
    return _by_noun(state, ModifierRelation.SAME)


@sieve_pass(
    "fewer modifiers",
    gloss="strict head match: the same noun with some of its modifiers left out",
)
def fewer_modifiers(state: State) -> Iterator[JoinProposal]:
    """Link the same noun with some of its modifiers left out."""
    return _by_noun(state, ModifierRelation.FEWER)


def _by_noun(state: State, wanted: ModifierRelation) -> Iterator[JoinProposal]:
    latest: dict[str, list[Expression]] = {}
    for expression in state.phrases:
        if expression.kind is not Kind.NOMINAL:
            continue
        known = latest.setdefault(expression.lemma, [])
        if state.open(expression):
            reach = REACH.get((expression.definiteness, wanted), 0)
            for earlier in reversed(known):
                if expression.sentence - earlier.sentence > reach:
                    break
                actual = relation(expression.words, earlier.words)
                if (
                    actual == wanted
                    and _determined(expression, earlier)
                    and possible(state, expression, earlier)
                ):
                    yield JoinProposal(expression, earlier)
                    break
        known.append(expression)
        del known[:-_KEPT]


def _determined(later: Expression, earlier: Expression) -> bool:
    """Whether the determiners are compatible: bare nouns refer to bare ones, and an indefinite one
    only to its like.
    """
    if later.definiteness is Definiteness.BARE:
        return earlier.definiteness in _BARE_AFTER
    if later.definiteness in (Definiteness.INDEFINITE, Definiteness.QUANTIFIED):
        return earlier.definiteness is later.definiteness
    return True


def possible(state: State, later: Expression, earlier: Expression) -> bool:
    """Whether they agree, neither is inside the other, and their possessors, if any,
    are the same.
    """
    if nested(later, earlier) or state.clash(later, earlier):
        return False
    owner, other = state.possessor(later), state.possessor(earlier)
    if owner is not None and other is not None and not state.joined(owner, other):
        return False
    return not disjoint(later, earlier)


@sieve_pass(
    "owned",
    gloss="the same noun with the same possessor, now that pronouns are resolved",
)
def owned(state: State) -> Iterator[JoinProposal]:
    """Link *his father* to an earlier *his father*, now that the referent of *his* is known."""
    latest: dict[str, list[Expression]] = {}
    for expression in state.phrases:
        owner = state.possessor(expression)
        if owner is None:
            continue
        known = latest.setdefault(expression.lemma, [])
        if state.open(expression):
            for earlier in reversed(known):
                other = state.possessor(earlier)
                same = other is not None and state.joined(owner, other)
                if same and relation(expression.words, earlier.words) is ModifierRelation.SAME:
                    if possible(state, expression, earlier):
                        yield JoinProposal(expression, earlier)
                    break
        known.append(expression)
        del known[:-_KEPT]
