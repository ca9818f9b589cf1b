"""Curves: how values change from slice to slice, a line for each of many."""

from __future__ import annotations

from collections.abc import Sequence

from coindex.interface.translation import say, worded
from coindex.pipeline.palette import LIGHT
from coindex.report.figures.axes import linear, per_cent
from coindex.report.figures.dots import Line
from coindex.report.figures.svg import WIDTH, Figure, element, label, line, words

LEFT, RIGHT, TOP, BOTTOM = 34.0, 14.0, 12.0, 236.0
SLANT = 22.0
"""The room for the names of slices below the axis."""
LEGEND = 17.0
"""The height of a line of the legend."""
COLOURS = len(LIGHT)
"""Those of the palette; a ninth line has the colour of the first, with dashes."""


def curves(
    name: str, title: str, slices: Sequence[str], lines: Sequence[Line], *, about: str
) -> Figure:
    """The slices across, in the order given, per cent upwards; a line is interrupted where a value
    is not defined.
    """
    known = [value for one in lines for dot in one.dots for value in dot.extent]
    y = linear(known, BOTTOM, TOP)
    step = (WIDTH - LEFT - RIGHT) / max(1, len(slices))
    places = [LEFT + step * (at + 0.5) for at in range(len(slices))]
    marks = [
        line(LEFT, y(tick), WIDTH - RIGHT, y(tick))
        + words(LEFT - 4, y(tick) + 4, per_cent(tick), anchor="end", css="quiet")
        for tick in y.ticks
    ]
    for place, slice in zip(places, slices, strict=True):
        marks.append(label(place, BOTTOM + 16, worded(slice), step, anchor="middle", css="quiet"))
    below = BOTTOM + SLANT
    for number, one in enumerate(lines):
        # A value that is not defined leaves a gap: a line across it would look measured.
        points = [
            (place, y(dot.value)) if dot.value is not None else None
            for place, dot in zip(places, one.dots, strict=True)
        ]
        colour = f"curve{number % COLOURS + 1}" + (" again" if number >= COLOURS else "")
        marks += [
            element("polyline", points=" ".join(f"{px:.1f},{py:.1f}" for px, py in run), css=colour)
            for run in _runs(points)
        ]
        marks += [
            element(
                "circle", cx=point[0], cy=point[1], r=3.2, css=f"{colour} point", title=dot.title
            )
            for point, dot in zip(points, one.dots, strict=True)
            if point is not None
        ]
        height = below + LEGEND * (number + 1)
        marks.append(line(LEFT, height - 4, LEFT + 22, height - 4, colour))
        marks.append(label(LEFT + 28, height, one.name, WIDTH - LEFT - 40, anchor="start"))
    described = "; ".join(f"{one.name}: {', '.join(_described(slices, one))}" for one in lines)
    end = below + LEGEND * len(lines) + 8
    description = say("{about}, per cent. {described}.", about=about, described=described)
    return Figure(name, title, description, end, "".join(marks))


def _runs(
    points: Sequence[tuple[float, float] | None],
) -> list[list[tuple[float, float]]]:
    """Points that follow each other without a gap."""
    runs: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is None:
            runs.append([])
        else:
            runs[-1].append(point)
    return [run for run in runs if len(run) > 1]


def _described(slices: Sequence[str], one: Line) -> list[str]:
    return [
        f"{worded(slice)} {say('n/a') if dot.value is None else f'{100 * dot.value:.0f}'}"
        for slice, dot in zip(slices, one.dots, strict=True)
    ]
