"""One table, printed for a terminal or as JSON, CSV, Markdown or LaTeX."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from textwrap import wrap
from typing import NamedTuple

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.interface.catalogues import ENGLISH, language
from coindex.interface.translation import fixed, grouped, listed, say, worded

STYLES = ("table", "json", "csv", "markdown", "latex")
FOR_PROGRAMS = ("json", "csv")
FOR_PAPERS = ("markdown", "latex")


class Share(float):
    """A proportion, printed as a percentage."""


class Estimate(Share):
    """A proportion with its interval, if there is one; in a paper the best of a column is bold,
    and `mark` follows the number, a dagger for instance.
    """

    interval: tuple[float, float] | None
    best: bool
    mark: str

    def __new__(
        cls,
        value: float,
        interval: tuple[float, float] | None = None,
        *,
        best: bool = False,
        mark: str = "",
    ) -> Estimate:
        cell = super().__new__(cls, value)
        cell.interval, cell.best, cell.mark = interval, best, mark
        return cell

    def marked(self, mark: str) -> Estimate:
        """The same with another mark after its own."""
        return Estimate(self, self.interval, best=self.best, mark=self.mark + mark)


class ShareBounds(str):
    """The interval of a proportion in a column of its own: `60.4-64.0` for readers, two fractions
    for programs.
    """

    interval: tuple[float, float]

    def __new__(cls, interval: tuple[float, float]) -> ShareBounds:
        cell = super().__new__(cls, "-".join(fixed(100 * bound) for bound in interval))
        cell.interval = interval
        return cell


class Name(str):
    """The name of a component for programs, with the title that pages show instead."""

    shown: str

    def __new__(cls, name: str, shown: str) -> Name:
        cell = super().__new__(cls, name)
        cell.shown = shown
        return cell

    def marked(self, mark: str) -> Name:
        """The same with a mark after it."""
        return Name(f"{self} {mark}", f"{self.shown} {mark}")


class Count(str):
    """A part of a whole in words, `12/15`, right-aligned like a number."""


class Chance(float):
    """A p value; one too small for four digits is printed as a bound."""


class Average(float):
    """An average, printed with two decimals."""


Cell = str | int | float | None


class Detail(NamedTuple):
    """Further information on a cell for a page: where the number comes from, and where its items
    are listed.
    """

    signature: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """`None` is a value that is not defined; an empty string, one that does not exist. Notes follow
    the table.

    A `Message` is shown to people in the language in use; JSON and CSV have it in English.

    `details` belong to cells, by row and column. `blocks` are the headings of rows that stand
    apart, by the first of them. `label` is what LaTeX refers to the table by.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    notes: Sequence[str] = ()
    details: Mapping[tuple[int, int], Detail] = field(default_factory=dict)
    blocks: Mapping[int, str] = field(default_factory=dict)
    label: str = ""


def signed(table: Table, signatures: Sequence[str]) -> Table:
    """The table with a signature for each row, for all cells but the first."""
    none = Detail()
    details = dict(table.details)
    for place, signature in enumerate(signatures):
        for column in range(1, len(table.columns)):
            details[place, column] = details.get((place, column), none)._replace(
                signature=signature
            )
    return replace(table, details=details)


def check_style(style: str, known: Collection[str] = STYLES) -> None:
    """Raise an error if a command has no style of output of this name."""
    if style not in known:
        raise CoindexError(
            Message(
                "no output is called {style!r}; {suggestion}",
                style=style,
                suggestion=suggestion(style, known),
            )
        )


def render(tables: Sequence[Table], style: str = "table") -> str:
    """The tables as text that ends with a line end."""
    check_style(style)
    if style == "json":
        return json.dumps([_data(table) for table in tables], ensure_ascii=False, indent=2) + "\n"
    if style == "csv":
        return "\n".join(map(_csv, tables))
    write = {"table": _plain, "markdown": _markdown, "latex": _latex}[style]
    return "\n".join(write(in_words(table)) for table in tables)


def show(tables: Sequence[Table], style: str = "table") -> None:
    """Print the tables; with rules and colours on a terminal."""
    if style == "table" and sys.stdout.isatty():
        _show_richly(tables)
    else:
        sys.stdout.write(render(tables, style))


def in_words(table: Table) -> Table:
    """The table in the language in use."""
    if language() == ENGLISH:
        return table
    return replace(
        table,
        columns=[worded(name) for name in table.columns],
        rows=[
            [worded(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows
        ],
        title=worded(table.title),
        notes=[worded(note) for note in table.notes],
        blocks={row: worded(heading) for row, heading in table.blocks.items()},
        # As in English, so that a reference to the table fits both.
        label=table.label or slug(table.title),
    )


def slug(title: str) -> str:
    """A title as part of a label: `gum-12-documents`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def text(cell: Cell) -> str:
    """A cell for readers."""
    if cell is None:
        return say("n/a")
    if isinstance(cell, Estimate) and cell.interval is not None:
        return f"{fixed(100 * cell, 2)} [{listed(fixed(100 * one, 2) for one in cell.interval)}]"
    if isinstance(cell, Share):
        return fixed(100 * cell, 2)
    if isinstance(cell, Average):
        return fixed(cell, 2)
    if isinstance(cell, Chance) and cell < 0.00005:
        return f"<{fixed(0.0001, 4)}"
    if isinstance(cell, float):
        return fixed(cell, 4)
    return grouped(cell) if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)


def spread(table: Table) -> Table:
    """The table with intervals and signatures in columns of their own, for programs."""
    wide = [_width([row[i] for row in table.rows]) for i in range(len(table.columns))]
    signed = signed_columns(table)
    columns: list[str] = []
    rows: list[list[Cell]] = [[] for _ in table.rows]
    for i, name in enumerate(table.columns):
        columns += [
            *_named(name, wide[i]),
            *([_signature_of(signed[i].names)] if i in signed else []),
        ]
        for place, (row, whole) in enumerate(zip(rows, table.rows, strict=True)):
            row += [
                *_parts(whole[i], wide[i]),
                *([signed[i].signatures[place]] if i in signed else []),
            ]
    return replace(table, columns=columns, rows=rows, details={})


class SignedColumns(NamedTuple):
    """Adjacent columns that share the signature of each row."""

    names: tuple[str, ...]
    signatures: tuple[str, ...]


def signed_columns(table: Table) -> dict[int, SignedColumns]:
    """The signed columns, by the last column of each."""
    signed: dict[int, SignedColumns] = {}
    none = Detail()
    for i, name in enumerate(table.columns):
        signatures = tuple(
            table.details.get((row, i), none).signature for row in range(len(table.rows))
        )
        if any(signatures):
            before = signed.get(i - 1)
            shared = before.names if before is not None and before.signatures == signatures else ()
            if shared:
                del signed[i - 1]
            signed[i] = SignedColumns((*shared, name), signatures)
    return signed


def _signature_of(names: Sequence[str]) -> str:
    """The heading of a signature, from the words with which headings begin: `Success signature`
    after `Success precision` and `Success recall`.
    """
    places = takewhile(
        lambda words: len(set(words)) == 1, zip(*(name.split(" ") for name in names), strict=False)
    )
    return " ".join([*(words[0] for words in places), "signature"])


def _width(column: Sequence[Cell]) -> int:
    """How many columns a cell takes: a value with its two bounds, the two bounds alone, or one."""
    if any(isinstance(cell, Estimate) for cell in column):
        return 3
    return 2 if any(isinstance(cell, ShareBounds) for cell in column) else 1


def _named(name: str, width: int) -> list[str]:
    return [name] if width == 1 else [name, f"{name} low", f"{name} high"][-width:]


def _parts(cell: Cell, width: int) -> list[Cell]:
    if width == 1:
        return [cell]
    interval = cell.interval if isinstance(cell, Estimate | ShareBounds) else None
    bounds: list[Cell] = ["", ""] if interval is None else [Share(bound) for bound in interval]
    return [Share(cell) if isinstance(cell, Estimate) else cell, *bounds] if width == 3 else bounds


def _data(table: Table) -> dict[str, object]:
    table = spread(table)
    rows = [
        {name: cell for name, cell in zip(table.columns, row, strict=True) if cell != ""}
        for row in table.rows
    ]
    return {"title": table.title, "rows": rows, "notes": list(table.notes)}


def _is_number(cell: Cell) -> bool:
    return cell is None or isinstance(cell, int | float | Count)


def numeric(table: Table) -> list[bool]:
    """Which columns contain only numbers, and so are right-aligned."""
    return [
        all(_is_number(row[i]) or row[i] == "" for row in table.rows)
        for i in range(len(table.columns))
    ]


def _plain(table: Table) -> str:
    lines = [list(table.columns), *([text(cell) for cell in row] for row in table.rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.columns))]
    right = numeric(table)
    body = [table.title] if table.title else []
    for place, line in enumerate(lines, -1):
        body += [table.blocks[place]] if place in table.blocks else []
        body.append(
            "  ".join(
                c.rjust(w) if r else c.ljust(w) for c, w, r in zip(line, widths, right, strict=True)
            ).rstrip()
        )
    return "\n".join([*body, *table.notes, ""])


def _csv(table: Table) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    table = spread(table)
    writer.writerow(map(inert, table.columns))
    writer.writerows(
        ["" if cell is None else inert(cell) if isinstance(cell, str) else cell for cell in row]
        for row in table.rows
    )
    return stream.getvalue()


_ACTIVE = ("=", "+", "-", "@", "\t", "\r")
"""What makes spreadsheets take text for a formula."""


def inert(cell: str) -> str:
    """Text for a cell of a CSV file. What a spreadsheet would run as a formula gets an apostrophe
    before it.
    """
    return f"'{cell}" if cell.startswith(_ACTIVE) and len(cell) > 1 else cell


_MARKDOWN = str.maketrans({"|": "\\|", "<": "\\<", "\n": " "})


def _markdown(table: Table) -> str:
    rules = ["---:" if right else "---" for right in numeric(table)]
    columns = [name.translate(_MARKDOWN) for name in table.columns]
    lines = [columns, rules]
    for place, row in enumerate(table.rows):
        if place in table.blocks:
            lines.append([f"*{table.blocks[place]}*", *[""] * (len(columns) - 1)])
        lines.append(list(map(_in_markdown, row)))
    title = [f"**{table.title}**", ""] if table.title else []
    notes = [line for note in table.notes for line in ("", f"`{note}`")]
    return "\n".join([*title, *(f"| {' | '.join(line)} |" for line in lines), *notes, ""])


def _in_markdown(cell: Cell) -> str:
    if not isinstance(cell, Estimate):
        return text(cell).translate(_MARKDOWN)
    value = text(Share(cell))
    around = [f"[{between(cell.interval)}]"] if cell.interval else []
    return " ".join([f"**{value}**{cell.mark}" if cell.best else f"{value}{cell.mark}", *around])


def between(interval: tuple[float, float]) -> str:
    """The bounds of an interval of proportions for a paper: with an en dash, unless one of them is
    negative.
    """
    bounds = [text(Share(bound)).replace("-", "−") for bound in interval]
    return "–".join(bounds) if min(interval) >= 0 else listed(bounds)


_BESIDE = 1
"""How many columns with intervals have them beside the numbers. With more of them a table is too
wide for a page, and the intervals stand in a line of their own.
"""
_SIGNS = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "–": "--",
        "−": "$-$",
        "†": r"\textdagger{}",
        "‡": r"\textdaggerdbl{}",
        "§": r"\S{}",
        "≤": r"$\leq$",
        "→": r"$\to$",
        "×": r"$\times$",
    }
)
_SIGNATURE = re.compile(r"(\S+\|\S*[^\s;.,])")
_BREAK = r"\allowbreak{}"


_WIDE, _HIGH = 345, 44
"""Points of a line in LaTeX's class `article`, and the lines of a page that a table may fill. A
larger table is printed in parts.
"""
_LETTER, _SMALL, _GAP = 5.0, 3.6, 12.0
"""Points of a usual letter, of one in `scriptsize`, and between two columns."""


def _latex(table: Table) -> str:
    """The table with its notes as a float; the signatures of all numbers follow as comments. Where
    it is wider than a page, the columns that are left over form a second part below, and so on;
    parts that do not fit below each other are floats of their own.
    """
    parts = list(_latex_parts(table))
    at_once = max(1, _HIGH // len(parts[0]))
    floats = [parts[start : start + at_once] for start in range(0, len(parts), at_once)]
    lines: list[str] = []
    for number, pieces in enumerate(floats, 1):
        which = f" ({number}/{len(floats)})" if len(floats) > 1 else ""
        label = "" if number > 1 else table.label or slug(table.title)
        lines += [
            r"\begin{table}  % needs \usepackage{booktabs}",
            r"\centering",
            *([rf"\caption{{{_escaped(table.title)}{which}.}}"] if table.title else []),
            *([rf"\label{{tab:{label}}}"] if label else []),
            *([r"\smallskip"] if table.title else []),
            *[line for piece in pieces for line in ["", r"\medskip", *piece]][2:],
            *(_latex_notes(table.notes) if number == len(floats) else ()),
            r"\end{table}",
        ]
    return "\n".join([*lines, *_latex_signatures(table), ""])


def _latex_parts(table: Table) -> Iterator[list[str]]:
    columns = range(len(table.columns))
    bounded = [any(_latex_bounds(row[i]) for row in table.rows) for i in columns]
    below = sum(bounded) > _BESIDE
    heads = [_latex_head(table, i) for i in columns]
    widths = [_latex_width(table, i, heads[i], below=below) for i in columns]
    sides = [
        "c" if below and has_bounds else "r" if right else "l"
        for has_bounds, right in zip(bounded, numeric(table), strict=True)
    ]
    for part in _fitting(widths):
        yield [
            rf"\begin{{tabular}}{{@{{}}{''.join(sides[i] for i in part)}@{{}}}}",
            r"\toprule",
            _latex_line([_stacked(heads[i], sides[i]) for i in part]),
            r"\midrule",
            *_latex_body(table, part, below=below),
            r"\bottomrule",
            r"\end{tabular}",
        ]


def _fitting(widths: Sequence[float]) -> Iterator[list[int]]:
    """The columns of each part of a table; each begins with the first column."""
    part: list[int] = []
    for column, width in enumerate(widths):
        if len(part) > 1 and sum(widths[i] for i in part) + width > _WIDE + _GAP:
            yield part
            part = [0]
        part.append(column)
    yield part


def _latex_head(table: Table, column: int) -> list[str]:
    """The lines of the head of a column: several if it is longer than what stands below it."""
    name = table.columns[column]
    below = max((len(_latex_shown(row[column])) for row in table.rows), default=0)
    return wrap(name, max(below, *map(len, [*name.split(), ""])), break_on_hyphens=False) or [""]


def _latex_shown(cell: Cell) -> str:
    return text(Share(cell) if isinstance(cell, Estimate) else cell)


def _latex_width(table: Table, column: int, head: Sequence[str], *, below: bool) -> float:
    """About how many points wide a column is, with the gap behind it."""
    widest = max(map(len, head)) * _LETTER
    for row in table.rows:
        cell = row[column]
        around = len(_latex_between(cell)) if isinstance(cell, Estimate) else 0
        beside = around + len(" []") if around and not below else 0
        widest = max(widest, (len(_latex_shown(cell)) + beside) * _LETTER, around * _SMALL * below)
    return widest + _GAP


def _stacked(head: Sequence[str], side: str) -> str:
    lines = r" \\ ".join(map(_escaped, head))
    return rf"\shortstack[{side}]{{{lines}}}" if len(head) > 1 else lines


def _escaped(words: str) -> str:
    return words.translate(_SIGNS)


def _latex_line(cells: Iterator[str] | Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_body(table: Table, part: Sequence[int], *, below: bool) -> Iterator[str]:
    for place, row in enumerate(table.rows):
        if place in table.blocks:
            heading = _escaped(table.blocks[place])
            yield r"\midrule"
            yield rf"\multicolumn{{{len(part)}}}{{@{{}}l@{{}}}}{{\emph{{{heading}}}}} \\"
        cells = [row[i] for i in part]
        yield _latex_line([_latex_cell(cell, below=below) for cell in cells])
        bounds = [_latex_bounds(cell) for cell in cells]
        if below and any(bounds):
            yield _latex_line(bounds)


def _latex_cell(cell: Cell, *, below: bool) -> str:
    if isinstance(cell, ShareBounds):
        return _escaped(between(cell.interval))
    if not isinstance(cell, Estimate):
        return _escaped(_with_minus(cell))
    value = _escaped(_with_minus(Share(cell)))
    value = rf"\textbf{{{value}}}" if cell.best else value
    # A mark takes no room, so that the digits of a column stay in line.
    value += rf"\rlap{{\textsuperscript{{{_escaped(cell.mark)}}}}}" if cell.mark else ""
    inside = cell.interval is not None and not below
    return f"{value} [{_latex_between(cell)}]" if inside else value


def _with_minus(cell: Cell) -> str:
    shown = text(cell)
    return shown.replace("-", "−") if isinstance(cell, int | float) else shown


def _latex_between(cell: Estimate) -> str:
    return "" if cell.interval is None else _escaped(between(cell.interval))


def _latex_bounds(cell: Cell) -> str:
    around = _latex_between(cell) if isinstance(cell, Estimate) else ""
    return rf"{{\scriptsize {around}}}" if around else ""


def _latex_notes(notes: Sequence[str]) -> Iterator[str]:
    if not notes:
        return
    yield ""
    yield r"\smallskip"
    yield r"\begin{minipage}{\linewidth}\footnotesize\raggedright"
    for note in notes:
        yield rf"{_breaking(note)}\par"
    yield r"\end{minipage}"


def _breaking(note: str) -> str:
    """A note in whose signatures lines may break."""
    # Words at odd places are signatures, because the pattern is a group.
    return "".join(
        rf"\texttt{{{_escaped(part).replace('{}', '{}' + _BREAK)}}}"
        if place % 2
        else _escaped(part)
        for place, part in enumerate(_SIGNATURE.split(note))
    )


def _latex_signatures(table: Table) -> Iterator[str]:
    for _, column in sorted(signed_columns(table).items()):
        for row, signature in zip(table.rows, column.signatures, strict=True):
            if signature:
                yield f"% {text(row[0])}, {', '.join(column.names)}: {signature}"


def _show_richly(tables: Sequence[Table]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console()
    for table in map(in_words, tables):
        fits = (
            max(map(len, _plain(replace(table, notes=())).splitlines()), default=0) <= console.width
        )
        shown = text if fits else _briefly
        rich = RichTable(title=table.title or None, box=box.SIMPLE_HEAD, title_justify="left")
        for name, right in zip(table.columns, numeric(table), strict=True):
            rich.add_column(Text(name), justify="right" if right else "left")
        for place, row in enumerate(table.rows):
            if place in table.blocks:
                rich.add_section()
                rich.add_row(Text(table.blocks[place], style="italic"))
            rich.add_row(*(Text(shown(cell)) for cell in row))
        console.print(rich)
        for note in table.notes:
            console.print(Text(note, style="dim"))


def _briefly(cell: Cell) -> str:
    """The cell without its interval, for narrow terminals."""
    return text(Share(cell)) if isinstance(cell, Estimate) else text(cell)
