"""Counts of several sorts for each of many items: small bars with the number beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.interface.translation import say, worded
from coindex.report.figures.svg import (
    SMALL,
    WIDTH,
    Figure,
    element,
    label,
    line,
    shortened,
    slanted,
    width_of,
    words,
)

ROW = 21.0
"""The height of a row, enough for a line of text at 13 pixels."""
ROOM = 16.0
"""The space around a number."""
HEAD = 172.0
"""The most room for slanted names above the bars."""


def count_bars(
    name: str,
    title: str,
    names: Sequence[str],
    sorts: Sequence[str],
    counts: Mapping[tuple[str, str], int],
) -> Figure:
    """A row for each name, a column for each sort, as wide as its longest bar; all bars have the
    same scale.
    """
    left = width_of(list(names), 130) + 6
    slant = width_of(list(map(worded, sorts)), HEAD, SMALL)
    top = slant * 0.77 + 10
    most = {sort: max((counts.get((who, sort), 0) for who in names), default=0) for sort in sorts}
    numbers = {sort: len(str(count)) * SMALL + ROOM for sort, count in most.items()}
    unit = (WIDTH - left - slant * 0.5 - sum(numbers.values())) / (sum(most.values()) or 1)
    marks, x = [], left
    for sort in sorts:
        marks.append(slanted(x + 8, top - 5, shortened(worded(sort), HEAD - 8, SMALL)))
        marks.append(line(x, top, x, top + ROW * len(names)))
        for row, who in enumerate(names):
            marks.append(
                _bar(
                    counts.get((who, sort), 0),
                    unit,
                    x,
                    top + ROW * (row + 0.5),
                    f"{who}, {worded(sort)}",
                )
            )
        x += unit * most[sort] + numbers[sort]
    marks += [
        label(left - 8, top + ROW * (row + 0.5) + 4.5, who, left - 8)
        for row, who in enumerate(names)
    ]
    description = "; ".join(
        f"{who}: "
        + (
            ", ".join(
                f"{worded(sort)} {counts[who, sort]}" for sort in sorts if counts.get((who, sort))
            )
            or say("none")
        )
        for who in names
    )
    return Figure(
        name, title, f"{title}. {description}.", top + ROW * len(names) + 6, "".join(marks)
    )


def _bar(count: int, unit: float, x: float, middle: float, who: str) -> str:
    if not count:
        return ""
    length = max(1.0, unit * count)
    bar = element("rect", x=x, y=middle - 6, width=length, height=12, css="bar")
    return element(
        "g",
        bar + words(x + length + 3, middle + 4, f"{count}", css="small"),
        title=f"{who}: {count}",
    )
