"""Text with marked mentions, `[Ann](#1) lost [[her](#1) key](#2)`: written for a model, and read
from its answer, however damaged.

The notation is that of Le & Ritter (2023), who ask a model to number the brackets.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

CUT_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)
_PIECE = re.compile(r"\[|\](?:\(\s*#?\s*([\w.,\-]*)\s*\)|#?(\d+))?|\w+|[^\w\s]")
_NUMBER = re.compile(r"\d+")

FENCES, THOUGHTS = "code fences", "thoughts"
UNOPENED, UNCLOSED = "brackets never opened", "brackets never closed"
UNNUMBERED = "mentions without a number"


class MarkedBracket(NamedTuple):
    """A marked mention: its first piece and the one after its last, its number, and its place in
    the answer.
    """

    start: int
    end: int
    name: str
    at: tuple[int, int]


class Marked(NamedTuple):
    """The words and punctuation marks of a text, the start of each, and the brackets
    around them.
    """

    words: list[str]
    places: list[int]
    brackets: list[MarkedBracket]
    damage: Counter[str]


def without_wrapping(answer: str) -> tuple[str, Counter[str]]:
    """An answer without a model's reasoning and without code fences."""
    answer, thoughts = CUT_THOUGHTS.subn("", answer)
    answer, fences = FENCE.subn("", answer)
    return answer, +Counter({THOUGHTS: thoughts, FENCES: fences})


def read(text: str) -> Marked:
    """The words and brackets of a marked text. A bracket that closes without having been opened is
    assumed to enclose the preceding word; one that is never closed has no number and is lost. Both
    are counted.
    """
    words, places, brackets = list[str](), list[int](), list[MarkedBracket]()
    opened: list[tuple[int, int]] = []
    damage: Counter[str] = Counter()
    for match in _PIECE.finditer(text):
        sign = match[0][0]
        if sign == "[":
            opened.append((len(words), match.start()))
        elif sign == "]":
            name = _name(match[1] or match[2] or "")
            if not opened and not words:
                damage[UNOPENED] += 1
                continue
            if not opened:
                damage[UNOPENED] += 1
            start, at = opened.pop() if opened else (len(words) - 1, places[-1])
            if not name:
                damage[UNNUMBERED] += 1
            if start < len(words):
                brackets.append(MarkedBracket(start, len(words), name, (at, match.end())))
        else:
            words.append(match[0])
            places.append(match.start())
    damage[UNCLOSED] += len(opened)
    return Marked(words, places, brackets, +damage)


def _name(written: str) -> str:
    """The number of a bracket, the same for `1`, `e1` and `cluster_1`; without one, its name."""
    number = _NUMBER.search(written)
    return number[0].lstrip("0") or "0" if number else written.casefold()
