"""Overlapping windows over a text of any length; each word belongs to the one in which it has most
context.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.models.antecedents import WINDOW

PIECES, OVERLAP = WINDOW
"""The maximum number of pieces in a window, which two more open and close, and about how many of
them two neighbours share.
"""


class Window(NamedTuple):
    """Words `start` to `end` are read; the states of `own_start` to `own_end` are used."""

    start: int
    end: int
    own_start: int
    own_end: int


def windows(
    counts: NDArray[np.integer], *, size: int = PIECES, overlap: int = OVERLAP
) -> Iterator[Window]:
    """Windows over words, given the number of pieces of each; no word may have more than `size`."""
    ends = np.cumsum(counts, dtype=np.int64)
    total = len(counts)
    start = own_start = 0
    while start < total:
        before = ends[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(ends, before + size, side="right")))
        if end >= total:
            yield Window(start, total, own_start, total)
            return
        following = max(
            start + 1, int(np.searchsorted(ends, ends[end - 1] - overlap, side="right"))
        )
        border = (following + end) // 2
        yield Window(start, end, own_start, border)
        start, own_start = following, border
