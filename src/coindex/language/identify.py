"""The language of a text, by script and function words: accurate enough to warn or to choose a
model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from heapq import nlargest

from coindex.core.document import Document
from coindex.language.languages import DEFAULT, get_language, known_languages
from coindex.language.scripts import NAMES, language_by_script

LEAST_WORDS = 8
"""In fewer words, shares say nothing; then a language other than the default needs clear marks."""
LEAST_SHARE = 0.08
"""The share of frequent words that a text in a language has at least."""
LOOKED_AT = 20_000
"""Characters from the beginning that decide, so that long texts take no longer."""
CLEARLY, CLEARLY_OVER_MODEL = 1.3, 2.0
"""How many times the evidence of the next language, and of one that can be parsed, another language
must have.
"""

_TOKEN = re.compile(r"[^\W\d_]+")


def _common() -> Mapping[str, frozenset[str]]:
    """Function words by language, the default one first: a tie with it is not decided."""
    return _common_of(tuple(known_languages()))


@cache
def _common_of(known: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    # Cached by the codes, so that a language that is registered later is also recognised.
    codes = sorted(known, key=lambda code: (code != DEFAULT, not _has_model(code), code))
    lists = {code: get_language(code).words("identify", "common") for code in codes}
    return {code: words for code, words in lists.items() if words}


def _has_model(code: str) -> bool:
    return get_language(code).parser != "given"


def language_of(text: str) -> str:
    """The code of the language of a text, by its script, or else by its function
    words; empty if neither decides.

    Among languages with equally many words, one that can be parsed is preferred. A few words are
    enough for such a language if they have letters or signs that only it has.
    """
    beginning = text[:LOOKED_AT]
    return language_by_script(beginning) or _by_words(beginning)


def _by_words(text: str) -> str:
    words = [word.lower() for word in _TOKEN.findall(text)]
    counts = Counter(
        {code: sum(word in common for word in words) for code, common in _common().items()}
    )
    (best, count), (_, second) = counts.most_common(2)
    if len(words) < LEAST_WORDS:
        frequent = _of_few(text, counts, best)
    else:
        parsed = best != DEFAULT and _has_model(best)
        frequent = best if count >= LEAST_SHARE * len(words) and (count > second or parsed) else ""
    return _clearly_another(text, words, frequent) or frequent


def _clearly_another(text: str, words: Sequence[str], frequent: str) -> str:
    """A language that cannot be parsed but has clearly more evidence than
    all others, also in a short text.

    A word counts less the more languages have it; a letter that only one language has counts like a
    word. The thresholds were set on 15,824 sentences and beginnings of sentences from treebanks of
    seven languages: of those under eight words in French, Italian, Portuguese, German or Dutch, 55
    to 75 % are recognised (none were before), and of all English and Spanish ones, three more are
    taken for something else.
    """
    evidence = {code: [0.0] for code in _common()}
    languages = _languages_of(tuple(evidence))
    for word in words:
        codes = languages.get(word, ())
        for code in codes:
            evidence[code].append(1 / len(codes))
    for code, weights in evidence.items():
        if not set(get_language(code).letters).isdisjoint(text):
            weights.append(1.0)
    # English and languages with a model win unless another is clearly ahead: a wrong guess there
    # makes a parse useless, while a language that is not parsed loses little.
    best, second = nlargest(2, evidence, key=lambda code: sum(evidence[code]))
    weight, matches = sum(evidence[best]), len(evidence[best]) - 1
    clear = (
        weight >= CLEARLY * sum(evidence[second])
        and weight >= 1
        and matches >= max(2, LEAST_SHARE * len(words))
    )
    if not clear or best == DEFAULT or _has_model(best):
        return ""
    rival = frequent if frequent and frequent != DEFAULT and _has_model(frequent) else best
    return best if rival == best or weight >= CLEARLY_OVER_MODEL * sum(evidence[rival]) else ""


@cache
def _languages_of(codes: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """For each function word, the languages that have it."""
    languages: dict[str, list[str]] = {}
    for code in codes:
        for word in _common()[code] | get_language(code).words("identify", "telling"):
            languages.setdefault(word, []).append(code)
    return languages


def _of_few(text: str, counts: Mapping[str, int], best: str) -> str:
    """The language of a short text, if it is clearly not the default one; else the empty string."""
    for code, count in counts.items():
        if code != DEFAULT and _has_model(code):
            marked = (
                not set(get_language(code).letters).isdisjoint(text) and count >= counts[DEFAULT]
            )
            if marked or (best == code and count > max(1, counts[DEFAULT])):
                return code
    return ""


def language_among(document: Document, known: Sequence[str]) -> str:
    """The language that a document states or seems to be in, if it is one of `known`; else the
    first of them.
    """
    language = document.language.partition("-")[0] or language_of(document.text)
    return language if language in known else known[0]


def name_of_language(code: str) -> str:
    """The English name of a language; an unknown code is returned as it is."""
    return NAMES.get(code) or get_language(code).name if code else "unknown"
