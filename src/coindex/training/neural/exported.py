"""An exported model on prepared documents: the scores it has at run time, and what int8 costs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from coindex.models.antecedents import Antecedents, antecedents
from coindex.resolvers.neural.scoring import Material
from coindex.resolvers.neural.scoring import chances as rows_of
from coindex.training.neural.checkpoint import load
from coindex.training.neural.data import Data
from coindex.training.neural.evaluate import Chances, chain_scores, chances, gap_scores

MEASURED = (("gum", "gum"), ("litbank", "litbank"), ("gap", "gum"))


def compared(trained: Path, exported: Path, folder: Path) -> dict[str, dict[str, list[float]]]:
    """On dev documents: each score of the trained model, and of the exported one."""
    device = torch.device("cpu")
    data, checkpoint = Data(folder, device), load(trained, device)
    int8 = evaluate_exported(antecedents(str(exported)), data, ("dev",))
    fp32: dict[str, dict[str, float]] = {}
    for name in int8:
        part, corpus = name.split()
        views = data.chosen(part, corpus)
        found = chances(checkpoint.model, data, views, dict(MEASURED)[corpus], checkpoint.temperature)
        fp32[name] = (gap_scores if corpus == "gap" else chain_scores)(data, views, found)
    return {name: {what: [fp32[name][what], value] for what, value in int8[name].items()} for name in int8}


def evaluate_exported(model: Antecedents, data: Data, parts: Sequence[str]) -> dict[str, dict[str, float]]:
    """By part and corpus, as `training.neural.evaluate`."""
    scores: dict[str, dict[str, float]] = {}
    for part in parts:
        for corpus, scheme in MEASURED:
            if views := data.chosen(part, corpus):
                found = [exported_chances(model, data, view, scheme) for view in views]
                measure = gap_scores if corpus == "gap" else chain_scores
                scores[f"{part} {corpus}"] = measure(data, views, found)
    return scores


def exported_chances(model: Antecedents, data: Data, view: int, scheme: str) -> Chances:
    """Probabilities as `training.neural.evaluate.chances` gives them."""
    rows = list(rows_of(model, prepared(data, view), model.schemes.index(scheme)))
    width = max([1, *(len(row.candidates) for row in rows)])
    chances = np.zeros((len(rows), width + 1), np.float32)
    candidates: Any = np.repeat(np.arange(len(rows))[:, None], width, 1)
    for number, row in enumerate(rows):
        scores = np.array([row.new, *row.scores])
        amounts = np.exp(scores - scores.max())
        chances[number, : len(scores)] = amounts / amounts.sum()
        candidates[number, : len(row.candidates)] = row.candidates
    return chances, candidates


def prepared(data: Data, view: int) -> Material:
    words = slice(int(data.word_starts[view]), int(data.word_starts[view + 1]))
    mentions = slice(int(data.mention_starts[view]), int(data.mention_starts[view + 1]))
    starts = data.piece_starts[words.start : words.stop + 1]
    stored = data.on["pieces"][int(starts[0]) : int(starts[-1])].tolist()
    cuts = (starts - starts[0]).tolist()
    pieces = [tuple(stored[cuts[word] : cuts[word + 1]]) for word in range(len(cuts) - 1)]
    return Material(
        pieces,
        data.on["words"][words].numpy(),
        data.on["classes"][mentions].numpy().astype(np.int64),
        data.marks[mentions].numpy().astype(np.int64),
    )
