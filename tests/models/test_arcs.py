"""The arcs of a window against those of its sentences, one by one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from coindex.models.arcs import WindowArcs, best_tree

BOUNDS = ([0, 1], [0, 6], [0, 1, 4, 5, 20], [0, 30, 31, 60], [0, 40])


@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("spread", [0.0, 1.0, 8.0])
def test_sentences_of_a_window_have_the_heads_and_arcs_that_each_has_alone(
    bounds: list[int], spread: float
) -> None:
    chance = np.random.default_rng(len(bounds))
    for _ in range(20):
        # Words after the last sentence are part of the window, too.
        scores = (chance.normal(size=(bounds[-1] + 3, bounds[-1] + 4)) * spread).astype(np.float32)
        arcs = WindowArcs(scores, bounds)
        heads, likely = arcs.heads(), arcs.likely(1.5, 0.02)
        for begin, stop in pairwise(bounds):
            columns = np.array([0, *range(begin + 1, stop + 1)])
            alone = scores[begin:stop, columns]
            assert heads[begin:stop].tolist() == columns[best_tree(alone)].tolist()
            inside = (likely.dependents >= begin) & (likely.dependents < stop)
            rows, others, chances = _likely(alone.astype(np.float64), 1.5, 0.02)
            assert likely.dependents[inside].tolist() == (rows + begin).tolist()
            assert likely.heads[inside].tolist() == columns[others].tolist()
            assert likely.chances[inside] == pytest.approx(chances)


def _likely(
    scores: NDArray[np.float64], temperature: float, least: float
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    own = np.arange(len(scores))
    scores[own, own + 1] = -np.inf
    chances = np.exp((scores - scores.max(1, keepdims=True)) / temperature)
    chances /= chances.sum(1, keepdims=True)
    rows, heads = np.nonzero(chances >= least)
    return rows, heads, chances[rows, heads]
