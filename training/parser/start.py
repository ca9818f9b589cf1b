"""Weights that a model begins with, as far as it has room for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.training.quantised import quantised_rows
from training.parser.model import Parser

Weights = dict[str, NDArray[np.float32]]


def write(weights: Weights, path: Path) -> None:
    """Matrices go as int8 with one scale a row."""
    stored: dict[str, Any] = {}
    for name, array in weights.items():
        if array.ndim == 2:
            stored[name], stored[f"{name} scale"] = quantised_rows(array)
        else:
            stored[name] = array.astype(np.float16)
    np.savez_compressed(path, **stored)


def read_into(model: Parser, path: Path) -> None:
    """Fill what the model shares with the stored weights; rows and columns it has
    beyond theirs stay as they are.
    """
    with np.load(path) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    with torch.no_grad():
        for name, own in model.state_dict().items():
            if name in arrays:
                array = arrays[name]
                if f"{name} scale" in arrays:
                    array = array * arrays[f"{name} scale"][:, None]
                if all(size <= room for size, room in zip(array.shape, own.shape, strict=True)):
                    own[tuple(slice(size) for size in array.shape)] = torch.from_numpy(array)
