"""Models as ONNX graphs, with weights in 8 bits."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from coindex.training.packing import quantised_rows


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


def traced(
    module: nn.Module,
    inputs: Mapping[str, Tensor],
    outputs: Sequence[str],
    axes: Mapping[str, Mapping[int, str]],
    path: Path,
) -> None:
    """Write the graph of a module, given example inputs; `axes` names the sizes that vary."""
    with warnings.catch_warnings():  # sizes that are constant here are constant in every document
        warnings.simplefilter("ignore", torch.jit.TracerWarning)
        torch.onnx.export(
            module.eval(),
            tuple(inputs.values()),
            str(path),
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={name: dict(sizes) for name, sizes in axes.items()},
            opset_version=17,
            dynamo=False,
        )


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
