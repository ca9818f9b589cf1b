"""The results of a comparison as they are published: intervals of all measures, the best in bold,
significance, what is missing, and signatures.
"""

from __future__ import annotations

from coindex.core.messages import Message
from coindex.experiment.conditions import ConditionGroup
from coindex.experiment.results import Results, Standing
from coindex.report.cells import labels
from coindex.report.limits import limit_of
from coindex.report.seen import Exposed
from coindex.report.table import (
    FOR_PROGRAMS,
    Cell,
    Detail,
    Table,
    slug,
)
from coindex.report.tables.printed import best_printed, legend, printed, signatures
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
    # Only systems compete: a baseline or a bound is never printed as the best, however high it is.
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
