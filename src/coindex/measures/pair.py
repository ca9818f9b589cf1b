"""A key and a response of one document, laid over each other once
for each way of looking at them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.protocols import AlignedPair
from coindex.measures.alignment import align
from coindex.measures.overlap import Groups, Overlap
from coindex.measures.projection import project

Found = TypeVar("Found")


class Pair:
    """`decisions` is how the response came about, where that is known; some measures need it."""

    def __init__(
        self,
        document: Document,
        key: Annotation,
        response: Annotation,
        decisions: Sequence[Decision] = (),
        *,
        inexact: frozenset[Mention] = frozenset(),
    ) -> None:
        self.document, self.key, self.response, self.decisions = document, key, response, decisions
        self.inexact = inexact
        self._overlaps: dict[tuple[str, bool], Overlap] = {}
        self._memory: dict[Hashable, Any] = {}
        self._groups: dict[str, tuple[Groups, Groups]] = {}
        self._counterparts: dict[str, Mapping[Mention, Mention]] = {}

    def remembered(self, what: Hashable, make: Callable[[], Found]) -> Found:
        """A value computed once and cached under the name `what`."""
        if what not in self._memory:
            self._memory[what] = make()
        value: Found = self._memory[what]
        return value

    @classmethod
    def of(cls, key: Annotated, response: Annotated, *, zeros: str = "dependent") -> Pair:
        """Key and response may differ in tokens, not in characters;
        everything is said in tokens of the key.
        """
        projected = project(response.annotation, response.document, key.document, zeros=zeros)
        return cls(key.document, key.annotation, projected.annotation, inexact=projected.inexact)

    def swapped(self) -> Pair:
        """The same with key and response exchanged."""
        return Pair(self.document, self.response, self.key, inexact=self.inexact)

    @cached_property
    def key_entity(self) -> Mapping[tuple[Span, ...], Entity]:
        """The entity of the key that a mention of these tokens belongs to."""
        return {
            mention.parts: entity for entity in self.key.entities for mention in entity.mentions
        }

    def counterparts(self, view: str) -> Mapping[Mention, Mention]:
        """From mentions of the response to those of the key they are
        aligned with, in an entity or not.
        """
        if view not in self._counterparts:
            response = self._alignable(all_mentions(self.response), view)
            self._counterparts[view] = align(self.document, all_mentions(self.key), response, view)
        return self._counterparts[view]

    def overlap(self, view: str, *, singletons: bool = True) -> Overlap:
        if (view, singletons) not in self._overlaps:
            if view not in self._groups:
                self._groups[view] = self._aligned(view)
            self._overlaps[view, singletons] = Overlap.of(
                *self._groups[view], singletons=singletons
            )
        return self._overlaps[view, singletons]

    def _aligned(self, view: str) -> tuple[Groups, Groups]:
        if view == "exact" and not self.inexact:
            return by_tokens(self.key), by_tokens(self.response)
        referring = [mention for entity in self.response.entities for mention in entity.mentions]
        wanted = [mention for entity in self.key.entities for mention in entity.mentions]
        partner = align(self.document, wanted, self._alignable(referring, view), view)
        labels: list[list[Hashable]] = [
            [partner[m].parts if m in partner else (m.parts, "response") for m in entity.mentions]
            for entity in self.response.entities
        ]
        return by_tokens(self.key), labels

    def _alignable(self, mentions: list[Mention], view: str) -> list[Mention]:
        return (
            [mention for mention in mentions if mention not in self.inexact]
            if view == "exact"
            else mentions
        )


def by_tokens(annotation: Annotation) -> Groups:
    return [[mention.parts for mention in entity.mentions] for entity in annotation.entities]


def all_mentions(annotation: Annotation) -> list[Mention]:
    """Every mention once, also those that only an entity names."""
    return list(
        dict.fromkeys(
            (*annotation.mentions, *(m for entity in annotation.entities for m in entity.mentions))
        )
    )


def occurrences(annotation: Annotation) -> list[Mention]:
    """Every mention that refers: a pleonastic pronoun that is marked as such is not
    an occurrence (Stuckardt 2001).
    """
    return [mention for mention in all_mentions(annotation) if refers(mention)]


def shared_occurrences(pair: AlignedPair, view: str) -> Mapping[Mention, Mention]:
    """From mentions of the response to those of the key they are
    aligned with, as far as both refer.
    """
    return {
        mention: known
        for mention, known in pair.counterparts(view).items()
        if refers(mention) and refers(known)
    }


def refers(mention: Mention) -> bool:
    """Whether nothing marks the mention as not referring."""
    return mention.reference is not Reference.NONREFERENTIAL
