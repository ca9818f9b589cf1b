"""Matrices in four bits on disk, restored to int8 when a model is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = "words.npz"
BLOCK = 32
"""Weights of an input block share a factor."""
STEPS = 7
"""A weight is a whole number from -7 to 7 times the factor of its block, in steps of the int8 grid
of its output: no arithmetic but that of int8 is needed to restore it.
"""
FACTORS = " factors"
_ZERO = 8


def packed(steps: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Blocks x 32 x outputs to blocks x 16 x outputs: the first half of a block is in the low
    bits.
    """
    shifted = (steps + _ZERO).astype(np.uint8)
    half = BLOCK // 2
    return np.bitwise_or(shifted[:, :half], np.left_shift(shifted[:, half:], 4), dtype=np.uint8)


def unpacked(stored: NDArray[np.uint8], factors: NDArray[np.int8]) -> NDArray[np.int8]:
    """Blocks x 32 x outputs of the int8 grid."""
    blocks, half, outputs = stored.shape
    whole = np.empty((blocks, 2 * half, outputs), np.int8)
    np.bitwise_and(stored, 15, out=whole[:, :half].view(np.uint8))
    np.right_shift(stored, 4, out=whole[:, half:].view(np.uint8))
    whole -= _ZERO
    whole *= factors[:, None]
    return whole


def read(folder: Path, sizes: Mapping[str, Sequence[int]]) -> dict[str, NDArray[np.int8]]:
    """The int8 matrices of a model's folder by their names in its graph; `sizes` are their rows and
    columns.
    """
    with np.load(folder / FILE) as stored:
        return {
            name: unpacked(stored[name], stored[f"{name}{FACTORS}"]).reshape(rows, columns)
            for name, (rows, columns) in sizes.items()
        }
