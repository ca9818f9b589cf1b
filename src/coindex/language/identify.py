"""The language of a text, by its script or by how its words are spelled: sure after a sentence, a
guess after a word.

Each of 33 languages in Latin script is a table of trigrams with their probabilities (Cavnar &
Trenkle 1994; Dunning 1994), which `training/languages.py` makes. A language of one's own brings a
list of its frequent words instead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.language.languages import DEFAULT, get_language, known_languages
from coindex.language.scripts import NAMES, language_by_script

LEAST_WORDS = 8
"""A list of fewer frequent words does not tell a language."""
LOOKED_AT = 20_000
"""Characters from the beginning that decide, so that long texts take no longer."""
TABLE = Path(__file__).with_name("trigrams.npz")
STEP = 1 / 16
"""The unit of the table's costs, negative natural logarithms in a byte."""
CLEARLY, CLEARLY_IN_FEW = 6.0, 10.0
"""How much more probable (a logarithm) a language that cannot be parsed has to be than all that
can: chosen on 3,655 English and Spanish sentences of treebanks, of which .6 % are lost, and 4,500
in five other languages, of which 98 % are recognised.
"""
FEW_WORDS = 4
"""In so few words, names and loanwords weigh too much."""
DOUBTFUL = 3.0
"""A language that is not more probable than another by this much is a guess."""
USUAL = 1.0
"""What the default language gains in so few words."""
OUTSIDE = 3
"""Words outside quotation marks that are enough to tell the language of who quotes."""
OWN_WORD = 2.0
"""What a word of its list adds to a language that has no table."""

_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"\w+://\S+|\S+@\S+|\bwww\.\S+")
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|„[^“”]*[“”]|\"[^\"]*\"")


class Guess(NamedTuple):
    """A language, by its code, and whether the text is clear enough to be sure of it."""

    code: str
    is_sure: bool


class _Table(NamedTuple):
    languages: tuple[str, ...]
    rows: Mapping[str, int]
    costs: NDArray[np.uint8]


@cache
def _table() -> _Table:
    with np.load(TABLE) as stored:
        languages, trigrams = (str(stored[name]).split("\n") for name in ("languages", "trigrams"))
        rows = {trigram: row for row, trigram in enumerate(trigrams)}
        return _Table(tuple(languages), rows, stored["costs"])


def language_of(text: str) -> str:
    """The code of the language that a text most probably is in; empty if it has no letters, or only
    some of a script that tells nothing.
    """
    return guess_language(text).code


def guess_language(text: str) -> Guess:
    """The language that a text most probably is in, and whether that is sure.

    What stands in quotation marks does not count where enough stands outside them. A language that
    cannot be parsed has to be clearly more probable than those that can.
    """
    return _guess(text[:LOOKED_AT], tuple(known_languages()))


@lru_cache(maxsize=64)  # a text is asked about by who warns and by who parses
def _guess(beginning: str, known: tuple[str, ...]) -> Guess:
    # Kept by the languages, too, so that one that is registered later is also recognised.
    if by_script := language_by_script(beginning):
        return Guess(by_script, True)
    plain = _ADDRESS.sub(" ", beginning)
    outside = _QUOTED.sub(" ", plain)
    words = _WORD.findall(outside if len(words_of(outside)) >= OUTSIDE else plain)
    return _of_words(words) if words else Guess("", False)


def _of_words(words: Sequence[str]) -> Guess:
    small = [word for word in words if word[0].islower()]
    if another := _clearly_another(small or [word for word in words if word[1:].isupper()]):
        return Guess(another, True)
    # Names have a language of their own, if there is enough beside them.
    evidence = _evidence(small if len({*small}) >= OUTSIDE else words)
    if len(words) <= FEW_WORDS and DEFAULT in evidence:
        evidence[DEFAULT] += USUAL
    parsed = [code for code in evidence if _has_parser(code)]
    ranked = sorted(parsed or evidence, key=lambda code: -evidence[code])
    best, rivals = ranked[0], ranked[1:2]
    is_sure = all(evidence[best] - evidence[rival] >= DOUBTFUL for rival in rivals)
    return Guess(best, is_sure and max(evidence, key=evidence.__getitem__) == best)


def _clearly_another(words: Sequence[str]) -> str:
    """A language that cannot be parsed but is clearly more probable than those that can.

    Words in small letters are asked, or those in capitals alone: an English sentence may be full
    of Polish names.
    """
    if len(words) < 2:
        return ""
    evidence = _evidence(words)
    parsed = max((evidence[code] for code in evidence if _has_parser(code)), default=0.0)
    best = max(evidence, key=evidence.__getitem__)
    clearly = CLEARLY_IN_FEW if len(words) <= FEW_WORDS else CLEARLY
    return "" if _has_parser(best) or evidence[best] - parsed < clearly else best


def _evidence(words: Sequence[str]) -> dict[str, float]:
    """The log probability of words in each language; a language without a table is as probable as
    the others are on average, but for the words of its list: with each of these it is more probable
    than all that cannot be parsed.
    """
    table = _table()
    # A word that is repeated says nothing new.
    words = [*dict.fromkeys(word.lower() for word in words)]
    known = np.zeros((len(words), len(table.languages)))
    for number, word in enumerate(words):
        rows = [table.rows[trigram] for trigram in trigrams(word) if trigram in table.rows]
        known[number] = -STEP * table.costs[rows].sum(axis=0, dtype=np.int64)
    evidence = dict(zip(table.languages, known.sum(axis=0).tolist(), strict=True))
    unparsed = [not _has_parser(code) for code in table.languages]
    for code, own in _own_words(tuple(known_languages())).items():
        if code not in evidence:
            found = np.array([word in own for word in words])
            closest = known[:, unparsed].max(axis=1) + OWN_WORD
            evidence[code] = float(np.where(found, closest, known.mean(axis=1)).sum())
    return evidence


@cache
def _own_words(codes: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    # Cached by the codes, so that a language that is registered later is also recognised.
    lists = {code: get_language(code).words("identify", "common") for code in codes}
    return {code: words for code, words in lists.items() if words}


def _has_parser(code: str) -> bool:
    return code in known_languages() and get_language(code).parser != "given"


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def trigrams(word: str) -> list[str]:
    """Every three letters of a word that follow each other, its edges being spaces."""
    padded = f" {word} "
    return [padded[start : start + 3] for start in range(len(padded) - 2)]


def name_of_language(code: str) -> str:
    """The English name of a language; an unknown code is returned as it is."""
    return NAMES.get(code) or get_language(code).name if code else "unknown"
