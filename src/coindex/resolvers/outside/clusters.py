"""Common parts of the adapters: imports, and decisions from clusters of tokens or characters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any, ClassVar

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import MissingExtra
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.syntax.tree import NONE

RULE = "cluster"
CLUSTER_TERMS: Glossary = {
    RULE: "each mention of a cluster goes back to the one before it; the library gives no reasons"
}
Place = tuple[int, int]
"""Where a mention starts and ends."""


class Clustering(ABC):
    """A resolver that takes the clusters of another library, which gives no reasons."""

    __slots__ = ()
    glossary: ClassVar[Glossary] = CLUSTER_TERMS

    @abstractmethod
    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        """The mentions of each cluster, as tokens."""

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        if mentions.mentions:
            yield from decisions(document, mentions, self.clusters(document))


def imported(library: str, package: str) -> Any:
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtra(package) from error


def from_characters(
    document: Document, clusters: Iterable[Iterable[Place]]
) -> Iterator[list[Place]]:
    """Clusters of characters as clusters of tokens; a place without tokens is left out."""
    words = [index for index, token in enumerate(document.tokens) if not token.empty]
    starts = [document.tokens[index].start for index in words]
    for cluster in clusters:
        in_tokens = []
        for start, end in cluster:
            first, stop = max(0, bisect_right(starts, start) - 1), bisect_left(starts, end)
            if first < stop:
                in_tokens.append((words[first], words[stop - 1] + 1))
        yield in_tokens


def words_and_places(document: Document) -> tuple[list[list[str]], list[int]]:
    """The words of each sentence, without empty tokens, and the token that each word is."""
    inside = [
        [index for index in range(*sentence.span) if not document.tokens[index].empty]
        for sentence in document.sentences
    ]
    words = [[document.tokens[index].form for index in sentence] for sentence in inside]
    return [one for one in words if one], [index for sentence in inside for index in sentence]


def decisions(
    document: Document, mentions: Annotation, clusters: Iterable[Iterable[Place]]
) -> Iterator[Decision]:
    """Each mention of a cluster is linked to the preceding one; mentions that were not given are
    left out.
    """
    view = discourse(document, mentions)
    by_place: dict[Place, Expression] = {}
    for expression in view.expressions:
        by_place.setdefault((expression.mention.start, expression.mention.end), expression)
    decided: set[Expression] = set()
    for cluster in clusters:
        members = {_expression(view, by_place, place) for place in cluster}
        known = sorted((one for one in members if one is not None), key=lambda one: one.number)
        for antecedent, anaphor in pairwise(known):
            if anaphor not in decided:
                decided.add(anaphor)
                yield Decision(anaphor.mention, antecedent.mention, RULE)


def _expression(
    view: Discourse, by_place: dict[Place, Expression], place: Place
) -> Expression | None:
    """The mention with these tokens, else one with the same head."""
    mention = by_place.get(place)
    if mention is not None:
        return mention
    start, end = place
    heads = view.forest.heads
    tops = [
        token
        for token in range(start, end)
        if heads[token] == NONE or not start <= heads[token] < end
    ]
    return view.by_head.get(tops[0]) if tops else None
