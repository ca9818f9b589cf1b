"""Maximum spanning trees over arc scores: Chu-Liu/Edmonds with a single root."""

from __future__ import annotations

from typing import Any

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
