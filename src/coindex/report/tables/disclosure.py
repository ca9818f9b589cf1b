"""The standard disclosure as a table: what was counted, left out and why, and what systems made of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.measures.disclosure import OUTSIDE, Disclosure, Part, System
from coindex.report.table import Cell, Share, Table


def disclosed(table: Disclosure, notes: Sequence[str] = ()) -> Table:
    """The rows A to E, then those of each system, with its name before them if it has one."""
    rows: list[list[Cell]] = [_row("A raw count", table.row("A"), table)]
    rows += [_row(f"- {reason}", _summed(row), table) for reason, row in table.nonreferential.items()]
    rows += [_row("B not referring", table.row("B"), table), _row("C referring", table.row("C"), table)]
    rows += [_row(f"- {reason}", _summed(row), table) for reason, row in table.excluded.items()]
    rows += [_row("D left out", table.row("D"), table), _row("E evaluation set", table.row("E"), table)]
    for system in table.systems:
        rows += _results(table, system)
    title = f"{table.corpus}, {table.genre}, {table.words:,} words"
    rate = ("resolution rate = correct referents / C",) if table.systems else ()
    return Table(("", *table.columns, "total"), rows, title, (*rate, *notes))


def _summed(row: Mapping[str, int]) -> dict[str, int]:
    return {**row, "total": sum(row.values())}


def _row(name: str, values: Mapping[str, int], table: Disclosure) -> list[Cell]:
    return [name, *(values.get(column, 0) for column in (*table.columns, "total"))]


def _results(table: Disclosure, system: System) -> list[list[Cell]]:
    who = f"{system.name}: " if system.name else ""
    inside = [column for column in table.columns if column != OUTSIDE]
    outside: list[Cell] = [""] * (OUTSIDE in table.columns)

    def parts(name: str, cells: Mapping[str, Part]) -> list[Cell]:
        whole = Part(*map(sum, zip(*cells.values(), strict=True))) if cells else Part(0, 0)
        shown = (f"{part.right}/{part.possible}" for part in cells.values())
        return [f"{who}{name}", *shown, *outside, f"{whole.right}/{whole.possible}"]

    def numbers(name: str, values: Mapping[str, int]) -> list[Cell]:
        return [f"{who}{name}", *(values[column] for column in inside), *outside, sum(values.values())]

    referring = table.row("C")
    wrong = {column: system.attempted[column] - system.right(column) for column in inside}
    rates = [Share(system.referents[c] / referring[c]) if referring[c] else None for c in inside]
    whole = sum(referring[column] for column in table.columns)
    rate = Share(sum(system.referents.values()) / whole) if whole else None
    return [
        parts("antecedents, other sentence", system.inter),
        parts("antecedents, same sentence", system.intra),
        numbers("wrong", wrong),
        numbers("correct referents", system.referents),
        numbers("chaining errors", system.chaining),
        [f"{who}resolution rate", *rates, *outside, rate],
    ]
