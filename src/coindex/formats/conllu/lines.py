"""The line numbers of a document's tokens, needed only for error messages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


class ConlluLines:
    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lines: list[Sequence[int]] = []

    def add(self, first: int, lines: Sequence[int]) -> None:
        """Add the lines of consecutive tokens, beginning with the first."""
        self._firsts.append(first)
        self._lines.append(lines)

    def of(self, token: int) -> int:
        at = bisect_right(self._firsts, token) - 1
        return self._lines[at][token - self._firsts[at]]
