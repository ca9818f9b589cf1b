"""The results of an experiment in detail: every value of each measure, slice by slice, and the corpora described."""

from __future__ import annotations

from coindex.experiment.results import Results, Row
from coindex.experiment.run import Group
from coindex.measures.statistics import Statistics
from coindex.measures.statistics import described as described_document
from coindex.report.experiment import labels, share, title
from coindex.report.statistics import described
from coindex.report.tables import Cell, Table

WINDOW = 2
"""Sentences before an anaphor's own that have candidates, where corpora are described."""


def values(results: Results, group: Group) -> Table:
    """All values of all measures, in the order of the plan."""
    named = labels(results.plan.measures)
    columns = [f"{label} {value}" for measure, label in named.items() for value in _value_names(results, measure)]
    rows: list[list[Cell]] = []
    for run in results.runs_of(group):
        cells = (_cells(results, measure, results.row(run.condition, measure)) for measure in named)
        rows.append([run.condition.resolver, *(cell for found in cells for cell in found)])
    return Table(["resolver", *columns], rows, title(results, group))


def crossed(results: Results, group: Group, measure: str, by: str) -> Table:
    """A row for each slice and one for the whole, all values of each run side by side."""
    runs = [run for run in results.runs_of(group) if not run.lacking]
    found = [{row.slice: row for row in results.slices(run.condition, measure, by)} for run in runs]
    names = sorted({name for rows in found for name in rows})
    columns = [f"{run.condition.resolver} {value}" for run in runs for value in _value_names(results, measure)]

    def line(label: str, rows: list[Row | None]) -> list[Cell]:
        return [label, *(cell for row in rows for cell in _cells(results, measure, row))]

    body = [line(name, [rows.get(name) for rows in found]) for name in names]
    whole = line("all", [results.row(run.condition, measure) for run in runs])
    return Table([by, *columns], [*body, whole], f"{labels(results.plan.measures)[measure]}, {title(results, group)}")


def _value_names(results: Results, measure: str) -> list[str]:
    return next((list(row.values) for row in results.rows if row.measure == measure), [])


def _cells(results: Results, measure: str, row: Row | None) -> list[Cell]:
    return [share(None if row is None else row.values[name]) for name in _value_names(results, measure)]


def statistics(results: Results) -> list[Table]:
    """Each corpus document by document, as the first run on it saw it."""
    tables: list[Table] = []
    for corpus in results.corpora:
        run = next((run for run in results.runs if run.condition.corpus == corpus.name and run.parts), None)
        if run is not None:
            found: dict[str, Statistics] = {
                pair.document.id: described_document(pair.document, pair.key, window=WINDOW) for pair in run.pairs()
            }
            tables += described(found, list(found.values()), by=corpus.name, window=WINDOW)
    return tables


def everything(results: Results) -> list[Table]:
    """What a plan asks for beside the summary: all values, its slices, the corpora described."""
    tables = [values(results, group) for group in results.groups]
    tables += [
        crossed(results, group, measure, by)
        for group in results.groups
        for by in results.plan.slices
        for measure in results.plan.measures
        if any(results.slices(run.condition, measure, by) for run in results.runs_of(group))
    ]
    return [*tables, *(statistics(results) if results.plan.statistics else [])]
