"""Counts of many documents for many measures: summed, split into slices, kept one by one where intervals are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from coindex.core.errors import CoindexError
from coindex.core.protocols import Categorical, Counts
from coindex.measures import slices
from coindex.measures.judging import anaphors_right
from coindex.measures.scores import total
from coindex.measures.significance import DRAWS, SEED, Interval, bootstrap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Setting(NamedTuple):
    """How intervals are made; `keep` is needed for them and for tests."""

    keep: bool = False
    by: str = ""
    draws: int = DRAWS
    seed: int = SEED


class Result(NamedTuple):
    """One measure on one slice; `slice` is empty for the whole."""

    measure: Any
    slice: str
    values: Mapping[str, float | None]
    counts: Counts
    documents: int
    interval: Interval | None = None


class Tally:
    """Adds up the counts of pairs as they come."""

    def __init__(self, measures: Sequence[Any], setting: Setting = Setting()) -> None:  # noqa: B008 - a constant
        self.measures, self.setting = measures, setting
        self.documents = 0
        self.rows: list[list[Counts]] = [[] for _ in measures]
        self.ids: list[str] = []
        self.outcomes: list[dict[tuple[str, object], bool]] = [{} for _ in measures]
        self._cases: list[list[Counts]] = [[] for _ in measures]
        self._sums: list[list[float]] = [[] for _ in measures]
        self._slices: list[dict[str, list[Counts]]] = [{} for _ in measures]
        if setting.by in slices.OF_ANAPHORS:
            for measure in measures:
                if not hasattr(measure, "cases"):
                    raise CoindexError(
                        f"{type(measure).__name__} cannot be split by {setting.by}: it judges whole documents, "
                        "not anaphors; --by document or --by genre, or take Success, Antecedents, Anchors"
                    )

    def add(self, pair: Any, id: str) -> None:
        self.documents += 1
        if self.setting.keep:
            self.ids.append(id)
        for place, measure in enumerate(self.measures):
            counts = measure.counts(pair)
            sums = self._sums[place]
            sums[:] = map(sum, zip(sums, counts, strict=True)) if sums else counts
            if self.setting.keep:
                self.rows[place].append(counts)
                self._keep_decisions(place, measure, pair, id)
            if self.setting.by:
                self._slice(place, measure, pair, counts)

    def _keep_decisions(self, place: int, measure: Any, pair: Any, id: str) -> None:
        """Single decisions are drawn where there is one document only, and paired in McNemar's test."""
        if self.documents == 1 and hasattr(measure, "cases"):
            self._cases[place] = [counts for _, counts in measure.cases(pair)]
        if isinstance(measure, Categorical):
            found = anaphors_right(measure, pair)
            self.outcomes[place].update({(id, mention.parts): right for mention, right in found.items()})

    def _slice(self, place: int, measure: Any, pair: Any, counts: Counts) -> None:
        by, groups = self.setting.by, self._slices[place]
        if by in slices.OF_DOCUMENTS:
            groups.setdefault(slices.OF_DOCUMENTS[by](pair), []).append(counts)
            return
        of_this: dict[str, list[Counts]] = {}
        for mention, case in measure.cases(pair):
            of_this.setdefault(slices.OF_ANAPHORS[by](pair, mention), []).append(case)
        for name, cases in of_this.items():
            groups.setdefault(name, []).append(total(cases))

    def results(self) -> Iterable[Result]:
        """The whole, then the slices in alphabetical order, for one measure after the other."""
        for place, measure in enumerate(self.measures):
            if self.documents:
                rows = self.rows[place] if self.documents > 1 else self._cases[place]
                yield self._result(measure, "", tuple(self._sums[place]), rows, self.documents)
            for name, rows in sorted(self._slices[place].items()):
                kept = rows if self.setting.keep else []
                yield self._result(measure, name, total(rows), kept, len(rows))

    def _result(self, measure: Any, slice: str, counts: Counts, rows: Sequence[Counts], documents: int) -> Result:
        values, interval = measure.score(counts)._asdict(), None
        if len(rows) > 1 and values[measure.headline] is not None:
            interval = bootstrap(rows, headline(measure), draws=self.setting.draws, seed=self.setting.seed)
        return Result(measure, slice, values, counts, documents, interval)


class Headline:
    """From counts to the value that stands for a measure; 0 where it is not defined."""

    def __init__(self, measure: Any) -> None:
        self._measure = measure

    def __call__(self, counts: Counts) -> float:
        return getattr(self._measure.score(counts), self._measure.headline) or 0.0

    def many(self, table: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Of each row of a table; `None` from a measure that can score one row at a time only."""
        import numpy as np

        try:
            found = getattr(self._measure.score(tuple(table.T)), self._measure.headline)
        except (TypeError, ValueError):
            return None
        same = np.shape(found) == (len(table),) and _same(found[0], self(tuple(table[0])))
        return np.nan_to_num(found, nan=0.0) if same else None


def _same(vectorised: float, single: float) -> bool:
    return vectorised == single or (isnan(vectorised) and not single)


def headline(measure: Any) -> Headline:
    """What intervals and tests of a measure are about."""
    return Headline(measure)
