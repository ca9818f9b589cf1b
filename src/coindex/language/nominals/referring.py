"""How probable a parser finds it that a word heads a mention, as its attribute *Mention* says."""

from __future__ import annotations

from coindex.core.document import Document, Token, features

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
