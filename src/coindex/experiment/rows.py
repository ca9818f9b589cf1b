"""From the counts of a run to rows of numbers, each with its interval and a signature that says how it came about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coindex.core import registry
from coindex.core.protocols import Counts
from coindex.experiment.corpora import Described
from coindex.experiment.plan import Plan
from coindex.experiment.run import Condition, Run
from coindex.experiment.signed import signature
from coindex.measures.coreference import Mentions
from coindex.measures.occurrences import MOR, Occurrences
from coindex.measures.scores import total
from coindex.measures.significance import Interval, bootstrap
from coindex.measures.tally import headline


class Row(NamedTuple):
    """One measure on one run, or on a slice of it: `by` says what was split (`genre`, `form` ...), both empty else.

    `values` are the measure's own, each `None` where it is not defined; `headline` names the one `interval` is of.
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
        """The measure with the signature: all that is to be said of a number on its own."""
        return f"{self.measure} {self.signature}"


def rows_of(run: Run, plan: Plan, corpus: Described) -> Iterator[Row]:
    """For each measure the whole, then the slices, in the order of the plan and of the alphabet."""
    for place, spec in enumerate(plan.measures):
        measure = registry.build("measures", spec)
        whole = [part.judged.counts[place] for part in run.parts]
        drawn = whole if len(whole) > 1 else _single(run, measure)
        yield _row(run, plan, corpus, _Part(spec, measure, "", "", whole, drawn))
        for by in plan.slices:
            for name, rows in sorted(_slices(run, place, by).items()):
                yield _row(run, plan, corpus, _Part(spec, measure, by, name, rows, rows))


class _Part(NamedTuple):
    """What a row is made of; `drawn` are the counts that are resampled for its interval."""

    spec: str
    measure: Any
    by: str
    slice: str
    rows: Sequence[Counts]
    drawn: Sequence[Counts]


def _single(run: Run, measure: Any) -> list[Counts]:
    """Of a single document, the anaphors are drawn instead."""
    if run.lacking or not hasattr(measure, "cases"):
        return []
    return [counts for pair in run.pairs() for _, counts in measure.cases(pair)]


def _slices(run: Run, place: int, by: str) -> dict[str, list[Counts]]:
    found: dict[str, list[Counts]] = {}
    for part in run.parts:
        for name, counts in part.judged.slices[place].get(by, {}).items():
            found.setdefault(name, []).append(counts)
    return found


def _row(run: Run, plan: Plan, corpus: Described, part: _Part) -> Row:
    counts = total(part.rows)
    known = not run.lacking and (corpus.chains or _of_mentions(part.measure, corpus))
    score = part.measure.score(counts)._asdict()
    values = {name: _plain(value) if known else None for name, value in score.items()}
    interval = None
    if len(part.drawn) > 1 and values[part.measure.headline] is not None:
        interval = bootstrap(part.drawn, headline(part.measure), draws=plan.draws, seed=plan.seed)
    slice = f"{part.by}={part.slice}" if part.by else ""
    signed = signature(run, plan, corpus, part.measure, len(part.rows), slice=slice)
    which = part.spec, part.by, part.slice
    return Row(run.condition, *which, values, part.measure.headline, counts, len(part.rows), interval, signed)


def _of_mentions(measure: Any, corpus: Described) -> bool:
    """Measures that a key with mentions is enough for."""
    return isinstance(measure, Mentions | Occurrences | MOR) and corpus.mentions > 0


def _plain(value: Any) -> float | None:
    return None if value is None else float(value)
