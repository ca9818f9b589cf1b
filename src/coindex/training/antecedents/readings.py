"""Prepared documents, and batches of their readings: a segment is encoded once and read under one
or more schemes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from coindex.models.session import CLS, SEP
from coindex.resolvers.neural.features import MARKS
from coindex.resolvers.neural.windows import OVERLAP, PIECES, windows
from coindex.training.antecedents.model import LEFT, RIGHT, SCHEMES, WindowBatch
from coindex.training.antecedents.numbering import CORPORA, PAD, PARTS, SORTS

ITEM, CORPUS, PART, SORT, WORDS, MENTIONS, SETS = range(7)
STEP = 64
"""Windows are padded to a multiple of this many pieces, so that few shapes occur."""
Ints = NDArray[np.int64]
Host = dict[str, Tensor]


class Segment(NamedTuple):
    """Words `start` to `end` of a view, counted through all the data, and the mentions inside."""

    view: int
    start: int
    end: int
    mentions: Ints


class TrainingReading(NamedTuple):
    """A segment (by its position in the batch) under a scheme, and its set of labels, -1 for none.

    A `borrowed` one is shown under the scheme of another corpus, so that only its links are learnt.
    """

    segment: int
    scheme: int
    labels: int
    borrowed: bool


class GoldRows(NamedTuple):
    """For each row: entity, whether it has an earlier mention before the
    segment, type, edges; -1 for unknown.
    """

    entity: Tensor
    earlier: Tensor
    types: Tensor
    left: Tensor
    right: Tensor
    borrowed: Tensor
    document: Tensor


class DocumentArrays:
    """Arrays of all files of a folder, on the host."""

    def __init__(self, folder: Path, names: Sequence[str] = ()) -> None:
        parts: dict[str, list[NDArray[Any]]] = {}
        self.keys: list[dict[str, Any]] = []
        for path in sorted(folder.glob("data-*.npz")):
            name = path.stem.removeprefix("data-")
            if names and not name.startswith(tuple(names)):
                continue
            with np.load(path) as stored:
                arrays = {one: stored[one] for one in stored.files}
            arrays["views"][:, ITEM] += len(self.keys)
            self.keys += json.loads((folder / f"keys-{name}.json").read_text(encoding="utf-8"))
            for one, array in arrays.items():
                parts.setdefault(one, []).append(array)
        self.arrays = {name: np.concatenate(pieces) for name, pieces in parts.items()}
        self.views = self.arrays["views"]
        self.word_starts = _starts(self.views[:, WORDS])
        self.mention_starts = _starts(self.views[:, MENTIONS])
        self.piece_counts = self.arrays["piece_counts"]
        self.piece_starts = _starts(self.piece_counts)
        offset = np.repeat(self.word_starts[:-1], self.views[:, MENTIONS])
        marks = self.arrays["marks"]
        first, last, head = (
            marks[:, MARKS.index(name)] + offset for name in ("start", "end", "head")
        )
        self.spans = np.stack([first, last - 1, head], 1)
        self.earlier = self._earlier()
        self.edges = self._edges()

    def _earlier(self) -> NDArray[np.bool_]:
        repeated = np.zeros_like(self.arrays["entity"], bool)
        for view in range(len(self.views)):
            rows = slice(self.mention_starts[view], self.mention_starts[view + 1])
            for place in range(repeated.shape[1]):
                entity = self.arrays["entity"][rows, place]
                later = entity >= 0
                later[np.unique(entity, return_index=True)[1]] = False
                repeated[rows, place] = later
        return repeated

    def _edges(self) -> NDArray[np.int16]:
        """Classes of edges: words from the head, the last class for a far one that was proposed, -1
        if unknown.
        """
        edges = self.arrays["edges"].copy()
        own = np.stack(
            [self.spans[:, 2] - self.spans[:, 0], self.spans[:, 1] - self.spans[:, 2]], 1
        )
        for side, count in enumerate((LEFT, RIGHT)):
            words = edges[:, :, side]
            far = words >= count
            words[far] = np.where(
                words[far] == np.broadcast_to(own[:, side : side + 1], words.shape)[far], count, -1
            )
        return edges

    def chosen(self, part: str, corpus: str, sort: str = "own") -> list[int]:
        wanted = (CORPORA.index(corpus), PARTS.index(part), SORTS.index(sort))
        return [
            int(v) for v in np.flatnonzero((self.views[:, [CORPUS, PART, SORT]] == wanted).all(1))
        ]

    def corpus(self, view: int) -> str:
        return CORPORA[self.views[view, CORPUS]]

    def key(self, view: int) -> dict[str, Any]:
        return self.keys[self.views[view, ITEM]]

    def segment(self, view: int, *, start: int = 0, pieces: int = 0) -> Segment:
        """A view, or this many of its pieces from a word on."""
        first, last = int(self.word_starts[view]) + start, int(self.word_starts[view + 1])
        if pieces:
            limit = self.piece_starts[first] + pieces
            last = min(
                last,
                max(first + 1, int(np.searchsorted(self.piece_starts, limit, side="right")) - 1),
            )
        rows = np.arange(self.mention_starts[view], self.mention_starts[view + 1])
        spans = self.spans[rows]
        return Segment(view, first, last, rows[(spans[:, 0] >= first) & (spans[:, 1] < last)])

    def whole(self, segment: Segment) -> bool:
        return len(segment.mentions) == self.views[segment.view, MENTIONS]

    def pieces(self, segment: Segment) -> int:
        return int(self.piece_starts[segment.end] - self.piece_starts[segment.start])

    def grouped(self, segments: Sequence[Segment], budget: int) -> Iterator[list[Segment]]:
        """Segments in order, in batches of this many pieces."""
        batch: list[Segment] = []
        size = 0
        for segment in segments:
            if batch and size + self.pieces(segment) > budget:
                yield batch
                batch, size = [], 0
            batch.append(segment)
            size += self.pieces(segment)
        if batch:
            yield batch

    def host(
        self,
        segments: Sequence[Segment],
        readings: Sequence[TrainingReading],
        *,
        size: int = PIECES,
    ) -> Host:
        """The data from which the device assembles a batch; `size` is the maximum number of pieces
        in a window.
        """
        rows: list[tuple[int, int]] = []
        firsts, lasts, offsets, offset = [], [], [], 0
        for segment in segments:
            counts = self.piece_counts[segment.start : segment.end]
            for window in windows(counts, size=size, overlap=min(OVERLAP, size // 4)):
                rows.append((segment.start + window.start, segment.start + window.end))
                own = np.arange(segment.start + window.own_start, segment.start + window.own_end)
                before = self.piece_starts[rows[-1][0]]
                firsts.append((len(rows) - 1, self.piece_starts[own] - before + 1))
                lasts.append((len(rows) - 1, self.piece_starts[own + 1] - before))
            offsets.append(offset - segment.start)
            offset += segment.end - segment.start
        longest = (
            max(int(self.piece_starts[end] - self.piece_starts[start]) for start, end in rows) + 2
        )
        length = min(512, -(-longest // STEP) * STEP)
        source, owner = np.full((len(rows), length), -1), np.zeros((len(rows), length), np.int64)
        ends, read = np.zeros(len(rows), np.int64), 1
        for row, (start, end) in enumerate(rows):
            before, after = self.piece_starts[start], self.piece_starts[end]
            ends[row] = after - before + 1
            source[row, 1 : ends[row]] = np.arange(before, after)
            owner[row, 1 : ends[row]] = np.repeat(
                np.arange(read, read + end - start), self.piece_counts[start:end]
            )
            read += end - start
        shown = [segments[reading.segment] for reading in readings]
        lengths = [len(segment.mentions) for segment in shown]
        moved = [offsets[reading.segment] for reading in readings]
        limits = [(s.start + o, s.end - 1 + o) for s, o in zip(shown, moved, strict=True)]
        cut = [s.start > self.word_starts[s.view] for s in shown]
        taught = [int(self.mention_starts[s.view]) if self.whole(s) else -1 for s in shown]
        host = {
            "source": source,
            "ends": ends,
            "owner": owner,
            "words": np.concatenate([np.arange(start, end) for start, end in rows]),
            "first": np.concatenate([row * length + places for row, places in firsts]),
            "last": np.concatenate([row * length + places for row, places in lasts]),
            "spans": np.concatenate(
                [self.spans[s.mentions] + o for s, o in zip(shown, moved, strict=True)]
            ),
            "mentions": np.concatenate([segment.mentions for segment in shown]),
            "document": np.repeat(np.arange(len(readings)), lengths),
            "scheme": np.repeat([reading.scheme for reading in readings], lengths),
            "labels": np.repeat([reading.labels for reading in readings], lengths),
            "borrowed": np.repeat([reading.borrowed for reading in readings], lengths),
            "cut": np.repeat(cut, lengths),
            "limits": np.repeat(np.array(limits), lengths, 0),
            # Where the teachers' answers of a whole document begin among all mentions, and its rows
            # here.
            "taught": np.repeat(taught, lengths),
            "row": np.repeat(np.cumsum([0, *lengths])[:-1], lengths),
        }
        return {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in host.items()}


class Device:
    """The arrays from which batches are assembled, on the model's device."""

    def __init__(self, documents: DocumentArrays, device: torch.device) -> None:
        self.device = device
        names = ("pieces", "words", "classes", "marks", "cores", "entity", "types")
        self._on = {name: _tensor(documents.arrays[name]).to(device) for name in names}
        self._on["earlier"] = torch.from_numpy(documents.earlier).to(device)
        self._on["edges"] = torch.from_numpy(documents.edges).to(device)

    def moved(self, host: Host) -> Host:
        return {name: tensor.to(self.device, non_blocking=True) for name, tensor in host.items()}

    def batch(self, on: Host) -> WindowBatch:
        columns = torch.arange(on["source"].shape[1], device=self.device)
        ends = on["ends"][:, None]
        pieces = torch.where(
            on["source"] >= 0, self._on["pieces"][on["source"].clamp(min=0)].long(), PAD
        )
        pieces = torch.where(columns == 0, CLS, torch.where(columns == ends, SEP, pieces))
        words = self._on["words"][on["words"]].long()
        # Pieces that open and close a window belong to no word, and get a row of zeros.
        words = torch.cat([torch.zeros_like(words[:1]), words])
        rows = on["mentions"]
        return WindowBatch(
            pieces,
            columns <= ends,
            on["owner"],
            words,
            on["first"],
            on["last"],
            on["spans"],
            self._on["classes"][rows].long(),
            self._on["marks"][rows].long(),
            on["document"],
            on["scheme"],
            self._on["cores"][rows].long(),
            on["limits"],
        )

    def gold(self, on: Host) -> GoldRows:
        rows, place = on["mentions"], on["labels"].clamp(min=0)
        known = on["labels"] >= 0
        entity = torch.where(known, self._on["entity"][rows, place].long(), -1)
        types = torch.where(known & ~on["borrowed"], self._on["types"][rows, place].long(), -1)
        edges = self._on["edges"][rows, place].long()
        own_edges = (known & ~on["borrowed"])[:, None]
        edges = torch.where(own_edges, edges, -1)
        earlier = self._on["earlier"][rows, place] & on["cut"]
        return GoldRows(
            entity, earlier, types, edges[:, 0], edges[:, 1], on["borrowed"], on["document"]
        )


def scheme_of(corpus: str) -> int:
    return SCHEMES.index(corpus) if corpus in SCHEMES else SCHEMES.index("gum")


def _tensor(array: NDArray[Any]) -> Tensor:
    return torch.from_numpy(array.astype(np.int32) if array.dtype == np.uint16 else array)


def _starts(counts: NDArray[Any]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
