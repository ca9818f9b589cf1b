"""Which language a text is in, by its function words: enough to warn or to choose a model, no more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from coindex.core.document import Document
from coindex.language.languages import DEFAULT, get_language, known_languages

LEAST_WORDS = 8
LEAST_SHARE = 0.08
LOOKED_AT = 20_000

_TOKEN = re.compile(r"[^\W\d_]+")


@cache
def _common() -> Mapping[str, frozenset[str]]:
    """Function words by language, the default one first: a tie with it is not decided."""
    codes = sorted(known_languages(), key=lambda code: (code != DEFAULT, not _has_model(code), code))
    lists = {code: get_language(code).words("identify", "common") for code in codes}
    return {code: words for code, words in lists.items() if words}


def _has_model(code: str) -> bool:
    return get_language(code).parser != "given"


def language_of(text: str) -> str:
    """The code of the language whose function words are most frequent; empty where there is too little to tell.

    Among languages with equally many, one that can be parsed is preferred. A few words are enough for such a language
    if they have letters or signs that only it has.
    """
    words = [word.lower() for word in _TOKEN.findall(text[:LOOKED_AT])]
    counts = Counter({code: sum(word in common for word in words) for code, common in _common().items()})
    (best, count), (_, second) = counts.most_common(2)
    if len(words) < LEAST_WORDS:
        return _of_few(text, counts, best)
    parsed = best != DEFAULT and _has_model(best)
    return best if count >= LEAST_SHARE * len(words) and (count > second or parsed) else ""


def _of_few(text: str, counts: Mapping[str, int], best: str) -> str:
    """Of a short text: the default language is the alternative, and whatever is not clearly another one is not told."""
    for code, count in counts.items():
        if code != DEFAULT and _has_model(code):
            marked = not set(get_language(code).letters).isdisjoint(text) and count >= counts[DEFAULT]
            if marked or (best == code and count > max(1, counts[DEFAULT])):
                return code
    return ""


def language_among(document: Document, known: Sequence[str]) -> str:
    """The language a document says it is in, or seems to be in, if that is one of those known; else the first."""
    said = document.language.partition("-")[0] or language_of(document.text)
    return said if said in known else known[0]


def name_of_language(code: str) -> str:
    """In English; a code that is not known is its own name."""
    return get_language(code).name if code else "unknown"
