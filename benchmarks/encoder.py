"""The published text encoder multilingual-E5-small in numpy: vectors of texts, without torch.

Liang Wang et al. (2024). Multilingual E5 text embeddings: a technical report. *arXiv* 2402.05672.
The folder has its tokenizer as `tokenizer*.json`, and its tensors as one file `*.npz`, under the
names of the published model; a tensor of 8-bit numbers has a factor for each row, `NAME.scale`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

HEADS, LAYERS, LONGEST = 12, 12, 512
TINY = 1e-12
"""What is added to variances."""
QUESTION, PASSAGE = "query: ", "passage: "
"""What the model was trained to see before each kind of text."""


@cache
def vector(folder: Path, text: str) -> Any:
    """The mean of the last states of a text, of length one."""
    ids = _tokenizer(folder).encode(text).ids
    weights = _weights(folder)
    states = weights["embeddings.word_embeddings.weight"][ids]
    states = states + weights["embeddings.position_embeddings.weight"][: len(ids)]
    states = states + weights["embeddings.token_type_embeddings.weight"][0]
    states = _normal(weights, "embeddings.LayerNorm", states)
    for number in range(LAYERS):
        states = _layer(weights, f"encoder.layer.{number}", states)
    mean = states.mean(axis=0)
    return mean / np.linalg.norm(mean)


def _layer(weights: dict[str, Any], name: str, states: Any) -> Any:
    length, width = states.shape
    query, key, value = (
        _linear(weights, f"{name}.attention.self.{part}", states)
        .reshape(length, HEADS, width // HEADS)
        .transpose(1, 0, 2)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 2, 1) / np.sqrt(width / HEADS)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
    mixed = mixed.transpose(1, 0, 2).reshape(length, width)
    out = _linear(weights, f"{name}.attention.output.dense", mixed)
    states = _normal(weights, f"{name}.attention.output.LayerNorm", states + out)
    inner = _linear(weights, f"{name}.intermediate.dense", states)
    # GELU with tanh in place of erf, which numpy does not have; they differ by less than .001
    inner = (
        0.5 * inner * (1 + np.tanh(np.sqrt(2 / np.pi) * (inner + 0.044715 * inner * inner * inner)))
    )
    out = _linear(weights, f"{name}.output.dense", inner)
    return _normal(weights, f"{name}.output.LayerNorm", states + out)


def _linear(weights: dict[str, Any], name: str, states: Any) -> Any:
    return states @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def _normal(weights: dict[str, Any], name: str, states: Any) -> Any:
    centred = states - states.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + TINY) * weights[f"{name}.weight"] + weights[f"{name}.bias"]


@cache
def _tokenizer(folder: Path) -> Any:
    (path,) = folder.glob("tokenizer*.json")
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(LONGEST)
    tokenizer.no_padding()
    return tokenizer


@cache
def _weights(folder: Path) -> dict[str, Any]:
    (path,) = folder.glob("*.npz")
    with np.load(path) as stored:
        return {
            name: stored[name] * stored.get(f"{name}.scale", np.float32(1))
            for name in stored
            if "." in name and not name.endswith(".scale")
        }
