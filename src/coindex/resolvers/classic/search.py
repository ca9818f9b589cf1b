"""Common parts of resolvers that try candidates in an order of their own and choose the first that
fits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY
from typing import NamedTuple

from coindex.core.annotation import Annotation, Kind
from coindex.core.decision import NOT_LISTED, Candidate, Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Expression, discourse, third_person
from coindex.language.nominals.agreement import clash
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.resolvers.constraints import (
    AGREEMENT_TERMS,
    CERTAIN,
    binding,
    entity_agreement,
    for_entity,
)
from coindex.resolvers.disjointness import BINDING_TERMS
from coindex.resolvers.ranking import LISTED, RANKING_TERMS, Ranking

FARTHEST = 1000
"""The maximum number of candidates tried: antecedents are hardly ever farther back."""

_FULL = frozenset({Kind.NOMINAL, Kind.NAME})
_RECALLING = frozenset({Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE})


SEARCH_TERMS: Glossary = {
    **AGREEMENT_TERMS,
    **BINDING_TERMS,
    "relative pronoun": (
        "the candidate is a relative pronoun; what its clause modifies is proposed instead"
    ),
    NOT_LISTED: RANKING_TERMS[NOT_LISTED],
}
"""Explanations of the names with which a search rejects candidates; a resolver adds those of its
own steps.
"""


class Proposal(NamedTuple):
    """A candidate, and the step that proposes it."""

    candidate: Expression
    step: str


class Objection(NamedTuple):
    """Why a candidate does not fit; `agrees` if the reason is not agreement."""

    reason: str
    agrees: bool


FITS = Objection("", True)
_RELATIVE = Objection("relative pronoun", True)


class Search(Ranking):
    """Candidates are tested as entities: *she* cannot be the driver who was *he* before, nor can
    *him* in *he saw him* be *he*. With `disjoint=False` the order of the search must ensure that.
    """

    def __init__(
        self,
        document: Document,
        mentions: Annotation,
        correct: Correct | None = None,
        *,
        certain: float = CERTAIN,
        singular_they: bool = True,
        disjoint: bool = True,
    ) -> None:
        super().__init__(document, mentions, correct)
        self.discourse = discourse(document, mentions, singular_they=singular_they)
        self.anaphors = frozenset(third_person(self.discourse.expressions))
        self._agreement = entity_agreement(self.entities, certain)
        self._disjoint = for_entity(self.entities, binding) if disjoint else None
        self._named: dict[object, Expression] = {}

    def objection(self, anaphor: Expression, candidate: Expression) -> Objection:
        if candidate.kind is Kind.RELATIVE:
            return _RELATIVE
        if feature := self._agreement(anaphor, candidate):
            return Objection(feature, False)
        if self._disjoint is not None and (reason := self._disjoint(anaphor, candidate)):
            return Objection(reason, True)
        return FITS

    def first(self, anaphor: Expression, proposals: Iterable[Proposal]) -> Decision:
        """Choose the first proposal that fits; those after it are tested to the end of its
        sentence.
        """
        trace = Trace(anaphor)
        tried = {anaphor}
        for candidate, step in proposals:
            settled = trace.chosen is not None and candidate.sentence != trace.chosen.sentence
            if settled or len(tried) > FARTHEST:
                break
            if candidate not in tried:
                tried.add(candidate)
                trace.add(candidate, step, self.objection(anaphor, candidate))
        self.settle(anaphor, trace.chosen)
        return trace.decision()

    def recall(self, expression: Expression) -> bool:
        """Whether it names something again that was named before: the same name, or the same noun,
        now definite.

        Call it once for every expression, in textual order; the two become one entity.
        """
        if expression.kind not in _FULL:
            return False
        key = expression.name.words or expression.lemma
        before = self._named.get(key)
        self._named[key] = expression
        if before is None or (
            expression.kind is Kind.NOMINAL and expression.definiteness not in _RECALLING
        ):
            return False
        if clash(expression.features, self.entities.of(before).features) or binding(
            expression, before
        ):
            return False
        self.entities.join(before, expression)
        return True


@component
class Searcher(ABC):
    """A resolver that searches; what its paper says is in `decisions`."""

    _: KW_ONLY
    certain: float = ranged(CERTAIN, least=0, most=1)
    """How certain both genders, or both animacies, must be to
    contradict each other.
    """
    singular_they: bool = True
    """Whether *they* may refer to one person."""

    @abstractmethod
    def decisions(self, search: Search) -> Iterator[Decision]:
        """The decisions about a document, in the order in which they are made."""

    def search(self, document: Document, mentions: Annotation, correct: Correct | None) -> Search:
        return Search(
            document, mentions, correct, certain=self.certain, singular_they=self.singular_they
        )

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return self.decisions(self.search(document, mentions, correct))


class Trace:
    """A decision under construction."""

    def __init__(self, anaphor: Expression) -> None:
        self.anaphor = anaphor
        self.chosen: Expression | None = None
        self._rule = ""
        self._fitting: list[Candidate] = []
        self._rejected: list[Candidate] = []
        self._considered = self._agreeing = 0
        self._dropped = Counter[str]()

    def add(
        self, candidate: Expression, admitted: str, objection: Objection, *, score: float = 0.0
    ) -> None:
        """Add a candidate; `admitted` is what supports it; the first one without an objection is
        chosen.
        """
        self._considered += 1
        self._agreeing += objection.agrees
        if objection is FITS and self.chosen is None:
            self.chosen, self._rule = candidate, admitted
        if not objection.agrees or len(self._fitting) + len(self._rejected) >= LISTED:
            self._dropped[objection.reason or NOT_LISTED] += 1
        elif objection.reason:
            self._rejected.append(Candidate(candidate.mention, objection.reason))
        else:
            self._fitting.append(Candidate(candidate.mention, "", admitted, (), score))

    def decision(self) -> Decision:
        return Decision(
            self.anaphor.mention,
            None if self.chosen is None else self.chosen.mention,
            self._rule,
            (*self._fitting, *self._rejected),
            self._considered,
            self._agreeing,
            tuple(sorted(self._dropped.items())),
        )
