"""An endless stream of batches, assembled by workers: which documents in which view, under which
schemes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from coindex.training.antecedents.model import SCHEMES
from coindex.training.antecedents.numbering import CORPORA, FOREIGN, PARTS, SORTS
from coindex.training.antecedents.readings import (
    ITEM,
    MENTIONS,
    PART,
    SETS,
    SORT,
    DocumentArrays,
    Host,
    Segment,
    TrainingReading,
    scheme_of,
)

GUM, LITBANK, CRAFT, ONTONOTES = (
    SCHEMES.index(name) for name in ("gum", "litbank", "craft", "ontonotes")
)
SHORT = ("invented", "discourses")


@dataclass(frozen=True, slots=True)
class Mixture:
    """How often a document is seen in a view (`given`, `swapped`), LitBank's and CRAFT's
    under GUM's name (`borrow`), any under no name (`unmarked`); how often a text of a corpus is
    seen in each round, at 0.1 one in ten, at 3 each three times.
    """

    batch: int = 12288
    longest: int = 4096
    shortest: int = 382
    widest: int = 510
    given: float = 0.15
    swapped: float = 0.3
    borrow: float = 0.4
    unmarked: float = 0.1
    gum: float = 1.0
    litbank: float = 1.0
    gap: float = 0.7
    craft: float = 0.7
    invented: float = 0.5
    composed: float = 1.0
    discourses: float = 1.0
    everyday: float = 1.0
    raw: float = 0.0
    french: float = 1.0
    german: float = 1.0
    dutch: float = 1.0
    hungarian: float = 1.0
    held: int = 1


class Stream(IterableDataset[tuple[Host, list[Any]]]):
    """Yields batches on the host, with GAP's questions."""

    def __init__(self, documents: DocumentArrays, mixture: Mixture, seed: int) -> None:
        super().__init__()
        self.documents, self.mixture, self.seed = documents, mixture, seed
        parts = {PARTS.index("train")} | (set() if mixture.held else {PARTS.index("held")})
        self.views: dict[int, dict[str, int]] = {}
        for view, row in enumerate(documents.views):
            if row[PART] in parts and row[MENTIONS] > 1:
                self.views.setdefault(int(row[ITEM]), {})[SORTS[row[SORT]]] = view

    def __iter__(self) -> Iterator[tuple[Host, list[Any]]]:
        torch.set_num_threads(1)
        worker = get_worker_info()
        self.random = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        while True:
            yield from self._round()

    def _round(self) -> Iterator[tuple[Host, list[Any]]]:
        names = [corpus for corpus in CORPORA if corpus != "ontonotes"]
        shares = {name: getattr(self.mixture, name) for name in names}
        # Short texts in batches of their own, so that little is padded.
        chains: list[Segment] = []
        pairs: list[Segment] = []
        short: list[Segment] = []
        for views in self.views.values():
            corpus = self.documents.corpus(views["own"])
            group = pairs if corpus == "gap" else short if corpus in SHORT else chains
            whole, rest = divmod(shares.get(corpus, 1.0), 1)
            for _ in range(int(whole) + (self.random.random() < rest)):
                group.append(self._segment(self._view(views)))
        batches = []
        for segments, part in ((chains, 1), (pairs, 1), (short, 4)):
            self.random.shuffle(segments)
            batches += list(self.documents.grouped(segments, self.mixture.batch // part))
        self.random.shuffle(batches)
        for batch in batches:
            readings = [
                one for place, segment in enumerate(batch) for one in self._readings(place, segment)
            ]
            size = self.random.randint(self.mixture.shortest, self.mixture.widest)
            yield self.documents.host(batch, readings, size=size), self._questions(batch, readings)

    def _view(self, views: dict[str, int]) -> int:
        chance = self.random.random()
        if chance < self.mixture.given and "given" in views:
            return views["given"]
        if chance > 1 - self.mixture.swapped and "swapped" in views:
            return views["swapped"]
        return views["own"]

    def _segment(self, view: int) -> Segment:
        whole = self.documents.segment(view)
        size, longest = self.documents.pieces(whole), self.mixture.longest
        if size <= longest:
            return whole
        start = int(self.random.uniform(0, 1 - longest / size) * (whole.end - whole.start))
        return self.documents.segment(view, start=start, pieces=longest)

    def _readings(self, place: int, segment: Segment) -> Iterator[TrainingReading]:
        corpus = self.documents.corpus(segment.view)
        chance = self.random.random
        if corpus == "gum":
            unmarked = chance() < self.mixture.unmarked
            yield TrainingReading(place, 0 if unmarked else GUM, 0, False)
            if self.documents.views[segment.view, SETS] > 1:
                yield TrainingReading(place, ONTONOTES, 1, False)
        elif corpus in ("composed", "discourses", "everyday"):
            yield TrainingReading(place, 0 if chance() < self.mixture.unmarked else GUM, 0, False)
            if chance() < self.mixture.borrow:
                yield TrainingReading(place, self.random.choice([LITBANK, ONTONOTES]), 0, True)
        elif corpus in ("litbank", "craft", "ontonotes"):
            yield TrainingReading(place, scheme_of(corpus), 0, False)
            if chance() < self.mixture.borrow:
                yield TrainingReading(
                    place, 0 if chance() < self.mixture.unmarked else GUM, 0, True
                )
        elif corpus in FOREIGN:
            yield TrainingReading(place, self.random.choice([0, GUM, LITBANK, CRAFT]), 0, True)
        elif corpus == "invented":
            yield TrainingReading(
                place, self.random.choice([0, GUM, GUM, LITBANK, ONTONOTES]), 0, True
            )
        elif corpus == "gap":
            yield TrainingReading(place, 0 if chance() < self.mixture.unmarked else GUM, -1, False)
        else:
            yield TrainingReading(place, GUM, -1, False)
            yield TrainingReading(place, self.random.choice([LITBANK, ONTONOTES]), -1, False)

    def _questions(self, batch: list[Segment], readings: list[TrainingReading]) -> list[Any]:
        if self.documents.corpus(batch[0].view) != "gap":
            return []
        rows = []
        for place, reading in enumerate(readings):
            pronoun, names, right, _ = self.documents.key(batch[reading.segment].view)["question"]
            rows += [
                (place, pronoun, name[0], int(true))
                for name, true in zip(names, right, strict=True)
                if name and pronoun >= 0
            ]
        return rows


def batches(
    documents: DocumentArrays, mixture: Mixture, seed: int, workers: int, *, pin: bool
) -> Iterator[Any]:
    """The batches; with `workers`, other processes assemble them."""
    loader = DataLoader(
        Stream(documents, mixture, seed),
        batch_size=None,
        num_workers=workers,
        pin_memory=pin,
        prefetch_factor=4 if workers else None,
    )
    return iter(loader)
