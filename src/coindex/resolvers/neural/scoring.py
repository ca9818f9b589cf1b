"""Computes the probabilities of each mention's antecedents from a reading of a document, in memory
linear in its length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.models.antecedents import AntecedentModel
from coindex.resolvers.neural.candidates import IMPOSSIBLE, chosen
from coindex.resolvers.neural.states import Rows


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
