"""One table, printed for a terminal or as JSON, CSV, Markdown or LaTeX."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from coindex.core.errors import CoindexError, suggestion

STYLES = ("table", "json", "csv", "markdown", "latex")


class Share(float):
    """A part of a whole, printed per cent."""


Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """`None` is a value that is not defined; an empty string, one that does not exist. Notes follow the table."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    notes: Sequence[str] = ()


def check_style(style: str) -> None:
    if style not in STYLES:
        raise CoindexError(f"no output is called {style!r}; {suggestion(style, STYLES)}")


def render(tables: Sequence[Table], style: str = "table") -> str:
    """The tables as text that ends in a line end."""
    check_style(style)
    if style == "json":
        return json.dumps([_data(table) for table in tables], ensure_ascii=False, indent=2) + "\n"
    write = {"table": _plain, "csv": _csv, "markdown": _markdown, "latex": _latex}[style]
    return "\n".join(write(table) for table in tables)


def show(tables: Sequence[Table], style: str = "table") -> None:
    """Print the tables; with rules and colours if somebody is watching."""
    if style == "table" and sys.stdout.isatty():
        _show_richly(tables)
    else:
        sys.stdout.write(render(tables, style))


def text(cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return "n/a"
    if isinstance(cell, Share):
        return f"{100 * cell:.2f}"
    if isinstance(cell, float):
        return f"{cell:.4f}"
    return f"{cell:,}" if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)


def _data(table: Table) -> dict[str, object]:
    rows = [{name: cell for name, cell in zip(table.columns, row, strict=True) if cell != ""} for row in table.rows]
    return {"title": table.title, "rows": rows, "notes": list(table.notes)}


def _is_number(cell: Cell) -> bool:
    return cell is None or isinstance(cell, int | float)


def _right(table: Table) -> list[bool]:
    """Which columns hold numbers only, and so are set to the right."""
    return [all(_is_number(row[i]) or row[i] == "" for row in table.rows) for i in range(len(table.columns))]


def _plain(table: Table) -> str:
    lines = [list(table.columns), *([text(cell) for cell in row] for row in table.rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.columns))]
    right = _right(table)
    body = [
        "  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(line, widths, right, strict=True)).rstrip()
        for line in lines
    ]
    title = [table.title] if table.title else []
    return "\n".join([*title, *body, *table.notes, ""])


def _csv(table: Table) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([["" if cell is None else cell for cell in row] for row in table.rows])
    return stream.getvalue()


def _markdown(table: Table) -> str:
    rules = ["---:" if right else "---" for right in _right(table)]
    rows = [[text(cell).replace("|", "\\|") for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(row)} |" for row in (table.columns, rules, *rows)]
    title = [f"**{table.title}**", ""] if table.title else []
    notes = [line for note in table.notes for line in ("", f"`{note}`")]
    return "\n".join([*title, *lines, *notes, ""])


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def _latex(table: Table) -> str:
    columns = "".join("r" if right else "l" for right in _right(table))
    rows = [" & ".join(text(cell).translate(_LATEX) for cell in row) + r" \\" for row in (table.columns, *table.rows)]
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\hline", rows[0], r"\hline", *rows[1:], r"\hline", r"\end{tabular}"]
    title = [f"% {table.title}"] if table.title else []
    return "\n".join([*title, *lines, *(f"% {note}" for note in table.notes), ""])


def _show_richly(tables: Sequence[Table]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console()
    for table in tables:
        rich = RichTable(title=table.title or None, box=box.SIMPLE_HEAD, title_justify="left")
        for name, right in zip(table.columns, _right(table), strict=True):
            rich.add_column(Text(name), justify="right" if right else "left")
        for row in table.rows:
            rich.add_row(*(Text(text(cell)) for cell in row))
        console.print(rich)
        for note in table.notes:
            console.print(Text(note, style="dim"))
