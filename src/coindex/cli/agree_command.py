"""`coindex agree`: how far two annotators agree, beyond chance and link by link."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated as Option

import typer

from coindex.cli.notes import tell_oddities, tell_problems
from coindex.cli.scoring import Inputs, laid_over, spelled
from coindex.core.problems import Problems
from coindex.measures.agreement import Alpha, Kappa
from coindex.measures.alignment import check_view
from coindex.measures.coreference import MUC, CoNLL, Mentions
from coindex.measures.differences import Difference, differences
from coindex.measures.tally import Result, Setting, Tally
from coindex.report.tables import Cell, Share, Table, check_style, show


def run(
    first: Option[Path, typer.Argument(metavar="A", help="What one annotator says: file, folder or archive.")],
    second: Option[Path, typer.Argument(metavar="B", help="What the other says.")],
    view: Option[
        str, typer.Option(help="When two mentions are the same: exact, head, min, partial, overlap.")
    ] = "exact",
    ci: Option[bool, typer.Option("--ci", help="Bootstrap intervals over documents.")] = False,
    list_: Option[bool, typer.Option("--list", help="List every difference as well.")] = False,
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    missing: Option[str, typer.Option(help="A document on one side only: error, or empty.")] = "error",
    from_: Option[str, typer.Option("--from", help="Format of both; recognised if not given.")] = "",
    lenient: Option[bool, typer.Option(help="Count problems in files and go on.")] = False,
    draws: Option[int, typer.Option(min=1, help="Draws of the bootstrap.")] = 10_000,
    seed: Option[int, typer.Option(help="Seed of the bootstrap.")] = 12345,
) -> None:
    check_style(as_)
    check_view(view)
    inputs, setting = Inputs(first, from_, missing, lenient=lenient).checked(), Setting(ci, "", draws, seed)
    problems = Problems(lenient=lenient)
    found: Counter[str] = Counter()
    tally = Tally([Mentions(view=view), MUC(view=view), CoNLL(view=view), Kappa(view), Alpha(view=view)], setting)
    differing: list[Difference] = []
    for pair in laid_over(inputs, second, problems, found):
        tally.add(pair, pair.document.id)
        differing += differences(pair) if list_ else []
    columns = ("measure", "agreement", "observed", "expected", *(("low", "high") if ci else ()))
    note = f"match:{view}|docs:{tally.documents}|{inputs.signature(setting if ci else None)}"
    tables = [Table(columns, [_row(result, ci) for result in tally.results()], f"{first} and {second}", (note,))]
    show([*tables, _listed(differing)] if list_ else tables, as_)
    tell_oddities(found)
    tell_problems(problems)


def _listed(differing: list[Difference]) -> Table:
    columns = ("document", "token", "words", "aspect", "A", "B")
    rows: list[list[Cell]] = [[one.document, one.parts[0].start, *one[2:]] for one in differing]
    return Table(columns, rows, "Differences")


def _row(result: Result, ci: bool) -> list[Cell]:
    """F1 stands for the agreement of the measures that are not corrected for chance."""
    values = result.values
    row: list[Cell] = [f"{spelled(result.measure)} F1" if "f1" in values else spelled(result.measure)]
    row.append(_share(values.get("agreement", values.get("f1"))))
    row += [_share(values[name]) if name in values else "" for name in ("observed", "expected")]
    bounds = [Share(bound) for bound in result.interval] if result.interval else ["", ""]
    return [*row, *(bounds if ci else [])]


def _share(value: float | None) -> Cell:
    return None if value is None else Share(value)
