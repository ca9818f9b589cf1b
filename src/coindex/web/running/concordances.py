"""What the resolvers of finished runs made of each anaphor, worked out when it is first looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from coindex.annotation.store import Store
from coindex.experiment.cache import DiskCache
from coindex.experiment.conditions import OWN, Condition, Names
from coindex.experiment.entries import pair_of
from coindex.experiment.exchange import outlines
from coindex.web.cache import Cache
from coindex.web.editing.concordance import Hit, of_pair, weight

A_NAME = 500
"""Bytes, about, of what names the parts of one document in memory."""

Parts = dict[Condition, tuple[Names, ...]]


class Answered(NamedTuple):
    """A document by its name, and everything one resolver did in it, in textual order."""

    document: str
    hits: tuple[Hit, ...]


class Concordances:
    """Runs that are finished never change, so nothing in the cache goes stale."""

    def __init__(self, store: Store, cache: Cache) -> None:
        self._store, self._cache = store, cache

    def of(self, run: int, resolver: str, given: str) -> Iterator[Answered] | None:
        """Document by document, so that whoever has seen enough need not wait for the rest; `None`: not in the run."""
        parts = self._cache.of(("run", run), partial(self._read_parts, run), _weight)
        chosen = [one for one in parts if one.resolver == resolver and one.given in (given, OWN)]
        return (self._answered(one, names) for one in chosen for names in parts[one]) if chosen else None

    def _answered(self, condition: Condition, names: Names) -> Answered:
        make = partial(_answered, condition, names)
        return self._cache.of(("answered", condition, names), make, lambda made: weight(made.hits))

    def _read_parts(self, run: int) -> Parts:
        return dict(outlines(self._store.runs.file(run, "results.json").value()))


def _weight(parts: Parts) -> int:
    return A_NAME * sum(map(len, parts.values()))


def _answered(condition: Condition, names: Names) -> Answered:
    pair = pair_of(DiskCache(), condition, names, reasons=False)
    return Answered(pair.document.id, tuple(of_pair(pair)))
