"""Where in a file the tokens of a document stand; asked only when something is wrong."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


class Lines:
    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lines: list[Sequence[int]] = []

    def add(self, first: int, lines: Sequence[int]) -> None:
        """The lines of tokens that follow each other, from the first on."""
        self._firsts.append(first)
        self._lines.append(lines)

    def of(self, token: int) -> int:
        at = bisect_right(self._firsts, token) - 1
        return self._lines[at][token - self._firsts[at]]
