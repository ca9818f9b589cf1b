"""Runs the models that find mentions and score antecedents: words of a window, expressions, and
pairs of them. A model may share the lower part of a parser's encoder.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.language.languages import DEFAULT
from coindex.models import nibbles
from coindex.models.session import CLS, SEP, UNKNOWN, folder_of, session, spelled, tokenizer
from coindex.models.word_features import PIECES, clipped

FILE = "model.onnx"


class SharedEncoder:
    """Parts of a parser's file, which are not copied: int8 vectors of word pieces from `rows` on,
    and from `scale` on the factor of each; int8 matrices of its lowest layers. `size` is the number
    of the vectors and their length; `layers` says by the name of each matrix where it begins and
    how many rows and columns it has; `check` is the checksum of all of them.
    """

    def __init__(
        self,
        folder: Path,
        rows: int,
        scale: int,
        size: Sequence[int],
        layers: Mapping[str, Sequence[int]],
        check: int,
    ) -> None:
        path = folder / FILE
        places = [(rows, *size), *(tuple(place) for place in layers.values())]
        ends = [start + count * width for start, count, width in places]
        complete = path.exists() and path.stat().st_size >= max(*ends, scale + 4 * size[0])
        parts = [
            np.memmap(path, np.int8, "r", start, (count, width))
            for start, count, width in (places if complete else ())
        ]
        if not parts or checksum(parts) != check:
            raise CoindexError(
                Message("{path} is not the parser whose encoder the resolver shares", path=path)
            )
        self._rows, *matrices = parts
        self._scale = np.fromfile(path, "<f4", size[0], offset=scale)[:, None]
        self.matrices: dict[str, NDArray[np.int8]] = dict(zip(layers, matrices, strict=True))

    def vectors(self, pieces: Sequence[int]) -> NDArray[np.float32]:
        """A row for each piece."""
        wanted = np.array(pieces, np.int64)
        rows: NDArray[np.float32] = self._rows[wanted].astype(np.float32) * self._scale[wanted]
        return rows


def checksum(parts: Sequence[NDArray[np.int8]]) -> int:
    """One number for all of the arrays, in this order."""
    check = 0
    for part in parts:
        check = crc32(np.ascontiguousarray(part).data, check)
    return check


Floats = NDArray[np.float32]
Halves = NDArray[np.float16]
Ints = NDArray[np.int64]

VERSION = 2
"""The version of the files; older models do not find mentions."""
WINDOW = (510, 64)
"""How many pieces a model reads at once and how many of them two neighbours share, if it does not
say so itself.
"""
_KEPT_WORDS = 200_000
"""Words whose pieces are cached; a full cache is emptied, so that a server does not grow."""


class Vectors(NamedTuple):
    """Vectors of expressions: what they contribute to pairs, the score of being new, and the
    factors of the coarse score.

    `sides` is the contribution of an expression to a pair as anaphor and as candidate. The first
    two are in half precision: they take most of the memory for a long document.
    """

    vectors: Halves
    sides: Halves
    new: Floats
    queries: Floats
    keys: Floats


class Looked(NamedTuple):
    """Vectors of expressions, log-odds of their types, and factors for the states of the words
    around them.
    """

    vectors: Vectors
    types: Floats
    edges: Floats


_keeps_states: ContextVar[bool] = ContextVar("keeps_states", default=False)


@contextmanager
def keeping_states() -> Iterator[None]:
    """Cache the states of windows and the scores of pairs while the block runs, and use those that
    are cached.

    Most of the time of a document goes into them. A document that is resolved again and again,
    because an annotator decides about one mention after the other, has the same ones each time.
    """
    token = _keeps_states.set(True)
    try:
        yield
    finally:
        _keeps_states.reset(token)


class _Results:
    """What a graph computed, by its input, the least recently used removed first."""

    ROOM = 64 << 20
    """Bytes: about 15,000 words."""

    def __init__(self) -> None:
        self._results: OrderedDict[bytes, Floats] = OrderedDict()
        self._size, self._lock = 0, Lock()

    def find(self, key: bytes) -> Floats | None:
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
            return self._results.get(key)

    def put(self, key: bytes, result: Floats) -> None:
        with self._lock:
            if key not in self._results:
                self._results[key] = result
                self._size += result.nbytes
            while self._size > self.ROOM:
                self._size -= self._results.popitem(last=False)[1].nbytes


class AntecedentModel:
    """The files of one model, loaded once per process and number of threads.

    `kept` candidates of a mention are scored in full; `reach` mentions back any mention is one,
    farther ones must share one of the `matching` marks. `bounds` and `far` are the coarse score's
    distances and what each costs. `types` are what an expression can be, the first of them no
    mention; `least` is how likely it must be a mention under each scheme; `edges` how many words
    before and after its head it may begin and end. `scheme` is the one that is followed if none is
    named; `rules` what an antecedent gains that rules choose. Under each scheme, `begins` is what a
    new entity gains for a common noun, and `strangers` what an entity with other names loses for
    that of a person; both are log-odds. `power` is that to which probabilities are raised before
    entities are compared. `window` is the number of pieces that are read at once,
    and the number that two neighbours share. Word pieces, their vectors and the lowest layers of
    the encoder may be those of a parser in the folder above; or else the encoder lies beside the
    graph in four bits (`nibbles`, the sizes of its matrices).
    """

    def __init__(self, folder: Path, threads: int) -> None:
        about: dict[str, Any] = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        if about["version"] != VERSION:
            raise CoindexError(
                Message(
                    "{folder} contains a model of another version of Coindex: train it again",
                    folder=folder,
                )
            )
        self.schemes: tuple[str, ...] = tuple(about["schemes"])
        self.scheme: str = about.get("scheme", "gum")
        self.temperature = float(about["temperature"])
        self.rules = float(about.get("rules", 0))
        self.begins: dict[str, float] = about.get("begins", {})
        self.strangers: dict[str, float] = about.get("strangers", {})
        self.power = float(about.get("power", 1))
        self.kept, self.reach = int(about["kept"]), int(about["reach"])
        self.matching: tuple[tuple[str, str], ...] = tuple(
            (left, right) for left, right in about["matching"]
        )
        self.bounds, self.far = np.array(about["bounds"]), np.array(about["far"], np.float32)
        self.types: tuple[str, ...] = tuple(about["types"])
        self.least: dict[str, float] = about["least"]
        self.edges: tuple[int, int] = tuple(about["edges"])
        self.width = int(about["width"])
        self.window: tuple[int, int] = tuple(about.get("window", WINDOW))
        shared = about.get("shared")
        self._shared = None if shared is None else SharedEncoder(folder.parent, **shared)
        pieces = folder if shared is None else folder.parent
        self._tokenizer = tokenizer(pieces / "tokenizer.json")
        self._pieces: dict[str, tuple[int, ...]] = {}
        self._results = _Results()
        matrices = None if self._shared is None else self._shared.matrices
        if "nibbles" in about:
            matrices = nibbles.read(folder, about["nibbles"])
        self._words = session(folder / "words.onnx", threads, matrices)
        self._mentions, self._pairs = (
            session(folder / f"{part}.onnx", threads) for part in ("mentions", "pairs")
        )

    def pieces(self, form: str) -> tuple[int, ...]:
        """The pieces of a word; cached, since few forms make up most of a text."""
        known = self._pieces.get(form)
        if known is None:
            ids = self._tokenizer.encode(spelled(form), add_special_tokens=False).ids
            known = tuple(clipped(ids, PIECES)) or (UNKNOWN,)
            if len(self._pieces) >= _KEPT_WORDS:
                self._pieces.clear()
            self._pieces[form] = known
        return known

    def states(self, words: Sequence[tuple[int, ...]], columns: NDArray[np.uint8]) -> Floats:
        """A vector for each word of a window, from its pieces and classes; columns beyond `width`
        score edges.
        """
        if not _keeps_states.get():
            return self._computed_states(words, columns)
        given = f"{words!r} {columns.shape} {columns.tolist()!r}"
        key = blake2b(given.encode(), digest_size=16).digest()
        return self._cached(key, lambda: self._computed_states(words, columns))

    def _cached(self, key: bytes, compute: Callable[[], Floats]) -> Floats:
        result = self._results.find(key)
        if result is None:
            result = compute()
            self._results.put(key, result)
        return result

    def _computed_states(
        self, words: Sequence[tuple[int, ...]], columns: NDArray[np.uint8]
    ) -> Floats:
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
        inputs: dict[str, NDArray[Any]] = {
            "owner": owner,
            "words": marked,
            "first": last - counts + 1,
            "last": last,
        }
        if self._shared is None:
            inputs["pieces"] = np.array(pieces, np.int64)
        else:
            inputs["vectors"] = self._shared.vectors(pieces)
        states: Floats = self._words.run(None, inputs)[0]
        return states

    def mentions(self, states: Floats, classes: Ints, scheme: int) -> Looked:
        """Vectors of expressions, from the states of their first, last and head words and their
        classes.
        """
        schemes = np.full(len(classes), scheme, np.int64)
        *vectors, types, edges = self._mentions.run(
            None, {"states": states, "classes": classes, "scheme": schemes}
        )
        return Looked(Vectors._make(vectors), types, edges)

    def pairs(
        self, vectors: Vectors, classes: Ints, marks: Ints, anaphors: Ints, candidates: Ints
    ) -> Floats:
        """Scores of the candidates of each anaphor; both are rows of the first three arrays."""
        inputs: dict[str, NDArray[Any]] = {
            "vectors": vectors.vectors,
            "sides": vectors.sides,
            "classes": classes,
            "marks": marks,
            "anaphors": anaphors,
            "candidates": candidates,
        }
        if not _keeps_states.get():
            return self._computed_pairs(inputs)
        digest = blake2b(digest_size=16)
        for name, array in inputs.items():
            digest.update(f"{name} {array.shape} {array.dtype}".encode())
            digest.update(np.ascontiguousarray(array).data)
        return self._cached(digest.digest(), lambda: self._computed_pairs(inputs))

    def _computed_pairs(self, inputs: dict[str, NDArray[Any]]) -> Floats:
        scores: Floats = self._pairs.run(None, inputs)[0]
        return scores


def model_folder(folder: str, size: str, language: str) -> Path:
    """The folder of the model that `antecedents` loads."""
    if not folder and size != "small" and language != DEFAULT:
        raise CoindexError(
            Message(
                "no {size} model is available for language {language!r}",
                size=size,
                language=language,
            )
        )
    if folder:
        return Path(folder)
    return bundled_folder(language) if size == "small" else installed(size)


ANTECEDENTS = "antecedents"
"""The folder of the model beside the parser's, whose lower layers it may share."""


def antecedents(
    folder: str = "", threads: int = 1, size: str = "small", language: str = DEFAULT
) -> AntecedentModel:
    """The model in a folder that `export` wrote; if none is named, the bundled one of a language,
    or the installed one of a size.
    """
    return _loaded(model_folder(folder, size, language), threads)


@lru_cache(maxsize=4)
def _loaded(path: Path, threads: int) -> AntecedentModel:
    if not (path / "about.json").exists():
        raise CoindexError(
            Message("{path} does not contain an antecedent model: about.json is missing", path=path)
        )
    return AntecedentModel(path, threads)


def bundled_folder(language: str = DEFAULT) -> Path:
    """The folder of a language's bundled model; that of English for a language without its own."""
    own = folder_of(language) / ANTECEDENTS
    return own if own.exists() else folder_of(DEFAULT) / ANTECEDENTS


def installed_sizes() -> dict[str, EntryPoint]:
    """The models of other distributions by their sizes."""
    return {point.name: point for point in entry_points(group="coindex.models")}


def installed(size: str) -> Path:
    """The folder of a model from a distribution that declares the size in the group
    `coindex.models`.
    """
    sizes = installed_sizes()
    if size not in sizes:
        raise CoindexError(
            Message(
                "the {size} model is not installed; install it with: pip install coindex-{size}, "
                "or in a checkout of Coindex: pip install ./distributions/{size}",
                size=size,
            )
        )
    folder: Path = sizes[size].load()()
    return folder
