"""Two numbers of each item: cost against quality."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from coindex.interface.translation import fixed, say
from coindex.report.figures.axes import Scale, below, linear, logarithmic, per_cent, thousands
from coindex.report.figures.dots import Dot
from coindex.report.figures.svg import SMALL, WIDTH, Figure, element, line, shortened, words

LEFT, TOP, BOTTOM = 40.0, 12.0, 380.0
LONGEST = 120.0
"""The width that a name may have; longer ones are shortened."""
TALL = 12.0
"""The height that a name takes among others."""
SHIFTS = sorted(range(-260, 261, 13), key=abs)
"""How far a name may be moved up or down, the smallest shift first."""
NEAR = 7
"""How many of these are tried for a place that crosses no interval either."""


class Point(NamedTuple):
    name: str
    x: float
    dot: Dot


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: _Box) -> bool:
        apart = (
            self.right < other.left
            or other.right < self.left
            or self.bottom < other.top
            or other.bottom < self.top
        )
        return not apart


def scatter(name: str, title: str, points: Sequence[Point], *, across: str, up: str) -> Figure:
    """A logarithmic horizontal axis, percentages on the vertical one; each point has its name if
    there is room.
    """
    known = [point for point in points if point.dot.value is not None]
    x = logarithmic((point.x for point in known), LEFT, WIDTH - 14)
    y = linear((value for point in known for value in point.dot.extent), BOTTOM, TOP)
    marks = [below(x, TOP, BOTTOM, thousands), _upwards(y)]
    marks += [words(WIDTH - 14, BOTTOM + 32, f"{across} →", anchor="end", css="quiet")]
    marks += [words(4, BOTTOM + 32, f"↑ {up}", css="quiet")]
    places = [(x(point.x), y(point.dot.value or 0.0)) for point in known]
    taken = [_Box(px - 5, py - 5, px + 5, py + 5) for px, py in places]
    crossed: list[_Box] = []
    for point, (px, py) in zip(known, places, strict=True):
        bar = ""
        if point.dot.interval is not None:
            low, high = point.dot.interval
            bar = line(px, y(low), px, y(high), "interval")
            crossed.append(_Box(px - 2, y(high), px + 2, y(low)))
        marks.append(
            element(
                "g", bar + element("circle", cx=px, cy=py, r=5, css="dot"), title=point.dot.title
            )
        )
    for point, (px, py) in zip(known, places, strict=True):
        marks.append(_named(point.name, px, py, taken, crossed))
    described = "; ".join(
        f"{p.name} {thousands(round(p.x))}, {fixed(100 * (p.dot.value or 0))}" for p in known
    )
    description = say(
        "{first} and {second}, per cent: {described}.",
        first=across,
        second=up,
        described=described,
    )
    return Figure(name, title, description, BOTTOM + 40, "".join(marks))


def _upwards(scale: Scale) -> str:
    return "".join(
        line(LEFT, scale(tick), WIDTH - 14, scale(tick))
        + words(LEFT - 6, scale(tick) + 4, per_cent(tick), anchor="end", css="quiet")
        for tick in scale.ticks
    )


def _named(name: str, x: float, y: float, taken: list[_Box], crossed: Sequence[_Box]) -> str:
    """Place a name right or left of the point, shifted up or down if others are in the way, with a
    hair line if it is far.
    """
    short = shortened(name, LONGEST, SMALL)
    width = len(short) * SMALL
    for shifts, avoided in ((SHIFTS[:NEAR], [*taken, *crossed]), (SHIFTS, taken)):
        for shift, side in product(shifts, (1, -1)):
            start = x + 9 if side > 0 else x - 9 - width
            box = _Box(start, y + shift - TALL / 2, start + width, y + shift + TALL / 2)
            inside = (
                box.left >= LEFT
                and box.right <= WIDTH
                and box.top >= TOP - 8
                and box.bottom <= BOTTOM
            )
            if inside and not any(box.touches(other) for other in avoided):
                taken.append(box)
                lead = line(x, y, x + 8 * side, y + shift, "rule") if abs(shift) > 13 else ""
                edge, anchor = (start, "start") if side > 0 else (box.right, "end")
                title = name if short != name else ""
                return lead + words(
                    edge, y + shift + 4, short, anchor=anchor, css="small", title=title
                )
    return ""
