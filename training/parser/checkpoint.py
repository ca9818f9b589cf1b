"""A trained model on disk: half-precision shards small enough to travel, without pickle."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.training import shards
from coindex.training.quantised import quantised_rows
from training.parser.model import Parser, Shape

TABLE = "encoder.table.weight"


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
    arrays: dict[str, NDArray[Any]] = {
        "about": np.frombuffer(json.dumps(about, ensure_ascii=False).encode("utf-8"), np.uint8),
    }
    for name, tensor in checkpoint.model.state_dict().items():
        array = tensor.float().cpu().numpy()
        if name == TABLE or (compact and array.ndim == 2):
            arrays[name], arrays[f"{name} scale"] = quantised_rows(array)
        else:
            arrays[name] = array.astype(np.float16)
    shards.write(arrays, folder)


def load(folder: Path, device: torch.device) -> Checkpoint:
    """Read what save wrote; the model is in evaluation mode."""
    arrays = shards.read(folder)
    about = json.loads(arrays.pop("about").tobytes())
    if "table" in arrays:
        arrays[TABLE], arrays[f"{TABLE} scale"] = arrays.pop("table"), arrays.pop("scale")
    for name in [name for name in arrays if f"{name} scale" in arrays]:
        arrays[name] = arrays[name].astype(np.float32) * arrays.pop(f"{name} scale")[:, None]
    stored = about["shape"] | {"clusters": tuple(about["shape"].get("clusters", ()))}
    model = Parser(
        Shape(**{field.name: stored[field.name] for field in fields(Shape) if field.name in stored})
    )
    model.load_state_dict(
        {name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays.items()}
    )
    model = model.to(device).eval()
    return Checkpoint(model, about["labels"], about["temperature"], about["settings"])


def calibrated(checkpoint: Checkpoint, temperature: float) -> Checkpoint:
    """The same with another temperature."""
    return replace(checkpoint, temperature=temperature)
