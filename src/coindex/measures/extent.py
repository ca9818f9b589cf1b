"""How long a text is and how far an entity reaches in it, in words, and both in bands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from coindex.core.annotation import Entity
from coindex.core.document import Document
from coindex.core.identity import by_identity

LENGTHS = (0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""The least number of words of each band of documents."""
SPREADS = (0, 100, 500, 1_500, 5_000, 20_000, 50_000)
"""The least number of words from the first to the last mention of an entity, of each band."""


@by_identity(4)
def words_before(document: Document) -> Sequence[int]:
    """For each token how many words precede it; at the end, the number of all words."""
    counts, words = [], 0
    for token in document.tokens:
        counts.append(words)
        words += not token.empty
    return [*counts, words]


def length_band(document: Document) -> str:
    """The band of a document's length."""
    return band(words_before(document)[-1], LENGTHS)


def spread_band(document: Document, entity: Entity) -> str:
    """The band of the words from the first mention of an entity to its last."""
    words = words_before(document)
    first = min(mention.start for mention in entity.mentions)
    last = max(mention.start for mention in entity.mentions)
    return band(words[last] - words[first], SPREADS)


@lru_cache(maxsize=256)
def band(value: int, bounds: tuple[int, ...]) -> str:
    """`500-999 words`; the last band is open."""
    place = bisect_right(bounds, value) - 1
    low = bounds[place]
    if place + 1 == len(bounds):
        return f"{low:,} words or more"
    return f"{low:,}-{bounds[place + 1] - 1:,} words"


def in_order(name: str) -> tuple[int, str]:
    """The key by which bands and numbered windows are sorted."""
    digits = name.partition("-")[0].partition(" ")[0].replace(",", "")
    return (int(digits), name) if digits.isdecimal() else (-1, name)
