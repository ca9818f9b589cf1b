"""The pass for pronouns of the third person: the most salient entity that
agrees, within a few sentences.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.decision import Candidate
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, Number, Person, clash
from coindex.language.nominals.quantities import quantity
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.functions import Function, adjunct
from coindex.language.syntax.tree import NONE
from coindex.resolvers.constraints import AGREEMENT_TERMS, CO_ARGUMENT_TERMS
from coindex.resolvers.disjointness import BINDING_TERMS, disjoint
from coindex.resolvers.entities import Group
from coindex.resolvers.entity_constraints import ENTITY_TERMS
from coindex.resolvers.grammar import ordered
from coindex.resolvers.sieve.salience import (
    LEAST,
    ONE_PERSON,
    PAIRS,
    UNIDENTIFIED,
    WEIGHTS,
    WINDOW,
    family,
    of_entity,
    relative_to,
    standing,
)
from coindex.resolvers.sieve.state import JoinProposal, State, nested, sieve_pass

LISTED = 12
"""How many candidates a decision names."""
FAR = 12
"""How many sentences back persons are searched for if there are none in the window."""
_AGREEMENT = frozenset({"number", "person", "gender", "animacy"})
_FAR_BACK = frozenset({"he", "zero", "dative", "clitic", "strong"})
_NO_ANTECEDENTS = frozenset({Kind.INDEFINITE, Kind.RECIPROCAL, Kind.INTERROGATIVE})


REJECTION_TERMS: Glossary = {
    **AGREEMENT_TERMS,
    **ENTITY_TERMS,
    **BINDING_TERMS,
    **CO_ARGUMENT_TERMS,
    "quantity": (
        "the candidate is a time, a number, a measure or an adverb of place, to which no pronoun "
        "refers"
    ),
    "identified": (
        "they seldom means one person who is known, the mayor, if something plural was mentioned "
        "just before"
    ),
    "possession": "in her sister, her is not a sister: nobody owns one of the own kind",
    "same entity": "candidate and pronoun belong to one entity already",
}


class Scored(NamedTuple):
    """A candidate with its marks and score."""

    score: float
    expression: Expression
    factors: tuple[tuple[str, float], ...] = ()


@sieve_pass(
    "pronoun",
    gloss=(
        "pronoun sieve: the most salient entity that agrees, or the first one (parameter pronouns)"
    ),
    # Each candidate has passed finer checks.
    agreement=False,
    nesting=False,
)
def most_salient(state: State) -> Iterator[JoinProposal]:
    """Resolve pronouns from left to right; an entity becomes more salient with each pronoun that
    refers to it.
    """
    known: dict[Expression, tuple[str, ...]] = {}
    unfit: dict[Expression, str] = {}
    for pronoun in _in_turn(state):
        if state.open(pronoun):
            search = _Search(state, pronoun, unfit)
            yield search.proposal(search.scored(known))


@sieve_pass(
    most_salient.name,
    gloss=most_salient.gloss,
    agreement=False,  # as above
    nesting=False,
)
def first_agreeing(state: State) -> Iterator[JoinProposal]:
    """Resolve pronouns as the original does: this sentence from the top of its tree, then the
    preceding sentences from left to right.
    """
    depth = state.discourse.forest.depth
    unfit: dict[Expression, str] = {}
    for pronoun in _in_turn(state):
        if state.open(pronoun):
            search = _Search(state, pronoun, unfit)
            in_sentence = [c for c in search.candidates if c.sentence == pronoun.sentence]
            before = search.candidates[len(in_sentence) :]
            in_sentence.sort(key=lambda candidate: depth[candidate.head])
            yield search.proposal([Scored(0.0, candidate) for candidate in (*in_sentence, *before)])


def _in_turn(state: State) -> Iterable[Expression]:
    return state.anaphoric if state.grammar is None else ordered(state.anaphoric)


class _Search:
    """One pronoun and its candidates; `unfit` caches why a candidate is never one."""

    def __init__(self, state: State, pronoun: Expression, unfit: dict[Expression, str]) -> None:
        self.state, self.pronoun, self._unfit = state, pronoun, unfit
        grammar = self.grammar = state.grammar
        self.family = family(pronoun) if grammar is None else grammar.family(pronoun)
        self.group = state.group(pronoun)
        known = self.group.features
        self.features = known if grammar is None else grammar.features(pronoun, known)
        speaker = pronoun.speaker or state.speaking.get(state.voice(pronoun))
        self.speaker = None if speaker is None else state.group(speaker)
        """The speaker, whom *she* in her own words does not mean."""
        self._owned = self._possession()
        self.dropped: Counter[str] = Counter()
        self.considered = 0
        self._barred: dict[Group, str] = {}
        self.candidates = self._without_identified(list(self._admitted()))

    def _admitted(self) -> Iterator[Expression]:
        any_agrees = False
        for candidate in self._following():
            any_agrees = True
            yield candidate
        for back in range(min(FAR, self.pronoun.sentence) + 1):
            left = self.state.most - self.considered
            if not left or (back > WINDOW and (any_agrees or self.family not in _FAR_BACK)):
                return
            listed = self.state.discourse.sentences[self.pronoun.sentence - back]
            end = bisect_left(listed, self.pronoun.number, key=attrgetter("number"))
            for candidate in listed[max(0, end - left) : end]:
                self.considered += 1
                reason = self._rejected(candidate)
                if reason:
                    self.dropped[reason] += 1
                else:
                    any_agrees = True
                    yield candidate

    def _possession(self) -> str:
        """The noun that a possessive belongs to."""
        discourse = self.state.discourse
        owned = discourse.forest.heads[self.pronoun.head]
        if self.pronoun.kind is not Kind.POSSESSIVE or owned == NONE:
            return ""
        return discourse.document.tokens[owned].lemma.lower()

    def _without_identified(self, candidates: list[Expression]) -> list[Expression]:
        """The candidates, without one identified person, *the mayor*, for *they*, unless nothing
        plural was mentioned shortly before.
        """
        recent = (c for c in candidates if self.pronoun.sentence - c.sentence <= 1)
        if self.family != "they" or not any(self._number(c) == Number.PLURAL for c in recent):
            return candidates
        kept = [
            c
            for c in candidates
            if self._number(c) != ONE_PERSON
            or c.definiteness in UNIDENTIFIED
            or c.kind is Kind.INDEFINITE
        ]
        self.dropped["identified"] += len(candidates) - len(kept)
        return kept

    def _number(self, candidate: Expression) -> int:
        return self.state.group(candidate).features.number

    def _following(self) -> Iterator[Expression]:
        """The subject of the clause before which the pronoun stands in an adjunct: *In his youth,
        John ...*
        """
        forest, discourse = self.state.discourse.forest, self.state.discourse
        token = adjunct(forest, self.pronoun.head)
        if token == NONE or forest.heads[token] == NONE:
            return
        subject = discourse.by_head.get(subject_of(forest, forest.heads[token]))
        if subject is None or subject.pronominal or subject.number < self.pronoun.number:
            return
        owner = self.state.possessor(subject)
        if owner is not None and owner.pronominal:
            return  # *For his services his son was promoted*: both go back to one person.
        if not self._rejected(subject):
            yield subject

    def _rejected(self, candidate: Expression) -> str:
        # What never refers is the same for every pronoun, so that a candidate is judged once.
        unfit = self._unfit.get(candidate)
        if unfit is None:
            unfit = self._unfit[candidate] = self._never(candidate)
        if unfit:
            return unfit
        if candidate.kind is Kind.INDEFINITE and self.grammar is None and self.family != "they":
            return "indefinite"
        if candidate.kind is Kind.NOMINAL and candidate.lemma == self._owned:
            return "possession"
        group = self.state.group(candidate)
        reason = clash(self.features, group.features) or self.state.contradiction(self.group, group)
        if not reason and self.grammar is not None:
            reason = self.grammar.rejection(self.pronoun, candidate)
        if reason:
            return reason
        if group is self.group:
            return "same entity"
        if reason := self.state.co_arguments(self.group, group):
            return reason
        return "speaker" if group is self.speaker else self._disjoint(candidate, group)

    def _never(self, candidate: Expression) -> str:
        """Why no pronoun refers to a candidate; empty if one may. *They* may be *everyone*."""
        if candidate.kind in _NO_ANTECEDENTS:
            animate = candidate.features.animacy == Animacy.ANIMATE
            if candidate.kind is not Kind.INDEFINITE or not (animate or self.grammar is not None):
                return "indefinite"
        if candidate.features.person and not candidate.features.person & Person.THIRD:
            return "person"
        return "quantity" if quantity(candidate) else ""

    def _disjoint(self, candidate: Expression, group: Group) -> str:
        if nested(self.pronoun, candidate):
            return "" if self._in_clause_on(candidate) else "i-within-i"
        if group not in self._barred:
            self._barred[group] = self._barring(group)
        return self._barred[group]

    def _barring(self, group: Group) -> str:
        for member in group.in_sentence(self.pronoun.sentence):
            reason = disjoint(self.pronoun, member, usual=True)
            if not reason and self.grammar is not None:
                reason = self.grammar.apart(self.pronoun, member)
            if reason and not (reason == "i-within-i" and self._in_clause_on(member)):
                return reason
        return ""

    def _in_clause_on(self, outer: Expression) -> bool:
        """Whether the pronoun is inside a clause on the noun, which it may refer to: *children who
        love their parents*, but not as its subject, *the year he spent there*, nor after a
        preposition, *a means of saving their money*.
        """
        forest = self.state.discourse.forest
        token, clauses = self.pronoun.head, list[int]()
        while token not in (outer.head, NONE):
            if forest.clausal[token]:
                clauses.append(token)
            token = forest.heads[token]
        return bool(clauses) and token == outer.head and not self._apart_from_noun(clauses[-1])

    def _apart_from_noun(self, clause: int) -> bool:
        """Whether the pronoun is the subject of a clause, or the clause follows a preposition."""
        forest, tokens = self.state.discourse.forest, self.state.discourse.document.tokens
        if subject_of(forest, clause) == self.pronoun.head:
            return True
        return forest.labels[clause] == "acl" and any(
            forest.labels[child] == "mark" and tokens[child].upos == "SCONJ"
            for child in forest.children[clause]
        )

    def scored(self, known: dict[Expression, tuple[str, ...]]) -> list[Scored]:
        """The candidates, best first, nearer ones first if scores are equal; `known` caches the
        marks that a candidate always has.
        """
        weights, pairs, grammar = WEIGHTS[self.family], PAIRS[self.family], self.grammar
        entities: dict[Group, tuple[str, ...]] = {}
        ranked = []
        nearest = self._nearest()
        for candidate in self.candidates:
            if candidate not in known:
                known[candidate] = standing(self.state, candidate)
            group = self.state.group(candidate)
            if group not in entities:
                entities[group] = tuple(of_entity(self.pronoun, group))
            marks = (
                *known[candidate],
                *relative_to(self.state, self.pronoun, candidate),
                *entities[group],
                *nearest.get(candidate, ()),
                *(() if grammar is None else grammar.marks(self.pronoun, candidate)),
            )
            factors = tuple([pairs[mark] for mark in marks if mark in pairs])
            ranked.append(Scored(sum([value for _, value in factors]), candidate, factors))
        ranked.sort(key=lambda item: (item.score, item.expression.number), reverse=True)
        return ranked if ranked and ranked[0].score >= weights.get(LEAST, ranked[0].score) else []

    def _nearest(self) -> dict[Expression, list[str]]:
        """Marks of the candidates that are nearest, or nearest among subjects."""
        before = [c for c in self.candidates if c.number < self.pronoun.number]
        marks: dict[Expression, list[str]] = {}
        if before:
            marks[max(before, key=attrgetter("head"))] = ["nearest"]
        subjects = [c for c in before if c.function is Function.SUBJECT]
        if subjects:
            marks.setdefault(max(subjects, key=attrgetter("head")), []).append("nearest subject")
        return marks

    def proposal(self, ranked: list[Scored]) -> JoinProposal:
        """The first of the ranked candidates."""
        listed = tuple(
            Candidate(item.expression.mention, factors=item.factors, score=item.score)
            for item in ranked[:LISTED]
        )
        disagreeing = sum(count for reason, count in self.dropped.items() if reason in _AGREEMENT)
        agreeing = self.considered - disagreeing
        best = ranked[0].expression if ranked else None
        return JoinProposal(
            self.pronoun,
            best,
            listed,
            self.considered,
            agreeing,
            tuple(sorted(self.dropped.items())),
        )
