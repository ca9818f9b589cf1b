"""Converts documents to flat arrays: pieces and classes of words, classes, marks and labels of
expressions, keys.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from coindex.models.session import UNKNOWN, spelled
from coindex.models.word_features import PIECES, clipped
from coindex.training.antecedents.items import Item, View
from coindex.training.antecedents.numbering import CORPORA, PARTS, SORTS


def gather(items: Iterable[Item], tokenizer: Path, out: Path, name: str) -> None:
    """Write data-NAME.npz and keys-NAME.json."""
    gathered = _Gathered(Tokenizer.from_file(str(tokenizer)))
    for item in items:
        gathered.add(item)
    gathered.write(out, name)


class _Gathered:
    """The data so far, view by view; there are two sets of labels, since GUM's texts also have
    OntoGUM's.
    """

    def __init__(self, built: Tokenizer) -> None:
        self._built = built
        self._pieces: dict[str, list[int]] = {}
        self._parts: dict[str, list[NDArray[Any]]] = {}
        self._views: list[tuple[int, ...]] = []
        self.keys: list[dict[str, Any]] = []
        self.counts: Counter[str] = Counter()
        self._began = time.monotonic()

    def add(self, item: Item) -> None:
        number = len(self.keys)
        for view in item.views:
            self._add(number, item, view)
        self.keys.append({"name": item.name, **item.key})
        self.counts[f"{item.corpus} {item.part}"] += 1
        if number % 50 == 0:
            print(
                f"{time.monotonic() - self._began:.0f} s: {number} {item.name} {dict(self.counts)}",
                flush=True,
            )

    def _add(self, number: int, item: Item, view: View) -> None:
        rows = view.rows
        forms = rows.forms
        for form in forms:
            if form not in self._pieces:
                self._pieces[form] = piece_ids(form, self._built)
        count = len(rows.classes)
        self._append("pieces", [piece for form in forms for piece in self._pieces[form]], np.uint16)
        self._append("piece_counts", [len(self._pieces[form]) for form in forms], np.uint8)
        self._append("words", rows.words, np.uint8)
        self._append("classes", rows.classes, np.uint8)
        self._append("marks", rows.marks, np.int32)
        self._append("cores", np.array(rows.cores, np.uint8).reshape(-1, 2), np.uint8)
        entity = np.full((count, 2), -1, np.int16)
        types = np.full((count, 2), -1, np.int8)
        edges = np.full((count, 2, 2), -1, np.int16)
        for place, labels in enumerate(view.labels):
            entity[:, place] = labels.entity
            types[:, place] = labels.type
            edges[:, place] = np.array(labels.edges, np.int16).reshape(-1, 2)
        self._append("entity", entity, np.int16)
        self._append("types", types, np.int8)
        self._append("edges", edges, np.int16)
        self._views.append(
            (
                number,
                CORPORA.index(item.corpus),
                PARTS.index(item.part),
                SORTS.index(view.sort),
                len(forms),
                count,
                len(view.labels),
            )
        )
        self.counts["words"] += len(forms)
        self.counts["mentions"] += count

    def _append(self, name: str, values: Any, kind: Any) -> None:
        self._parts.setdefault(name, []).append(np.asarray(values, kind))

    def write(self, out: Path, name: str) -> None:
        arrays: dict[str, Any] = {key: np.concatenate(parts) for key, parts in self._parts.items()}
        out.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            out / f"data-{name}.npz", views=np.array(self._views, np.int32), **arrays
        )
        (out / f"keys-{name}.json").write_text(json.dumps(self.keys), encoding="utf-8")
        print(name, dict(self.counts), f"{time.monotonic() - self._began:.0f} s", flush=True)


def piece_ids(form: str, built: Tokenizer) -> list[int]:
    """The ids of the pieces, as at run time."""
    return list(clipped(built.encode(spelled(form), add_special_tokens=False).ids, PIECES)) or [
        UNKNOWN
    ]
