"""Heads and probable arcs of all sentences of a window at once: most sentences are short, and to
call for each of them would take longer than the work itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.models.trees import Heads, best_tree


class LikelyArcs(NamedTuple):
    """Dependents, in order, with those of their heads that are probable enough; head 0 is the root,
    head k the k-th word of the window.
    """

    dependents: NDArray[np.int64]
    heads: NDArray[np.int64]
    chances: NDArray[np.float64]


class WindowArcs:
    """The arcs inside sentences, row after row; `bounds` are the words at which sentences begin,
    and the end of the last one. Rows of `scores` are dependents, columns heads, column 0 the root.
    """

    def __init__(self, scores: NDArray[Any], bounds: Sequence[int]) -> None:
        self._scores, self._bounds = scores, bounds
        sizes = np.diff(bounds)
        words = np.arange(bounds[-1])
        begins = np.repeat(bounds[:-1], sizes)
        self._widths = np.repeat(sizes + 1, sizes)
        ends = np.cumsum(self._widths)
        self._first = ends - self._widths
        self._rows = np.repeat(words, self._widths)
        self._columns = np.arange(ends[-1]) + self._along_rows(begins - self._first)
        self._columns[self._first] = 0
        self._cells = scores[self._rows, self._columns].astype(np.float64)
        self._cells[self._first + words - begins + 1] = -np.inf
        self._best = np.maximum.reduceat(self._cells, self._first)

    def _along_rows(self, values: NDArray[Any]) -> NDArray[Any]:
        """One value for each word, repeated for each of its possible heads."""
        return np.repeat(values, self._widths)

    def heads(self) -> Heads:
        """The heads of the best tree of each sentence."""
        best = np.flatnonzero(self._cells == self._along_rows(self._best))
        first = np.searchsorted(self._rows[best], np.arange(self._bounds[-1]))
        heads: Heads = self._columns[best[first]]
        trees = _are_trees(heads, self._bounds)
        for (begin, stop), is_tree in zip(pairwise(self._bounds), trees, strict=True):
            if not is_tree:
                columns = np.arange(begin, stop + 1)
                columns[0] = 0
                heads[begin:stop] = columns[best_tree(self._scores[begin:stop, columns])]
        return heads

    def likely(self, temperature: float, least: float) -> LikelyArcs:
        """The arcs of at least this probability, calibrated by the temperature."""
        chances = np.exp(self._cells / temperature - self._along_rows(self._best / temperature))
        chances /= self._along_rows(np.add.reduceat(chances, self._first))
        kept = np.flatnonzero(chances >= least)
        return LikelyArcs(self._rows[kept], self._columns[kept], chances[kept])


def _are_trees(heads: Heads, bounds: Sequence[int]) -> list[bool]:
    """Whether the heads of each sentence have one root, to which all other words lead."""
    begins = bounds[:-1]
    roots = np.add.reduceat((heads == 0).astype(np.int64), begins)
    above = np.concatenate(([0], heads))
    for _ in range(int(np.diff(bounds).max()).bit_length()):
        above = above[above]  # twice as many steps up as before
    lost = np.maximum.reduceat(above[1:], begins)
    trees: list[bool] = ((roots == 1) & (lost == 0)).tolist()
    return trees
