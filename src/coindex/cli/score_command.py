"""`coindex score`: responses against a key, with intervals, slices and tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated as Option

import typer

from coindex.cli.notes import tell_oddities
from coindex.cli.scoring import Inputs, compare, spelled, split_arguments, tallied
from coindex.core.errors import CoindexError
from coindex.measures.comparison import Comparison
from coindex.measures.tally import Result, Setting, Tally
from coindex.report.tables import Cell, Share, Table, check_style, show, text

USUAL = ("precision", "recall", "f1")


def run(
    key: Option[Path, typer.Argument(metavar="KEY", help="Gold annotation: a path, or the name of a corpus.")],
    rest: Option[list[str], typer.Argument(metavar="RESPONSE... [MEASURE...]", help="What is scored, and by what.")],
    by: Option[str, typer.Option(help="Split by document, genre, form, kind, type or distance.")] = "",
    ci: Option[bool, typer.Option("--ci", help="Bootstrap intervals over documents.")] = False,
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    missing: Option[str, typer.Option(help="A document on one side only: error, or empty.")] = "error",
    zeros: Option[str, typer.Option(help="Empty tokens match by dependent, or by place: linear.")] = "dependent",
    from_: Option[str, typer.Option("--from", help="Format of all files; recognised if not given.")] = "",
    lenient: Option[bool, typer.Option(help="Count problems in files and go on.")] = False,
    decisions: Option[Path | None, typer.Option(help="Decisions of the resolver, as JSON Lines; one response.")] = None,
    draws: Option[int, typer.Option(min=1, help="Draws of bootstrap and randomisation.")] = 10_000,
    seed: Option[int, typer.Option(help="Seed of bootstrap and randomisation.")] = 12345,
) -> None:
    check_style(as_)
    responses, measures = split_arguments(rest)
    if decisions is not None and len(responses) > 1:
        raise CoindexError("--decisions goes with one response")
    inputs = Inputs(key, from_, missing, zeros, lenient, decisions).checked()
    setting = Setting(ci or len(responses) > 1, by, draws, seed)
    found: Counter[str] = Counter()
    tallies = [tallied(inputs, response, measures, setting, found) for response in responses]
    signed = inputs.signature(setting if setting.keep else None)
    tables = [_table(str(response), tally, signed, ci, as_) for response, tally in zip(responses, tallies, strict=True)]
    if len(tallies) > 1:
        tables.append(_tests(compare([str(r) for r in responses], tallies), setting))
    show(tables, as_)
    tell_oddities(found)


def _table(name: str, tally: Tally, signed: str, ci: bool, style: str) -> Table:
    results = list(tally.results())
    cells = [_cells(result) for result in results]
    named = dict.fromkeys(name for row in cells for name in row)
    values = [name for name in USUAL if name in named] + [name for name in named if name not in USUAL]
    sliced = any(result.slice for result in results)
    columns = ["measure", *(["slice"] if sliced else []), *values, *(["low", "high"] if ci else [])]
    rows, notes = [], []
    for result, found in zip(results, cells, strict=True):
        row: list[Cell] = [spelled(result.measure)]
        row += [result.slice or "all"] if sliced else []
        row += [found.get(value, "") for value in values]
        if ci:
            row += [_share(bound) for bound in result.interval or ("", "")]
        rows.append(row)
        notes.append(_signature(result, signed))
    if style in ("json", "csv"):
        return Table([*columns, "signature"], [[*row, note] for row, note in zip(rows, notes, strict=True)], name)
    return Table(columns, rows, name, [f"{_headline(r)} {n}" for r, n in zip(results, notes, strict=True)])


def _cells(result: Result) -> dict[str, Cell]:
    """Values, which are shares but where the measure says that they are means, and what it counts under a name."""
    means: Sequence[str] = getattr(result.measure, "means", ())
    values = {name: value if name in means else _share(value) for name, value in result.values.items()}
    counted: Sequence[str] = getattr(result.measure, "counted", ())
    return values | {name: int(count) for name, count in zip(counted, result.counts, strict=False)}


def _headline(result: Result) -> str:
    """`CoNLL@head = 61.42 [59.80, 63.05]`: the number its signature goes with."""
    slice = f" on {result.slice}" if result.slice else ""
    value = text(_share(result.values[result.measure.headline]))
    bounds = f" [{', '.join(text(Share(bound)) for bound in result.interval)}]" if result.interval else ""
    return f"{spelled(result.measure)}{slice} = {value}{bounds}"


def _share(value: float | str | None) -> float | str | None:
    return Share(value) if isinstance(value, float | int) else value


def _signature(result: Result, signed: str) -> str:
    singletons = getattr(result.measure, "singletons", None)
    parts = [f"match:{result.measure.view}"]
    parts += [] if singletons is None else [f"singletons:{'yes' if singletons else 'no'}"]
    return "|".join([*parts, f"docs:{result.documents}", signed])


def _tests(comparisons: list[Comparison], setting: Setting) -> Table:
    columns = ("measure", "first", "second", "difference", "low", "high", "p", "p (Holm)", "p (McNemar)")
    rows = [_test_row(comparison) for comparison in comparisons]
    drawn = f"draws:{setting.draws}|seed:{setting.seed}"
    note = f"p by approximate randomisation over documents, {drawn}; exact up to 12 documents"
    return Table(columns, rows, "Differences", (note,))


def _test_row(made: Comparison) -> list[Cell]:
    low, high = map(Share, made.interval)
    names: list[Cell] = [spelled(made.measure), made.first, made.second]
    mcnemar = "" if made.mcnemar is None else made.mcnemar
    return [*names, Share(made.difference), low, high, made.p, made.adjusted, mcnemar]
