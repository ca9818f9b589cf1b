"""The results of an experiment as tables: ranking, all numbers, slices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coindex.core.messages import Amount, Message, messages, series
from coindex.experiment.conditions import OWN, Condition, ConditionGroup
from coindex.experiment.plan import no_slices
from coindex.experiment.results import Results, Row, Run, Standing
from coindex.interface.translation import grouped, say, translate, worded
from coindex.report.cells import bounds, bounds_of, labels, noted, share, slice_name
from coindex.report.findings import MENTIONS
from coindex.report.table import (
    Cell,
    Chance,
    Detail,
    Table,
    text,
)

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


def brief(results: Results, group: ConditionGroup) -> Table:
    """Runs, best first, as much as fits a terminal; `p` is Holm's, of the difference from the best
    by the first measure.
    """
    measures = results.plan.measures
    named = labels(measures)
    mentions = mentions_of(results, group)
    columns: list[str] = [*messages("resolver", *(["mentions"] if mentions else []))]
    for place, measure in enumerate(measures):
        columns += (
            [named[measure], Message("{measure} 95 %", measure=named[measure])]
            if place < BOUNDED
            else [named[measure]]
        )
    rows: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    chances = against_best(results, group, measures[0])
    runs = results.best_first(group)
    for run in runs:
        numbers = list(_numbers(results, run))
        named_by = [run.condition.resolver, *mentions.get(run.condition, ())]
        details |= {
            (len(rows), place): Detail(row.signed)
            for place, (_, row) in enumerate(numbers, len(named_by))
            if row
        }
        p = chances.get(run.condition.resolver, "")
        rows.append([*named_by, *(cell for cell, _ in numbers), p, speed(run)])
    return Table(
        [*columns, *messages("p", "tokens/CPU s")],
        rows,
        title(results, group),
        [*_notes(results, group), *lacks(runs)],
        details,
        blocks_of(runs),
    )


def speed(run: Run) -> Cell:
    return None if run.speed is None else round(run.speed)


def mentions_given(condition: Condition) -> str:
    """The mentions of a run in one word: those of the key, the detector's, or a response's own."""
    if condition.detector == OWN:
        return Message("own")
    return Message("gold") if condition.given == "gold" else condition.found_by


def _in_brief(component: str) -> str:
    """A component string without its options, which the signature has."""
    name, options, _ = component.partition("(")
    return f"{name}(…)" if options else component


def mentions_of(results: Results, group: ConditionGroup) -> dict[Condition, tuple[str]]:
    """The mentions of each run of a group; empty if all have the same."""
    given = {
        run.condition: (_in_brief(mentions_given(run.condition)),) for run in results.runs_of(group)
    }
    return given if len(set(given.values())) > 1 else {}


def blocks_of(runs: Sequence[Run]) -> dict[int, str]:
    """The headings of baselines and bounds, which stand below the systems."""
    standings = [run.standing for run in runs]
    if len(set(standings)) == 1:
        return {}
    return {
        standings.index(standing): heading
        for standing, heading in _HEADINGS.items()
        if standing in standings[1:] and standings.index(standing)
    }


_HEADINGS = {
    Standing.BASELINE: Message("baselines"),
    Standing.BOUND: Message("bounds, which use the key"),
}


def lacks(runs: Sequence[Run]) -> list[str]:
    """What has no number, and which documents count as unresolved, and why."""
    return [
        Message("{resolver}: n/a: {reason}", resolver=run.condition.resolver, reason=run.lacking)
        if run.lacking
        else Message(
            "{resolver}: {count} of {documents} count as unresolved: {named}; first: {problem}",
            resolver=run.condition.resolver,
            count=len(run.problems),
            documents=Amount(run.documents, "document"),
            named=_some(list(run.problems)),
            problem=Message(next(iter(run.problems.values()))),
        )
        for run in runs
        if run.lacking or run.problems
    ]


def _some(names: Sequence[str]) -> str:
    return ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])


NAMED = 3
"""How many documents a note names."""


def _numbers(results: Results, run: Run) -> Iterator[tuple[Cell, Row | None]]:
    """Cells, and the row from which each comes."""
    for place, measure in enumerate(results.plan.measures):
        row = results.row(run.condition, measure)
        yield None if row is None else share(row.value), row
        if place < BOUNDED:
            yield bounds(row), row


def against_best(results: Results, group: ConditionGroup, measure: str) -> dict[str, Chance]:
    """The corrected p of each run's difference from the best system."""
    ordered = results.best_first(group, measure)
    best = ordered[0].condition.resolver if ordered else ""
    comparisons = results.comparisons(group, measure)
    return {one.second: Chance(one.adjusted) for one in comparisons if one.first == best}


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
