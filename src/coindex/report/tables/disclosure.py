"""Byron's standard disclosure as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from coindex.measures.disclosure import Disclosure, Part, System
from coindex.measures.study import OUTSIDE
from coindex.report.table import Cell, Count, Share, Table, text

OTHER = "no category"
"""The name of errors in none of the categories that studies leave out."""


def disclosed(table: Disclosure, notes: Sequence[str] = ()) -> Table:
    """The rows A to E, then those of each system, preceded by its name if it has one."""
    rows: list[list[Cell]] = [_row("A raw count", table.row("A"), table)]
    rows += [
        _row(f"- {reason}", _summed(row), table) for reason, row in table.nonreferential.items()
    ]
    rows += [
        _row("B not referring", table.row("B"), table),
        _row("C referring", table.row("C"), table),
    ]
    rows += [_row(f"- {reason}", _summed(row), table) for reason, row in table.excluded.items()]
    rows += [
        _row("D left out", table.row("D"), table),
        _row("E evaluation set", table.row("E"), table),
    ]
    rows.append(["attainable rate", *_rates(table, lambda column: table.attainable.get(column, 0))])
    for system in table.systems:
        rows += _results(table, system)
    return Table(("", *table.columns, "total"), rows, _title(table), (*_explained(table), *notes))


def _title(table: Disclosure) -> str:
    extent = table.extent
    counted = [("documents", extent.documents), ("turns", extent.turns), ("words", extent.words)]
    sizes = [f"{count:,} {name if count != 1 else name[:-1]}" for name, count in counted if count]
    return ", ".join([table.corpus, *sorted(extent.genres), *sizes])


def _explained(table: Disclosure) -> list[str]:
    attainable = (
        "attainable rate: the key against itself; the rest of C has no antecedent in the key"
    )
    if not table.systems:
        return [attainable]
    rates = f"precision: correct {table.numerator} / attempted of E; recall: / E"
    rewarded = f"resolution rate: correct {table.numerator}, of E and of what was excluded, / C"
    return [attainable, rates, rewarded]


def _summed(row: Mapping[str, int]) -> dict[str, int]:
    return {**row, "total": sum(row.values())}


def _row(name: str, values: Mapping[str, int], table: Disclosure) -> list[Cell]:
    return [name, *(values.get(column, 0) for column in (*table.columns, "total"))]


def _rates(table: Disclosure, numerator: Callable[[str], int], row: str = "C") -> list[Cell]:
    """The `numerator` of each column and of all, as a proportion of a row."""
    whole = table.row(row)
    parts = {column: numerator(column) for column in table.columns}
    parts["total"] = sum(parts.values())
    return [
        Share(part / whole[column]) if whole[column] else None for column, part in parts.items()
    ]


def _results(table: Disclosure, system: System) -> list[list[Cell]]:
    who = f"{system.name}: " if system.name else ""
    inside = [column for column in table.columns if column != OUTSIDE]
    outside: list[Cell] = [""] * (OUTSIDE in table.columns)

    def parts(name: str, cells: Mapping[str, Part]) -> list[Cell]:
        whole = Part(*map(sum, zip(*cells.values(), strict=True))) if cells else Part(0, 0)
        shown = (Count(f"{part.right}/{part.possible}") for part in cells.values())
        share = f" ({text(Share(whole.right / whole.possible))} %)" if whole.possible else ""
        return [f"{who}{name}", *shown, *outside, Count(f"{whole.right}/{whole.possible}{share}")]

    def numbers(name: str, values: Mapping[str, int]) -> list[Cell]:
        return [
            f"{who}{name}",
            *(values.get(column, 0) for column in inside),
            *outside,
            sum(values.values()),
        ]

    def shares(name: str, denominator: Callable[[str], int]) -> list[Cell]:
        correct = [system.correct(column, table.numerator) for column in inside]
        whole = [denominator(column) for column in inside]
        cells = [_share(*pair) for pair in zip(correct, whole, strict=True)]
        return [f"{who}{name}", *cells, *outside, _share(sum(correct), sum(whole))]

    evaluated = table.row("E")
    open_ = {column: evaluated[column] - system.attempted[column] for column in inside}
    return [
        parts("antecedents, other sentence", system.inter),
        parts("antecedents, same sentence", system.intra),
        *(numbers(f"wrong: {sort or OTHER}", row) for sort, row in system.wrong.items()),
        numbers("left open", open_),
        numbers("chaining errors", system.chaining),
        numbers("correct referents", system.referents),
        *(
            _row(f"{who}excluded, but right: {name}", _summed(row), table)
            for name, row in system.rewarded.items()
        ),
        shares("precision", lambda column: system.attempted[column]),
        shares("recall", lambda column: evaluated[column]),
        [
            f"{who}resolution rate",
            *_rates(table, lambda column: system.resolved(column, table.numerator)),
        ],
    ]


def _share(part: int, whole: int) -> Cell:
    return Share(part / whole) if whole else None
