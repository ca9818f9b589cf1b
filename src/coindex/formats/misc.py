"""Values of other columns kept in a token's MISC, where bars separate attributes and commas the
items of a list.
"""

from __future__ import annotations


def escaped(value: str) -> str:
    return value.replace("%", "%25").replace("|", "%7C").replace(",", "%2C")


def unescaped(value: str) -> str:
    return value.replace("%2C", ",").replace("%7C", "|").replace("%25", "%")
