"""Computes the probabilities of each mention's antecedents from a reading of a document, in memory
linear in its length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.models.antecedents import AntecedentModel, Floats, Ints, Vectors
from coindex.resolvers.neural.features import MARKS
from coindex.resolvers.neural.states import Rows

_NUMBER = MARKS.index("number")
AT_ONCE = 32
"""How many anaphors are processed together."""
FARTHEST = 500
"""How many far candidates one index gives at most, the latest ones."""
IMPOSSIBLE = -1e4
"""Lower than any score, but finite: a difference of infinities would not be a number."""


class Chosen(NamedTuple):
    """The best candidates of some mentions by the coarse score, `IMPOSSIBLE` if there
    are no more.
    """

    anaphors: Ints
    candidates: Ints
    coarse: Floats


def chosen(model: AntecedentModel, vectors: Vectors, marks: Ints) -> Iterator[Chosen]:
    """The candidates of all mentions in order, AT_ONCE at a time."""
    index = _Index(model, marks)
    numbers = marks[:, _NUMBER]
    for start in range(0, len(marks), AT_ONCE):
        anaphors = np.arange(start, min(start + AT_ONCE, len(marks)))
        near, scores = _near(model, vectors, numbers, anaphors)
        far = index.far(anaphors)
        if far.shape[1]:
            near, scores = (
                np.hstack([near, far]),
                np.hstack([scores, _far(model, vectors, anaphors, far)]),
            )
        kept = min(model.kept, near.shape[1])
        best = np.argpartition(-scores, kept - 1, axis=1)[:, :kept]
        coarse = np.take_along_axis(scores, best, 1)
        order = np.argsort(-coarse, axis=1, kind="stable")
        best = np.take_along_axis(best, order, 1)
        yield Chosen(
            anaphors, np.take_along_axis(near, best, 1), np.take_along_axis(coarse, order, 1)
        )


def _near(
    model: AntecedentModel, vectors: Vectors, numbers: Ints, anaphors: Ints
) -> tuple[Ints, Floats]:
    first = int(np.searchsorted(numbers, numbers[anaphors[0]] - model.reach))
    others = np.arange(first, int(anaphors[-1]) + 1)
    # einsum stays on one thread; a product this small spread over several takes more processor
    # time, not less.
    scores = np.einsum("id,jd->ij", vectors.queries[anaphors], vectors.keys[others])
    distance = numbers[anaphors][:, None] - numbers[others]
    scores = scores + _cost(model, distance)
    scores[(distance <= 0) | (distance > model.reach)] = IMPOSSIBLE
    return np.broadcast_to(others, scores.shape), scores


def _far(model: AntecedentModel, vectors: Vectors, anaphors: Ints, others: Ints) -> Floats:
    """The far candidates; -1 in `others` stands for none."""
    scores = (
        np.einsum("id,ijd->ij", vectors.queries[anaphors], vectors.keys[others]) + model.far[-1]
    )
    possible: Floats = np.where(others >= 0, scores, np.float32(IMPOSSIBLE))
    return possible


def _cost(model: AntecedentModel, distance: Ints) -> Floats:
    bucket = np.searchsorted(model.bounds, np.clip(distance, 0, model.reach), side="right")
    cost: Floats = model.far[bucket]
    return cost


class _Index:
    """Mentions by each of their marks that may match."""

    def __init__(self, model: AntecedentModel, marks: Ints) -> None:
        self._reach = model.reach
        self._pairs = [(MARKS.index(left), MARKS.index(right)) for left, right in model.matching]
        self._marks, self._numbers = marks, marks[:, _NUMBER]
        self._places = {right: _grouped(marks[:, right]) for _, right in self._pairs}

    def far(self, anaphors: Ints) -> Ints:
        """A row for each anaphor, padded with -1."""
        if self._numbers[anaphors[-1]] - self._numbers[0] <= self._reach:
            return np.empty((len(anaphors), 0), np.int64)
        rows = [self._of(int(anaphor)) for anaphor in anaphors]
        table = np.full((len(rows), max(map(len, rows))), -1)
        for row, numbers in zip(table, rows, strict=True):
            row[: len(numbers)] = numbers
        return table

    def _of(self, anaphor: int) -> NDArray[np.int64]:
        sharing: list[NDArray[np.int64]] = []
        near = int(np.searchsorted(self._numbers, self._numbers[anaphor] - self._reach))
        for left, right in self._pairs:
            value = int(self._marks[anaphor, left])
            same = self._places[right].get(value) if value >= 0 else None
            if same is not None:
                end = int(np.searchsorted(same, near))
                sharing.append(same[max(0, end - FARTHEST) : end])
        return np.unique(np.concatenate(sharing)) if sharing else np.empty(0, np.int64)


def _grouped(values: Ints) -> dict[int, NDArray[np.int64]]:
    """The positions of each value but -1, in order."""
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.diff(values[order], prepend=-2))
    groups = np.split(order, starts[1:])
    return {
        int(values[group[0]]): group for group in groups if len(group) and values[group[0]] >= 0
    }


class Chances(NamedTuple):
    """The log-odds of one mention: of being new and of each candidate, best by the coarse score
    first.
    """

    new: float
    candidates: NDArray[np.int64]
    scores: NDArray[np.float64]


def chances(model: AntecedentModel, rows: Rows) -> Iterator[Chances]:
    """For each row in turn; scores are divided by the model's temperature,
    so softmax makes probabilities.
    """
    for block in chosen(model, rows.vectors, rows.marks):
        fine = model.pairs(rows.vectors, rows.classes, rows.marks, block.anaphors, block.candidates)
        scores = (fine + block.coarse).astype(np.float64) / model.temperature
        new = rows.vectors.new[block.anaphors] / model.temperature
        # Impossible candidates come last.
        counts = (block.coarse > IMPOSSIBLE / 2).sum(1)
        for row, (own, count) in enumerate(zip(new.tolist(), counts.tolist(), strict=True)):
            yield Chances(own, block.candidates[row, :count], scores[row, :count])
