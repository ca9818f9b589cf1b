"""Scored responses as tables: every value for programs and terminals, systems in
rows for a paper, differences.
"""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core import registry
from coindex.core.messages import Message, messages
from coindex.core.protocols import Averaging, Counted, Measure
from coindex.experiment.rows import Row
from coindex.experiment.scoring import Scores
from coindex.measures.comparison import Comparison
from coindex.report.cells import bounds_of, estimate, labels, noted, share, slice_name, valued
from coindex.report.limits import how, limit_of
from coindex.report.table import Cell, Chance, Share, Table

USUAL = ("precision", "recall", "f1")
FOR_PROGRAMS = ("json", "csv")
FOR_PAPERS = ("markdown", "latex")
NEARLY = 1e-6
"""How far rounding errors can take a count from an integer."""


def tables(scores: Scores, style: str) -> list[Table]:
    """The tables to print: one, and the differences if the style has room for a second one."""
    if style in FOR_PAPERS and len(scores.responses) > 1:
        return [systems(scores)]
    shown = [values(scores, style)]
    return [*shown, differences(scores, style)] if scores.comparable and style != "csv" else shown


def values(scores: Scores, style: str = "table") -> Table:
    """Every value of each measure, the responses side by side under each."""
    measures = {registry.spec_of(measure): measure for measure in scores.measures}
    rows = sorted(
        scores.rows, key=lambda row: (list(measures).index(row.measure), row.by, row.slice)
    )
    cells = [_cells(row, measures[row.measure]) for row in rows]
    named = dict.fromkeys(name for one in cells for name in one)
    names = [name for name in USUAL if name in named] + [
        name for name in named if name not in USUAL
    ]
    # Programs get the same columns for one response as for several, people only those that differ.
    programs, several, sliced = (
        style in FOR_PROGRAMS,
        len(scores.responses) > 1,
        bool(scores.scoring.by),
    )
    drawn = ("low", "high") if scores.scoring.intervals else ()
    columns = [
        *(messages("system") if several or programs else ()),
        *messages("measure"),
        *(messages("by", "slice") if sliced else ()),
        *messages(*names, *drawn),
        *(messages("signature") if programs else ()),
    ]
    lines: list[list[Cell]] = []
    for row, one in zip(rows, cells, strict=True):
        line: list[Cell] = [row.condition.resolver] if several or programs else []
        line += [row.measure, *(_slice(row) if sliced else ())]
        line += [*(one.get(name, "") for name in names), *(bounds_of(row) if drawn else ())]
        lines.append([*line, *((row.signature,) if programs else ())])
    title = Message("Scores") if several else scores.responses[0].name
    notes = [] if programs else list(map(noted, rows))
    return Table(columns, lines, title, notes)


def _slice(row: Row) -> tuple[str, str]:
    """What is split, and the part of it."""
    if not row.by:
        return "", Message("all")
    return Message(row.by), slice_name(row.by, row.slice)


def _cells(row: Row, measure: Measure) -> dict[str, Cell]:
    """Values, which are proportions unless the measure declares them as means, and named counts."""
    means = measure.means if isinstance(measure, Averaging) else ()
    shown = {name: value if name in means else share(value) for name, value in row.values.items()}
    counted = measure.counted if isinstance(measure, Counted) else ()
    return shown | {name: _count(count) for name, count in zip(counted, row.counts, strict=False)}


def _count(count: float) -> Cell:
    """An integer if a sum of fractions is so close to it that it must be one."""
    whole = round(count)
    return whole if abs(count - whole) < NEARLY else count


def systems(scores: Scores) -> Table:
    """A row for each response, and for each of its slices, with the headline of every measure."""
    named = labels(tuple(map(registry.spec_of, scores.measures)))
    slices = dict.fromkeys((row.by, row.slice) for row in scores.rows)
    by_place = {
        (row.condition.resolver, row.by, row.slice, row.measure): row for row in scores.rows
    }
    lines: list[list[Cell]] = []
    for by, slice in slices:
        for response in scores.responses:
            cells = [
                estimate(by_place.get((response.name, by, slice, measure))) for measure in named
            ]
            lines.append(
                [
                    response.name,
                    *((_slice_title(by, slice),) if len(slices) > 1 else ()),
                    *cells,
                ]
            )
    heads = [
        valued(named[registry.spec_of(measure)], measure.headline) for measure in scores.measures
    ]
    columns = [*messages("system", *(["slice"] if len(slices) > 1 else [])), *heads]
    return Table(columns, lines, Message("Scores"), list(map(noted, scores.rows)))


def _slice_title(by: str, slice: str) -> Message:
    if not by:
        return Message("all")
    return Message("{by} {slice}", by=Message(by), slice=slice_name(by, slice))


def differences(scores: Scores, style: str = "table") -> Table:
    """Every two responses by every measure."""
    columns = messages(
        "measure", "first", "second", "difference", "low", "high", "p", "p (Holm)", "p (McNemar)",
        *(["signature"] if style in FOR_PROGRAMS else []),
    )  # fmt: skip
    rows: list[list[Cell]] = []
    for measure, comparisons in scores.comparisons.items():
        for one in comparisons:
            signed = [scores.signature(one)] if style in FOR_PROGRAMS else []
            rows.append([measure, *_difference(one), *signed])
    count = len(next(iter(scores.comparisons.values()), ()))
    scoring = scores.scoring
    notes = [
        how(scoring.draws, scoring.seed),
        limit_of(scores.documents, scoring.draws, count).sentence,
    ]
    return Table(columns, rows, Message("Differences"), notes)


def _difference(one: Comparison) -> Sequence[Cell]:
    mcnemar = "" if one.mcnemar is None else Chance(one.mcnemar)
    shares = (one.difference, *one.interval)
    return [
        one.first,
        one.second,
        *map(Share, shares),
        Chance(one.p),
        Chance(one.adjusted),
        mcnemar,
    ]
