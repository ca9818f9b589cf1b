"""Byron's standard disclosure as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from coindex.core.messages import Amount, Message, series
from coindex.measures.disclosure import Disclosure, Portion, System
from coindex.measures.study import OUTSIDE
from coindex.report.cells import category_wording, slice_name
from coindex.report.published import BYRON, BYRON_ROWS, BYRON_SYSTEMS, BYRON_TOTALS, OF_BYRON
from coindex.report.table import Cell, Count, Share, Table, text

OTHER = "no category"
"""The name of errors in none of the categories that studies leave out."""


def disclosure_table(table: Disclosure, notes: Sequence[str] = ()) -> Table:
    """The rows A to E, then those of each system, preceded by its name if it has one."""
    rows: list[list[Cell]] = [_row(Message("A raw count"), table.row("A"), table)]
    rows += [
        _row(_reason(reason), _summed(row), table) for reason, row in table.nonreferential.items()
    ]
    rows += [
        _row(Message("B not referring"), table.row("B"), table),
        _row(Message("C referring"), table.row("C"), table),
    ]
    rows += [_row(_reason(reason), _summed(row), table) for reason, row in table.excluded.items()]
    rows += [
        _row(Message("D left out"), table.row("D"), table),
        _row(Message("E evaluation set"), table.row("E"), table),
    ]
    rows.append(
        [
            Message("attainable rate"),
            *_rates(table, lambda column: table.attainable.get(column, 0)),
        ]
    )
    for system in table.systems:
        rows += _results(table, system)
    columns = ("", *map(_form, table.columns), Message("total"))
    return Table(columns, rows, _title(table), (*_explained(table), *notes))


def disclosure_as_published() -> Table:
    """What Byron prints of her texts and of two techniques."""
    columns = ("", *map(_form, BYRON), Message(OUTSIDE), Message("total"))
    blank: list[Cell] = [""] * (len(BYRON) + 1)
    names = {
        "B": Message("B not referring"),
        "C": Message("C referring"),
        "E": Message("E evaluation set"),
    }
    rows: list[list[Cell]] = [[Message("A raw count"), *blank, BYRON_TOTALS["A"]]]
    for letter in "BCDE":
        cells = BYRON_ROWS.get(letter, blank)
        rows.append([names.get(letter, Message("D left out")), *cells, BYRON_TOTALS[letter]])
    for system, (right, recall, rate) in BYRON_SYSTEMS.items():
        for name, value in (
            (Message("correct referents"), right),
            (Message("recall"), Share(recall)),
            (Message("resolution rate"), Share(rate)),
        ):
            rows.append([Message("{system}: {row}", system=system, row=name), *blank, value])
    return Table(columns, rows, Message("Standard disclosure, as published"), (OF_BYRON,))


def _form(column: str) -> str:
    """A column: a form of the texts, or what is not covered."""
    return Message(column) if column == OUTSIDE else slice_name("form", column)


def _reason(name: str) -> Message:
    return Message("- {reason}", reason=category_wording(name))


def _title(table: Disclosure) -> str:
    extent = table.extent
    counted = [("document", extent.documents), ("turn", extent.turns), ("word", extent.words)]
    genres = [slice_name("genre", genre) for genre in sorted(extent.genres)]
    sizes = (
        [extent.size] if extent.size else [Amount(count, noun) for noun, count in counted if count]
    )
    return series([table.corpus, *genres, *sizes])


def _explained(table: Disclosure) -> list[str]:
    attainable = Message(
        "attainable rate: the key against itself; the rest of C has no antecedent in the key"
    )
    if not table.systems:
        return [attainable]
    correct = Message(
        "correct referents" if table.numerator == "referents" else "correct antecedents"
    )
    rates = Message("precision: {correct} / attempted of E; recall: / E", correct=correct)
    rewarded = Message(
        "resolution rate: {correct}, of E and of what was excluded, / C", correct=correct
    )
    printed = Message("G / C: {correct} of E alone / C, as Byron prints the rate", correct=correct)
    low = Message(
        "a resolution rate far below the recall: the study leaves out many pronouns of the texts, "
        "and few of those are right"
    )
    return [attainable, rates, rewarded, *([printed] if _rewarded(table) else []), low]


def _rewarded(table: Disclosure) -> bool:
    """Whether the resolution rate is not G / C for some system."""
    return any(sum(row.values()) for system in table.systems for row in system.rewarded.values())


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
    def of_system(name: Message) -> Message:
        if not system.name:
            return name
        return Message("{system}: {row}", system=system.name, row=name)

    inside = [column for column in table.columns if column != OUTSIDE]
    outside: list[Cell] = [""] * (OUTSIDE in table.columns)

    def parts(name: Message, cells: Mapping[str, Portion]) -> list[Cell]:
        whole = Portion(*map(sum, zip(*cells.values(), strict=True))) if cells else Portion(0, 0)
        shown = (Count(f"{part.right}/{part.possible}") for part in cells.values())
        share = f" ({text(Share(whole.right / whole.possible))} %)" if whole.possible else ""
        sum_ = Count(f"{whole.right}/{whole.possible}{share}")
        return [of_system(name), *shown, *outside, sum_]

    def numbers(name: Message, values: Mapping[str, int]) -> list[Cell]:
        return [
            of_system(name),
            *(values.get(column, 0) for column in inside),
            *outside,
            sum(values.values()),
        ]

    def shares(name: Message, denominator: Callable[[str], int]) -> list[Cell]:
        correct = [system.correct(column, table.numerator) for column in inside]
        whole = [denominator(column) for column in inside]
        cells = [_share(*pair) for pair in zip(correct, whole, strict=True)]
        return [of_system(name), *cells, *outside, _share(sum(correct), sum(whole))]

    evaluated = table.row("E")
    open_ = {column: evaluated[column] - system.attempted[column] for column in inside}
    return [
        parts(Message("antecedents, other sentence"), system.inter),
        parts(Message("antecedents, same sentence"), system.intra),
        *(
            numbers(Message("wrong: {category}", category=category_wording(sort or OTHER)), row)
            for sort, row in system.wrong.items()
        ),
        numbers(Message("left open"), open_),
        numbers(Message("chaining errors"), system.chaining),
        numbers(Message("correct referents"), system.referents),
        *(
            _row(
                of_system(
                    Message("excluded, but right: {category}", category=category_wording(name))
                ),
                _summed(row),
                table,
            )
            for name, row in system.rewarded.items()
        ),
        shares(Message("precision"), lambda column: system.attempted[column]),
        shares(Message("recall"), lambda column: evaluated[column]),
        [
            of_system(Message("resolution rate")),
            *_rates(table, lambda column: system.resolved(column, table.numerator)),
        ],
        *(
            [
                [
                    of_system(Message("resolution rate, G / C")),
                    *_rates(table, lambda column: system.correct(column, table.numerator)),
                ]
            ]
            if _rewarded(table)
            else []
        ),
    ]


def _share(part: int, whole: int) -> Cell:
    return Share(part / whole) if whole else None
