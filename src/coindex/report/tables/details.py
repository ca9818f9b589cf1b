"""The results of an experiment in detail: every value of each measure, slice by slice, and the
corpora described.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.core import registry
from coindex.core.messages import Message, series
from coindex.core.protocols import Averaging
from coindex.experiment.conditions import ConditionGroup
from coindex.experiment.results import Results, Row
from coindex.measures.statistics import Statistics
from coindex.measures.statistics import described as described_document
from coindex.report.cells import labels, share, slice_name, valued
from coindex.report.table import Cell, Detail, Table
from coindex.report.tables.results import title
from coindex.report.tables.statistics import statistics_tables

WINDOW = 2
"""How many sentences before an anaphor's own have candidates in descriptions of corpora."""


def values(results: Results, group: ConditionGroup) -> Table:
    """All values of all measures, in the order of the plan."""
    named = labels(results.plan.measures)
    heads = [(measure, value) for measure in named for value in _value_names(results, measure)]
    runs = results.runs_of(group)
    lines = {
        run.condition.resolver: [
            (results.row(run.condition, measure), value) for measure, value in heads
        ]
        for run in runs
    }
    columns = [Message("resolver"), *(valued(named[measure], value) for measure, value in heads)]
    return _signed(columns, lines, title(results, group))


def crossed(results: Results, group: ConditionGroup, measure: str, by: str) -> Table:
    """A row for each slice and one for the whole, all values of each run side by side."""
    runs = [run for run in results.runs_of(group) if not run.lacking]
    by_slice = [
        {row.slice: row for row in results.slices(run.condition, measure, by)} for run in runs
    ]
    names = _value_names(results, measure)
    # A slice that only some runs have still gets a row, with gaps for the others.
    slices = {
        slice_name(by, name): [rows.get(name) for rows in by_slice]
        for name in sorted({name for rows in by_slice for name in rows})
    }
    whole = {Message("all"): [results.row(run.condition, measure) for run in runs]}
    lines = {
        name: [(row, value) for row in rows for value in names]
        for name, rows in (slices | whole).items()
    }
    columns = [
        Message(by),
        *(valued(run.condition.resolver, value) for run in runs for value in names),
    ]
    return _signed(
        columns, lines, series((labels(results.plan.measures)[measure], title(results, group)))
    )


def _signed(
    columns: Sequence[str], lines: Mapping[str, Sequence[tuple[Row | None, str]]], title: str
) -> Table:
    """Rows by their names; a cell is the value with that name in a row, and has that row's
    signature.
    """
    body: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    for name, line in lines.items():
        details |= {
            (len(body), place): Detail(row.signed) for place, (row, _) in enumerate(line, 1) if row
        }
        body.append([name, *(_shown(row, value) for row, value in line)])
    return Table(columns, body, title, (), details)


def _shown(row: Row | None, value: str) -> Cell:
    """A proportion as a percentage, or a mean as it is."""
    if row is None:
        return share(None)
    measure = registry.build("measures", row.measure)
    mean = isinstance(measure, Averaging) and value in measure.means
    return row.values[value] if mean else share(row.values[value])


def _value_names(results: Results, measure: str) -> list[str]:
    return next((list(row.values) for row in results.rows if row.measure == measure), [])


def statistics(results: Results) -> list[Table]:
    """Each corpus document by document, as in the first run on it."""
    tables: list[Table] = []
    for corpus in results.corpora:
        run = next(
            (run for run in results.runs if run.condition.corpus == corpus.name and run.parts), None
        )
        if run is not None:
            documents: dict[str, Statistics] = {
                pair.document.id: described_document(pair.document, pair.key, window=WINDOW)
                for pair in run.pairs()
            }
            tables += statistics_tables(
                documents, list(documents.values()), by=corpus.name, window=WINDOW
            )
    return tables


def everything(results: Results) -> list[Table]:
    """What a plan requests besides the summary: all values, its slices, the corpora described."""
    tables = [values(results, group) for group in results.groups]
    tables += [
        crossed(results, group, measure, by)
        for group in results.groups
        for by in results.plan.slices
        for measure in results.plan.measures
        if any(results.slices(run.condition, measure, by) for run in results.runs_of(group))
    ]
    return [*tables, *(statistics(results) if results.plan.statistics else [])]
