"""Values of other columns kept in a token's MISC, where bars separate attributes and commas the
items of a list.
"""

from __future__ import annotations

from collections.abc import Container

from coindex.core.document import Document, features


def escaped(value: str) -> str:
    return value.replace("%", "%25").replace("|", "%7C").replace(",", "%2C")


def unescaped(value: str) -> str:
    return value.replace("%2C", ",").replace("%7C", "|").replace("%25", "%")


def unplaced(document: Document, names: Container[str]) -> int:
    """How many tokens have an attribute in MISC for which a format has no column; `names` are those
    for which it has one.
    """
    return sum(any(name not in names for name in features(token.misc)) for token in document.tokens)
