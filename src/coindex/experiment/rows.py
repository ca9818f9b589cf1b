"""Turns the counts of documents into rows of numbers, each with its interval and a signature."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.plugins import naming_plugin
from coindex.core.protocols import AlignedPair, Anaphoric, Counts, Measure
from coindex.experiment.conditions import Condition, Signing
from coindex.measures.headline import Headline
from coindex.measures.judging import Judged
from coindex.measures.scores import total
from coindex.measures.significance import Interval, bootstrap
from coindex.measures.slices import sorted_slices


class Row(NamedTuple):
    """One measure on one run or response, or on a slice of it: `by` is the criterion (`genre`,
    `form` ...); `by` and `slice` are empty for the whole.

    `values` are the measure's own, `None` if not defined; `headline` names the one to which
    `interval` belongs.
    """

    condition: Condition
    measure: str
    by: str
    slice: str
    values: Mapping[str, float | None]
    headline: str
    counts: Counts
    documents: int
    interval: Interval | None
    signature: str

    @property
    def value(self) -> float | None:
        return self.values.get(self.headline)

    @property
    def signed(self) -> str:
        """The measure with the signature: everything needed to interpret a number by itself."""
        return f"{self.measure} {self.signature}"


def _all(measure: Measure) -> bool:
    return True


class Basis(NamedTuple):
    """The data for the rows of one run or response: its judged documents.

    Intervals are computed if `signing` has draws. `pairs` are needed if there is only one document:
    then its anaphors are resampled. `defined` says which measures have a value at all.
    """

    judged: Sequence[Judged]
    signing: Signing
    pairs: Callable[[], Iterable[AlignedPair]] = tuple
    defined: Callable[[Measure], bool] = _all


def rows_of(basis: Basis, measures: Sequence[Measure], by: Sequence[str] = ()) -> Iterator[Row]:
    """For each measure the whole, then the slices, in the given order and alphabetically."""
    if not basis.judged:
        return
    for place, measure in enumerate(measures):
        whole = [one.counts[place] for one in basis.judged]
        drawn = whole if len(whole) > 1 else _cases(basis, measure)
        yield _row(basis, _Part(measure, "", "", whole, drawn))
        for name in by:
            parts = _slices(basis.judged, place, name)
            for slice in sorted_slices(name, parts):
                counts = parts[slice]
                yield _row(basis, _Part(measure, name, slice, counts, counts))


class _Part(NamedTuple):
    """The data of a row; `drawn` are the counts that are resampled for its interval."""

    measure: Measure
    by: str
    slice: str
    counts: Sequence[Counts]
    drawn: Sequence[Counts]


def _cases(basis: Basis, measure: Measure) -> list[Counts]:
    """The counts of anaphors, which are resampled if there is only one document."""
    if not basis.signing.draws or not isinstance(measure, Anaphoric):
        return []
    return [counts for pair in basis.pairs() for _, counts in measure.cases(pair)]


def _slices(judged: Iterable[Judged], place: int, by: str) -> dict[str, list[Counts]]:
    slices: dict[str, list[Counts]] = {}
    for one in judged:
        for name, counts in one.slices[place].get(by, {}).items():
            slices.setdefault(name, []).append(counts)
    return slices


def _row(basis: Basis, part: _Part) -> Row:
    measure, signing, counts = part.measure, basis.signing, total(part.counts)
    defined = basis.defined(measure)
    with naming_plugin(measure):
        score = measure.score(counts)
        if not hasattr(score, "_asdict"):
            raise CoindexError(
                Message(
                    "measure {measure}: score returns {kind}, not a NamedTuple of values",
                    measure=type(measure).__name__,
                    kind=type(score).__name__,
                )
            )
    values = {name: _plain(value) if defined else None for name, value in score._asdict().items()}
    interval = None
    if signing.draws and len(part.drawn) > 1 and values[measure.headline] is not None:
        interval = bootstrap(part.drawn, Headline(measure), draws=signing.draws, seed=signing.seed)
    documents = len(part.counts)
    signed = signing.of_row(measure, documents, slice=f"{part.by}={part.slice}" if part.by else "")
    which = registry.spec_of(measure), part.by, part.slice
    return Row(
        signing.condition, *which, values, measure.headline, counts, documents, interval, signed
    )


def _plain(value: Any) -> float | None:
    return None if value is None else float(value)
