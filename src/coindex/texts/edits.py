"""Edits of a text, and the mapping of characters between the old and the new text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """A half-open range of characters of the old text, and its replacement."""

    start: int
    end: int
    text: str


class Offsets:
    """Maps offsets between a text and its edited version, both ways."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        """`edits` must not overlap; they are applied in textual order."""
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
        """The offset in the new text of a character of the old one; for a replaced one, that of its
        replacement.
        """
        return _moved(offset, self._old, self._new, self._widths, self._sizes)

    def to_old(self, offset: int) -> int:
        """The offset in the old text of a character of the new one; for an inserted one, that of
        the text that it replaces.
        """
        return _moved(offset, self._new, self._old, self._sizes, self._widths)

    def place(self, number: int) -> tuple[int, int]:
        """Where the text of an edit is in the new text."""
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
