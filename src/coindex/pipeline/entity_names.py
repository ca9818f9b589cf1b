"""The name of an entity: its most frequent proper name, else a short description."""

from __future__ import annotations

from collections import Counter

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Span

LONGEST = 8
"""The maximum number of tokens in a description; of a longer one only the words up to its noun are
kept.
"""


def entity_name(document: Document, entity: Entity) -> str:
    """The most frequent proper name; else the first noun phrase, else the first mention."""
    names = [_plain(document, m.minimum or m.span) for m in entity.mentions if m.kind is Kind.NAME]
    if names:
        counts = Counter(names)
        return max(counts, key=lambda name: (counts[name], len(name), -names.index(name)))
    phrases = [mention for mention in entity.mentions if not mention.kind.pronominal]
    return _description(document, phrases[0] if phrases else entity.mentions[0])


def _description(document: Document, mention: Mention) -> str:
    span = mention.span
    if span.length > LONGEST and mention.minimum is not None:
        span = Span(span.start, max(mention.minimum.end, span.start + 1))
    return _plain(document, span)


def _plain(document: Document, span: Span) -> str:
    """The text on one line: a name may be broken across lines."""
    return " ".join(document.surface(span).split())
