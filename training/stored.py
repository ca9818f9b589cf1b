"""Weights to begin with, in one compact file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coindex.training.packing import packed, unpacked


def shrink(weights: dict[str, NDArray[Any]], path: Path) -> None:
    """Write matrices as int8 with a scale for each row, vectors as float16."""
    arrays: dict[str, Any] = packed(weights, lambda name, array: array.ndim == 2)
    np.savez(path, **arrays)


def grown(path: Path) -> dict[str, NDArray[np.float32]]:
    """The output of `shrink`, or one file of a model as training saves it, as float32."""
    with np.load(path) as stored:
        return unpacked({name: stored[name] for name in stored.files})
