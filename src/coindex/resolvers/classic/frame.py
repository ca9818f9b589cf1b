"""What classic resolvers share: their common parameters, and the run over a document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY
from typing import ClassVar

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.resolvers.constraints import AGREEMENT_TERMS, CERTAIN
from coindex.resolvers.preferences import Weights, frozen
from coindex.resolvers.ranking import LISTED, MOST, RANKING_TERMS, Ranking

RANKER_TERMS: Glossary = {**RANKING_TERMS, **AGREEMENT_TERMS}
"""The names that every resolver of this frame uses."""


@component
class Ranker(ABC):
    """A resolver that ranks candidates; what its paper says is in `decisions`."""

    _: KW_ONLY
    certain: float = ranged(CERTAIN, least=0, most=1)
    """How certain both genders, or both animacies, must be to
    contradict each other.
    """
    most: int = ranged(MOST, least=1)
    """How many phrases before the anaphor are considered at most, nearest first."""
    listed: int = ranged(LISTED, least=0)
    """How many candidates that agree a decision names; 0 for all, with those that do not agree."""

    @abstractmethod
    def decisions(self, ranking: Ranking) -> Iterator[Decision]:
        """The decisions about a document, in the order in which they are made."""

    def seen(self, document: Document) -> Document:
        """What the resolver sees of a document: all of it."""
        return document

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return self.decisions(Ranking(self.seen(document), mentions, correct, listed=self.listed))


class Weighted(Ranker):
    """A resolver with a table of weights in its paper, whose entries the parameter `weights`
    replaces.
    """

    __slots__ = ()
    weights: Weights
    published: ClassVar[Mapping[str, float]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", frozen(self.weights, self.published))

    @property
    def table(self) -> Mapping[str, float]:
        """The published weights with those that replace them."""
        return {**self.published, **dict(self.weights)}
