"""Scored responses as tables: every value for programs and terminals, systems in
rows for a paper, differences.
"""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core import registry
from coindex.core.messages import Amount, Message, messages
from coindex.core.protocols import Averaging, Counted, Measure
from coindex.experiment.rows import Row
from coindex.experiment.scoring import Scores
from coindex.measures.comparison import Comparison
from coindex.measures.pairing import ONE_SIDED
from coindex.report.cells import bounds_of, labels, noted, share, slice_name, valued
from coindex.report.limits import how, limit_of
from coindex.report.signatures import shared_signatures
from coindex.report.table import FOR_PAPERS, FOR_PROGRAMS, Cell, Chance, Detail, Share, Table, slug
from coindex.report.tables.printed import best_printed, legend, printed, signatures

USUAL = ("precision", "recall", "f1")
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
    notes: list[str] = [] if programs else list(map(noted, rows))
    if style in FOR_PAPERS:
        notes = [*shared_signatures({_place(row): row.signature for row in rows})]
    return Table(columns, lines, title, notes)


def _place(row: Row) -> tuple[str, str]:
    """The system and the number, in words."""
    sliced = [_slice_title(row.by, row.slice)] if row.by else []
    return row.condition.resolver, " ".join([row.measure, *sliced])


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
    details: dict[tuple[int, int], Detail] = {}
    tests = scores.comparisons if scores.comparable else {}
    for by, slice in slices:
        rows = {
            (name, measure): row
            for (name, *part, measure), row in by_place.items()
            if part == [by, slice]
        }
        best = {
            measure: best_printed(rows.get((one.name, measure)) for one in scores.responses)
            for measure in named
        }
        for response in scores.responses:
            cells: list[Cell] = [response.name]
            cells += [_slice_title(by, slice)] if len(slices) > 1 else []
            for measure in named:
                row = rows.get((response.name, measure))
                if row is not None:
                    details[len(lines), len(cells)] = Detail(row.signature)
                # What is tested are whole responses.
                p = "" if by else _against_best(tests.get(measure, ()), response.name)
                cells.append(printed(row, best[measure], p))
            lines.append(cells)
    heads = [
        valued(named[registry.spec_of(measure)], measure.headline) for measure in scores.measures
    ]
    columns = [*messages("system", *(["slice"] if len(slices) > 1 else [])), *heads]
    whole = {(name, measure): row for (name, by, _, measure), row in by_place.items() if not by}
    count = len(next(iter(tests.values()), ()))
    limit = limit_of(scores.documents, scores.scoring.draws, count)
    lacking = [
        Message("{resolver}: {count} {what}", resolver=name, count=number, what=Message(ONE_SIDED))
        for name, seen in scores.seen.items()
        if (number := seen.notes.response[ONE_SIDED])
    ]
    notes = [*legend(whole, named, count, limit), *lacking, *signatures(whole, named)]
    title = Message(
        "{corpus}: {documents}",
        corpus=scores.corpus,
        documents=Amount(scores.documents, "document"),
    )
    return Table(columns, lines, title, notes, details, label=slug(f"{scores.corpus} scores"))


def _against_best(comparisons: Sequence[Comparison], response: str) -> Cell:
    """The corrected p of a response's difference from the best one."""
    best = comparisons[0].first if comparisons else ""
    found = (one.adjusted for one in comparisons if (one.first, one.second) == (best, response))
    return next(map(Chance, found), "")


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
