"""Mentions completed from the parse, head, kind and minimal span, and how probable a parser finds
them.
"""

from __future__ import annotations

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Span, Token, features
from coindex.language.nominals.noun_phrases import head_kind, minimal
from coindex.language.syntax.tree import Forest
from coindex.language.zeros.clitics import clitic_kind

DOUBT = 0.1
"""A probability that is nearer than this to what the entity type says is not written."""


def mention_chance(token: Token) -> float:
    """The probability that a word heads a mention, where the parser gives such probabilities."""
    stated = _stated(token)
    if stated is not None:
        return stated
    return 1 - DOUBT / 2 if "EntityType=" in token.misc else DOUBT / 2


def has_chances(document: Document) -> bool:
    """Whether the parser gives such probabilities."""
    return any(_stated(token) is not None for token in document.tokens)


def _stated(token: Token) -> float | None:
    """The attribute; a file may have something else under that name."""
    if "Mention=" not in token.misc:
        return None
    try:
        return float(features(token.misc)["Mention"])
    except (KeyError, ValueError):
        return None


_CLAUSE = frozenset({"cop", "aux", "mark", "nsubj"})


def completed(parse: Forest, mention: Mention) -> Mention:
    """A bare mention: its span, with head, kind and minimal span from the parse where they were not
    given.
    """
    head = top(parse, mention) if mention.head is None else mention.head
    if head is None:
        return Mention(mention.parts, None, mention.kind, mention.minimum, mention.id)
    kind = mention.kind or _kind(parse, mention, head)
    return Mention(
        mention.parts, head, kind, mention.minimum or _minimum(parse, mention, head), mention.id
    )


def top(parse: Forest, mention: Mention) -> int | None:
    """The first nominal word whose head is outside; the first such word, if none is nominal."""
    inside = set(mention.tokens)
    tops = [index for index in mention.tokens if parse.heads[index] not in inside]
    return next((index for index in tops if parse.nominal[index]), tops[0] if tops else None)


def _minimum(parse: Forest, mention: Mention, head: int) -> Span:
    """The minimal span from the parse, if it is inside the mention."""
    span = minimal(parse, head)
    return span if any(part.covers(span) for part in mention.parts) else Span(head, head + 1)


def _kind(parse: Forest, mention: Mention, head: int) -> Kind:
    inside = {parse.labels[child] for child in parse.children[head] if child in mention.span}
    if inside & _CLAUSE:
        return Kind.VERBAL
    if "conj" in inside and parse.nominal[head]:
        return Kind.COORDINATION
    return clitic_kind(parse, head) or head_kind(parse, head)
