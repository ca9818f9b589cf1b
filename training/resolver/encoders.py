"""Published encoders that the models start from: MPNet in safetensors, BERT in
ONNX; with our pieces and names.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from coindex.training.encoder import safetensors

Weights = dict[str, NDArray[Any]]
_MPNET = {
    "mix": "attention.attn.o",
    "attention_norm": "attention.LayerNorm",
    "expand": "intermediate.dense",
    "contract": "output.dense",
    "output_norm": "output.LayerNorm",
}
_BERT = _MPNET | {"mix": "attention.output.dense", "attention_norm": "attention.output.LayerNorm"}
_SPECIAL = {"[PAD]": "<pad>", "[CLS]": "<s>", "[SEP]": "</s>", "[MASK]": "<mask>"}
"""MPNet's names of pieces that are no part of a word."""
_FIRST_POSITION = 2
"""MPNet's positions before it stand for padding."""


def published(folder: Path, tokenizer: Path) -> Weights:
    """The weights in a folder with vocab.txt and model.safetensors
    (MPNet) or onnx/model.onnx (BERT).
    """
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
    own: dict[str, int] = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    places = {piece: place for place, piece in enumerate(pieces)}
    if (folder / "model.safetensors").exists():
        rows = [
            places[_SPECIAL.get(piece, piece)]
            for piece in sorted(own, key=lambda piece: own[piece])
        ]
        found = _mpnet(safetensors((folder / "model.safetensors").read_bytes()), rows)
    else:
        found = _bert(
            folder / "onnx/model.onnx",
            [places[piece] for piece in sorted(own, key=lambda piece: own[piece])],
        )
    return {f"encoder.{name}": array.astype(np.float32) for name, array in found.items()}


def _mpnet(stored: Weights, rows: list[int]) -> Weights:
    arrays = {name.removeprefix("mpnet."): array for name, array in stored.items()}
    positions = arrays["embeddings.position_embeddings.weight"]
    found = {
        "table.weight": arrays["embeddings.word_embeddings.weight"][rows],
        "positions.weight": positions[_FIRST_POSITION:],
        "input_norm.weight": arrays["embeddings.LayerNorm.weight"],
        "input_norm.bias": arrays["embeddings.LayerNorm.bias"],
        "relative.table.weight": arrays["encoder.relative_attention_bias.weight"],
    }
    return found | _layers(
        arrays.__getitem__, _MPNET, "attention.attn.{}", ("q", "k", "v"), _depth(arrays)
    )


def _bert(path: Path, rows: list[int]) -> Weights:
    """Matrices of an ONNX graph have no names of their own: they are named after
    the nodes that multiply by them.
    """
    graph = onnx.load(path).graph
    arrays = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in arrays:
            name = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            arrays[f"{name}.weight"] = arrays[node.input[1]].T
    start = next(name for name in arrays if name.endswith("embeddings.word_embeddings.weight"))
    before = start.removesuffix("embeddings.word_embeddings.weight")
    arrays = {name.removeprefix(before): array for name, array in arrays.items()}
    kinds = arrays["embeddings.token_type_embeddings.weight"]
    found = {
        "table.weight": arrays["embeddings.word_embeddings.weight"][rows],
        "positions.weight": arrays["embeddings.position_embeddings.weight"] + kinds[0],
        "input_norm.weight": arrays["embeddings.LayerNorm.weight"],
        "input_norm.bias": arrays["embeddings.LayerNorm.bias"],
    }
    parts = ("query", "key", "value")
    return found | _layers(arrays.__getitem__, _BERT, "attention.self.{}", parts, _depth(arrays))


def _layers(
    array: Callable[[str], NDArray[Any]],
    names: dict[str, str],
    attended: str,
    parts: tuple[str, ...],
    depth: int,
) -> Weights:
    found: Weights = {}
    for layer in range(depth):
        source = f"encoder.layer.{layer}"
        for kind in ("weight", "bias"):
            three = [array(f"{source}.{attended.format(part)}.{kind}") for part in parts]
            found[f"layers.{layer}.attend.{kind}"] = np.concatenate(three)
            for name, original in names.items():
                found[f"layers.{layer}.{name}.{kind}"] = array(f"{source}.{original}.{kind}")
    return found


def _depth(arrays: Weights) -> int:
    return 1 + max(int(name.split(".")[2]) for name in arrays if name.startswith("encoder.layer."))
