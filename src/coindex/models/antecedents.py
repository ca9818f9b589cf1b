"""The bundled model that scores antecedents, at work: words of a window, mentions, and pairs of mentions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core.errors import CoindexError
from coindex.models.runtime import session
from coindex.models.session import CLS, SEP, UNKNOWN, spelled
from coindex.models.words import PIECES, clipped

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_KEPT_WORDS = 200_000


class Vectors(NamedTuple):
    """Of mentions: what pairs are made of, the score of being new, and what the coarse score is the product of."""

    vectors: Floats
    new: Floats
    queries: Floats
    keys: Floats


class Antecedents:
    """The files of one model, loaded once per process and number of threads.

    `kept` candidates of a mention are looked at closely; `reach` mentions back any mention is one, farther ones must
    share one of the `matching` marks. `bounds` and `far` are the coarse score's distances and what each costs.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        from tokenizers import Tokenizer

        about: dict[str, Any] = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        self.schemes: tuple[str, ...] = tuple(about["schemes"])
        self.temperature = float(about["temperature"])
        self.kept, self.reach = int(about["kept"]), int(about["reach"])
        self.matching: tuple[tuple[str, str], ...] = tuple((left, right) for left, right in about["matching"])
        self.bounds, self.far = np.array(about["bounds"]), np.array(about["far"], np.float32)
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._pieces: dict[str, tuple[int, ...]] = {}
        self._words, self._mentions, self._pairs = (
            session(folder / f"{part}.onnx", threads) for part in ("words", "mentions", "pairs")
        )

    def pieces(self, form: str) -> tuple[int, ...]:
        """Pieces of a word; remembered, since few forms make up most of a text."""
        known = self._pieces.get(form)
        if known is None:
            ids = self._tokenizer.encode(spelled(form), add_special_tokens=False).ids
            known = tuple(clipped(ids, PIECES)) or (UNKNOWN,)
            if len(self._pieces) >= _KEPT_WORDS:
                self._pieces.clear()
            self._pieces[form] = known
        return known

    def states(self, words: Sequence[tuple[int, ...]], columns: NDArray[np.uint8]) -> Floats:
        """A vector for each word of a window, from its pieces and classes."""
        counts = np.fromiter((len(word) for word in words), np.int64, len(words))
        last = np.cumsum(counts)
        pieces = [CLS]
        for word in words:
            pieces.extend(word)
        pieces.append(SEP)
        owner = np.zeros(len(pieces), np.int64)
        owner[1:-1] = np.repeat(np.arange(1, len(words) + 1), counts)
        marked = np.zeros((len(words) + 1, columns.shape[1]), np.int64)
        marked[1:] = columns
        inputs = {
            "pieces": np.array(pieces, np.int64),
            "owner": owner,
            "words": marked,
            "first": last - counts + 1,
            "last": last,
        }
        (states,) = self._words.run(None, inputs)
        found: Floats = states
        return found

    def mentions(self, states: Floats, classes: Ints, scheme: int) -> Vectors:
        """From the states of first, last and head word of each mention, and its classes."""
        schemes = np.full(len(classes), scheme, np.int64)
        return Vectors._make(self._mentions.run(None, {"states": states, "classes": classes, "scheme": schemes}))

    def pairs(self, vectors: Floats, classes: Ints, marks: Ints, anaphors: Ints, candidates: Ints) -> Floats:
        """Scores of the candidates of each anaphor; both are rows of the first three."""
        inputs = {
            "vectors": vectors,
            "classes": classes,
            "marks": marks,
            "anaphors": anaphors,
            "candidates": candidates,
        }
        (scores,) = self._pairs.run(None, inputs)
        found: Floats = scores
        return found


BUNDLED = Path(__file__).parent / "en" / "antecedents"


@lru_cache(maxsize=4)
def antecedents(folder: str = "", threads: int = 1) -> Antecedents:
    """The model in a folder that `export` wrote; the bundled English one, if none is named."""
    path = Path(folder) if folder else BUNDLED
    if not (path / "about.json").exists():
        raise CoindexError(f"{path} holds no model of antecedents: about.json is missing")
    return Antecedents(path, threads)
