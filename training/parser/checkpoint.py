"""A trained model on disk: half-precision shards small enough to travel, without pickle."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import torch

from coindex.training import shards
from coindex.training.packing import TABLE
from training.parser.model import Parser, Shape


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model, its label inventories, the temperature of its arc scores, and how it was trained."""

    model: Parser
    labels: dict[str, Any]
    temperature: float
    settings: dict[str, Any]


def save(checkpoint: Checkpoint, folder: Path, *, compact: bool = False) -> None:
    """Write weights-0.npz ...; the piece table goes as int8 with one
    scale a row, as it will be shipped.

    So do all matrices if it is to be ``compact``.
    """
    about = {
        "shape": checkpoint.model.shape.as_json(),
        "labels": checkpoint.labels,
        "temperature": checkpoint.temperature,
        "settings": checkpoint.settings,
    }
    state = checkpoint.model.state_dict()
    weights = {name: tensor.float().cpu().numpy() for name, tensor in state.items()}
    shards.save(
        about,
        weights,
        folder,
        lambda name, array: name == TABLE or (compact and array.ndim == 2),
    )


def load(folder: Path, device: torch.device) -> Checkpoint:
    """Read what save wrote; the model is in evaluation mode."""
    about, weights = shards.load(folder)
    stored = about["shape"] | {"clusters": tuple(about["shape"].get("clusters", ()))}
    model = Parser(
        Shape(**{field.name: stored[field.name] for field in fields(Shape) if field.name in stored})
    )
    model.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    model = model.to(device).eval()
    return Checkpoint(model, about["labels"], about["temperature"], about["settings"])


def calibrated(checkpoint: Checkpoint, temperature: float) -> Checkpoint:
    """The same with another temperature."""
    return replace(checkpoint, temperature=temperature)
