"""Figures of a book: its network, and who appears in which chapter.

The layout is that of Fruchterman & Reingold (1991), Graph drawing by force-directed placement, from
a circle in the order of the characters, so that the same book gives the same drawing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from coindex.interface.translation import counted, say
from coindex.report.figures.svg import WIDTH, Figure, element, label, shortened, words
from coindex.texts.books.characters import Character
from coindex.texts.books.meetings import Meeting, Meetings

DRAWN = 24
"""Characters in the drawing at most: more would hide each other."""
EDGES = 70
"""Meetings that are drawn, besides the heaviest one of each character; by eye."""
STEPS = 300
"""Of the layout, after which nodes hardly move; by eye."""
HEIGHT = 420.0
_MARGIN = 46.0
_CELL = 15.0
"""Sizes in units of the drawing, as wide as the figures of reports; by eye."""
_GENDERS = {"male": "c1", "female": "c2"}

Place = tuple[float, float]


def network_figure(network: Meetings, title: str) -> Figure:
    """The most frequent characters; the wider a line, the more often two meet. Weights by chapter
    are data of the lines, for the script of a page.
    """
    people = [one for one in network.characters if one.is_named][:DRAWN]
    shown = network.of(people)
    weights = {(one.one, one.other): one.weight() for one in _drawn(shown)}
    by_chapter = {
        (one.one, one.other): " ".join(f"{at}:{one.weight(at)}" for at in one.chapters)
        for one in shown.pairs
    }
    heaviest = max(weights.values(), default=1)
    places = layout([one.id for one in people], weights)
    names = {one.id: one.name for one in people}
    lines = [
        element(
            "line",
            x1=places[a][0],
            y1=places[a][1],
            x2=places[b][0],
            y2=places[b][1],
            stroke="var(--muted)",
            stroke_opacity=round(0.25 + 0.45 * weight / heaviest, 2),
            stroke_width=round(0.6 + 7 * math.sqrt(weight / heaviest), 2),
            data_weights=by_chapter[a, b],
            title=f"{names[a]} – {names[b]}: {weight}",
        )
        for (a, b), weight in sorted(weights.items(), key=lambda pair: pair[1])
    ]
    most = max((one.mentions for one in people), default=1)
    nodes, names_above = [], []
    for one in people:
        radius = 4 + 14 * math.sqrt(one.mentions / most)
        chapters = " ".join(map(str, sorted(network.appearances[one.id])))
        nodes.append(_node(one, places[one.id], radius, chapters))
        names_above.append(_name(one, places[one.id], radius, chapters))
    described = say(
        "{people} characters and {pairs} pairs who meet.", people=len(people), pairs=len(lines)
    )
    return Figure("network", title, described, HEIGHT, "".join([*lines, *nodes, *names_above]))


def _drawn(network: Meetings) -> list[Meeting]:
    """The heaviest meetings, and of each character the heaviest one."""
    kept = list(network.pairs[:EDGES])
    met = {id for meeting in kept for id in (meeting.one, meeting.other)}
    for meeting in network.pairs[EDGES:]:
        if not {meeting.one, meeting.other} <= met:
            kept.append(meeting)
            met |= {meeting.one, meeting.other}
    return kept


def _node(one: Character, place: Place, radius: float, chapters: str) -> str:
    return element(
        "circle",
        cx=place[0],
        cy=place[1],
        r=round(radius, 1),
        fill=f"var(--{_GENDERS.get(one.gender, 'c8')})",
        stroke="var(--paper)",
        stroke_width=1.5,
        data_chapters=chapters,
        title=f"{one.name}: {counted(one.mentions, 'mention')}",
    )


def _name(one: Character, place: Place, radius: float, chapters: str) -> str:
    x, y = place
    text = words(x, y - radius - 4, shortened(one.name, 150), anchor="middle", css="small halo")
    return element("g", text, data_chapters=chapters)


def layout(ids: Sequence[str], weights: Mapping[tuple[str, str], int]) -> dict[str, Place]:
    """Places in the drawing: those who meet often are close to each other."""
    count = len(ids)
    if not count:
        return {}
    x = [math.cos(2 * math.pi * at / count) for at in range(count)]
    y = [math.sin(2 * math.pi * at / count) for at in range(count)]
    number = {id: at for at, id in enumerate(ids)}
    heaviest = max(weights.values(), default=1)
    edges = [
        (number[a], number[b], 0.05 + 0.4 * math.sqrt(weight / heaviest))
        for (a, b), weight in weights.items()
    ]
    ideal = 1.6 / math.sqrt(count)
    for step in range(STEPS):
        _move(x, y, edges, ideal, limit=0.2 * (1 - step / STEPS))
    return dict(zip(ids, _fitted(x, y), strict=True))


def _move(
    x: list[float],
    y: list[float],
    edges: Sequence[tuple[int, int, float]],
    ideal: float,
    *,
    limit: float,
) -> None:
    """One step: all push each other away, edges pull, and everything is drawn to the middle."""
    dx, dy = [-0.4 * value for value in x], [-0.4 * value for value in y]
    for one, other in combinations(range(len(x)), 2):
        gap_x, gap_y = x[one] - x[other], y[one] - y[other]
        force = ideal * ideal / max(gap_x * gap_x + gap_y * gap_y, 1e-4)
        dx[one] += gap_x * force
        dy[one] += gap_y * force
        dx[other] -= gap_x * force
        dy[other] -= gap_y * force
    for one, other, weight in edges:
        gap_x, gap_y = x[one] - x[other], y[one] - y[other]
        force = weight * math.hypot(gap_x, gap_y) / ideal * 0.5
        dx[one] -= gap_x * force
        dy[one] -= gap_y * force
        dx[other] += gap_x * force
        dy[other] += gap_y * force
    for at in range(len(x)):
        length = math.hypot(dx[at], dy[at]) or 1.0
        x[at] += dx[at] / length * min(length, limit)
        y[at] += dy[at] / length * min(length, limit)


def _fitted(x: Sequence[float], y: Sequence[float]) -> list[Place]:
    """Stretched to the drawing, and where many are close together, more than elsewhere."""
    return [
        (
            round(_MARGIN + one * (WIDTH - 2 * _MARGIN), 1),
            round(_MARGIN * 0.8 + other * (HEIGHT - 1.5 * _MARGIN), 1),
        )
        for one, other in zip(_evened(x), _evened(y), strict=True)
    ]


def _evened(values: Sequence[float]) -> list[float]:
    """From 0 to 1: the mean of the value and of its rank, so that names do not hide each other."""
    low, width = min(values), max(values) - min(values) or 1.0
    ranks = {at: rank for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__))}
    last = max(len(values) - 1, 1)
    return [
        0.35 * (value - low) / width + 0.65 * ranks[at] / last for at, value in enumerate(values)
    ]


def presence_figure(network: Meetings, chapters: Sequence[int], title: str) -> Figure:
    """A row for each character, a column for each chapter; darker where there are more mentions."""
    people = [one for one in network.characters if one.is_named][:DRAWN]
    left = 118.0
    width = (WIDTH - left - 4) / max(len(chapters), 1)
    columns = {chapter: column for column, chapter in enumerate(chapters)}
    most = max((max(network.appearances[one.id].values()) for one in people), default=1)
    marks = []
    for row, one in enumerate(people):
        y = 8 + row * _CELL
        marks.append(label(left - 6, y + 11, one.name, left - 8, css="small", letter=6.3))
        for chapter, count in sorted(network.appearances[one.id].items()):
            if chapter not in columns:  # front matter
                continue
            marks.append(
                element(
                    "rect",
                    x=round(left + columns[chapter] * width, 2),
                    y=y,
                    width=round(max(width - 0.6, 0.8), 2),
                    height=_CELL - 2,
                    fill="var(--accent)",
                    fill_opacity=round(0.15 + 0.85 * math.sqrt(count / most), 2),
                    title=say(
                        "{name}, chapter {chapter}: {count}",
                        name=one.name,
                        chapter=chapter,
                        count=count,
                    ),
                )
            )
    bottom = 8 + len(people) * _CELL + 12
    for chapter in chapters[:: max(1, math.ceil(len(chapters) / 12))]:
        middle = left + (columns[chapter] + 0.5) * width
        marks.append(words(middle, bottom, str(chapter), anchor="middle", css="quiet"))
    described = say(
        "Mentions of {people} characters in {chapters} chapters.",
        people=len(people),
        chapters=len(chapters),
    )
    return Figure("chapters", title, described, bottom + 8, "".join(marks))
