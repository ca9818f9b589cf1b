"""Words and tables of a language by its code: a cached shortcut to the `Language` itself.

Each folder beside this file describes one language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from coindex.language.languages import DEFAULT, get_language


@cache
def words(language: str, file: str, name: str) -> frozenset[str]:
    """`Language.words` of the language with this code."""
    return get_language(language).words(file, name)


@cache
def table(language: str, file: str) -> tuple[tuple[str, ...], ...]:
    """`Language.table` of the language with this code."""
    return get_language(language).table(file)


@cache
def first_names(language: str) -> Mapping[str, float]:
    """The share of women, 0 to 1, among the bearers of a name; names without a clear share are left
    out.

    In addition to a language's own names there are those of the English list, which come from many
    countries.
    """
    shares: dict[str, float] = {}
    for source in dict.fromkeys((DEFAULT, language)):
        for share, names in table(source, "first_names"):
            shares |= dict.fromkeys(names.split(), int(share) / 100)
    return shares
