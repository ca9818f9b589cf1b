"""What the resolvers of finished runs made of each anaphor, worked out when it is first looked at and then at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from coindex.annotation.store import Store
from coindex.experiment.exchange import outlines
from coindex.experiment.reading import pair_of
from coindex.experiment.run import OWN, Condition, Names
from coindex.experiment.store import Store as Cache
from coindex.web.editing.concordance import Hit, of_pair

RUNS, DOCUMENTS = 16, 512
"""How many are at hand: of the runs what they consist of, of documents what one resolver made of them."""


class Answered(NamedTuple):
    """A document by its name, and everything one resolver did in it, in textual order."""

    document: str
    hits: tuple[Hit, ...]


class Concordances:
    """Runs that are finished never change, so nothing goes stale."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parts = lru_cache(RUNS)(self._read_parts)
        self._answered: Callable[[Condition, Names], Answered] = lru_cache(DOCUMENTS)(_answered)

    def of(self, run: int, resolver: str, given: str) -> Iterator[Answered] | None:
        """Document by document, so that whoever has seen enough need not wait for the rest; `None`: not in the run."""
        parts = self._parts(run)
        chosen = [one for one in parts if one.resolver == resolver and one.given in (given, OWN)]
        return (self._answered(one, names) for one in chosen for names in parts[one]) if chosen else None

    def _read_parts(self, run: int) -> dict[Condition, tuple[Names, ...]]:
        return dict(outlines(self._store.runs.file(run, "results.json").value()))


def _answered(condition: Condition, names: Names) -> Answered:
    pair = pair_of(Cache(), condition, names, reasons=False)
    return Answered(pair.document.id, tuple(of_pair(pair)))
