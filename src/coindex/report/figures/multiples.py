"""Small multiples: a panel for each of many items, with the same rows and the same axis in all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coindex.interface.translation import say, worded
from coindex.report.figures.axes import Scale, below, linear, per_cent
from coindex.report.figures.dots import Dot, drawn
from coindex.report.figures.svg import SMALL, WIDTH, Figure, label, line, width_of, words

ROW, HEAD, FOOT = 17.0, 22.0, 30.0
GUTTER = 20.0
"""The room between two columns of panels."""
COLUMNS = 2
"""Three would leave names and bars too little room at the width of a figure; by eye."""
LABEL = 98.0
"""The room for the names of rows; longer ones are shortened."""


class PanelRow(NamedTuple):
    """A row of a panel; `usual` is the usual value in this row, drawn as a tick."""

    name: str
    dot: Dot
    usual: float | None = None


class Panel(NamedTuple):
    name: str
    items: tuple[PanelRow, ...]


def small_multiples(name: str, title: str, panels: Sequence[Panel], *, about: str) -> Figure:
    """The panels, two side by side."""
    width = (WIDTH - GUTTER * (COLUMNS - 1)) / COLUMNS
    height = HEAD + FOOT + ROW * max((len(panel.items) for panel in panels), default=0)
    marks = [
        _panel(panel, (place % COLUMNS) * (width + GUTTER), (place // COLUMNS) * height, width)
        for place, panel in enumerate(panels)
    ]
    rows = -(-len(panels) // COLUMNS)
    described = "; ".join(
        f"{panel.name}: {', '.join(map(_description, panel.items))}" for panel in panels
    )
    description = say("{about}, per cent. {described}.", about=about, described=described)
    return Figure(name, title, description, rows * height, "".join(marks))


def _panel(panel: Panel, x: float, y: float, width: float) -> str:
    left = x + width_of([worded(item.name) for item in panel.items], LABEL, SMALL)
    scale = linear((0.0, 1.0), left + 4, x + width - 38, most=4)
    top, bottom = y + HEAD, y + HEAD + ROW * len(panel.items)
    marks = [
        label(x, y + 15, panel.name, width, anchor="start", css="strong"),
        below(scale, top, bottom, per_cent),
    ]
    for place, item in enumerate(panel.items):
        marks.append(_item(item, scale, left, top + ROW * (place + 0.5), x + width - 4))
    return "".join(marks)


def _item(item: PanelRow, scale: Scale, left: float, middle: float, right: float) -> str:
    value = say("n/a") if item.dot.value is None else f"{100 * item.dot.value:.0f}"
    tick = (
        line(scale(item.usual), middle - 5.5, scale(item.usual), middle + 5.5, "usual")
        if item.usual is not None
        else ""
    )
    return (
        label(left - 4, middle + 4, worded(item.name), LABEL, css="small", letter=SMALL)
        + tick
        + drawn(item.dot, scale, middle, radius=3.8)
        + words(right, middle + 4, value, anchor="end", css="small")
    )


def _description(item: PanelRow) -> str:
    value = say("n/a") if item.dot.value is None else f"{100 * item.dot.value:.0f}"
    return f"{worded(item.name)} {value}"
