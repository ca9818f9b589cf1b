"""`coindex agree`: agreement of two annotators, corrected for chance and link by link."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated as Option

import typer

from coindex.cli.notes import tell_remarks
from coindex.cli.scoring import tell_observations
from coindex.experiment.pairs import Key, Pairing
from coindex.experiment.rows import Row
from coindex.experiment.scoring import Scores, Scoring
from coindex.measures.alignment import check_view
from coindex.measures.differences import Difference, differences
from coindex.measures.purposes import agreement
from coindex.report.cells import bounds_of, share
from coindex.report.table import Cell, Table, check_style, show


def run(
    first: Option[
        Path, typer.Argument(metavar="A", help="First annotation: file, folder or archive.")
    ],
    second: Option[Path, typer.Argument(metavar="B", help="Second annotation.")],
    view: Option[
        str, typer.Option(help="How mentions are matched: exact, head, min, partial, overlap.")
    ] = "exact",
    ci: Option[bool, typer.Option("--ci", help="Add bootstrap intervals over documents.")] = False,
    list_: Option[bool, typer.Option("--list", help="Also list every difference.")] = False,
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    missing: Option[
        str, typer.Option(help="What to do with a document on one side only: error or empty.")
    ] = "error",
    from_: Option[str, typer.Option("--from", help="Format of both; detected if not given.")] = "",
    lenient: Option[bool, typer.Option(help="Count problems in files and continue.")] = False,
    draws: Option[int, typer.Option(min=1, help="Number of bootstrap draws.")] = 10_000,
    seed: Option[int, typer.Option(help="Seed for the bootstrap.")] = 12345,
) -> None:
    check_style(as_)
    check_view(view)
    key, pairing = Key.of(first), Pairing(from_, missing, lenient=lenient)
    scores = Scores(Scoring(agreement(view), (), ci, pairing, draws, seed), key)
    response = scores.begin(second.stem)
    differing: list[Difference] = []
    for pair in pairing.pairs(key, second, scores.seen[response.name]):
        response.add(pair, pair.document.id)
        differing += differences(pair) if list_ else []
    columns = ("measure", "agreement", "observed", "expected", *(("low", "high") if ci else ()))
    tables = [
        Table(
            columns,
            [_row(row, ci) for row in scores.rows],
            f"{first} and {second}",
            _notes(scores.rows),
        )
    ]
    show([*tables, _listed(differing)] if list_ else tables, as_)
    tell_observations(scores.seen)
    tell_remarks(scores.remarks())


def _listed(differing: list[Difference]) -> Table:
    columns = ("document", "token", "words", "aspect", "A", "B")
    rows: list[list[Cell]] = [[one.document, one.parts[0].start, *one[2:]] for one in differing]
    return Table(columns, rows, "Differences")


def _notes(rows: Sequence[Row]) -> list[str]:
    """Signatures, each once."""
    return list(dict.fromkeys(row.signature for row in rows))


def _row(scored: Row, ci: bool) -> list[Cell]:
    """A row of the table; the agreement of measures that are not
    corrected for chance is their F1.
    """
    values = scored.values
    row: list[Cell] = [f"{scored.measure} F1" if "f1" in values else scored.measure]
    row.append(share(values.get("agreement", values.get("f1"))))
    row += [share(values[name]) if name in values else "" for name in ("observed", "expected")]
    return [*row, *(bounds_of(scored) if ci else ())]
