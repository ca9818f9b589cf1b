"""The results of a comparison as they are published: intervals of all measures, the best in bold,
significance, what is missing, and signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from coindex.core.messages import Amount, Message, series
from coindex.experiment.conditions import ConditionGroup
from coindex.experiment.results import Results, Row, Standing
from coindex.report.cells import labels
from coindex.report.limits import SIGNIFICANT, Limit, limit_of
from coindex.report.seen import Exposed
from coindex.report.signatures import shared_signatures
from coindex.report.table import (
    FOR_PROGRAMS,
    Cell,
    Chance,
    Detail,
    Estimate,
    Share,
    Table,
    slug,
    text,
)
from coindex.report.tables.results import (
    against_best,
    blocks_of,
    brief,
    lacks,
    mentions_given,
    mentions_of,
    speed,
    title,
)

MARKS = ((0.01, "‡"), (SIGNIFICANT, "†"))


def summary(results: Results, group: ConditionGroup, style: str = "table") -> Table:
    """Runs, best first: all numbers for papers and programs, or as much as fits a terminal."""
    table = brief(results, group) if style == "table" else _full(results, group, style)
    return Exposed.of(results, group).marked(table, style)


def _full(results: Results, group: ConditionGroup, style: str) -> Table:
    """Every measure with its interval, its test against the best, and its signature."""
    measures, programs = results.plan.measures, style in FOR_PROGRAMS
    named, mentions, runs = labels(measures), mentions_of(results, group), results.best_first(group)
    chances = {measure: against_best(results, group, measure) for measure in measures}
    rows = {
        (run.condition.resolver, measure): row
        for measure in measures
        for run in runs
        if (row := results.row(run.condition, measure)) is not None
    }
    systems = [run.condition.resolver for run in runs if run.standing is Standing.SYSTEM]
    best = {
        measure: best_printed(rows.get((name, measure)) for name in systems) for measure in measures
    }
    lines: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    for run in runs:
        name = run.condition.resolver
        cells: list[Cell] = [name, *mentions.get(run.condition, ())]
        if programs:
            cells = [name, mentions_given(run.condition), Message(run.standing)]
        for measure in measures:
            row, p = rows.get((name, measure)), chances[measure].get(name, "")
            if row is not None:
                details[len(lines), len(cells)] = Detail(row.signature)
            cells.append(printed(row, best[measure] if name in systems else "", p))
            cells += [p] if programs else []
        lines.append([*cells, *([speed(run)] if programs else [])])
    columns: list[str] = [Message("resolver")]
    columns += [Message("mentions")] if mentions or programs else []
    columns += [Message("standing")] if programs else []
    for measure in measures:
        columns.append(named[measure])
        columns += [Message("{measure} p", measure=named[measure])] if programs else []
    columns += [Message("tokens/CPU s")] if programs else []
    tests = len(results.comparisons(group, measures[0]))
    limit = limit_of(results.corpus(group.corpus).documents, results.plan.draws, tests)
    notes = [*legend(rows, named, tests, limit), *lacks(runs), *signatures(rows, named)]
    parts = (group.corpus, group.given, group.parser)
    blocks = {} if programs else blocks_of(runs)
    label = slug(" ".join(parts))
    return Table(columns, lines, title(results, group), notes, details, blocks, label)


Rows = Mapping[tuple[str, str], Row]
"""The numbers of a table by system and measure."""


def printed(row: Row | None, best: str, p: Cell) -> Cell:
    """A number with its interval, in bold if it is the best, and with the mark of its p value."""
    if row is None or row.value is None:
        return None
    mark = ""
    if isinstance(p, Chance):
        mark = next((mark for level, mark in MARKS if p < level), "")
    return Estimate(row.value, row.interval, best=text(Share(row.value)) == best, mark=mark)


def best_printed(rows: Iterable[Row | None]) -> str:
    """The best number as it is printed: all systems that have it are the best. It is empty for a
    single system.
    """
    values = [row.value for row in rows if row is not None and row.value is not None]
    return text(Share(max(values))) if len(values) > 1 else ""


def legend(rows: Rows, named: Mapping[str, str], tests: int, limit: Limit) -> list[str]:
    """What headings, intervals and marks mean."""
    headlines = {row.measure: row.headline for row in rows.values()}
    meanings = [
        Message("{label}: {value} of {measure}", label=label, value=Message(value), measure=measure)
        for measure, label in named.items()
        if (value := headlines.get(measure)) is not None
    ]
    notes: list[str] = [series(meanings, "; ")] if meanings else []
    if any(row.interval is not None for row in rows.values()):
        notes.append(
            Message("With each number, its 95 % interval: documents are drawn with replacement.")
        )
    if tests:
        notes.append(
            Message(
                "{one} p below .05, {two} below .01: the difference to the best system by that "
                "measure, by approximate randomisation of documents, with Holm's correction over "
                "{number}.",
                one=MARKS[1][1],
                two=MARKS[0][1],
                number=Amount(tests, "comparison"),
            )
        )
        notes += [limit.sentence] if limit.reached else []
    return notes


def signatures(rows: Rows, named: Mapping[str, str]) -> list[Message]:
    return shared_signatures(
        {
            (system, named[measure]): row.signature
            for (system, measure), row in rows.items()
            if row.value is not None
        }
    )
