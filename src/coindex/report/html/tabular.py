"""A table as HTML: numbers to the right, intervals small, signatures as titles, counts with links."""

from __future__ import annotations

from markupsafe import Markup, escape

from coindex.report.tables import Cell, Detail, Estimate, Share, Table, text


def table_html(table: Table, *, caption: str = "", headed: bool = False) -> Markup:
    """Every column can be sorted, which `tables.js` sees to; under a heading that says the same, no caption is seen."""
    named = caption or table.title
    numeric = [all(_number(row[i]) for row in table.rows) for i in range(len(table.columns))]
    heads = "".join(
        f'<th scope="col"{"" if right else " class=t"}>{escape(name)}</th>'
        for name, right in zip(table.columns, numeric, strict=True)
    )
    body = "".join(
        "<tr>" + "".join(_cell(cell, table.details.get((r, c)), c == 0) for c, cell in enumerate(row)) + "</tr>\n"
        for r, row in enumerate(table.rows)
    )
    notes = "".join(f"<p class=note>{escape(note)}</p>" for note in table.notes)
    box = f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(named or "Table")}">'
    inner = f"<table><caption>{escape(named)}</caption><thead><tr>{heads}</tr></thead>\n<tbody>{body}</tbody></table>"
    return Markup(f'<figure class="table{" unseen" * headed}">{box}{inner}</div>{notes}</figure>\n')  # noqa: S704


def _number(cell: Cell) -> bool:
    """Also `12/20`."""
    if isinstance(cell, str):
        return not cell.strip("0123456789/")
    return True


def _cell(cell: Cell, detail: Detail | None, first: bool) -> str:
    tag = "th" if first else "td"
    attributes = ' scope="row"' if first else "" if _number(cell) else " class=t"
    if detail is not None and detail.signature:
        attributes += f' title="{escape(detail.signature)}"'
    inner = _shown(cell)
    if detail is not None and detail.link:
        inner = f'<a href="{escape(detail.link)}">{inner}</a>'
    return f"<{tag}{attributes}>{inner}</{tag}>"


def _shown(cell: Cell) -> str:
    if isinstance(cell, Estimate) and cell.interval is not None:
        low, high = (f"{100 * bound:.2f}" for bound in cell.interval)
        return f"{text(Share(cell))} <i>{low}–{high}</i>"
    return str(escape(text(cell)))
