"""A table as HTML: numbers right-aligned, intervals small, signatures as titles, counts
with links.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from coindex.interface.translation import fixed, say
from coindex.report.table import Cell, Count, Detail, Estimate, Name, Share, Table, in_words, text


def table_html(table: Table, *, caption: str = "", headed: bool = False) -> Markup:
    """The table, with columns that `tables.js` can sort; the caption is hidden under a heading with
    the same text.
    """
    table = in_words(table)
    named = caption or table.title
    numeric = [all(_number(row[i]) for row in table.rows) for i in range(len(table.columns))]
    heads = "".join(
        f'<th scope="col"{"" if right else " class=t"}>{escape(name)}</th>'
        for name, right in zip(table.columns, numeric, strict=True)
    )
    body = "<tbody>" + "".join(
        _block(table, r) + _row(row, [table.details.get((r, c), _NONE) for c in range(len(row))])
        for r, row in enumerate(table.rows)
    )
    notes = "".join(f"<p class=note>{escape(note)}</p>" for note in table.notes)
    label = escape(named or say("Table"))
    box = f'<div class="scroll" role="region" tabindex="0" aria-label="{label}">'
    kind = " class=numbers" if all(numeric[1:]) else "" if any(numeric) else " class=prose"
    head = f"<caption>{escape(named)}</caption><thead><tr>{heads}</tr></thead>"
    inner = f"<table{kind}>{head}\n{body}</tbody></table>"
    return Markup(f'<figure class="table{" unseen" * headed}">{box}{inner}</div>{notes}</figure>\n')  # noqa: S704


def _number(cell: Cell) -> bool:
    """Whether a cell is a number, including `12/20`."""
    if isinstance(cell, str) and not isinstance(cell, Count):
        return not cell.strip("0123456789/")
    return True


def _block(table: Table, row: int) -> str:
    """The heading of rows that stand apart; sorting leaves them where they are."""
    if row not in table.blocks:
        return ""
    across = f'<th colspan="{len(table.columns)}" scope="rowgroup" class=block>'
    return f"</tbody>\n<tbody><tr>{across}{escape(table.blocks[row])}</th></tr>\n"


_NONE = Detail()


def _row(row: Sequence[Cell], details: Sequence[Detail]) -> str:
    """A row; a signature that all its numbers share is the title of the row."""
    numbers = {
        detail.signature
        for cell, detail in zip(row, details, strict=True)
        if cell != "" and _number(cell)
    }
    if len(numbers) == 1 and any(numbers):
        title = _title(*numbers)
        details = [detail._replace(signature="") for detail in details]
    else:
        title = ""
    cells = (
        _cell(cell, detail, c == 0)
        for c, (cell, detail) in enumerate(zip(row, details, strict=True))
    )
    return f"<tr{title}>{''.join(cells)}</tr>\n"


def _cell(cell: Cell, detail: Detail, first: bool) -> str:
    tag = "th" if first else "td"
    attributes = ' scope="row"' if first else "" if _number(cell) else " class=t"
    inner = _shown(cell)
    if detail.link:
        inner = f'<a href="{escape(detail.link)}">{inner}</a>'
    return f"<{tag}{attributes}{_title(detail.signature)}>{inner}</{tag}>"


def _title(signature: str) -> str:
    return f' title="{escape(signature)}"' if signature else ""


def _shown(cell: Cell) -> str:
    """A cell as a page shows it: scores have three significant digits, more are in the files."""
    if isinstance(cell, Estimate) and cell.interval is not None:
        low, high = (fixed(100 * bound).replace("-", "−") for bound in cell.interval)
        between = f" {say('to')} " if cell.interval[0] < 0 else "–"
        return f"{fixed(100 * cell)} <i>{low}{between}{high}</i>"
    if isinstance(cell, Share):
        return fixed(100 * cell)
    return str(escape(cell.shown if isinstance(cell, Name) else text(cell)))
