"""Weights in 8 bits: rows of a table with a scale each, and whole graphs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn


def quantised_rows(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """int8 rows and the scale of each."""
    scale = np.maximum(np.abs(table).max(1), 1e-8) / 127
    return np.rint(table / scale[:, None]).astype(np.int8), scale.astype(np.float32)


class PieceTable(nn.Module):
    """A piece table in int8 with one scale a row."""

    rows: Tensor
    scale: Tensor

    def __init__(self, table: nn.Embedding) -> None:
        super().__init__()
        rows, scale = quantised_rows(table.weight.detach().numpy())
        self.register_buffer("rows", torch.from_numpy(rows))
        self.register_buffer("scale", torch.from_numpy(scale[:, None]))

    def forward(self, pieces: Tensor) -> Tensor:
        return self.rows[pieces].float() * self.scale[pieces]


class Levelled(nn.Linear):
    """A linear layer that divides each row by its largest number first: in 8 bits each row has a
    scale of its own.
    """

    def forward(self, states: Tensor) -> Tensor:
        largest = states.abs().amax(-1, keepdim=True).clamp(min=1e-6)
        product: Tensor = nn.functional.linear(states / largest, self.weight) * largest + self.bias
        return product


def quantise(full: Path, path: Path) -> None:
    """int8 weights per channel, in 7 bits so that processors without VNNI do not overflow."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        full,
        path,
        op_types_to_quantize=["MatMul", "Gemm"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )
