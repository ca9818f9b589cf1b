"""Running a model over texts as at run time: windows, sentences, trees."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.models.arcs import best_tree
from training.parser.model import Parser
from training.parser.windows import Data, Window

Raw = dict[str, NDArray[Any]]
"""What a model says of one window; the names of the exported graph's outputs."""

Runner = Callable[[list[Window]], list[Raw]]

RUN_PIECES = 254

SCORED = ("entity", "subject")
"""Tags of which a model gives the scores of all labels; of others, the best label."""


@dataclass(frozen=True, slots=True)
class RelationWeights:
    """The label scorer, to be applied to chosen arcs."""

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]

    def best(
        self, dependents: NDArray[np.float32], heads: NDArray[np.float32]
    ) -> NDArray[np.int64]:
        """Label of each (dependent, head) pair of rows."""
        width = dependents.shape[1] // 2
        summed = np.maximum(dependents[:, :width] + heads[:, :width], 0)
        pairs = np.concatenate([summed, dependents[:, width:] * heads[:, width:]], 1)
        return np.asarray((pairs @ self.weight.T + self.bias).argmax(1))


def relation_weights(model: Parser) -> RelationWeights:
    score = model.relations.score
    return RelationWeights(score.weight.detach().cpu().numpy(), score.bias.detach().cpu().numpy())


@dataclass(slots=True)
class Predicted:
    """Predictions over all words of the data; rows of texts that were not run stay empty."""

    tags: dict[str, NDArray[np.int64]]
    entity_scores: NDArray[np.float32]
    expletive: NDArray[np.float32]
    starts: NDArray[np.bool_]
    heads: NDArray[np.int64]
    relations: NDArray[np.int64]


def torch_runner(
    model: Parser, data: Data, *, budget: int = 16384, treebanks: bool = False
) -> Runner:
    """Runs the model in batches, in full precision; with ``treebanks`` it is
    told which one a text is from.
    """

    @torch.inference_mode()
    def run(windows: list[Window]) -> list[Raw]:
        order = sorted(range(len(windows)), key=lambda index: data.piece_count(windows[index]))
        results: dict[int, Raw] = {}
        done = 0
        for batch in data.batches([windows[index] for index in order], budget):
            analysis = model(data.words(batch, treebanks=treebanks))
            arrays = {
                **{
                    tag: scores if tag in SCORED else scores.argmax(2)
                    for tag, scores in analysis.tags.items()
                },
                "start": analysis.start,
                "arcs": analysis.arcs,
                "dependents": analysis.dependents,
                "heads": analysis.heads,
            }
            if analysis.expletive is not None:
                arrays["expletive"] = analysis.expletive
            host = {name: tensor.float().cpu().numpy() for name, tensor in arrays.items()}
            for row, window in enumerate(batch):
                count = window.end - window.start
                cut = {name: array[row, :count] for name, array in host.items()}
                cut["arcs"] = host["arcs"][row, :count, : count + 1]
                cut["heads"] = host["heads"][row, : count + 1]
                results[order[done + row]] = cut
            done += len(batch)
        return [results[index] for index in range(len(windows))]

    return run


def analyse(
    run: Runner,
    data: Data,
    texts: Sequence[int],
    relations: RelationWeights,
    *,
    gold_sentences: bool = False,
    pieces: int = RUN_PIECES,
) -> Predicted:
    """All texts, round by round: a text's next window starts at the
    sentence the last one left incomplete.
    """
    predicted = _empty(data)
    pending = [(int(data.text_starts[text]), int(data.text_ends[text])) for text in texts]
    while pending:
        windows = [data.window_from(start, end, pieces) for start, end in pending]
        following = []
        for window, raw, (_, text_end) in zip(windows, run(windows), pending, strict=True):
            given = data.arrays["starts"][window.start : window.end] if gold_sentences else None
            bounds = _sentence_bounds(raw["start"], given, last=window.end == text_end)
            _fill(predicted, window.start, raw, bounds, relations)
            if (after := window.start + bounds[-1]) < text_end:
                following.append((after, text_end))
        pending = following
    return predicted


def _sentence_bounds(
    scores: NDArray[np.float32], given: NDArray[np.uint8] | None, *, last: bool
) -> list[int]:
    """Starts of the window's complete sentences, and their end;
    one sentence if none is complete.
    """
    starts = (scores > 0) if given is None else given.astype(bool)
    inner = [int(index) for index in np.flatnonzero(starts) if index]
    return [0, *inner, len(scores)] if last or not inner else [0, *inner]


def _fill(
    predicted: Predicted, offset: int, raw: Raw, bounds: list[int], relations: RelationWeights
) -> None:
    end = bounds[-1]
    rows = slice(offset, offset + end)
    for tag, values in predicted.tags.items():
        said = raw[tag][:end]
        values[rows] = (said.argmax(1) if tag in SCORED else said).astype(np.int64)
    if "entity" in raw:
        predicted.entity_scores[rows] = raw["entity"][:end]
    if "expletive" in raw:
        predicted.expletive[rows] = raw["expletive"][:end]
    heads = np.zeros(end, np.int64)
    for start, stop in itertools.pairwise(bounds):
        columns = np.r_[0, start + 1 : stop + 1]
        local = best_tree(raw["arcs"][start:stop, columns].astype(np.float64))
        heads[start:stop] = columns[local]
        predicted.starts[offset + start] = True
    predicted.heads[rows] = np.where(heads == 0, -1, offset + heads - 1)
    predicted.relations[rows] = relations.best(raw["dependents"][:end], raw["heads"][heads])


def _empty(data: Data) -> Predicted:
    count = len(data.forms)
    return Predicted(
        {
            tag: np.full(count, -1)
            for tag in ("upos", "feats", "xpos", "script", "subject")
            if data.labels.get(tag)
        },
        np.zeros((count, len(data.labels["entity"])), np.float32),
        np.zeros(count, np.float32),
        np.zeros(count, np.bool_),
        np.full(count, -2),
        np.full(count, -1),
    )
