"""Fingerprints of the documents that a model or a fitted table learned from: hashes, no text.

A document is known again by the hash of all its letters and digits, or by its passages: of all
stretches of `PASSAGE` letters those are kept whose hash is a multiple of `EVERY`, so that copies
agree about which ones, wherever they begin. Neither white space, punctuation, case nor names of
files count. Choosing by the hash is the fingerprinting of Manber (1994, Finding similar files in a
large file system).
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from coindex.core.errors import FormatError
from coindex.io.output import replacing

PASSAGE = 48
"""Letters and digits of a passage: nine or ten words."""
EVERY = 96
"""One passage in this many is kept, about one for each sentence."""
SHARE = 0.25
"""The share of a document's passages that must be known for it to count as seen."""
SUFFIX = ".seen.npz"
FILE = "seen.npz"
"""The fingerprints in the folder of a model; those of a table FILE.tsv are in `FILE.seen.npz`."""
_SKIPPED = re.compile(r"[\W_]+")

Longs = NDArray[np.uint64]
Ints = NDArray[np.uint32]


class Probe(NamedTuple):
    """A document by its hashes: of the whole, and of its passages."""

    whole: int
    passages: Ints


def normalised(text: str) -> str:
    """Letters and digits alone, without accents and case."""
    apart = unicodedata.normalize("NFKD", text)
    bare = apart if apart.isascii() else "".join(c for c in apart if not unicodedata.combining(c))
    return _SKIPPED.sub("", bare).casefold()


def probe(text: str) -> Probe:
    letters = normalised(text)
    digest = blake2b(letters.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return Probe(int.from_bytes(digest, "little"), _passages(letters))


def _passages(letters: str) -> Ints:
    """The hashes of those passages that are kept, sorted."""
    if len(letters) < PASSAGE:
        return np.zeros(0, np.uint32)
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), np.uint32)
    hashed = _mixed(_mixed(codes.astype(np.uint64) + np.uint64(1)))
    width = 1
    by_width = {1: hashed}
    while 2 * width <= PASSAGE:
        hashed = _joined(hashed, hashed, width)
        width *= 2
        by_width[width] = hashed
    missing = PASSAGE - width
    while missing:
        more = max(size for size in by_width if size <= missing)
        hashed = _joined(hashed, by_width[more], width)
        width, missing = width + more, missing - more
    kept = hashed[hashed % np.uint64(EVERY) == 0]
    return np.unique((kept >> np.uint64(32)).astype(np.uint32))


def _joined(left: Longs, right: Longs, width: int) -> Longs:
    """Hashes of each stretch of `left` with the stretch of `right` behind it."""
    size = min(len(left), len(right) - width)
    return _mixed(left[:size] * np.uint64(0x9E3779B97F4A7C15) + right[width : width + size])


def _mixed(values: Longs) -> Longs:
    mixed = (values ^ (values >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(29))


class Learned(NamedTuple):
    """What was learned from one corpus; `passages` is empty for text without annotation, of which
    only whole documents are known again.
    """

    documents: Longs
    passages: Ints

    @classmethod
    def of(cls, texts: Iterable[str], *, raw: bool = False) -> Learned:
        probes = [probe(text) for text in texts]
        whole = np.unique(np.array([one.whole for one in probes], np.uint64))
        if raw or not probes:
            return cls(whole, np.zeros(0, np.uint32))
        return cls(whole, np.unique(np.concatenate([one.passages for one in probes])))

    def together(self, other: Learned) -> Learned:
        return Learned(
            np.union1d(self.documents, other.documents), np.union1d(self.passages, other.passages)
        )


class Fingerprints:
    """What was learned from each corpus, by its name."""

    def __init__(self, corpora: Mapping[str, Learned]) -> None:
        self.corpora = dict(corpora)
        self._documents = np.array(
            sorted({int(one) for known in self.corpora.values() for one in known.documents}),
            np.uint64,
        )
        parts = [known.passages for known in self.corpora.values()]
        self._passages = np.unique(np.concatenate([*parts, np.zeros(0, np.uint32)]))

    def share(self, probe: Probe) -> float:
        """How much of a document is known: 1 if all of it is, else the share of its passages."""
        if _found(self._documents, np.array([probe.whole], np.uint64)):
            return 1.0
        if not len(probe.passages):
            return 0.0
        return _found(self._passages, probe.passages) / len(probe.passages)

    def has(self, probe: Probe) -> bool:
        """Whether a document counts as seen."""
        return self.share(probe) >= SHARE

    def together(self, other: Fingerprints) -> Fingerprints:
        nothing = Learned.of(())
        names = dict.fromkeys((*self.corpora, *other.corpora))
        return Fingerprints(
            {
                name: self.corpora.get(name, nothing).together(other.corpora.get(name, nothing))
                for name in names
            }
        )

    def write(self, path: Path) -> None:
        """Write a file of arrays: the same fingerprints give the same bytes."""
        packed = io.BytesIO()
        with ZipFile(packed, "w") as archive:
            for name, known in self.corpora.items():
                for kind, array in known._asdict().items():
                    stored = io.BytesIO()
                    np.save(stored, array, allow_pickle=False)
                    archive.writestr(ZipInfo(f"{name}/{kind}.npy"), stored.getvalue())
        with replacing(path) as stream:
            cast(TextIO, stream).buffer.write(packed.getvalue())


def _found(known: NDArray[Any], asked: NDArray[Any]) -> int:
    """How many of the asked values are among the known, which are sorted."""
    if not len(known):
        return 0
    places = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    return int(np.count_nonzero(known[places] == asked))


@lru_cache(maxsize=16)
def fingerprints(path: Path) -> Fingerprints:
    """The fingerprints in a file; none if there is no such file."""
    if not path.exists():
        return Fingerprints({})
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            names = dict.fromkeys(name.rpartition("/")[0] for name in stored.files)
            return Fingerprints(
                {
                    name: Learned(
                        stored[f"{name}/documents"].astype(np.uint64),
                        stored[f"{name}/passages"].astype(np.uint32),
                    )
                    for name in names
                }
            )
    except (ValueError, KeyError, AttributeError, EOFError, BadZipFile) as error:
        raise FormatError(
            "these are not fingerprints of training data",
            path=str(path),
            remedy="name a file that coindex train or coindex tune wrote",
        ) from error


def beside(table: Path) -> Path:
    """The fingerprints that belong to a file of weights."""
    return table.with_name(table.stem + SUFFIX)
