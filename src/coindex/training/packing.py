"""Weights in few bytes: matrices in int8 with a scale for each row, the rest in half precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

TABLE = "encoder.table.weight"
"""The vectors of word pieces, in every model."""
SCALE = ".scale"
_OLD_SCALE = " scale"
"""How the scales of parsers were named earlier."""


def quantised_rows(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """int8 rows and the scale of each."""
    scale = np.maximum(np.abs(table).max(1), 1e-8) / 127
    return np.rint(table / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def packed(
    weights: Mapping[str, NDArray[Any]], small: Callable[[str, NDArray[Any]], bool]
) -> dict[str, NDArray[Any]]:
    """The arrays to store: int8 and their scales for `small` ones, float16 for others."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, array in weights.items():
        if small(name, array):
            arrays[name], arrays[f"{name}{SCALE}"] = quantised_rows(array.astype(np.float32))
        else:
            arrays[name] = array.astype(np.float16)
    return arrays


def unpacked(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """The weights that `packed` made these arrays of, as float32; older names are read too."""
    stored = dict(arrays)
    if "table" in stored:
        stored[TABLE], stored[f"{TABLE}{SCALE}"] = stored.pop("table"), stored.pop("scale")
    scales = {
        name: stored.pop(f"{name}{mark}")
        for name in list(stored)
        for mark in (SCALE, _OLD_SCALE)
        if f"{name}{mark}" in stored
    }
    full = {name: array.astype(np.float32) for name, array in stored.items()}
    return {
        name: array * scales[name][:, None] if name in scales else array
        for name, array in full.items()
    }
