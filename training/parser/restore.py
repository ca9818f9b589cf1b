"""An exported parser as training saves one, up to int8 precision, to go on or to learn from."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray

from training.parser.checkpoint import Checkpoint
from training.parser.model import TAGS, Parser, Shape

_PRODUCT = re.compile(r"/model/(.*)/MatMul_quant$")
_TABLE = "encoder.table."
WEAK = 0.25
"""How much of what a layer adds its copies add."""


def restored(folder: Path) -> Checkpoint:
    labels: dict[str, Any] = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    weights = _weights(folder)
    shape = Shape(
        vocabulary=len(weights[f"{_TABLE}weight"]),
        labels={layer: len(labels.get(layer, ())) for layer in (*TAGS, "deprel")},
        characters=len(weights["features.characters.weight"]),
        treebanks=len(labels["treebanks"]),
        layers=labels["layers"],
        merged=labels.get("merged", 0),
        activation=labels.get("activation", "gelu"),
        expletive="expletive.weight" in weights,
    )
    model = Parser(shape)
    # Of the positions an exported model has those that a window needs.
    state = model.state_dict()
    for name, array in weights.items():
        state[name][tuple(slice(size) for size in array.shape)] = torch.from_numpy(array)
    model.load_state_dict(state)
    return Checkpoint(model.eval(), labels, float(labels["arc_temperature"]), {})


def deepened(parser: Checkpoint, layers: int) -> Checkpoint:
    """With more layers, each a copy of the last one that does much less."""
    shape = parser.model.shape
    model = Parser(replace(shape, layers=layers))
    state = model.state_dict()
    state |= parser.model.state_dict()
    last = f"encoder.layers.{shape.layers - 1}."
    for name, tensor in parser.model.state_dict().items():
        if name.startswith(last):
            inner = name.removeprefix(last)
            share = WEAK if inner.partition(".")[0] in ("mix", "contract") else 1.0
            for layer in range(shape.layers, layers):
                state[f"encoder.layers.{layer}.{inner}"] = tensor * share
    model.load_state_dict(state)
    return replace(parser, model=model.eval())


def _weights(folder: Path) -> dict[str, NDArray[np.float32]]:
    """All parameters by their names in training."""
    graph = onnx.load(folder / "model.onnx").graph
    stored = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    found: dict[str, NDArray[Any]] = {
        name.removeprefix("model."): array
        for name, array in stored.items()
        if name.startswith("model.")
    }
    rows, scale = found.pop(f"{_TABLE}rows"), found.pop(f"{_TABLE}scale")
    found[f"{_TABLE}weight"] = rows * scale
    for node in graph.node:
        if product := _PRODUCT.search(node.name):
            whole = node.input[1].removesuffix("_quantized")
            name = product[1].replace("/", ".")
            name = f"tags.{name}" if name in TAGS else name
            found[f"{name}.weight"] = (stored[node.input[1]] * stored[f"{whole}_scale"]).T
    with np.load(folder / "relations.npz") as relations:
        found["relations.score.weight"] = relations["weight"].T
        found["relations.score.bias"] = relations["bias"]
    return {name: np.array(array, np.float32, order="C") for name, array in found.items()}
