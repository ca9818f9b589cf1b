"""Weights that a model begins with, as far as it has room for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.parser.model import Parser
from training.stored import grown

Weights = dict[str, NDArray[np.float32]]


def read_into(model: Parser, path: Path) -> None:
    """Fill what the model shares with the stored weights; rows and columns it has
    beyond theirs stay as they are.
    """
    arrays = grown(path)
    with torch.no_grad():
        for name, own in model.state_dict().items():
            if name in arrays:
                array = arrays[name]
                if all(size <= room for size, room in zip(array.shape, own.shape, strict=True)):
                    own[tuple(slice(size) for size in array.shape)] = torch.from_numpy(array)
