"""A trained model on disk: int8 and half-precision shards of limited size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.training import shards
from coindex.training.antecedents.model import AntecedentNetwork, ModelShape
from coindex.training.antecedents.stored import TABLE
from coindex.training.quantised import quantised_rows

SCALE = ".scale"


class Checkpoint(NamedTuple):
    """A model, the temperature of its scores, and how it was trained."""

    model: AntecedentNetwork
    temperature: float
    settings: dict[str, Any]


def save(checkpoint: Checkpoint, folder: Path) -> None:
    """Write weights-0.npz ...; the encoder's matrices are stored as int8 with one scale per row, as
    in the released model.
    """
    about = {
        "shape": checkpoint.model.shape.as_json(),
        "temperature": checkpoint.temperature,
        "settings": checkpoint.settings,
    }
    state = {
        name: tensor.float().cpu().numpy() for name, tensor in checkpoint.model.state_dict().items()
    }
    table, scale = quantised_rows(state.pop(TABLE))
    arrays: dict[str, NDArray[Any]] = {
        "about": np.frombuffer(json.dumps(about).encode("utf-8"), np.uint8),
        "table": table,
        "scale": scale,
    }
    for name, array in state.items():
        if name.startswith("encoder.layers.") and array.ndim == 2:
            arrays[name], arrays[f"{name}{SCALE}"] = quantised_rows(array)
        else:
            arrays[name] = array.astype(np.float16)
    shards.write(arrays, folder)


def load(folder: Path, device: torch.device) -> Checkpoint:
    """Read the files of `save`; the model is in evaluation mode."""
    arrays = shards.read(folder)
    about = json.loads(arrays.pop("about").tobytes())
    arrays[TABLE] = arrays.pop("table").astype(np.float32) * arrays.pop("scale")[:, None]
    for name in [name for name in arrays if name.endswith(SCALE)]:
        matrix = name.removesuffix(SCALE)
        arrays[matrix] = arrays[matrix].astype(np.float32) * arrays.pop(name)[:, None]
    model = AntecedentNetwork(ModelShape(**about["shape"]))
    model.load_state_dict(
        {name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays.items()}
    )
    return Checkpoint(model.to(device).eval(), about["temperature"], about["settings"])
