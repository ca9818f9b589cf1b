"""A trained model on disk: int8 and half-precision shards of limited size."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import torch

from coindex.training import shards
from coindex.training.antecedents.model import AntecedentNetwork, ModelShape
from coindex.training.packing import TABLE


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
    state = checkpoint.model.state_dict()
    weights = {name: tensor.float().cpu().numpy() for name, tensor in state.items()}
    shards.save(
        about,
        weights,
        folder,
        lambda name, array: (
            name == TABLE or (name.startswith("encoder.layers.") and array.ndim == 2)
        ),
    )


def load(folder: Path, device: torch.device) -> Checkpoint:
    """Read the files of `save`; the model is in evaluation mode."""
    about, weights = shards.load(folder)
    model = AntecedentNetwork(ModelShape(**about["shape"]))
    model.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    return Checkpoint(model.to(device).eval(), about["temperature"], about["settings"])
