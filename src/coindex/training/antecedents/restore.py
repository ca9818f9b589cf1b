"""Recovers the weights of an exported model, up to int8 precision, to continue training from the
bundled one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray

from coindex.models import nibbles
from coindex.training.antecedents.checkpoint import Checkpoint, load
from coindex.training.antecedents.model import AntecedentNetwork, ModelShape

GRAPHS = ("words", "mentions", "pairs")
NEAR = 0.02
"""How far int8 may move a weight, relative to the largest one."""
_FAR = "far.weight"
Located = dict[str, tuple[str, str, bool]]
"""For each parameter its graph, its name there, and whether it is transposed there."""


def start_from(folder: Path) -> Checkpoint:
    """A model as training saved it, or else as it was exported."""
    device = torch.device("cpu")
    return load(folder, device) if (folder / "weights-0.npz").exists() else restored(folder)


def restored(folder: Path) -> Checkpoint:
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    matrices = nibbles.read(folder, about.get("nibbles", {})) if "nibbles" in about else {}
    arrays = {graph: dict(_arrays(folder / f"{graph}.onnx", matrices)) for graph in GRAPHS}
    state = {}
    for name, (graph, stored, transposed) in about["weights"].items():
        array = arrays[graph][stored]
        state[name] = array.T if transposed else array
    state[_FAR] = np.array(about["far"], np.float32)[:, None]
    model = AntecedentNetwork(ModelShape(**about["shape"]))
    model.load_state_dict(
        {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in state.items()}
    )
    return Checkpoint(model.eval(), float(about["temperature"]), about["settings"])


def located(state: Mapping[str, NDArray[Any]], folder: Path) -> Located:
    """Where each parameter is, found by its values, because the graphs rename most of them."""
    places: Located = {}
    for graph in GRAPHS:
        for stored, array in _arrays(folder / f"{graph}.onnx"):
            for name, parameter in state.items():
                if name not in places and name != _FAR:
                    for transposed, seen in ((False, array), (True, array.T)):
                        if name not in places and _near(parameter, seen):
                            places[name] = (graph, stored, transposed)
    return places


def _near(one: NDArray[Any], other: NDArray[Any]) -> bool:
    if one.shape != other.shape:
        return False
    return bool(np.abs(one - other).max() <= NEAR * max(1e-6, float(np.abs(one).max())))


def _arrays(
    path: Path, matrices: Mapping[str, NDArray[np.int8]] | None = None
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """The float arrays of a graph, with int8 and half-precision ones expanded; `matrices` are those
    that lie in four bits beside it.
    """
    model = onnx.load(path, load_external_data=False)
    for one in model.graph.initializer:
        if one.name in (matrices or {}):
            one.CopyFrom(onnx.numpy_helper.from_array((matrices or {})[one.name], one.name))
    onnx.load_external_data_for_model(model, str(path.parent))
    read = ((one.name, onnx.numpy_helper.to_array(one)) for one in model.graph.initializer)
    stored = {name.removesuffix(".half"): array for name, array in read}
    for name, array in stored.items():
        if name.endswith("_quantized"):
            whole = name.removesuffix("_quantized")
            zero = stored[f"{whole}_zero_point"].astype(np.float32)
            yield (
                name,
                (array.astype(np.float32) - zero) * stored[f"{whole}_scale"].astype(np.float32),
            )
        elif name.endswith("table.rows"):
            yield (
                name,
                array.astype(np.float32) * stored[name.replace("rows", "scale")].astype(np.float32),
            )
        elif array.dtype in (np.float32, np.float16) and array.ndim:
            yield name, array.astype(np.float32)
