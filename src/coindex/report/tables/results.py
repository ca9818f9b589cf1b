"""The results of an experiment as tables: ranking, all numbers, slices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coindex.core.messages import Amount, Message, messages, series
from coindex.experiment.conditions import Condition, ConditionGroup
from coindex.experiment.plan import no_slices
from coindex.experiment.results import Results, Row, Run
from coindex.interface.translation import grouped, say, translate, worded
from coindex.report.cells import bounds, bounds_of, labels, noted, share, slice_name
from coindex.report.findings import MENTIONS
from coindex.report.table import Cell, Chance, Detail, Table, text

BOUNDED = 2
"""How many measures of a plan, the first ones, have their intervals in the summary, which must fit
a terminal.
"""


def title(results: Results, group: ConditionGroup) -> str:
    corpus = results.corpus(group.corpus)
    parts: list[str] = [
        Message(
            "{corpus}: {documents}",
            corpus=group.corpus,
            documents=Amount(corpus.documents, "document"),
        ),
        MENTIONS[group.given],
        Message("parser {name}", name=group.parser),
    ]
    if group.fragmenter != "none":
        parts.append(Message("fragmenter {name}", name=group.fragmenter))
    return series(parts)


def summary(results: Results, group: ConditionGroup) -> Table:
    """Runs, best first; `p` is Holm's, of the difference from the best by the first measure."""
    measures = results.plan.measures
    named = labels(measures)
    columns: list[str] = [Message("resolver")]
    for place, measure in enumerate(measures):
        columns += (
            [named[measure], Message("{measure} 95 %", measure=named[measure])]
            if place < BOUNDED
            else [named[measure]]
        )
    rows: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    for run, p in _against_best(results, group):
        numbers = list(_numbers(results, run))
        details |= {
            (len(rows), place): Detail(row.signed)
            for place, (_, row) in enumerate(numbers, 1)
            if row
        }
        speed = None if run.speed is None else round(run.speed)
        rows.append([run.condition.resolver, *(cell for cell, _ in numbers), p, speed])
    return Table(
        [*columns, *messages("p", "tokens/CPU s")],
        rows,
        title(results, group),
        _notes(results, group),
        details,
    )


def _numbers(results: Results, run: Run) -> Iterator[tuple[Cell, Row | None]]:
    """Cells, and the row from which each comes."""
    for place, measure in enumerate(results.plan.measures):
        row = results.row(run.condition, measure)
        yield None if row is None else share(row.value), row
        if place < BOUNDED:
            yield bounds(row), row


def _against_best(results: Results, group: ConditionGroup) -> list[tuple[Run, Cell]]:
    ordered = results.best_first(group)
    best = ordered[0].condition.resolver if ordered else ""
    comparisons = results.comparisons(group, results.plan.measures[0])
    p = {one.second: Chance(one.adjusted) for one in comparisons if one.first == best}
    return [(run, p.get(run.condition.resolver, "")) for run in ordered]


def _notes(results: Results, group: ConditionGroup) -> list[str]:
    """The meaning of each heading, with the signature of the best run, and of p."""
    first = labels(results.plan.measures)[results.plan.measures[0]]
    notes: list[str] = [
        Message(
            "p: of the difference to the best in {measure}, by approximate randomisation, Holm's "
            "correction",
            measure=first,
        )
    ]
    for measure in results.plan.measures:
        rows = [
            row
            for run in results.best_first(group)
            if (row := results.row(run.condition, measure)) is not None
        ]
        if rows and rows[0].value is not None:
            notes.append(noted(rows[0]))
    return notes


def line(run: Run, rows: Sequence[Row]) -> str:
    """A finished run in one line."""
    name = f"{run.condition.corpus} {run.condition.given:<8} {run.condition.resolver:<18}"
    if run.lacking:
        return f"{name} {text(None)}: {translate(run.lacking)}"
    named = labels(tuple(dict.fromkeys(row.measure for row in rows)))
    values = [
        f"{worded(named[row.measure])} {text(share(row.value)):>6}" for row in rows if not row.by
    ]
    speed = [] if run.speed is None else [say("{number} tokens/CPU s", number=grouped(run.speed))]
    return "  ".join([name, *values, *speed])


_CONDITION = Condition._fields


def measure_table(results: Results, *, sliced: bool = False) -> Table:
    """Every number with its signature, and the interval of its headline; with `sliced` those of
    slices instead.
    """
    rows = [row for row in results.rows if bool(row.by) == sliced]
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    which = ("by", "slice") if sliced else ()
    columns = messages(
        *_CONDITION, "measure", *which, *names, "headline", "low", "high", "documents", "signature"
    )
    notes = [Message(note) for note in [no_slices(results.plan) if sliced else ""] if note]
    return Table(
        columns,
        [_measured(row, names, sliced) for row in rows],
        Message("Slices" if sliced else "Measures"),
        notes,
    )


def _measured(row: Row, names: Sequence[str], sliced: bool) -> list[Cell]:
    which = [Message(row.by), slice_name(row.by, row.slice)] if sliced else []
    values = [share(row.values[name]) if name in row.values else "" for name in names]
    return [
        *row.condition,
        row.measure,
        *which,
        *values,
        Message(row.headline),
        *bounds_of(row),
        row.documents,
        row.signature,
    ]
