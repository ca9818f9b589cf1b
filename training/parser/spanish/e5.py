"""What a Spanish model starts from: multilingual-E5-small (MIT), pruned to
the pieces that Spanish needs.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from training.parser.pieces import SPECIAL, UNKNOWN

STRETCH = 8.0
"""Piece vectors and positions are stretched: else the word features that are
added to them soon drown them.

The norm that follows takes it back.
"""

_SPACE = "▁"
_RARE = -100.0
_SPECIALS = ("<pad>", "<unk>", "<s>", "</s>", "<mask>")
"""E5's names of our special pieces, in our order."""
_NAMES = {
    "mix": "attention.output.dense",
    "attention_norm": "attention.output.LayerNorm",
    "expand": "intermediate.dense",
    "contract": "output.dense",
    "output_norm": "output.LayerNorm",
}
Weights = dict[str, NDArray[Any]]


def spanish_pieces(
    tokenizer_json: Path, forms: Counter[str], size: int
) -> tuple[Tokenizer, list[int]]:
    """A tokenizer over the pieces most used in these forms, and the row of
    each of its pieces in E5's table.

    A mark that stands as a word has no piece of its own there: it shares the vector of the mark
    inside a word.
    """
    full: list[tuple[str, float]] = json.loads(tokenizer_json.read_text(encoding="utf-8"))["model"][
        "vocab"
    ]
    known, rows = dict(full), {piece: row for row, (piece, _) in enumerate(full)}
    for piece in [
        piece for piece in known if len(piece) == 1 and not piece.isalnum() and piece != _SPACE
    ]:
        known.setdefault(_SPACE + piece, known[piece])
    built = _unigram(list(known.items()), rows["<unk>"])
    used: Counter[str] = Counter()
    for form, count in forms.items():
        for piece in set(built.encode(form, add_special_tokens=False).tokens) & known.keys():
            used[piece] += count
    single = [piece for piece in known if len(piece.removeprefix(_SPACE)) <= 1]
    kept = list(dict.fromkeys([*single, *(piece for piece, _ in used.most_common())]))
    kept = [piece for piece in kept if piece not in _SPECIALS][: size - len(SPECIAL)]
    pieces = [*((name, _RARE) for name in SPECIAL), *((piece, known[piece]) for piece in kept)]
    return _unigram(pieces, UNKNOWN), _rows(rows, kept)


def all_pieces(spanish: Path, tokenizer_json: Path) -> tuple[Tokenizer, list[int]]:
    """As `spanish_pieces`, with the numbers that `spanish` gives them, and E5's other pieces
    behind.
    """
    read = [json.loads(path.read_text(encoding="utf-8")) for path in (spanish, tokenizer_json)]
    own, full = ([(piece, chance) for piece, chance in one["model"]["vocab"]] for one in read)
    known = {*_SPECIALS, *dict(own)}
    pieces = own + [(piece, chance) for piece, chance in full if piece not in known]
    rows = {piece: row for row, (piece, _) in enumerate(full)}
    kept = [piece for piece, _ in pieces[len(SPECIAL) :]]
    return _unigram(pieces, UNKNOWN), _rows(rows, kept)


class MorePieces(NamedTuple):
    """Pieces with their log-probabilities, and their vectors."""

    pieces: list[tuple[str, float]]
    table: NDArray[np.float32]


def more_pieces(whole: Path, forms: Counter[str], built: Tokenizer, size: int) -> MorePieces:
    """E5's pieces that a tokenizer lacks and these forms use most; `whole` is a folder with all of
    E5 (`tokenizer.json`, `model_quantized.onnx`).
    """
    import onnx

    stored = json.loads((whole / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    chances, rows = dict(stored), {piece: row for row, (piece, _) in enumerate(stored)}
    every = _unigram(list(chances.items()), rows["<unk>"])
    lacking = chances.keys() - built.get_vocab().keys() - {*_SPECIALS}
    used: Counter[str] = Counter()
    for form, count in forms.items():
        for piece in set(every.encode(form, add_special_tokens=False).tokens) & lacking:
            used[piece] += count
    kept = [piece for piece, _ in used.most_common(size)]
    arrays = {
        one.name.removeprefix("embeddings.word_embeddings.weight_"): onnx.numpy_helper.to_array(one)
        for one in onnx.load(whole / "model_quantized.onnx").graph.initializer
        if one.name.startswith("embeddings.word_embeddings.weight_")
    }
    table = arrays["quantized"][[rows[piece] for piece in kept]].astype(np.float32)
    table = (table - arrays["zero_point"]) * arrays["scale"]
    return MorePieces([(piece, chances[piece]) for piece in kept], STRETCH * table)


def extended(built: Tokenizer, more: MorePieces) -> Tokenizer:
    """With these pieces behind its own."""
    own = json.loads(built.to_str())["model"]["vocab"]
    return _unigram([*map(tuple, own), *more.pieces], UNKNOWN)


def _rows(rows: dict[str, int], kept: list[str]) -> list[int]:
    """Of the special pieces and those kept."""
    taken = (piece if piece in rows else piece.removeprefix(_SPACE) for piece in kept)
    return [rows[piece] for piece in (*_SPECIALS, *taken)]


def _unigram(pieces: list[tuple[str, float]], unknown: int) -> Tokenizer:
    built = Tokenizer(models.Unigram(pieces, unk_id=unknown))
    built.normalizer = normalizers.NFKC()
    built.pre_tokenizer = pre_tokenizers.Metaspace(replacement=_SPACE, prepend_scheme="always")
    return built


def encoder(weights: Path, rows: list[int], layers: int) -> Weights:
    """The lower layers, and these rows of the table, under our own names."""
    with np.load(weights, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files if stored[name].ndim}

    def full(name: str) -> NDArray[np.float32]:
        array: NDArray[np.float32] = arrays[name].astype(np.float32)
        return array * arrays[f"{name}.scale"] if f"{name}.scale" in arrays else array

    kinds = full("embeddings.token_type_embeddings.weight")
    found = {
        "table.weight": STRETCH * full("embeddings.word_embeddings.weight")[rows],
        "positions.weight": STRETCH * (full("embeddings.position_embeddings.weight") + kinds[0]),
        "input_norm.weight": full("embeddings.LayerNorm.weight"),
        "input_norm.bias": full("embeddings.LayerNorm.bias"),
    }
    for layer in range(layers):
        source = f"encoder.layer.{layer}"
        for kind in ("weight", "bias"):
            three = [
                full(f"{source}.attention.self.{part}.{kind}") for part in ("query", "key", "value")
            ]
            found[f"layers.{layer}.attend.{kind}"] = np.concatenate(three)
            for name, original in _NAMES.items():
                found[f"layers.{layer}.{name}.{kind}"] = full(f"{source}.{original}.{kind}")
    return {f"encoder.{name}": array for name, array in found.items()}
