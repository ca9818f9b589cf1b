"""Exports a trained model as three ONNX graphs in int8: words of a window, expressions, pairs of
expressions.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import onnx
import torch
from onnx.external_data_helper import set_external_data
from torch import Tensor, nn

from coindex.models import nibbles
from coindex.resolvers.neural.features import CLASSES, MARKS, WORDS
from coindex.training.antecedents.checkpoint import Checkpoint
from coindex.training.antecedents.model import (
    IMPOSSIBLE,
    LEFT,
    MATCHING,
    REACH,
    RIGHT,
    SCHEMES,
    AntecedentNetwork,
)
from coindex.training.antecedents.pairs import DISTANCES, PairSide, pair_classes
from coindex.training.antecedents.restore import GRAPHS, Located, located
from coindex.training.antecedents.spans import TYPES
from coindex.training.encoder import Encoder, WordPlaces
from coindex.training.graphs import Levelled, PieceTable, quantise, traced
from coindex.training.packing import TABLE
from coindex.training.rounding import (
    MOST_OF_TABLE,
    Rounded,
    RoundedLinear,
    blocks_first,
    rounded,
    rows_first,
)

VERSION = 2
"""Of the files; a reader of another version refuses them."""
LARGE = 1024
"""Float arrays with more numbers than this are stored in half precision."""
LARGEST = 40_000_000
"""The maximum size of a file in bytes; the weights of a larger graph are stored beside it, in
several files.
"""
LEVELLED = ("mpnet",)
"""Encoders with some states that are tens of times as large as the others: in 8 bits with one scale
for all, the word states of the large model were off by 42 %, with a scale for each by 9 %.
"""
LEAST = {"": 0.5, "gum": 0.5, "litbank": 0.5, "craft": 0.01, "ontonotes": 0.01}
"""How likely an expression must be a mention of a scheme to be taken for
one, chosen on held-out documents.

The last two schemes mark no entity of one mention: there, whether something is a mention is up to
its antecedent.
"""


class Shared(Protocol):
    """What a model has in common with another, whose file holds it: the vectors of word pieces and
    the lowest layers.
    """

    def about(self) -> dict[str, Any]:
        """The differences from a model that shares nothing."""

    def taken_out(self, words: Path) -> dict[str, Any]:
        """Remove what is shared from a graph, and say where it is in the other file."""


class _Words(nn.Module):
    """One window, without a batch dimension. If the table is `shared`, vectors come in
    instead of pieces.
    """

    def __init__(self, model: AntecedentNetwork, *, shared: bool) -> None:
        super().__init__()
        self.encoder, self.words, self.key = model.encoder, model.words, model.edges.key
        table = nn.Identity() if shared else PieceTable(model.encoder.table)
        self.encoder.table = table  # type: ignore[assignment]  # the table of the exported graph

    def forward(
        self, pieces: Tensor, owner: Tensor, words: Tensor, first: Tensor, last: Tensor
    ) -> Tensor:
        marks = self.words.summed(words)[owner]
        if self.encoder.merged:
            end = last[-1:] + 1
            places = (torch.cat([torch.zeros_like(end), edge, end])[None] for edge in (first, last))
            spans = self.encoder(pieces[None], marks[None], None, WordPlaces(*places))[0, 1:-1]
        else:
            states = self.encoder(pieces[None], marks[None], None)[0]
            spans = (states[first] + states[last]) * 0.5
        return torch.cat([spans, self.key(spans)], 1)


class _Mentions(nn.Module):
    """Expressions; the scales of the coarse score and of the edges' scores are part of
    the queries.
    """

    def __init__(self, model: AntecedentNetwork) -> None:
        super().__init__()
        self.mentions, self.edges, self.fine = model.mentions, model.edges, model.fine
        self.scale, self.edge_scale = model.shape.coarse**-0.5, model.shape.edge**-0.5

    def forward(self, states: Tensor, classes: Tensor, scheme: Tensor) -> tuple[Tensor, ...]:
        vectors, new, queries, keys = self.mentions(states, classes, scheme)
        types = self.edges.types(vectors).masked_fill(~self.edges.allowed[scheme], IMPOSSIBLE)
        edges = torch.cat(
            [self.edges.query(vectors) * self.edge_scale, self.edges.gate(vectors)], 1
        )
        sides = torch.cat([self.fine.anaphor(vectors), self.fine.candidate(vectors)], 1)
        return vectors.half(), sides.half(), new, queries * self.scale, keys, types, edges


class _Pairs(nn.Module):
    """Pairs; their features are computed inside, and what depends on one side alone comes from
    `_Mentions`.
    """

    def __init__(self, model: AntecedentNetwork) -> None:
        super().__init__()
        self.fine, self.hidden = model.fine, model.shape.hidden

    def forward(
        self,
        vectors: Tensor,
        sides: Tensor,
        classes: Tensor,
        marks: Tensor,
        anaphors: Tensor,
        candidates: Tensor,
    ) -> Tensor:
        one = PairSide(classes[anaphors][:, None], marks[anaphors][:, None])
        pairs = pair_classes(one, PairSide(classes[candidates], marks[candidates]))
        alone = (
            sides[anaphors][:, None, : self.hidden].float()
            + sides[candidates][..., self.hidden :].float()
        )
        scores: Tensor = self.fine.joined(
            alone, vectors[anaphors].float(), vectors[candidates].float(), pairs
        )
        return scores


def export(
    checkpoint: Checkpoint,
    tokenizer: Path,
    out: Path,
    *,
    kept: int = 0,
    int8: bool = True,
    shared: Shared | None = None,
) -> float:
    """Write words.onnx, mentions.onnx, pairs.onnx, about.json and
    tokenizer.json; how many megabytes they are.

    `kept` candidates are scored in full, as many as in training if it is not given. Without `int8`
    nothing is lost. What a model has in common with a parser (`shared`) is not
    written.
    """
    out.mkdir(parents=True, exist_ok=True)
    model = checkpoint.model.cpu().eval()
    shape = model.shape
    about: dict[str, Any] = {
        "version": VERSION,
        "schemes": SCHEMES,
        "temperature": round(checkpoint.temperature, 4),
        "kept": kept or shape.kept,
        "reach": REACH,
        "matching": MATCHING,
        "bounds": DISTANCES,
        "far": [round(value, 6) for value in model.far.weight[:, 0].tolist()],
        "width": model.encoder.width,
        "types": TYPES,
        "least": LEAST,
        "edges": [LEFT, RIGHT],
        "shape": shape.as_json(),
        "settings": checkpoint.settings,
    }
    if shared is not None:
        about |= shared.about()
    small = int8 and shape.bits == 4
    matrices = settled(model) if small else {}
    if int8 and shape.base in LEVELLED:
        level(model.encoder)
    state = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    with torch.inference_mode(), tempfile.TemporaryDirectory() as folder:
        full, eighth = Path(folder) / "full.onnx", Path(folder) / "eighth.onnx"
        for graph in _graphs(model, shared=shared is not None):
            path = out / f"{graph.name}.onnx"
            traced(
                graph.module,
                graph.inputs,
                list(graph.outputs),
                {name: dict(enumerate(sizes)) for name, sizes in graph.sizes.items()},
                full,
            )
            if not int8:
                shutil.copy(full, path)
            # The network of pairs is a twentieth of the words: half precision is small enough for
            # it.
            elif graph.name == "pairs":
                halved(full, path)
            else:
                quantise(full, eighth)
                halved(eighth, path)
                if not small or graph.name != "words":
                    divided(path)
    about["weights"] = located(state, out)
    if small:
        about["nibbles"] = packed(matrices, about["weights"], out)
    if shared is not None:
        about["shared"] = shared.taken_out(out / "words.onnx")
    (out / "about.json").write_text(json.dumps(about), encoding="utf-8")
    if shared is None:
        (out / "tokenizer.json").write_bytes(tokenizer.read_bytes())
    names = (*(f"{graph}.*" for graph in GRAPHS), "about.json", "tokenizer.json")
    return sum(file.stat().st_size for name in names for file in out.glob(name)) / 1e6


def settled(model: AntecedentNetwork) -> dict[str, Rounded]:
    """Give the encoder's matrices and the vectors of pieces the values that they have in four bits;
    these, by their names.
    """
    found: dict[str, Rounded] = {}
    for name, module in model.encoder.named_modules():
        if isinstance(module, RoundedLinear):
            module.__class__ = nn.Linear
            found[f"encoder.{name}.weight"] = rounded(module.weight)
            module.weight.data = found[f"encoder.{name}.weight"].weight
    table = model.encoder.table
    found[TABLE] = rounded(table.weight, MOST_OF_TABLE)
    table.weight.data = found[TABLE].weight
    return found


def packed(found: dict[str, Rounded], places: Located, out: Path) -> dict[str, list[int]]:
    """Move these matrices of words.onnx to a file beside it, in four bits; their sizes by their
    names in the graph.
    """
    path = out / "words.onnx"
    model = onnx.load(path)
    stored = {one.name: one for one in model.graph.initializer}
    arrays: dict[str, Any] = {}
    sizes: dict[str, list[int]] = {}
    for parameter, matrix in found.items():
        _, name, _ = places[parameter]
        table = name.endswith("table.rows")
        steps, factors = rows_first(matrix) if table else blocks_first(matrix)
        scale = f"{name.removesuffix('_quantized')}_scale"
        if table:
            scale = name.replace("rows", "scale")
        _renewed(stored[scale] if scale in stored else stored[f"{scale}.half"], matrix.scale)
        sizes[name] = list(stored[name].dims)
        set_external_data(stored[name], nibbles.FILE, offset=0, length=steps.size)
        stored[name].ClearField("raw_data")
        arrays[name], arrays[f"{name}{nibbles.FACTORS}"] = nibbles.packed(steps), factors
    onnx.save(model, path)
    np.savez(out / nibbles.FILE, **arrays)
    return sizes


def _renewed(stored: onnx.TensorProto, values: Tensor) -> None:
    before = onnx.numpy_helper.to_array(stored)
    array = values.numpy().reshape(before.shape).astype(before.dtype)
    stored.CopyFrom(onnx.numpy_helper.from_array(array, stored.name))


def level(encoder: Encoder) -> None:
    """Give each piece a scale of its own where a feed-forward block reads or writes."""
    for layer in encoder.layers:
        for product in (layer.expand, layer.contract):
            product.__class__ = Levelled


class ExportedGraph(NamedTuple):
    """A module with example inputs, and the names of the variable sizes of inputs and outputs."""

    name: str
    module: nn.Module
    inputs: dict[str, Tensor]
    axes: dict[str, list[str]]
    outputs: dict[str, list[str]]

    @property
    def sizes(self) -> dict[str, list[str]]:
        """Of inputs and outputs together."""
        return self.axes | self.outputs


def _graphs(model: AntecedentNetwork, *, shared: bool) -> Iterator[ExportedGraph]:
    """The graphs; sizes that may vary are different in the examples."""
    pieces, words, mentions, anaphors, kept = 30, 20, 12, 5, min(7, model.shape.kept)

    def numbers(high: int, *sizes: int) -> Tensor:
        return torch.randint(0, high, sizes)

    width = model.shape.mention
    mention_classes = torch.stack([numbers(size, mentions) for size in CLASSES.values()], 1)
    read = (
        {"vectors": torch.randn(pieces, model.encoder.width)}
        if shared
        else {"pieces": numbers(model.shape.vocabulary, pieces)}
    )
    yield ExportedGraph(
        "words",
        _Words(model, shared=shared),
        {
            **read,
            "owner": numbers(words + 1, pieces),
            "words": torch.stack([numbers(size, words + 1) for size in WORDS.values()], 1),
            "first": numbers(pieces, words),
            "last": numbers(pieces, words),
        },
        {
            **{name: ["pieces"] for name in read},
            "owner": ["pieces"],
            "words": ["rows"],
            "first": ["words"],
            "last": ["words"],
        },
        {"states": ["words"]},
    )
    yield ExportedGraph(
        "mentions",
        _Mentions(model),
        {
            "states": torch.randn(mentions, 3, model.encoder.width),
            "classes": mention_classes,
            "scheme": numbers(len(SCHEMES), mentions),
        },
        {"states": ["mentions"], "classes": ["mentions"], "scheme": ["mentions"]},
        {
            name: ["mentions"]
            for name in ("vectors", "sides", "new", "queries", "keys", "types", "edges")
        },
    )
    yield ExportedGraph(
        "pairs",
        _Pairs(model),
        {
            "vectors": torch.randn(mentions, width).half(),
            "sides": torch.randn(mentions, 2 * model.shape.hidden).half(),
            "classes": mention_classes,
            "marks": numbers(9, mentions, len(MARKS)) - 1,
            "anaphors": numbers(mentions, anaphors),
            "candidates": numbers(mentions, anaphors, kept),
        },
        {
            **{name: ["mentions"] for name in ("vectors", "sides", "classes", "marks")},
            "anaphors": ["anaphors"],
            "candidates": ["anaphors", "kept"],
        },
        {"scores": ["anaphors", "kept"]},
    )


def halved(full: Path, path: Path) -> None:
    """The same graph with large float arrays in half precision, which are expanded when it is
    loaded.
    """
    model = onnx.load(full)
    for stored in list(model.graph.initializer):
        array = onnx.numpy_helper.to_array(stored)
        if array.dtype == np.float32 and array.size > LARGE:
            half = onnx.numpy_helper.from_array(array.astype(np.float16), f"{stored.name}.half")
            model.graph.initializer.remove(stored)
            model.graph.initializer.append(half)
            model.graph.node.insert(
                0,
                onnx.helper.make_node(
                    "Cast", [half.name], [stored.name], to=onnx.TensorProto.FLOAT
                ),
            )
    onnx.save(model, path)


def divided(path: Path, largest: int = LARGEST) -> None:
    """Move the weights of a graph that is larger than `largest` to files beside it, each of at most
    that size.
    """
    if path.stat().st_size <= largest:
        return
    model = onnx.load(path)
    number, content = 0, bytearray()
    for stored in model.graph.initializer:
        if not stored.raw_data or len(stored.raw_data) < LARGE:
            continue
        if len(content) + len(stored.raw_data) > largest:
            path.with_suffix(f".{number}").write_bytes(content)
            number, content = number + 1, bytearray()
        raw = stored.raw_data
        set_external_data(stored, f"{path.stem}.{number}", offset=len(content), length=len(raw))
        stored.ClearField("raw_data")
        content += raw
    path.with_suffix(f".{number}").write_bytes(content)
    onnx.save(model, path)
