"""The pass for pronouns of the third person: the most salient entity that agrees, within a few sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.decision import Candidate
from coindex.language.agreement import Person, clash
from coindex.language.clauses import subject_of
from coindex.language.functions import adjunct
from coindex.language.tree import NONE
from coindex.resolvers.discourse import Expression
from coindex.resolvers.entities import Group
from coindex.resolvers.sieve.salience import WINDOW, family, of_entity, relative_to, standing
from coindex.resolvers.sieve.scene import Proposal, Scene, nested
from coindex.resolvers.sieve.weights import LEAST, WEIGHTS

LISTED = 12
"""How many candidates a decision names."""
FAR = 12
"""How many sentences back people are looked for, should there be nobody in the window."""
_AGREEMENT = frozenset({"number", "person", "gender", "animacy"})
_NO_ANTECEDENTS = frozenset({Kind.INDEFINITE, Kind.RECIPROCAL, Kind.INTERROGATIVE})


class Rated(NamedTuple):
    """A candidate with the marks that speak for or against it."""

    expression: Expression
    marks: tuple[str, ...]


def third_person(scene: Scene) -> Iterator[Proposal]:
    """From left to right; an entity gains from each pronoun that is found to mean it."""
    known: dict[Expression, tuple[str, ...]] = {}
    for pronoun in scene.anaphoric:
        if scene.open(pronoun):
            yield _Search(scene, pronoun, known).proposal()


class _Search:
    """One pronoun and its candidates."""

    def __init__(self, scene: Scene, pronoun: Expression, known: dict[Expression, tuple[str, ...]]) -> None:
        self.scene, self.pronoun, self.known = scene, pronoun, known
        self.family = family(pronoun)
        self.dropped: Counter[str] = Counter()
        self.considered = 0
        self.candidates = [self._rated(candidate) for candidate in self._admitted()]

    def _admitted(self) -> Iterator[Expression]:
        found = False
        for candidate in self._following():
            found = True
            yield candidate
        for back in range(min(FAR, self.pronoun.sentence) + 1):
            if back > WINDOW and (found or self.family != "he"):
                return
            for candidate in self.scene.discourse.sentences[self.pronoun.sentence - back]:
                if candidate.number >= self.pronoun.number:
                    break
                self.considered += 1
                reason = self._rejected(candidate)
                if reason:
                    self.dropped[reason] += 1
                else:
                    found = True
                    yield candidate

    def _following(self) -> Iterator[Expression]:
        """*In his youth, John ...*: the subject of the clause before which the pronoun stands in an adjunct."""
        forest, discourse = self.scene.discourse.forest, self.scene.discourse
        token = adjunct(forest, self.pronoun.head)
        if token == NONE or forest.heads[token] == NONE:
            return
        subject = discourse.by_head.get(subject_of(forest, forest.heads[token]))
        if subject is not None and subject.number > self.pronoun.number and not subject.pronominal:
            if not self._rejected(subject):
                yield subject

    def _rejected(self, candidate: Expression) -> str:
        scene, pronoun = self.scene, self.pronoun
        if candidate.kind in _NO_ANTECEDENTS:
            return "indefinite"
        if candidate.features.person and not candidate.features.person & Person.THIRD:
            return "person"
        own, group = scene.group(pronoun), scene.group(candidate)
        reason = clash(own.features, group.features)
        if reason:
            return reason
        if own is group:
            return "same entity"
        if self._speaks(group):
            return "speaker"
        return self._disjoint(candidate, group)

    def _speaks(self, group: Group) -> bool:
        """Nobody says *she* of herself."""
        said = self.pronoun.speaker or self.scene.speaking.get(self.scene.voice(self.pronoun))
        return said is not None and self.scene.group(said) is group

    def _disjoint(self, candidate: Expression, group: Group) -> str:
        if nested(self.pronoun, candidate):
            return "" if self._in_clause_on(candidate) else "i-within-i"
        for member in group.in_sentence(self.pronoun.sentence):
            reason = self.scene.discourse.disjoint(self.pronoun, member)
            if reason and not (reason == "i-within-i" and self._in_clause_on(member)):
                return reason
        return ""

    def _in_clause_on(self, outer: Expression) -> bool:
        """*Children who love their parents*: inside a clause on a noun, a pronoun may well mean the noun."""
        forest = self.scene.discourse.forest
        token, clausal = self.pronoun.head, False
        while token not in (outer.head, NONE):
            clausal = clausal or forest.clausal[token]
            token = forest.heads[token]
        return clausal and token == outer.head

    def _rated(self, candidate: Expression) -> Rated:
        marks = self.known.get(candidate)
        if marks is None:
            marks = self.known[candidate] = standing(self.scene, candidate)
        group = self.scene.group(candidate)
        pair, entity = relative_to(self.scene, self.pronoun, candidate), of_entity(self.pronoun, group)
        return Rated(candidate, (*marks, *pair, *entity))

    def proposal(self) -> Proposal:
        weights = WEIGHTS[self.family]
        scored = []
        for candidate, marks in self.candidates:
            factors = tuple((mark, float(weights[mark])) for mark in marks if mark in weights)
            scored.append((sum(value for _, value in factors), candidate.number, candidate, factors))
        scored.sort(key=lambda item: item[:2], reverse=True)
        best = scored[0][2] if scored and scored[0][0] >= LEAST.get(self.family, scored[0][0]) else None
        listed = tuple(
            Candidate(candidate.mention, factors=factors, score=score)
            for score, _, candidate, factors in scored[:LISTED]
        )
        disagreeing = sum(count for reason, count in self.dropped.items() if reason in _AGREEMENT)
        dropped = tuple(sorted(self.dropped.items()))
        return Proposal(self.pronoun, best, listed, self.considered, self.considered - disagreeing, dropped)
