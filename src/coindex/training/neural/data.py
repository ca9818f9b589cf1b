"""Prepared documents on a device, and batches of them as the model reads them."""

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
from coindex.training.neural.model import SCHEMES, Batch
from coindex.training.neural.stored import CORPORA, PAD, PARTS, SORTS

Ints = NDArray[np.int64]
ITEM, CORPUS, PART, SORT, WORDS, MENTIONS = range(6)


class Segment(NamedTuple):
    """Words `start` to `end` of a view, counted through all the data, and the mentions inside."""

    view: int
    start: int
    end: int
    mentions: Ints

    def cut(self, word_starts: Ints) -> bool:
        """Whether something of the document precedes."""
        return self.start > int(word_starts[self.view])


class Gold(NamedTuple):
    """`entity` of each mention, -1 if unknown; `earlier`: the entity has an earlier mention in the document."""

    entity: Tensor
    earlier: Tensor
    document: Tensor


class Data:
    """Arrays on the host for cutting, on the device for batches."""

    def __init__(self, folder: Path, device: torch.device) -> None:
        with np.load(folder / "data.npz") as stored:
            arrays = {name: stored[name] for name in stored.files}
        self.keys: list[dict[str, Any]] = json.loads((folder / "keys.json").read_text(encoding="utf-8"))
        self.folder, self.device, self.views = folder, device, arrays["views"]
        self.word_starts = _starts(self.views[:, WORDS])
        self.mention_starts = _starts(self.views[:, MENTIONS])
        self.piece_counts = arrays["piece_counts"]
        self.piece_starts = _starts(self.piece_counts)
        offset = np.repeat(self.word_starts[:-1], self.views[:, MENTIONS])
        marks = arrays["marks"]
        self.spans = np.stack(
            [
                marks[:, MARKS.index("start")] + offset,
                marks[:, MARKS.index("end")] - 1 + offset,
                marks[:, MARKS.index("head")] + offset,
            ],
            1,
        )
        self.entity = arrays["entity"].astype(np.int64)
        self.earlier = self._earlier()
        on = {"pieces": arrays["pieces"].astype(np.int32), "words": arrays["words"], "classes": arrays["classes"]}
        self.on = {name: torch.from_numpy(array).to(device) for name, array in on.items()}
        self.marks = torch.from_numpy(marks).to(device)

    def _earlier(self) -> NDArray[np.bool_]:
        found = np.zeros(len(self.entity), bool)
        for view in range(len(self.views)):
            rows = slice(self.mention_starts[view], self.mention_starts[view + 1])
            entity = self.entity[rows]
            _, first = np.unique(entity, return_index=True)
            later = entity >= 0
            later[first] = False
            found[rows] = later
        return found

    def chosen(self, part: str, corpus: str, sort: str = "own") -> list[int]:
        wanted = (CORPORA.index(corpus), PARTS.index(part), SORTS.index(sort))
        rows = self.views[:, [CORPUS, PART, SORT]]
        return [int(index) for index in np.flatnonzero((rows == wanted).all(1))]

    def corpus(self, view: int) -> str:
        return CORPORA[self.views[view, CORPUS]]

    def key(self, view: int) -> dict[str, Any]:
        return self.keys[self.views[view, ITEM]]

    def segment(self, view: int, *, start: int = 0, pieces: int = 0) -> Segment:
        """A view, or some pieces of it from a word on."""
        first, last = int(self.word_starts[view]) + start, int(self.word_starts[view + 1])
        if pieces:
            limit = self.piece_starts[first] + pieces
            last = min(last, max(first + 1, int(np.searchsorted(self.piece_starts, limit, side="right")) - 1))
        rows = np.arange(self.mention_starts[view], self.mention_starts[view + 1])
        spans = self.spans[rows]
        return Segment(view, first, last, rows[(spans[:, 0] >= first) & (spans[:, 1] < last)])

    def pieces(self, segment: Segment) -> int:
        return int(self.piece_starts[segment.end] - self.piece_starts[segment.start])

    def batches(self, segments: Sequence[Segment], budget: int) -> Iterator[list[Segment]]:
        """Segments grouped in their order, up to a number of pieces together."""
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

    def batch(self, segments: Sequence[Segment], schemes: Sequence[int], *, sizes: Sequence[int] = ()) -> Batch:
        """`sizes` are pieces of a window for each segment, the longest possible if not given."""
        rows: list[tuple[int, int]] = []
        firsts, lasts, offsets, offset = [], [], [], 0
        for index, segment in enumerate(segments):
            size = sizes[index] if sizes else PIECES
            counts = self.piece_counts[segment.start : segment.end]
            for window in windows(counts, size=size, overlap=min(OVERLAP, size // 4)):
                rows.append((segment.start + window.start, segment.start + window.end))
                own = np.arange(segment.start + window.own_start, segment.start + window.own_end)
                before = self.piece_starts[rows[-1][0]]
                firsts.append((len(rows) - 1, self.piece_starts[own] - before + 1))
                lasts.append((len(rows) - 1, self.piece_starts[own + 1] - before))
            offsets.append(offset - segment.start)
            offset += segment.end - segment.start
        length = max(int(self.piece_starts[end] - self.piece_starts[start]) for start, end in rows) + 2
        source, owner = np.full((len(rows), length), -1), np.zeros((len(rows), length), np.int64)
        ends, read = np.zeros(len(rows), np.int64), 1
        for row, (start, end) in enumerate(rows):
            before, after = self.piece_starts[start], self.piece_starts[end]
            ends[row] = after - before + 1
            source[row, 1 : ends[row]] = np.arange(before, after)
            owner[row, 1 : ends[row]] = np.repeat(np.arange(read, read + end - start), self.piece_counts[start:end])
            read += end - start
        spans = np.concatenate([self.spans[s.mentions] + o for s, o in zip(segments, offsets, strict=True)])
        lengths = [len(segment.mentions) for segment in segments]
        host = {
            "source": source,
            "ends": ends,
            "owner": owner,
            "words": np.concatenate([np.arange(start, end) for start, end in rows]),
            "first": np.concatenate([row * length + places for row, places in firsts]),
            "last": np.concatenate([row * length + places for row, places in lasts]),
            "spans": spans,
            "mentions": np.concatenate([segment.mentions for segment in segments]),
            "document": np.repeat(np.arange(len(segments)), lengths),
            "scheme": np.repeat(np.asarray(schemes), lengths),
        }
        return self._on_device({name: torch.from_numpy(array) for name, array in host.items()})

    def _on_device(self, host: dict[str, Tensor]) -> Batch:
        on = {name: tensor.to(self.device, non_blocking=True) for name, tensor in host.items()}
        columns = torch.arange(on["source"].shape[1], device=self.device)
        ends = on["ends"][:, None]
        pieces = torch.where(on["source"] >= 0, self.on["pieces"][on["source"].clamp(min=0)].long(), PAD)
        pieces = torch.where(columns == 0, CLS, torch.where(columns == ends, SEP, pieces))
        words = self.on["words"][on["words"]].long()
        # Pieces that open and close a window belong to no word: a row of zeros stands for it.
        words = torch.cat([torch.zeros_like(words[:1]), words])
        return Batch(
            pieces,
            columns <= ends,
            on["owner"],
            words,
            on["first"],
            on["last"],
            on["spans"],
            self.on["classes"][on["mentions"]].long(),
            self.marks[on["mentions"]].long(),
            on["document"],
            on["scheme"],
        )

    def gold(self, segments: Sequence[Segment]) -> Gold:
        rows = np.concatenate([segment.mentions for segment in segments])
        cut = np.repeat([s.cut(self.word_starts) for s in segments], [len(s.mentions) for s in segments])
        entity, earlier = self.entity[rows], self.earlier[rows] & cut
        document = np.repeat(np.arange(len(segments)), [len(segment.mentions) for segment in segments])
        return Gold(*(torch.from_numpy(array).to(self.device) for array in (entity, earlier, document)))


def scheme_of(corpus: str) -> int:
    return SCHEMES.index(corpus) if corpus in SCHEMES else SCHEMES.index("gum")


def _starts(counts: NDArray[Any]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
