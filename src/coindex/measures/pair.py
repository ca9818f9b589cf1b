"""A key and a response of one document, aligned once for each view."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from coindex.core.annotation import DEIXIS, Annotated, Annotation, Entity, Mention, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.protocols import AlignedPair
from coindex.core.protocols.measures import Groups
from coindex.measures.alignment import align
from coindex.measures.overlap import Overlap
from coindex.measures.projection import Projected, project

Value = TypeVar("Value")


class Pair:
    """A key and a response; `decisions` are those behind the response, where they are known, for
    measures that need them.
    """

    def __init__(
        self,
        document: Document,
        key: Annotation,
        response: Annotation,
        decisions: Sequence[Decision] = (),
        *,
        inexact: frozenset[Mention] = frozenset(),
        response_document: Document | None = None,
    ) -> None:
        self.document, self.key, self.response, self.decisions = document, key, response, decisions
        self.inexact, self.response_document = inexact, response_document
        self._overlaps: dict[tuple[str, bool], Overlap] = {}
        self._memory: dict[Hashable, Any] = {}
        self._groups: dict[str, tuple[Groups, Groups]] = {}
        self._counterparts: dict[str, Mapping[Mention, Mention]] = {}

    def remembered(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """A value that is computed once and cached under the name `what`."""
        if what not in self._memory:
            self._memory[what] = make()
        value: Value = self._memory[what]
        return value

    @classmethod
    def of(cls, key: Annotated, response: Annotated, *, zeros: str = "dependent") -> Pair:
        """Align key and response, which may differ in tokens but not in characters; the result uses
        the tokens of the key.
        """
        projected = project(response.annotation, response.document, key.document, zeros=zeros)
        return cls.projected(key, projected, response.document)

    @classmethod
    def projected(cls, key: Annotated, response: Projected, document: Document) -> Pair:
        """The key and a response that was projected onto its tokens from those of `document`."""
        return cls(
            key.document,
            key.annotation,
            response.annotation,
            inexact=response.inexact,
            response_document=document,
        )

    def swapped(self) -> Pair:
        """The pair with key and response exchanged."""
        return Pair(self.document, self.response, self.key, inexact=self.inexact)

    @cached_property
    def key_entity(self) -> Mapping[tuple[Span, ...], Entity]:
        """The entity of the key to which a mention with these tokens belongs."""
        return {
            mention.parts: entity for entity in self.key.entities for mention in entity.mentions
        }

    def counterparts(self, view: str) -> Mapping[Mention, Mention]:
        """Map mentions of the response to the mentions of the key they are aligned with, whether in
        an entity or not.
        """
        if view not in self._counterparts:
            key, response = map(_identity_first, (self.key, self.response))
            self._counterparts[view] = align(
                self.document, key, self._alignable(response, view), view
            )
        return self._counterparts[view]

    def overlap(self, view: str, *, singletons: bool = True) -> Overlap:
        if (view, singletons) not in self._overlaps:
            self._overlaps[view, singletons] = Overlap.of(*self.groups(view), singletons=singletons)
        return self._overlaps[view, singletons]

    def groups(self, view: str) -> tuple[Groups, Groups]:
        """The mentions of each entity of key and response, as labels that aligned ones share."""
        if view not in self._groups:
            self._groups[view] = self._aligned(view)
        return self._groups[view]

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


def _identity_first(annotation: Annotation) -> list[Mention]:
    """Of two mentions with the same words, one that refers is aligned, and one of identity, not of
    discourse deixis that is annotated apart: *that* is often both.
    """
    return sorted(
        all_mentions(annotation), key=lambda one: (not refers(one), bool(one.attribute(DEIXIS)))
    )


def with_singletons(annotation: Annotation) -> Annotation:
    """The annotation in which each mention that refers and is in no entity is an entity of its own:
    annotators who have marked mentions and not yet linked them agree on mentions.
    """
    inside = {mention for entity in annotation.entities for mention in entity.mentions}
    taken = {entity.id for entity in annotation.entities}
    loose = [one for one in dict.fromkeys(annotation.mentions) if one not in inside and refers(one)]
    names = (name for number in count(1) if (name := f"alone {number}") not in taken)
    alone = [Entity(name, (mention,)) for mention, name in zip(loose, names, strict=False)]
    return replace(annotation, entities=(*annotation.entities, *alone)) if alone else annotation


def by_tokens(annotation: Annotation) -> Groups:
    return [[mention.parts for mention in entity.mentions] for entity in annotation.entities]


def all_mentions(annotation: Annotation) -> list[Mention]:
    """Every mention once, including those that only an entity lists."""
    return list(
        dict.fromkeys(
            (*annotation.mentions, *(m for entity in annotation.entities for m in entity.mentions))
        )
    )


def occurrences(annotation: Annotation) -> list[Mention]:
    """Every mention that refers: a pronoun marked as pleonastic is not an occurrence (Stuckardt
    2001).
    """
    return [mention for mention in all_mentions(annotation) if refers(mention)]


def shared_occurrences(pair: AlignedPair, view: str) -> Mapping[Mention, Mention]:
    """Map mentions of the response to the mentions of the key they are aligned with, if
    both refer.
    """
    return {
        mention: known
        for mention, known in pair.counterparts(view).items()
        if refers(mention) and refers(known)
    }


def refers(mention: Mention) -> bool:
    """Whether the mention is not marked as not referring."""
    return mention.reference is not Reference.NONREFERENTIAL
