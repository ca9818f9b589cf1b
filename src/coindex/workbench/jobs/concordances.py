"""Concordances of finished runs, computed on first use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from coindex.experiment.cache import DiskCache
from coindex.experiment.conditions import OWN, Condition, EntryNames
from coindex.experiment.entries import pair_of
from coindex.experiment.results_json import outlines
from coindex.workbench.cache import Cache
from coindex.workbench.editing.concordance import Hit, of_pair, weight
from coindex.workbench.store.store import Store

A_NAME = 500
"""Approximate bytes of the names of one document's parts."""

Parts = dict[Condition, tuple[EntryNames, ...]]


class Answered(NamedTuple):
    """The name of a document and the hits of one resolver in it, in textual order."""

    document: str
    hits: tuple[Hit, ...]


class Concordances:
    """Finished runs never change, so that cached hits stay valid."""

    def __init__(self, store: Store, cache: Cache) -> None:
        self._store, self._cache = store, cache

    def of(self, run: int, resolver: str, given: str) -> Iterator[Answered] | None:
        """Hits document by document, so that callers can stop early; `None` if
        the resolver is not in the run.
        """
        parts = self._cache.of(("run", run), partial(self._read_parts, run), _weight)
        chosen = [
            one
            for one in parts
            if one.resolver == resolver and (one.given == given or one.detector == OWN)
        ]
        return (
            (self._answered(one, names) for one in chosen for names in parts[one])
            if chosen
            else None
        )

    def _answered(self, condition: Condition, names: EntryNames) -> Answered:
        make = partial(_answered, condition, names)
        return self._cache.of(("answered", condition, names), make, lambda one: weight(one.hits))

    def _read_parts(self, run: int) -> Parts:
        return dict(outlines(self._store.runs.file(run, "results.json").value()))


def _weight(parts: Parts) -> int:
    return A_NAME * sum(map(len, parts.values()))


def _answered(condition: Condition, names: EntryNames) -> Answered:
    pair = pair_of(DiskCache(), condition, names, reasons=False)
    return Answered(pair.document.id, tuple(of_pair(pair)))
