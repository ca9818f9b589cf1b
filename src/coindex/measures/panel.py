"""The annotations of one document by several annotators, aligned with each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from itertools import combinations

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.measures.agreement import Chains
from coindex.measures.alignment import align
from coindex.measures.pair import Pair, with_singletons
from coindex.measures.projection import project
from coindex.measures.selection import form_class, kind_of, type_of

UNTYPED = "no type"

OF_MENTIONS: Mapping[str, Callable[[Document, Mention], str]] = {
    "form": form_class,
    "kind": lambda document, mention: str(kind_of(document, mention)),
    "type": type_of,
}
OF_PANELS = ("document", "genre", "entity", *OF_MENTIONS)
"""The criteria by which agreement can be split; `entity` is the type of the entity."""


def check_panel_slice(by: str) -> None:
    if by not in OF_PANELS:
        raise CoindexError(
            Message(
                "cannot split agreement by {by!r}; {suggestion}",
                by=by,
                suggestion=suggestion(by, OF_PANELS),
            )
        )


class AnnotatorPanel:
    """Annotations of one document by the names of their annotators, all in the tokens
    of the first. For agreement, a mention that is in no entity is an entity of its own.
    """

    def __init__(
        self,
        document: Document,
        annotations: Mapping[str, Annotation],
        *,
        inexact: frozenset[Mention] = frozenset(),
        pairs: Mapping[tuple[str, str], Pair] | None = None,
    ) -> None:
        self.document, self.annotations, self._inexact = document, annotations, inexact
        self._complete = {name: with_singletons(one) for name, one in annotations.items()}
        self._pairs = pairs
        self._units: dict[str, dict[str, dict[Mention, Hashable]]] = {}

    @classmethod
    def of(cls, items: Mapping[str, Annotated], *, zeros: str = "dependent") -> AnnotatorPanel:
        """Align annotations; the documents may differ in tokens but not in characters."""
        document = next(iter(items.values())).document
        projected = {
            name: project(item.annotation, item.document, document, zeros=zeros)
            for name, item in items.items()
        }
        complete = {
            name: item._replace(annotation=with_singletons(item.annotation))
            for name, item in items.items()
        }
        pairs = {
            (a, b): Pair.of(complete[a], complete[b], zeros=zeros)
            for a, b in combinations(items, 2)
        }
        return cls(
            document,
            {name: one.annotation for name, one in projected.items()},
            inexact=frozenset(m for one in projected.values() for m in one.inexact),
            pairs=pairs,
        )

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], Pair]:
        """Every two annotators, in the order given."""
        if self._pairs is not None:
            return self._pairs
        return {
            (a, b): Pair(self.document, self._complete[a], self._complete[b])
            for a, b in combinations(self.annotations, 2)
        }

    def chains(self, view: str) -> dict[str, Chains]:
        """The chains of each annotator as sets of labels that all annotators share."""
        labels = self._labels(view)
        return {
            name: _distinct([{labels[name][m] for m in e.mentions} for e in annotation.entities])
            for name, annotation in self._complete.items()
        }

    def slices(self, view: str, by: str) -> dict[str, set[Hashable]]:
        """The labels of the mentions of each slice; if annotators differ, the slice that most of
        them name, then the first.
        """
        votes: dict[Hashable, list[str]] = {}
        for name, labels in self._labels(view).items():
            slice_of = self._slice_of(name, by)
            for mention, label in labels.items():
                votes.setdefault(label, []).append(slice_of(mention))
        slices: dict[str, set[Hashable]] = {}
        for label, named_slices in votes.items():
            typed = [one for one in named_slices if one != UNTYPED] or named_slices
            slices.setdefault(Counter(typed).most_common(1)[0][0], set()).add(label)
        return slices

    def _slice_of(self, annotator: str, by: str) -> Callable[[Mention], str]:
        if by == "document":
            return lambda mention: self.document.id
        if by == "genre":
            return lambda mention: self.document.genre or "unknown"
        if by == "entity":
            entities = self._complete[annotator].entities
            types = {m: entity.type or UNTYPED for entity in entities for m in entity.mentions}
            return types.__getitem__
        return lambda mention: OF_MENTIONS[by](self.document, mention)

    def _labels(self, view: str) -> dict[str, dict[Mention, Hashable]]:
        """For each annotator, the label of each mention of an entity.

        If mentions need not be equal to match, those of each annotator are aligned with all
        mentions of the preceding annotators.
        """
        if view not in self._units:
            known: dict[Mention, Hashable] = {}
            self._units[view] = {
                name: self._labelled(name, annotation, view, known)
                for name, annotation in self._complete.items()
            }
        return self._units[view]

    def _labelled(
        self, name: str, annotation: Annotation, view: str, known: dict[Mention, Hashable]
    ) -> dict[Mention, Hashable]:
        mentions = [m for entity in annotation.entities for m in entity.mentions]
        if view == "exact":
            return {m: (m.parts, name) if m in self._inexact else m.parts for m in mentions}
        partner = align(self.document, known, mentions, view)
        labels: dict[Mention, Hashable] = {
            m: known[partner[m]] if m in partner else (m.parts, name) for m in mentions
        }
        known.update((m, label) for m, label in labels.items() if m not in partner)
        return labels


def _distinct(chains: list[set[Hashable]]) -> Chains:
    """Chains without mentions that an earlier one has; empty ones are dropped."""
    seen: set[Hashable] = set()
    distinct = []
    for chain in chains:
        fresh = chain - seen
        seen |= fresh
        if fresh:
            distinct.append(fresh)
    return distinct
