"""Prepared data on a device, and windows of words cut from it by index."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from coindex.models.word_features import (
    CHARACTERS,
    FIRST_KNOWN,
    ROOT,
    LetterCase,
    alphabet_ids,
    case_class,
)
from training.parser.model import Words
from training.parser.pieces import CLS, PAD, SEP
from training.parser.prepare import LAYERS, PARTS, UNKNOWN_HEAD, strings

Ints = NDArray[np.int64]


class Gold(NamedTuple):
    """What the corpus says of the words of a batch; -1 is unknown.
    ``sentence`` is -1 in padding.
    """

    layers: dict[str, Tensor]
    heads: Tensor
    start: Tensor
    expletive: Tensor
    sentence: Tensor


@dataclass(frozen=True, slots=True)
class Window:
    """Words start to end of the data, never across texts."""

    start: int
    end: int


class Data:
    """The prepared arrays: host copies for cutting and scoring, device copies for batches.

    With ``folds``, the texts of those cross-validation folds are the dev part, all others the train
    part.
    """

    def __init__(self, folder: Path, device: torch.device, folds: Sequence[int] = ()) -> None:
        self.labels: dict[str, Any] = json.loads(
            (folder / "labels.json").read_text(encoding="utf-8")
        )
        with np.load(folder / "data.npz") as stored:
            self.arrays = {name: stored[name] for name in stored.files}
        self.device = device
        arrays = self.arrays
        if folds:
            parts = np.where(
                np.isin(arrays["text_fold"], folds), PARTS.index("dev"), PARTS.index("train")
            )
            arrays["text_part"] = parts.astype(np.uint8)
        self.forms, self.lemmas = strings(arrays["forms"]), strings(arrays["lemmas"])
        self.text_ends = np.cumsum(arrays["text_words"], dtype=np.int64)
        self.text_starts = self.text_ends - arrays["text_words"]
        self.corpora = strings(arrays["text_corpora"])
        self.piece_starts = np.concatenate([[0], np.cumsum(arrays["piece_counts"], dtype=np.int64)])
        self.sentence = np.cumsum(arrays["starts"], dtype=np.int64) - 1
        self.sentence_starts = np.append(np.flatnonzero(arrays["starts"]), len(self.forms))
        self._to_device()

    def _to_device(self) -> None:
        arrays = self.arrays
        lengths = arrays["text_words"]
        known = np.repeat(arrays["text_known_starts"], lengths).astype(bool)
        lower, upper = self._recased(str.lower), self._recased(str.upper)
        host: dict[str, NDArray[Any]] = {
            **{layer: arrays[layer] for layer in LAYERS},
            "heads": arrays["heads"],
            "start": np.where(known, arrays["starts"].astype(np.int64), -1),
            "expletive": arrays["expletive"],
            "sentence": self.sentence,
            "sentence_end": self.sentence_starts[self.sentence + 1],
            "pieces": arrays["pieces"].astype(np.int64),
            "piece_word": np.repeat(np.arange(len(self.forms)), arrays["piece_counts"]),
            "piece_starts": self.piece_starts,
            "characters": np.stack([arrays["characters"], lower[0], upper[0]]),
            "case": np.stack([arrays["case"], lower[1], upper[1]]),
            "space": arrays["space"],
            "paragraph": arrays["paragraph"],
            "treebank": np.repeat(arrays["text_bank"], lengths),
            **({"cluster": arrays["cluster"]} if "cluster" in arrays else {}),
        }
        self.on_device = {
            name: torch.from_numpy(np.ascontiguousarray(array).astype(np.int32)).to(self.device)
            for name, array in host.items()
        }

    def _recased(self, change: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Characters and case classes as they would be were the whole text in one case."""
        alphabet = alphabet_ids(self.labels["alphabet"])
        changed = np.arange(FIRST_KNOWN + len(alphabet))
        for character, index in alphabet.items():
            changed[index] = alphabet.get(change(character), index)
        cases = {form: int(case_class(change(form))) for form in set(self.forms)}
        return changed[self.arrays["characters"]], np.array([cases[form] for form in self.forms])

    def texts(self, part: str, corpus: str | None = None) -> list[int]:
        """Indices of the texts of one part."""
        wanted = PARTS.index(part)
        chosen = [index for index, value in enumerate(self.arrays["text_part"]) if value == wanted]
        return [index for index in chosen if corpus in (None, self.corpora[index])]

    def dev_corpora(self) -> list[str]:
        """Corpora with texts in the dev part, in their order."""
        return list(dict.fromkeys(self.corpora[text] for text in self.texts("dev")))

    def window_from(self, start: int, text_end: int, pieces: int) -> Window:
        """As many words from ``start`` as have at most a number of pieces (at least one word)."""
        limit = self.piece_starts[start] + pieces
        end = int(np.searchsorted(self.piece_starts, limit, side="right")) - 1
        return Window(start, min(max(end, start + 1), text_end))

    def chain(self, text: int, lengths: Iterator[int]) -> list[Window]:
        """Windows over a whole text, each from the sentence the last one cut."""
        windows: list[Window] = []
        start, text_end = int(self.text_starts[text]), int(self.text_ends[text])
        while start < text_end:
            window = self.window_from(start, text_end, next(lengths))
            windows.append(window)
            cut = int(self.sentence_starts[self.sentence[window.end - 1]])
            complete = window.end == text_end or self.arrays["starts"][window.end]
            following = int(self.sentence_starts[self.sentence[window.end - 1] + 1])
            start = window.end if complete else cut if cut > start else following
        return windows

    def piece_count(self, window: Window) -> int:
        """Pieces of a window, with those that open and close it."""
        return int(self.piece_starts[window.end] - self.piece_starts[window.start]) + 2

    def batches(self, windows: list[Window], budget: int) -> Iterator[list[Window]]:
        """Windows grouped in their order, padded size within the budget of pieces."""
        batch: list[Window] = []
        longest = 0
        for window in windows:
            length = max(longest, self.piece_count(window))
            if batch and length * (len(batch) + 1) > budget:
                yield batch
                batch, length = [], self.piece_count(window)
            batch.append(window)
            longest = length
        if batch:
            yield batch

    def words(
        self, batch: list[Window], *, variants: Tensor | None = None, treebanks: bool = False
    ) -> Words:
        """Model input; ``variants`` picks for each window the case as
        written (0), lower (1), upper (2).
        """
        on = self.on_device
        start, end = self._bounds(batch)
        size = len(batch)
        columns = torch.arange(
            max(self.piece_count(window) for window in batch), device=self.device
        )
        piece_start, piece_end = on["piece_starts"][start].long(), on["piece_starts"][end].long()
        counts = (piece_end - piece_start)[:, None]
        source = (piece_start[:, None] + columns - 1).clamp(max=len(on["pieces"]) - 1)
        inside = (columns >= 1) & (columns <= counts)
        pieces = torch.where(inside, on["pieces"][source.clamp(min=0)].long(), PAD)
        pieces = torch.where(columns == 0, CLS, torch.where(columns == counts + 1, SEP, pieces))
        owner = torch.where(
            inside, on["piece_word"][source.clamp(min=0)].long() - start[:, None] + 1, 0
        )
        word, here = self._word_index(batch, start, end)
        first = torch.where(here, on["piece_starts"][word].long() - piece_start[:, None] + 1, 0)
        last = torch.where(here, on["piece_starts"][word + 1].long() - piece_start[:, None], 0)
        variant = torch.zeros_like(start) if variants is None else variants
        characters = torch.where(
            here[:, :, None], on["characters"][variant[:, None], word].long(), 0
        )
        case = torch.where(here, on["case"][variant[:, None], word].long(), int(LetterCase.ROOT))
        space = torch.where(here, on["space"][word].long(), 0)
        paragraph = torch.where(here, on["paragraph"][word].long(), 0)
        root = torch.zeros(size, 1, dtype=torch.long, device=self.device)
        root_characters = torch.zeros(size, 1, CHARACTERS, dtype=torch.long, device=self.device)
        root_characters[:, :, 0] = ROOT
        bank = on["treebank"][start].long() if treebanks else torch.zeros_like(start)
        cluster = None
        if "cluster" in on:
            cluster = torch.where(here, on["cluster"][variant[:, None], word].long(), 0)
            cluster = torch.cat([root, cluster], 1)
        return Words(
            pieces,
            owner,
            torch.cat([root, first], 1),
            torch.cat([root, last], 1),
            torch.cat([root_characters, characters], 1),
            torch.cat([root, case], 1),
            torch.cat([root, space], 1),
            torch.cat([root, paragraph], 1),
            bank,
            cluster,
            columns <= counts + 1,
        )

    def gold(self, batch: list[Window]) -> Gold:
        """Labels; all but sentence starts are unknown in a sentence that the window cuts."""
        on = self.on_device
        start, end = self._bounds(batch)
        word, here = self._word_index(batch, start, end)
        complete = here & (on["sentence_end"][word] <= end[:, None])
        distance = on["heads"][word].long()
        position = torch.arange(word.shape[1], device=self.device) + 1
        heads = torch.where(distance == 0, 0, position + distance)
        return Gold(
            {layer: torch.where(complete, on[layer][word].long(), -1) for layer in LAYERS},
            torch.where(complete & (distance != UNKNOWN_HEAD), heads, -1),
            torch.where(here, on["start"][word].long(), -1),
            torch.where(complete, on["expletive"][word].long(), -1),
            torch.where(here, on["sentence"][word].long(), -1),
        )

    def _bounds(self, batch: list[Window]) -> tuple[Tensor, Tensor]:
        pairs = torch.tensor([(window.start, window.end) for window in batch])
        moved = pairs.to(self.device, non_blocking=True)
        return moved[:, 0], moved[:, 1]

    def _word_index(self, batch: list[Window], start: Tensor, end: Tensor) -> tuple[Tensor, Tensor]:
        columns = torch.arange(
            max(window.end - window.start for window in batch), device=self.device
        )
        word = start[:, None] + columns
        here = word < end[:, None]
        return torch.where(here, word, 0), here
