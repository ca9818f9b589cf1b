"""How much of a job is done, by the bytes of its input, and how long the rest takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from coindex.experiment.bulk.items import ItemResult

_LEAST = 0.005
"""The share of the input after which the time that is left can be told."""


class Progress:
    """Counts the results of a run. `sizes` are those of the files in their order.

    Inside a file the share is known where its documents are lines: their number, times the average
    length of those of this run, so that it is right after a resumption, too. A compressed file, or
    one of another format, counts when the next one begins.
    """

    def __init__(self, sizes: Sequence[int], clock: Callable[[], float] = time.monotonic) -> None:
        self.documents = self.errors = self.words = 0
        self._before = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
        self._clock, self._begun = clock, clock()
        self._first = 0.0
        self._place, self._number = -1, 0
        self._items = self._bytes = 0

    def add(self, outcome: ItemResult) -> None:
        place, _, number = outcome.item
        first = self._place < 0
        if place != self._place:
            self._items = self._bytes = 0
        self._items += 1
        self._bytes += outcome.size
        self._place, self._number = place, number - 1 if first else number
        if first:  # what an earlier run has done takes this one no time
            self._first = self.share or 0.0
            self._number = number
        self.documents += not outcome.reason
        self.errors += bool(outcome.reason)
        self.words += outcome.words

    @property
    def share(self) -> float | None:
        """How much of the input is done; None if its size is not known."""
        total = self._before[-1]
        if not total or self._place < 0:
            return None
        start, end = self._before[self._place : self._place + 2]
        inside = self._number * self._bytes / self._items if self._items else 0.0
        return min(start + inside, end) / total

    @property
    def seconds(self) -> float:
        return self._clock() - self._begun

    @property
    def left(self) -> float | None:
        """The seconds that the rest takes, if it goes on like this; None as long as that cannot be
        told.
        """
        share = self.share
        if share is None or share - self._first < _LEAST:
            return None
        return self.seconds * (1 - share) / (share - self._first)

    @property
    def speed(self) -> float:
        """Words per second."""
        return self.words / max(self.seconds, 0.001)
