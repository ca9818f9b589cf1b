"""How probable a parser finds it that a word heads a mention, as its attribute *Mention* says."""

from __future__ import annotations

from coindex.core.document import Document, Token, features

DOUBT = 0.1
"""A probability that is nearer than this to what the entity type says is not written."""


def mention_chance(token: Token) -> float:
    """The probability that a word heads a mention, where the parser gives such probabilities."""
    if "Mention=" in token.misc and (stated := features(token.misc).get("Mention")):
        return float(stated)
    return 1 - DOUBT / 2 if "EntityType=" in token.misc else DOUBT / 2


def has_chances(document: Document) -> bool:
    """Whether the parser gives such probabilities."""
    return any("Mention=" in token.misc for token in document.tokens)
