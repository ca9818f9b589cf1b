"""Which differences are significant: every two items compared, with a sign, a shade, and the
numbers on request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from coindex.core.messages import Message
from coindex.interface.translation import say, worded
from coindex.report.figures.svg import (
    SMALL,
    WIDTH,
    Figure,
    element,
    label,
    shortened,
    slanted,
    width_of,
    words,
)

LEVELS = (0.05, 0.01, 0.001)
"""The usual levels of significance; each is a shade."""
HEAD = 100.0
"""The most room for slanted names above the columns."""
DEGREES = 65
"""The slope of names above the columns, steep enough to keep them apart even above
narrow columns.
"""
UP, ALONG = sin(radians(DEGREES)), cos(radians(DEGREES))
SIGNS = {1: "+", 0: "·", -1: "−"}


class MatrixCell(NamedTuple):
    """The difference of the first from the second; `p` is corrected for the number of comparisons.
    `title` describes it completely.
    """

    value: float
    p: float
    title: str = ""

    @property
    def level(self) -> int:
        return sum(self.p < level for level in LEVELS)

    @property
    def sign(self) -> int:
        return 0 if not self.level else 1 if self.value > 0 else -1


def difference_matrix(
    name: str, title: str, names: Sequence[str], differences: Mapping[tuple[str, str], MatrixCell]
) -> Figure:
    """Plus: the row's item is better than the column's; minus: worse; a point: not known."""
    left = width_of(list(names), 130) + 6
    slant = width_of(list(names), HEAD, SMALL)
    size = min(34.0, (WIDTH - left - slant * ALONG) / max(1, len(names)))
    top = slant * UP + 12
    marks = []
    for row, first in enumerate(names):
        middle = top + size * (row + 0.5)
        marks.append(label(left - 8, middle + 4.5, first, left - 8))
        marks.append(
            slanted(
                left + size * (row + 0.5) + 3,
                top - 5,
                shortened(first, HEAD - 8, SMALL),
                degrees=DEGREES,
            )
        )
        for column, second in enumerate(names):
            if row != column:
                difference = differences[first, second]
                marks.append(_cell(difference, left + size * column, top + size * row, size))
    legend = top + size * len(names) + 18
    marks.append(words(left, legend, say("+ ahead   − behind   · not settled"), css="quiet"))
    marks.append(words(left, legend + 15, say("darker: p < .05, .01, .001 (Holm)"), css="quiet"))
    return Figure(name, title, _description(names, differences), legend + 22, "".join(marks))


def _cell(difference: MatrixCell, x: float, y: float, size: float) -> str:
    css = (
        "cell"
        if not difference.sign
        else f"{'ahead' if difference.sign > 0 else 'behind'} level{difference.level}"
    )
    box = element("rect", x=x + 0.5, y=y + 0.5, width=size - 1, height=size - 1, css=css)
    sign = words(x + size / 2, y + size / 2 + 4.5, SIGNS[difference.sign], anchor="middle")
    return element("g", box + sign, title=difference.title)


def _description(names: Sequence[str], differences: Mapping[tuple[str, str], MatrixCell]) -> str:
    ahead = {
        first: [
            second for second in names if second != first and differences[first, second].sign > 0
        ]
        for first in names
    }
    sentences = (
        say("{first} is ahead of {others}", first=first, others=", ".join(second))
        for first, second in ahead.items()
        if second
    )
    return say(
        "Differences that are significant after Holm's correction: {list}.",
        list="; ".join(sentences) or worded(Message("none")),
    )
