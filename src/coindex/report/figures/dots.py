"""Dots with intervals: values of many items on one axis, or two values of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coindex.interface.translation import fixed, say
from coindex.report.figures.axes import Scale, below, linear, per_cent
from coindex.report.figures.svg import SMALL, WIDTH, Figure, element, label, line, width_of, words

ROW = 21.0
"""The height of a row, as in bars."""
TOP = 8.0
"""The space above the first row."""
VALUE = 44.0
"""The space for the value on the right."""


class Dot(NamedTuple):
    """A value, `None` if it is not defined, and the interval around it; `title` describes it
    completely.
    """

    value: float | None
    interval: tuple[float, float] | None = None
    title: str = ""

    @property
    def extent(self) -> tuple[float, ...]:
        return () if self.value is None else (self.value, *(self.interval or ()))


class Line(NamedTuple):
    name: str
    dots: tuple[Dot, ...]


def dot_plot(name: str, title: str, lines: Sequence[Line], *, about: str = "") -> Figure:
    """One row per item, in the given order: a dot with its interval, and the value beside it."""
    scale, left = _scale(lines, VALUE)
    bottom = TOP + ROW * len(lines)
    marks = [below(scale, TOP, bottom, per_cent)]
    for place, (who, dots) in enumerate(lines):
        y = TOP + ROW * (place + 0.5)
        marks.append(label(left - 8, y + 4.5, who, left - 8))
        marks.append(drawn(dots[0], scale, y))
        value = say("n/a") if dots[0].value is None else fixed(100 * dots[0].value)
        marks.append(words(WIDTH - 4, y + 4.5, value, anchor="end", css="small"))
    descriptions = (f"{who} {_description(dots[0])}" for who, dots in lines)
    description = say(
        "{about}, per cent: {described}.",
        about=about or say("Values with their 95 % intervals"),
        described="; ".join(descriptions),
    )
    return Figure(name, title, description, bottom + 24, "".join(marks))


def dumbbells(name: str, title: str, lines: Sequence[Line], series: tuple[str, str]) -> Figure:
    """Two values of each item: a dot and a ring, with a line between them."""
    scale, left = _scale(lines, 4.0)
    top = TOP + 24
    bottom = top + ROW * len(lines)
    marks = [_legend(left, series), below(scale, top, bottom, per_cent)]
    for place, (who, (first, second)) in enumerate(lines):
        y = top + ROW * (place + 0.5)
        marks.append(label(left - 8, y + 4.5, who, left - 8))
        if first.value is not None and second.value is not None:
            marks.append(line(scale(first.value), y, scale(second.value), y, "gap"))
        if second.value is not None:
            marks.append(
                element(
                    "circle", cx=scale(second.value), cy=y, r=4.4, css="ring", title=second.title
                )
            )
        if first.value is not None:
            marks.append(
                element("circle", cx=scale(first.value), cy=y, r=5, css="dot", title=first.title)
            )
    descriptions = (
        say(
            "{name} {first} and {second}",
            name=who,
            first=_description(dots[0]),
            second=_description(dots[1]),
        )
        for who, dots in lines
    )
    description = say(
        "{first} and {second}, per cent: {described}.",
        first=series[0],
        second=series[1],
        described="; ".join(descriptions),
    )
    return Figure(name, title, description, bottom + 24, "".join(marks))


def drawn(dot: Dot, scale: Scale, y: float, *, radius: float = 4.6) -> str:
    if dot.value is None:
        return ""
    low, high = dot.interval or (dot.value, dot.value)
    bar = line(scale(low), y, scale(high), y, "interval") if dot.interval else ""
    return element(
        "g",
        bar + element("circle", cx=scale(dot.value), cy=y, r=radius, css="dot"),
        title=dot.title,
    )


def _scale(lines: Sequence[Line], right: float) -> tuple[Scale, float]:
    left = width_of([who for who, _ in lines], 190) + 6
    return linear(_extent(lines), left, WIDTH - right - 10), left


def _extent(lines: Sequence[Line]) -> Iterator[float]:
    return (value for _, dots in lines for dot in dots for value in dot.extent)


def _legend(left: float, series: tuple[str, str]) -> str:
    second = left + 26 + len(series[0]) * SMALL
    return (
        element("circle", cx=left + 5, cy=TOP + 7, r=5, css="dot")
        + words(left + 15, TOP + 11.5, series[0], css="small")
        + element("circle", cx=second + 5, cy=TOP + 7, r=4.4, css="ring")
        + words(second + 15, TOP + 11.5, series[1], css="small")
    )


def _description(dot: Dot) -> str:
    return say("n/a") if dot.value is None else fixed(100 * dot.value)
