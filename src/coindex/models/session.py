"""Runs a bundled model: words in, tags, sentence starts and arc scores out, one window
at a time.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core.errors import CoindexError, SpecError
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing
from coindex.language.languages import get_language, known_languages, missing_package
from coindex.models.word_features import (
    CHARACTERS,
    PIECES,
    ROOT,
    LetterCase,
    alphabet_ids,
    case_class,
    character_ids,
    clipped,
    cluster_number,
    plainer,
)


def tokenizer(path: Path) -> Any:
    """A tokeniser of word pieces. The bundled parser and resolver of a language have the same one,
    which is loaded once: the first answer of `neural` comes 1 % sooner.
    """
    return _tokenizer(path.read_bytes())


@lru_cache(maxsize=4)
def _tokenizer(contents: bytes) -> Any:
    from tokenizers import Tokenizer

    return Tokenizer.from_buffer(contents)


def session(path: Path, threads: int, shared: Mapping[str, NDArray[np.int8]] | None = None) -> Any:
    """A model that is ready to run; `shared` are matrices by name that its file leaves out, because
    another model's file has them.

    By default, the runtime would store an id of the machine in the home directory and report its
    use to its vendor.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # read when the library is loaded
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if shared:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in shared.values()]
        options.add_external_initializers(list(shared), values)
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


PIECES_A_WINDOW = 254
"""Pieces that the model reads at once; `CLS` and `SEP` make it 256."""
CLS, SEP, UNKNOWN = 2, 3, 1
"""Their numbers in the vocabularies of the bundled models."""
_KEPT_WORDS = 200_000
"""Words whose pieces are cached; a full cache is emptied, so that a server does not grow."""
_ONE_THREAD = 1 << 18
"""The largest product (rows x inner x columns) that OpenBLAS leaves on one thread."""


class Looks(NamedTuple):
    """The features of one word form that the model reads; `characters` are numbers of two bytes, so
    that those of a window are joined at once.
    """

    pieces: tuple[int, ...]
    characters: bytes
    case: int
    cluster: int


class WordWindow(NamedTuple):
    """Some words of a text: `spaces` says whether a space precedes a word, `paragraphs` whether it
    begins a paragraph, `treebank` whose conventions the analysis follows.
    """

    words: Sequence[Looks]
    spaces: Sequence[bool]
    paragraphs: Sequence[bool]
    treebank: int = 0


class Analysis(NamedTuple):
    """The model's output for the words of a window; what it was not trained for is missing.

    `arcs` has a row for each word and a column for the root and each word; `dependents` and `heads`
    are the inputs of `relations`, which labels chosen arcs. Tags are indices into the model's
    `labels`.
    """

    upos: NDArray[np.int64]
    feats: NDArray[np.int64]
    script: NDArray[np.int64]
    start: NDArray[np.float32]
    arcs: NDArray[np.float32]
    dependents: NDArray[np.float32]
    heads: NDArray[np.float32]
    xpos: NDArray[np.int64] | None = None
    entity: NDArray[np.float32] | None = None
    expletive: NDArray[np.float32] | None = None
    subject: NDArray[np.float32] | None = None


class Model:
    """The files of one bundled model, loaded once per process and number of threads."""

    def __init__(self, folder: Path, threads: int) -> None:
        self.labels: dict[str, Any] = json.loads(
            (folder / "labels.json").read_text(encoding="utf-8")
        )
        self.temperature = float(self.labels["arc_temperature"])
        self._tokenizer = tokenizer(folder / "tokenizer.json")
        self.cased = self._tokenizer.encode("La").ids != self._tokenizer.encode("la").ids
        # It splits no word that is a piece itself; most are, and looking one up is much faster.
        self._finds_whole_words = type(self._tokenizer.model).__name__ == "WordPiece"
        self._alphabet = alphabet_ids(self.labels["alphabet"])
        with np.load(folder / "relations.npz") as stored:
            self._weight, self._bias = stored["weight"], stored["bias"]
        self._session = session(folder / "model.onnx", threads)
        self._outputs = [
            node.name for node in self._session.get_outputs() if node.name in Analysis._fields
        ]
        self._clusters = _clusters(folder)
        self._plainer = plainer(self._alphabet)
        self._looks: dict[str, Looks] = {}

    def looks(self, forms: Iterable[str]) -> list[Looks]:
        """The features of forms; cached, since few forms make up most of a text."""
        known = self._looks
        return [known.get(form) or self._look(form) for form in forms]

    def _look(self, form: str) -> Looks:
        plain = form if form.isascii() else form.translate(self._plainer)
        look = Looks(
            tuple(clipped(self._pieces(plain), PIECES)) or (UNKNOWN,),
            _joined(character_ids(plain, self._alphabet)),
            int(case_class(plain)),
            cluster_number(plain, self._clusters) if self._clusters else 0,
        )
        if len(self._looks) >= _KEPT_WORDS:
            self._looks.clear()
        self._looks[form] = look
        return look

    def _pieces(self, form: str) -> list[int]:
        if self._finds_whole_words and form.isascii() and form.isalpha():
            whole = self._tokenizer.token_to_id(form if self.cased else form.lower())
            if whole is not None:
                return [whole]
        ids: list[int] = self._tokenizer.encode(spelled(form), add_special_tokens=False).ids
        return ids

    def treebank_number(self, name: str) -> int:
        """The number by which the model knows a treebank of its language; 0 for none."""
        foreign = self.labels.get("foreign", ())
        known = [other for other in self.labels["treebanks"] if other not in foreign]
        if name not in known:
            raise SpecError(
                Message(
                    "treebank={name!r}: the model knows {filter}",
                    name=name,
                    filter=", ".join(filter(None, known)),
                )
            )
        return known.index(name)

    def analyse(self, window: WordWindow) -> Analysis:
        """Run one window; several threads may do so at the same time."""
        pieces, characters, cases, clusters = zip(*window.words, strict=True)
        counts = np.array([*map(len, pieces)], np.int64)
        last = np.concatenate(([0], np.cumsum(counts)))
        owner = np.zeros(last[-1] + 2, np.int64)
        owner[1:-1] = np.repeat(np.arange(1, len(counts) + 1), counts)
        letters = np.frombuffer(_ROOT_CHARACTERS + b"".join(characters), np.uint16)
        inputs = {
            "pieces": np.array([CLS, *chain.from_iterable(pieces), SEP], np.int64),
            "owner": owner,
            "first": np.concatenate(([0], last[:-1] + 1)),
            "last": last,
            "characters": letters.astype(np.int64).reshape(-1, CHARACTERS),
            "case": np.array([LetterCase.ROOT, *cases], np.int64),
            "space": np.array([0, *window.spaces], np.int64),
            "paragraph": np.array([0, *window.paragraphs], np.int64),
            "treebank": np.array([window.treebank], np.int64),
        }
        if self._clusters:
            inputs["cluster"] = np.array([0, *clusters], np.int64)
        values = self._session.run(self._outputs, inputs)
        return Analysis(**dict(zip(self._outputs, values, strict=True)))

    def relations(
        self, dependents: NDArray[np.float32], heads: NDArray[np.float32]
    ) -> NDArray[np.int64]:
        """The best label of each (dependent, head) pair of rows."""
        width = dependents.shape[1] // 2
        summed = np.maximum(dependents[:, :width] + heads[:, :width], 0)
        pairs = np.concatenate([summed, dependents[:, width:] * heads[:, width:]], 1)
        # Threads would wait for each other: with two, a window takes 30 times the processor time.
        size = max(1, _ONE_THREAD // self._weight.size)
        scores = [pairs[row : row + size] @ self._weight for row in range(0, len(pairs), size)]
        return np.asarray((np.concatenate(scores) + self._bias).argmax(1))


def spelled(form: str) -> str:
    """The beginning of a form; a lone surrogate, which tokenisers refuse, becomes a
    question mark.
    """
    return form[:200].encode(errors="replace").decode()


def _joined(characters: list[int]) -> bytes:
    return array("H", characters).tobytes()


_ROOT_CHARACTERS = _joined([ROOT, *[0] * (CHARACTERS - 1)])


def available(language: str) -> bool:
    return (folder_of(language) / "model.onnx").exists()


def check_available(language: str) -> None:
    """Raise an error that names the languages with a bundled model if this is not one of them."""
    if package := missing_package(language):
        raise CoindexError(
            Message(
                "language {language!r} needs {package}, which this installation of Coindex lacks",
                language=language,
                package=package,
            ),
            remedy="install Coindex again, with all its packages",
        )
    if not available(language):
        known = " and ".join(filter(available, known_languages()))
        others = (
            Message("only for {known}", known=known)
            if known
            else Message("nor for any other: this installation lacks its model files")
        )
        what = Message(
            "no bundled model for language {language!r}, {others}; other parsers know "
            "more languages",
            language=language,
            others=others,
        )
        raise CoindexError(what, remedy=doing(Action.CHOOSE_PARSER))


@lru_cache(maxsize=4)
def model(language: str, threads: int = 1, folder: str = "") -> Model:
    """The bundled model of a language, or one in another folder."""
    if not folder:
        check_available(language)
    place = Path(folder) if folder else folder_of(language)
    if not (place / "model.onnx").exists():
        raise CoindexError(Message("no model in {folder}: model.onnx is missing", folder=folder))
    return Model(place, threads)


def clusters_of(language: str) -> dict[str, int]:
    """Frequent words of a language and the numbers of their Brown clusters, if its
    model has any.
    """
    return _clusters(folder_of(language))


@lru_cache(maxsize=4)
def _clusters(folder: Path) -> dict[str, int]:
    path = folder / "clusters.npz"
    if not path.exists():
        return {}
    with np.load(path) as stored:
        forms = stored["forms"].tobytes().decode("utf-8").split("\n")
        return dict(zip(forms, stored["clusters"].tolist(), strict=True))


def folder_of(language: str) -> Path:
    """The folder of the models in the package of a language, which may be missing."""
    package = get_language(language).folder
    return Path(str(package), "models") if package is not None else Path("models")
