"""Documents turned into flat arrays: pieces and classes of words, classes and marks of mentions, keys."""

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
from coindex.models.words import PIECES, clipped
from coindex.resolvers.neural.features import mention_features, word_columns
from coindex.training.neural.items import Item, View
from coindex.training.neural.stored import CORPORA, PARTS, SORTS, shrink


def prepare(found: Iterable[Item], english: Path, out: Path) -> None:
    """What `gather` writes, and encoder.npz; tokenizer and encoder come from the parser's data folder."""
    gather(found, english / "tokenizer.json", out)
    with np.load(english / "encoder.npz") as stored:
        shrink(dict(stored), out / "encoder.npz")


def gather(found: Iterable[Item], tokenizer: Path, out: Path) -> None:
    """Write data.npz, keys.json and tokenizer.json."""
    out.mkdir(parents=True, exist_ok=True)
    gathered = _Gathered(Tokenizer.from_file(str(tokenizer)))
    for item in found:
        gathered.add(item)
    np.savez_compressed(out / "data.npz", **gathered.arrays())
    (out / "keys.json").write_text(json.dumps(gathered.keys), encoding="utf-8")
    (out / "tokenizer.json").write_bytes(tokenizer.read_bytes())
    print(dict(gathered.counts))


class _Gathered:
    """Everything so far, view after view; `keys` has what scoring needs, for each item."""

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
            self._add_view(number, item, view)
        measured = item.part != "train"
        self.keys.append(
            {
                "name": item.name,
                "groups": item.groups if measured else [],
                "pronouns": item.pronouns if measured else [],
                "question": item.question,
                "exact": item.views[0].exact if measured else [],
                "places": item.views[0].places if measured else [],
            }
        )
        self.counts[f"{item.corpus} {item.part}"] += 1
        if number % 100 == 0:
            print(f"{time.monotonic() - self._began:.0f} s: {number} {item.name}", flush=True)

    def _add_view(self, number: int, item: Item, view: View) -> None:
        discourse = view.discourse
        forms = [token.form for token in discourse.document.tokens]
        for form in forms:
            if form not in self._pieces:
                self._pieces[form] = _piece_ids(form, self._built)
        rows = mention_features(discourse)
        self._append("pieces", [piece for form in forms for piece in self._pieces[form]], np.uint16)
        self._append("piece_counts", [len(self._pieces[form]) for form in forms], np.uint8)
        self._append("words", word_columns(discourse), np.uint8)
        self._append("classes", rows.classes, np.uint8)
        self._append("marks", rows.marks, np.int32)
        self._append("entity", view.entity, np.int16)
        corpus, part = CORPORA.index(item.corpus), PARTS.index(item.part)
        mentions = len(discourse.expressions)
        self._views.append((number, corpus, part, SORTS.index(view.sort), len(forms), mentions))
        self.counts[f"{item.corpus} words"] += len(forms)
        self.counts[f"{item.corpus} mentions"] += mentions
        if view.sort == "own":
            self.counts[f"{item.corpus} known"] += sum(entity >= 0 for entity in view.entity)

    def _append(self, name: str, values: Any, kind: Any) -> None:
        self._parts.setdefault(name, []).append(np.asarray(values, kind))

    def arrays(self) -> dict[str, Any]:
        arrays: dict[str, Any] = {name: np.concatenate(parts) for name, parts in self._parts.items()}
        return arrays | {"views": np.array(self._views, np.int32)}


def _piece_ids(form: str, built: Tokenizer) -> list[int]:
    """As at run time."""
    return list(clipped(built.encode(spelled(form), add_special_tokens=False).ids, PIECES)) or [UNKNOWN]
