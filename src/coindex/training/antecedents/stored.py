"""The names of files in the data folder, and the published encoder in a compact form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coindex.training.quantised import quantised_rows

FOREIGN = ("french", "german", "dutch", "hungarian")
"""Corpora in languages without a model: only their links are learnt."""
CORPORA = (
    *("gum", "litbank", "craft", "gap", "invented", "raw", "ontonotes"),
    *FOREIGN,
    *("composed", "discourses"),
)
PARTS = ("train", "held", "dev")
SORTS = ("own", "given", "swapped")
PAD, MASK = 0, 4
TABLE = "encoder.table.weight"
_SCALE = ".scale"


def shrink(weights: dict[str, NDArray[Any]], path: Path) -> None:
    """Matrices as int8 with a scale for each row, vectors as float16."""
    arrays: dict[str, Any] = {}
    for name, array in weights.items():
        if array.ndim == 2:
            arrays[name], arrays[f"{name}{_SCALE}"] = quantised_rows(array.astype(np.float32))
        else:
            arrays[name] = array.astype(np.float16)
    np.savez(path, **arrays)


def grown(path: Path) -> dict[str, NDArray[Any]]:
    """The output of `shrink` as float32."""
    with np.load(path) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    scales = {name: arrays.pop(name) for name in list(arrays) if name.endswith(_SCALE)}
    return {
        name: array * scales[f"{name}{_SCALE}"][:, None] if f"{name}{_SCALE}" in scales else array
        for name, array in arrays.items()
    }
