"""Edits of a text, and where each character of the old text stands in the new one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """Characters of the old text, half-open, and what replaces them."""

    start: int
    end: int
    text: str


class Offsets:
    """Maps offsets between a text and its edited version, both ways."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        """`edits` may not overlap; they are taken in textual order."""
        self.edits = tuple(sorted(edits))
        self._old = [edit.start for edit in self.edits]
        self._widths = [edit.end - edit.start for edit in self.edits]
        self._sizes = [len(edit.text) for edit in self.edits]
        self._new: list[int] = []
        shift = 0
        for edit, width, size in zip(self.edits, self._widths, self._sizes, strict=True):
            self._new.append(edit.start + shift)
            shift += size - width

    def to_new(self, offset: int) -> int:
        """Where a character of the old text stands in the new one; for one that was
        replaced, where its replacement begins.
        """
        return _moved(offset, self._old, self._new, self._widths, self._sizes)

    def to_old(self, offset: int) -> int:
        """Where a character of the new text comes from; for an inserted one, where
        the text that it replaces begins.
        """
        return _moved(offset, self._new, self._old, self._sizes, self._widths)

    def place(self, number: int) -> tuple[int, int]:
        """Where the text of an edit stands in the new text."""
        start = self._new[number]
        return start, start + len(self.edits[number].text)


def _moved(
    offset: int,
    source: Sequence[int],
    target: Sequence[int],
    old: Sequence[int],
    new: Sequence[int],
) -> int:
    last = bisect_right(source, offset) - 1
    if last < 0:
        return offset
    into = offset - source[last]
    if into < old[last]:
        return target[last]
    return target[last] + new[last] + into - old[last]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with its edits."""
    pieces, last = [], 0
    for edit in sorted(edits):
        pieces += [text[last : edit.start], edit.text]
        last = edit.end
    return "".join([*pieces, text[last:]])
