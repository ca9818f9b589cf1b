"""Brown clusters of Spanish words, from the package spacy-lookups-data (MIT)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np

from coindex.training.encoder import wheel_file


def read_clusters(wheel: Path, *, size: int) -> dict[str, int]:
    """Paths of the most frequent words that have one: first step in the lowest bit."""
    paths, chances = (_table(wheel, name) for name in ("cluster", "prob"))
    known = [form for form, path in paths.items() if path and "\n" not in form]
    known.sort(key=lambda form: (-chances.get(form, -30.0), form))
    return {form: int(paths[form]) for form in known[:size]}


def write_clusters(paths: dict[str, int], out: Path) -> None:
    """Write forms and numbers of clusters, from 1 in the order of their paths."""
    numbers = {path: number for number, path in enumerate(sorted(set(paths.values())), 1)}
    forms = np.frombuffer("\n".join(paths).encode("utf-8"), np.uint8)
    np.savez_compressed(
        out, forms=forms, clusters=np.array([numbers[path] for path in paths.values()], np.uint16)
    )


def _table(wheel: Path, name: str) -> dict[str, Any]:
    content = gzip.decompress(wheel_file(wheel, f"data/es_lexeme_{name}.json.gz"))
    table: dict[str, Any] = json.loads(content)
    return table
