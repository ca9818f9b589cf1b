"""Heads and probable arcs of all sentences of a window at once: most sentences are short, and to
call for each of them would take longer than the work itself. Heads are a maximum spanning tree
(Chu-Liu/Edmonds) with a single root.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
Heads = NDArray[np.int64]

ROOT_PENALTY = 1e6
"""Makes any second root arc more expensive than every tree without it (Stanojević & Cohen 2021)."""


def best_tree(scores: NDArray[Any]) -> Heads:
    """Heads of the best single-rooted tree; rows are dependents, columns heads, column 0 the root.

    Head 0 is the root, head k the k-th word.
    """
    scores = scores.astype(np.float64)
    words = np.arange(len(scores))
    scores[words, words + 1] = -np.inf
    heads: Heads = scores.argmax(1)
    if (heads == 0).sum() == 1 and not _cycle(heads.tolist()):
        return heads
    square = np.full((len(scores) + 1, len(scores) + 1), -np.inf)
    square[1:] = scores
    heads = _spanning(square)[1:]
    if (heads == 0).sum() == 1:
        return heads
    square[1:, 0] -= ROOT_PENALTY
    return _spanning(square)[1:]


def _cycle(heads: list[int]) -> list[int]:
    """The words (counted from 1) of one cycle; empty if there is none."""
    state = [0] * (len(heads) + 1)
    state[0] = -1
    for word in range(1, len(heads) + 1):
        path = word
        while state[path] == 0:
            state[path] = word
            path = heads[path - 1]
        if state[path] == word:
            cycle = [path]
            while (node := heads[cycle[-1] - 1]) != path:
                cycle.append(node)
            return cycle
    return []


def _spanning(scores: Scores) -> Heads:
    """Best arborescence from node 0 over a square matrix [dependent, head]:
    cycles are contracted, then undone.
    """
    contracted: list[tuple[Heads, Heads, Heads, Heads]] = []
    while True:
        heads: Heads = scores.argmax(1)
        heads[0] = 0
        cycle = _cycle(heads[1:].tolist())
        if not cycle:
            break
        inside = np.array(cycle)
        left = np.ones(len(scores), bool)
        left[inside] = False
        outside = left.nonzero()[0]
        rows, columns = scores[inside], scores[outside]
        entering = rows[:, outside] - scores[inside, heads[inside]][:, None]
        leaving = columns[:, inside]
        size = len(outside)
        smaller = np.full((size + 1, size + 1), -np.inf)
        smaller[:size, :size] = columns[:, outside]
        smaller[size, :size] = entering.max(0)
        smaller[:size, size] = leaving.max(1)
        smaller[0] = -np.inf
        contracted.append((heads, outside, inside[leaving.argmax(1)], inside[entering.argmax(0)]))
        scores = smaller
    for before, outside, exits, entries in reversed(contracted):
        size = len(outside)
        result = before.copy()
        for index, node in enumerate(outside[1:], 1):
            head = heads[index]
            result[node] = exits[index] if head == size else outside[head]
        result[entries[heads[size]]] = outside[heads[size]]
        heads = result
    return heads


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
