"""The labels of proposed expressions under a key: which are mentions under its scheme, their types
and edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention, Source
from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from coindex.measures.projection import project, same_tokens
from coindex.resolvers.neural.features import TYPES as GUM_TYPES
from coindex.resolvers.neural.states import FARTHEST

TYPES = (*GUM_TYPES, "PER", "LOC", "FAC", "GPE", "ORG", "VEH", "mention")
"""The type of a span: no mention, one of GUM's types, one of LitBank's, or a mention of a scheme
without types.
"""


UNKNOWN = -1
Span = tuple[int, int]


class Labels(NamedTuple):
    """For each expression: its entity, its type (an index of TYPES), and the words from its head to
    either edge.

    -1 stands for an expression in no entity, and for a type and edges that the key does not give.
    """

    entity: list[int]
    type: list[int]
    edges: list[tuple[int, int]]


class Aligned:
    """The tokens of a key on those of another parse of the same text."""

    def __init__(self, key: Document, own: Document) -> None:
        self._same = key is own or same_tokens(key, own)
        self._key = key
        self._starts = {
            token.start: index for index, token in enumerate(own.tokens) if not token.empty
        }
        self._ends = {token.end: index for index, token in enumerate(own.tokens) if not token.empty}

    def span(self, mention: Mention) -> Span | None:
        """First and last token; `None` if these begin or end inside a token."""
        if self._same:
            return mention.start, mention.end - 1
        tokens = self._key.tokens
        first = self._starts.get(tokens[mention.start].start)
        last = self._ends.get(tokens[mention.end - 1].end)
        return None if first is None or last is None or last < first else (first, last)

    def token(self, index: int) -> int:
        if self._same:
            return index
        return self._starts.get(self._key.tokens[index].start, UNKNOWN)


def labels(key: Annotated, discourse: Discourse, types: dict[Span, str] | None = None) -> Labels:
    """The labels; `types` by first and last token of the key, if its entities have none."""
    aligned = Aligned(key.document, discourse.document)
    matched = _matched(key, discourse)
    labelled = Labels([], [], [])
    for expression, match in zip(discourse.expressions, matched, strict=True):
        if match is None:
            labelled.entity.append(UNKNOWN)
            labelled.type.append(0)
            labelled.edges.append((UNKNOWN, UNKNOWN))
            continue
        entity, mention = match
        stated = (types or {}).get((mention.start, mention.end - 1), "") or key.annotation.entities[
            entity
        ].type
        labelled.entity.append(entity)
        labelled.type.append(
            TYPES.index(stated) if stated in TYPES and stated else TYPES.index("mention")
        )
        span = aligned.span(mention) if len(mention.parts) == 1 else None
        inside = span is not None and span[0] <= expression.head <= span[1]
        labelled.edges.append(
            _edges(span, expression.head) if inside and span is not None else (UNKNOWN, UNKNOWN)
        )
    return labelled


def _edges(span: Span, head: int) -> tuple[int, int]:
    return min(FARTHEST, head - span[0]), min(FARTHEST, span[1] - head)


def _matched(key: Annotated, discourse: Discourse) -> list[tuple[int, Mention] | None]:
    """The key mention of each expression: that of the same span, or else the nearest in length with
    the same head.
    """
    given = Annotation(key.document.id, Source(), tuple(one.full for one in discourse.expressions))
    projected = project(given, discourse.document, key.document)
    moved = projected.annotation.mentions
    by_parts = {
        mention.parts: (number, mention)
        for number, entity in reversed(list(enumerate(key.annotation.entities)))
        for mention in entity.mentions
    }
    matches = [
        None if mention in projected.inexact else by_parts.get(mention.parts) for mention in moved
    ]
    # Equal spans first: else a longer expression with the same head could take their key mention.
    taken = {match[1].parts for match in matches if match is not None}
    by_head: dict[int | None, list[int]] = {}
    for index, mention in enumerate(moved):
        if matches[index] is None:
            by_head.setdefault(mention.head, []).append(index)
    parse = forest(key.document)
    for number, entity in enumerate(key.annotation.entities):
        for mention in entity.mentions:
            free = [] if mention.parts in taken else by_head.get(completed(parse, mention).head, [])
            free = [index for index in free if matches[index] is None]
            if free:
                sizes = [abs(moved[index].span.length - mention.span.length) for index in free]
                matches[free[sizes.index(min(sizes))]] = (number, mention)
    return matches


def key_spans(key: Annotated, own: Document) -> tuple[list[list[int]], list[Span]]:
    """The entities as numbers of key mentions, and the tokens of each mention on another parse, -1
    if there are none.
    """
    aligned = Aligned(key.document, own)
    groups: list[list[int]] = []
    spans: list[Span] = []
    for entity in key.annotation.entities:
        groups.append(list(range(len(spans), len(spans) + len(entity.mentions))))
        for mention in entity.mentions:
            spans.append(
                (aligned.span(mention) if len(mention.parts) == 1 else None) or (UNKNOWN, UNKNOWN)
            )
    return groups, spans


def own_pronouns(
    pronouns: Sequence[tuple[int, list[int], str]], key: Document, own: Document
) -> list[tuple[int, list[int], str]]:
    """Pronouns of a key (token, heads of its entity's mentions, form)
    on the tokens of another parse.
    """
    aligned = Aligned(key, own)
    return [
        (aligned.token(start), [aligned.token(head) for head in heads], form)
        for start, heads, form in pronouns
    ]
