"""A trained model as three ONNX graphs in int8: words of a window, mentions, pairs of mentions."""

from __future__ import annotations

import json
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from coindex.resolvers.neural.features import CLASSES, MARKS, WORDS
from coindex.training.neural.checkpoint import Checkpoint
from coindex.training.neural.model import MATCHING, REACH, SCHEMES, Antecedents
from coindex.training.neural.pairs import DISTANCES, Side, pair_classes
from coindex.training.neural.restore import GRAPHS, located
from coindex.training.quantised import Table, quantise

VERSION = 1
LARGE = 1024
"""Float arrays with more numbers than this are stored in half precision."""


class _Words(nn.Module):
    """One window, without a batch dimension."""

    def __init__(self, model: Antecedents) -> None:
        super().__init__()
        self.encoder, self.words = model.encoder, model.words
        self.encoder.table = Table(model.encoder.table)  # type: ignore[assignment]

    def forward(self, pieces: Tensor, owner: Tensor, words: Tensor, first: Tensor, last: Tensor) -> Tensor:
        marks = self.words.summed(words)[owner]
        states = self.encoder(pieces[None], marks[None], None)[0]
        found: Tensor = (states[first] + states[last]) * 0.5
        return found


class _Mentions(nn.Module):
    """The coarse score's scale is put into the queries."""

    def __init__(self, model: Antecedents) -> None:
        super().__init__()
        self.mentions, self.scale = model.mentions, model.shape.coarse**-0.5

    def forward(self, states: Tensor, classes: Tensor, scheme: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        vectors, new, queries, keys = self.mentions(states, classes, scheme)
        return vectors, new, queries * self.scale, keys


class _Pairs(nn.Module):
    """The features of pairs are worked out inside."""

    def __init__(self, model: Antecedents) -> None:
        super().__init__()
        self.fine = model.fine

    def forward(self, vectors: Tensor, classes: Tensor, marks: Tensor, anaphors: Tensor, candidates: Tensor) -> Tensor:
        one = Side(classes[anaphors][:, None], marks[anaphors][:, None])
        pairs = pair_classes(one, Side(classes[candidates], marks[candidates]))
        found: Tensor = self.fine(vectors[anaphors], vectors[candidates], pairs)
        return found


def export(checkpoint: Checkpoint, tokenizer: Path, out: Path, *, kept: int = 0, int8: bool = True) -> float:
    """Write words.onnx, mentions.onnx, pairs.onnx, about.json and tokenizer.json; how many megabytes they are.

    `kept` candidates are looked at closely, as many as in training if it is not given. Without `int8` nothing is lost.
    """
    out.mkdir(parents=True, exist_ok=True)
    model = checkpoint.model.cpu().eval()
    shape = model.shape
    about = {
        "version": VERSION,
        "schemes": SCHEMES,
        "temperature": round(checkpoint.temperature, 4),
        "kept": kept or shape.kept,
        "reach": REACH,
        "matching": MATCHING,
        "bounds": DISTANCES,
        "far": [round(value, 6) for value in model.far.weight[:, 0].tolist()],
        "shape": shape.as_json(),
        "settings": checkpoint.settings,
    }
    state = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    with torch.inference_mode(), tempfile.TemporaryDirectory() as folder:
        full, small = Path(folder) / "full.onnx", Path(folder) / "small.onnx"
        for graph in _graphs(model):
            path = out / f"{graph.name}.onnx"
            _write(graph, full)
            if not int8:
                shutil.copy(full, path)
            elif graph.name == "pairs":
                halved(full, path)
            else:
                quantise(full, small)
                halved(small, path)
    about["weights"] = located(state, out)
    (out / "about.json").write_text(json.dumps(about), encoding="utf-8")
    (out / "tokenizer.json").write_bytes(tokenizer.read_bytes())
    files = (*(f"{graph}.onnx" for graph in GRAPHS), "about.json", "tokenizer.json")
    return sum((out / name).stat().st_size for name in files) / 1e6


class Graph(NamedTuple):
    """A module with example inputs, and the names of the sizes that may differ, of inputs and outputs."""

    name: str
    module: nn.Module
    inputs: dict[str, Tensor]
    axes: dict[str, list[str]]
    outputs: dict[str, list[str]]


def _graphs(model: Antecedents) -> Iterator[Graph]:
    """Sizes that may differ differ in the examples."""
    pieces, words, mentions, anaphors, kept = 30, 20, 12, 5, min(7, model.shape.kept)

    def numbers(high: int, *sizes: int) -> Tensor:
        return torch.randint(0, high, sizes)

    width = model.shape.mention
    mention_classes = torch.stack([numbers(size, mentions) for size in CLASSES.values()], 1)
    yield Graph(
        "words",
        _Words(model),
        {
            "pieces": numbers(model.shape.vocabulary, pieces),
            "owner": numbers(words + 1, pieces),
            "words": torch.stack([numbers(size, words + 1) for size in WORDS.values()], 1),
            "first": numbers(pieces, words),
            "last": numbers(pieces, words),
        },
        {"pieces": ["pieces"], "owner": ["pieces"], "words": ["rows"], "first": ["words"], "last": ["words"]},
        {"states": ["words"]},
    )
    yield Graph(
        "mentions",
        _Mentions(model),
        {
            "states": torch.randn(mentions, 3, model.encoder.width),
            "classes": mention_classes,
            "scheme": numbers(len(SCHEMES), mentions),
        },
        {"states": ["mentions"], "classes": ["mentions"], "scheme": ["mentions"]},
        {name: ["mentions"] for name in ("vectors", "new", "queries", "keys")},
    )
    yield Graph(
        "pairs",
        _Pairs(model),
        {
            "vectors": torch.randn(mentions, width),
            "classes": mention_classes,
            "marks": numbers(9, mentions, len(MARKS)) - 1,
            "anaphors": numbers(mentions, anaphors),
            "candidates": numbers(mentions, anaphors, kept),
        },
        {
            **{name: ["mentions"] for name in ("vectors", "classes", "marks")},
            "anaphors": ["anaphors"],
            "candidates": ["anaphors", "kept"],
        },
        {"scores": ["anaphors", "kept"]},
    )


def _write(graph: Graph, path: Path) -> None:
    with warnings.catch_warnings():  # sizes that are constant here are so in every document
        warnings.simplefilter("ignore", torch.jit.TracerWarning)
        _traced(graph, path)


def _traced(graph: Graph, path: Path) -> None:
    torch.onnx.export(
        graph.module.eval(),
        tuple(graph.inputs.values()),
        str(path),
        input_names=list(graph.inputs),
        output_names=list(graph.outputs),
        dynamic_axes={name: dict(enumerate(sizes)) for name, sizes in (graph.axes | graph.outputs).items()},
        opset_version=17,
        dynamo=False,
    )


def halved(full: Path, path: Path) -> None:
    """The same graph with large float arrays in half precision, made whole again when it is loaded."""
    model = onnx.load(full)
    for stored in list(model.graph.initializer):
        array = onnx.numpy_helper.to_array(stored)
        if array.dtype == np.float32 and array.size > LARGE:
            half = onnx.numpy_helper.from_array(array.astype(np.float16), f"{stored.name}.half")
            model.graph.initializer.remove(stored)
            model.graph.initializer.append(half)
            model.graph.node.insert(
                0, onnx.helper.make_node("Cast", [half.name], [stored.name], to=onnx.TensorProto.FLOAT)
            )
    onnx.save(model, path)
