"""The results of an experiment: runs, and rows of numbers computed from them; tables, pages and
files are made from these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from coindex.core import registry
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.experiment.conditions import OWN, Condition, ConditionGroup
from coindex.experiment.corpora import DescribedCorpus
from coindex.experiment.plan import Plan
from coindex.experiment.results_json import Contents, from_json, to_json
from coindex.experiment.rows import Row
from coindex.experiment.run import Run, Standing
from coindex.measures.comparison import Comparison, Contender, compared
from coindex.pipeline.data_frames import data_frame

__all__ = ["DescribedCorpus", "Results", "Row", "Run", "Standing"]

_ORDER = tuple(Standing)


@dataclass(frozen=True)
class Results:
    """Runs and rows in the order of the plan: corpus by corpus, group
    by group, resolver by resolver.
    """

    plan: Plan
    corpora: tuple[DescribedCorpus, ...]
    runs: tuple[Run, ...]
    rows: tuple[Row, ...]

    @property
    def groups(self) -> tuple[ConditionGroup, ...]:
        """The groups that were compared on the same documents, parse and mentions; responses join
        each group with their parse.
        """
        groups = dict.fromkeys(
            run.condition.group for run in self.runs if run.condition.detector != OWN
        )
        return tuple(groups) or tuple(dict.fromkeys(run.condition.group for run in self.runs))

    def runs_of(self, group: ConditionGroup) -> tuple[Run, ...]:
        """Return the runs of a group, and the responses that can be compared with them."""
        return tuple(run for run in self.runs if _belongs(run.condition, group))

    def row(
        self, condition: Condition, measure: str, *, by: str = "", slice: str = ""
    ) -> Row | None:
        """Return the row of a run by a measure, of the whole or of a slice, if there is one."""
        return self._rows.get((condition, measure, by, slice))

    def slices(self, condition: Condition, measure: str, by: str) -> tuple[Row, ...]:
        """Return the rows of one measure on all slices of a run."""
        return tuple(
            r for r in self.rows if (r.condition, r.measure, r.by) == (condition, measure, by)
        )

    @cached_property
    def _rows(self) -> dict[tuple[Condition, str, str, str], Row]:
        return {(row.condition, row.measure, row.by, row.slice): row for row in self.rows}

    def corpus(self, name: str) -> DescribedCorpus:
        """Return the description of a corpus of the plan."""
        return next(corpus for corpus in self.corpora if corpus.name == name)

    def best_first(self, group: ConditionGroup, measure: str = "") -> tuple[Run, ...]:
        """Return the runs of a group, sorted by a measure, the plan's first if none is named:
        systems, then baselines, then bounds. Those without a value come last.
        """
        rows = {
            run.condition: self.row(run.condition, measure or self.plan.measures[0])
            for run in self.runs_of(group)
        }
        values = {
            condition: row.value
            for condition, row in rows.items()
            if row is not None and row.value is not None
        }
        return tuple(
            sorted(
                self.runs_of(group),
                key=lambda run: (
                    run.condition not in values,
                    _ORDER.index(run.standing),
                    -values.get(run.condition, 0.0),
                ),
            )
        )

    def comparisons(self, group: ConditionGroup, measure: str) -> list[Comparison]:
        """Return every two runs of a group that have a value by one measure, best first; what was
        given the key is not tested against what was not.

        Documents are resampled. Holm's correction covers these comparisons only, so that other
        measures or conditions of a plan change no p.
        """
        if (group, measure) not in self._compared:
            self._compared[group, measure] = self._compare(group, measure)
        return self._compared[group, measure]

    @cached_property
    def _compared(self) -> dict[tuple[ConditionGroup, str], list[Comparison]]:
        return {}

    def _compare(self, group: ConditionGroup, measure: str) -> list[Comparison]:
        if measure not in self.plan.measures:
            raise CoindexError(
                Message(
                    "{measure} was not measured; {suggestion}",
                    measure=measure,
                    suggestion=suggestion(measure, self.plan.measures),
                )
            )
        place = self.plan.measures.index(measure)
        able = [
            run
            for run in self.best_first(group, measure)
            if run.standing is not Standing.BOUND and self._has_value(run, measure)
        ]
        if len(able) < 2 or able[0].documents < 2:
            return []
        built = registry.build("measures", measure)
        contenders = [contender(run, place) for run in able]
        return compared(built, contenders, draws=self.plan.draws, seed=self.plan.seed)

    def _has_value(self, run: Run, measure: str) -> bool:
        row = self.row(run.condition, measure)
        return not run.lacking and row is not None and row.value is not None

    def signature(self, group: ConditionGroup, measure: str, one: Comparison) -> str:
        """Return everything that the numbers of a comparison in that group by that measure depend
        on.
        """
        runs = {run.condition.resolver: run for run in self.runs_of(group)}
        corpus, count = self.corpus(group.corpus), len(self.comparisons(group, measure))
        first, second = runs[one.first], runs[one.second].condition
        signing = corpus.signing(first.condition, self.plan, second)
        return signing.of_comparison(one.measure, first.documents, second, comparisons=count)

    def to_frame(self, kind: str = "pandas") -> Any:
        """Return a data frame with a row for each row; `kind` is pandas or polars, which must be
        installed, or `dict` for a plain dictionary of columns.
        """
        return data_frame(_columns(self.runs, self.rows), kind)

    def to_json(self) -> str:
        """Return the text that `from_json` reads: one line for each corpus, row and run."""
        return to_json(Contents(self.plan, self.corpora, self.runs, self.rows))

    @classmethod
    def from_json(cls, text: str, *, cache: Path | None = None) -> Results:
        """Return the results that `to_json` wrote: the text has the numbers, documents and
        decisions are read from the cache on request.
        """
        return cls(*from_json(text, cache))


def contender(run: Run, place: int) -> Contender:
    """A run, by the measure at that position in the plan."""
    outcomes = {
        (part.document, anaphor): right
        for part in run.parts
        for anaphor, right in part.judged.outcomes[place].items()
    }
    return Contender(
        run.condition.resolver, [part.judged.counts[place] for part in run.parts], outcomes
    )


def _belongs(condition: Condition, group: ConditionGroup) -> bool:
    own = condition.detector == OWN and condition[:2] == group[:2]
    return own or condition.group == group


def _columns(runs: Iterable[Run], rows: Sequence[Row]) -> dict[str, list[Any]]:
    """Columns for condition, measure, slice, headline value with its bounds, every other value, and
    cost.
    """
    speed = {run.condition: run.speed for run in runs}
    values = list(dict.fromkeys(name for row in rows for name in row.values))
    records = [
        {
            **row.condition._asdict(),
            "given": row.condition.given,
            "measure": row.measure,
            "by": row.by,
            "slice": row.slice,
            "value": row.value,
            "low": None if row.interval is None else row.interval.low,
            "high": None if row.interval is None else row.interval.high,
            "documents": row.documents,
            "tokens_per_cpu_second": speed[row.condition],
            **{name: row.values.get(name) for name in values},
            "signature": row.signature,
        }
        for row in rows
    ]
    names = list(records[0]) if records else []
    return {name: [record[name] for record in records] for name in names}
