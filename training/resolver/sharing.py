"""What a model has in common with a parser, and does not store again: the vectors of word pieces
and the lowest layers of the encoder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx.external_data_helper import set_external_data

from coindex.models.antecedents import FILE, checksum
from coindex.training.antecedents.model import SCHEMES, AntecedentNetwork

_PRODUCT = re.compile(r"/encoder/layers\.(\d+)/(\w+)/MatMul_quant$")
_TABLE = "model.encoder.table."


class SharedModel(NamedTuple):
    """A model that reads the pieces of the `parser` in this folder and has its lowest `layers`,
    none of which it has changed, and knows one scheme by the name `scheme`: that which it learnt as
    `learnt`. `rules` is what an antecedent gains that rules choose, in log-odds.
    """

    parser: Path
    layers: int
    scheme: str
    learnt: str
    least: float
    rules: float

    @property
    def path(self) -> Path:
        return self.parser / FILE

    def about(self) -> dict[str, Any]:
        """The differences from a model that shares nothing."""
        return {
            "schemes": [self.scheme if one == self.learnt else "" for one in SCHEMES],
            "scheme": self.scheme,
            "least": {self.scheme: self.least},
            "rules": self.rules,
        }

    def put_into(self, model: AntecedentNetwork) -> None:
        """Give the model the parser's lowest layers as they are exported, up to int8 precision."""
        common = lowest_layers(self.path, self.layers)
        weights = {name: torch.from_numpy(array) for name, array in common.items()}
        model.load_state_dict(weights, strict=False)

    def taken_out(self, words: Path) -> dict[str, Any]:
        """Remove the matrices of the shared layers from a graph; where all that is shared lies in
        the parser's file.
        """
        content, graph = self.path.read_bytes(), onnx.load(self.path).graph
        stored = {one.name: one for one in graph.initializer}
        rows, scale = stored[f"{_TABLE}rows"], stored[f"{_TABLE}scale"]
        theirs = {name: stored[place] for name, place in _matrices(graph, self.layers)}
        own = onnx.load(words)
        ours = {one.name: one for one in own.graph.initializer}
        layers = {}
        for name, place in _matrices(own.graph, self.layers):
            if ours[place].raw_data != theirs[name].raw_data:
                raise ValueError(f"{name} is not as the parser has it")
            start = content.index(theirs[name].raw_data)
            layers[place] = [start, *theirs[name].dims]
            set_external_data(ours[place], FILE, offset=start, length=len(ours[place].raw_data))
            ours[place].ClearField("raw_data")
        onnx.save(own, words)
        return {
            "rows": content.index(rows.raw_data),
            "scale": content.index(scale.raw_data),
            "size": list(rows.dims),
            "layers": layers,
            "check": checksum(
                [onnx.numpy_helper.to_array(one) for one in (rows, *theirs.values())]
            ),
        }


def lowest_layers(path: Path, count: int) -> dict[str, NDArray[np.float32]]:
    """The parameters of a parser's lowest layers, by the names that a model has for them."""
    graph = onnx.load(path).graph
    stored = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    parameters: dict[str, NDArray[np.float32]] = {}
    for name, place in _matrices(graph, count):
        scale = stored[f"{place.removesuffix('_quantized')}_scale"]
        parameters[name] = np.ascontiguousarray((stored[place] * scale).T)
    for name, array in stored.items():
        layer = re.match(r"model\.(encoder\.layers\.(\d+)\..*)", name)
        if layer and int(layer[2]) < count:
            parameters[layer[1]] = array.copy()
    return parameters


def _matrices(graph: onnx.GraphProto, count: int) -> Iterator[tuple[str, str]]:
    """The parameter and the stored name of each int8 matrix of the lowest layers."""
    for node in graph.node:
        product = _PRODUCT.search(node.name)
        if product and int(product[1]) < count:
            yield f"encoder.layers.{product[1]}.{product[2]}.weight", node.input[1]
