"""A trained model as an ONNX graph over one window, in int8, with the files the run time reads."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from coindex.training.graphs import PieceTable, quantise, traced
from training.parser.analyse import (
    RUN_PIECES,
    SCORED,
    Raw,
    RelationWeights,
    Runner,
    relation_weights,
)
from training.parser.checkpoint import Checkpoint
from training.parser.evaluate import evaluate
from training.parser.model import Parser, Shape, Words
from training.parser.windows import Data, Window

VERSION = 1
INPUTS = (
    *("pieces", "owner", "first", "last", "characters"),
    *("case", "space", "paragraph", "treebank"),
)
SCORES = ("start", "arcs", "dependents", "heads", "states")
ALLOWED_LOSS = 0.2


def inputs_of(shape: Shape) -> tuple[str, ...]:
    return (*INPUTS, "cluster") if shape.clusters else INPUTS


def outputs_of(shape: Shape) -> tuple[str, ...]:
    """Best labels, then scores."""
    best = [tag for tag in shape.tags if tag not in SCORED]
    scored = [tag for tag in shape.tags if tag in SCORED]
    return (*best, *scored, *(["expletive"] if shape.expletive else []), *SCORES)


class _Window(nn.Module):
    """One window without a batch dimension; best tags are chosen inside."""

    def __init__(self, model: Parser) -> None:
        super().__init__()
        self.model = model
        self.model.encoder.table = PieceTable(model.encoder.table)  # type: ignore[assignment]
        self.names, self.outputs = inputs_of(model.shape), outputs_of(model.shape)
        positions = model.encoder.positions
        positions.weight = nn.Parameter(positions.weight[: RUN_PIECES + 2], requires_grad=False)

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        named = dict(zip(self.names, inputs, strict=True))
        analysis = self.model(
            Words(
                **{name: named[name] if name == "treebank" else named[name][None] for name in named}
            )
        )
        scores = {**analysis._asdict(), **analysis.tags}
        return tuple(self._chosen(name, scores[name][0]) for name in self.outputs)

    def _chosen(self, name: str, scores: Tensor) -> Tensor:
        return scores.argmax(1) if name in self.model.tags and name not in SCORED else scores


def export(checkpoint: Checkpoint, data: Data, files: Sequence[Path], out: Path) -> None:
    """Write model.onnx, relations.npz, labels.json and scores.json beside copies of
    ``files``; say what int8 costs.
    """
    out.mkdir(parents=True, exist_ok=True)
    relations = relation_weights(checkpoint.model)
    shape = checkpoint.model.shape
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        _write_graph(checkpoint.model, data, full)
        quantise(full, out / "model.onnx")
        scores = {
            "fp32": _measure(full, data, relations, quick=True),
            "int8": _measure(out / "model.onnx", data, relations),
        }
    losses = {
        corpus: round(values["las"] - scores["int8"][corpus]["las"], 2)
        for corpus, values in scores["fp32"].items()
        if isinstance(values, dict) and "las" in values
    }
    if max(losses.values()) > ALLOWED_LOSS:
        print(f"int8 loses more than {ALLOWED_LOSS} LAS")
    np.savez(out / "relations.npz", weight=relations.weight.T.copy(), bias=relations.bias)
    for path in files:
        (out / path.name).write_bytes(path.read_bytes())
    labels = checkpoint.labels | {
        "version": VERSION,
        "layers": shape.layers,
        "merged": shape.merged,
        "activation": shape.activation,
        "arc_temperature": checkpoint.temperature,
        "inputs": inputs_of(shape),
        "outputs": outputs_of(shape),
    }
    _write_json(out / "labels.json", labels, indent=None)
    size = sum(path.stat().st_size for path in out.iterdir()) / 1e6
    _write_json(
        out / "scores.json",
        {
            **scores,
            "las_lost": losses,
            "megabytes": round(size, 2),
            "training": checkpoint.settings,
        },
        indent=1,
    )
    print(json.dumps({**scores, "las_lost": losses, "megabytes": round(size, 2)}, indent=1))


def _write_json(path: Path, value: Any, *, indent: int | None) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=indent), encoding="utf-8")


def _write_graph(model: Parser, data: Data, path: Path) -> None:
    text = data.texts("dev")[0]
    names, outputs = inputs_of(model.shape), outputs_of(model.shape)
    example = _inputs(
        data, data.window_from(int(data.text_starts[text]), int(data.text_ends[text]), 100), names
    )
    piece, word = {0: "pieces"}, {0: "words_and_root"}
    axes = {
        **dict.fromkeys(("pieces", "owner"), piece),
        **{name: word for name in names if name not in ("pieces", "owner", "treebank")},
        **{name: {0: "words"} for name in outputs},
        "arcs": {0: "words", 1: "words_and_root"},
        "heads": word,
    }
    inputs = {name: torch.from_numpy(example[name]) for name in names}
    traced(_Window(model), inputs, outputs, axes, path)


def _inputs(data: Data, window: Window, names: Sequence[str]) -> dict[str, NDArray[np.int64]]:
    words = data.words([window])
    arrays = {name: getattr(words, name).numpy() for name in names}
    return {name: array if name == "treebank" else array[0] for name, array in arrays.items()}


def _measure(
    path: Path, data: Data, relations: RelationWeights, *, quick: bool = False
) -> dict[str, Any]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    outputs = [node.name for node in session.get_outputs()]
    spent = [0.0, 0.0]

    def run(windows: list[Window]) -> list[Raw]:
        results = []
        for window in windows:
            inputs = _inputs(data, window, names)
            started = time.process_time()
            values = session.run(None, inputs)
            spent[0] += time.process_time() - started
            spent[1] += window.end - window.start
            results.append(dict(zip(outputs, values, strict=True)))
        return results

    runner: Runner = run
    scores: dict[str, Any] = evaluate(runner, data, relations, quick=quick)
    scores["words_per_cpu_second"] = round(spent[1] / spent[0])
    return scores
