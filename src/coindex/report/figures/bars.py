"""Counts of several sorts for each of many: little bars with the number beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.report.figures.svg import SMALL, WIDTH, Figure, element, label, line, shortened, slanted, width_of, words

ROW = 21.0
NUMBER = 24.0
HEAD = 130.0


def count_bars(
    name: str, title: str, names: Sequence[str], sorts: Sequence[str], counts: Mapping[tuple[str, str], int]
) -> Figure:
    """A line for each name, a column for each sort; bars can be compared within a column."""
    left = width_of(list(names), 130) + 6
    slant = width_of(list(sorts), HEAD, SMALL)
    width = (WIDTH - left - slant * 0.5) / max(1, len(sorts))
    top = slant * 0.77 + 10
    marks = []
    for column, sort in enumerate(sorts):
        x = left + width * column
        marks.append(slanted(x + 8, top - 5, shortened(sort, HEAD - 8, SMALL)))
        marks.append(line(x, top, x, top + ROW * len(names)))
        longest = max((counts.get((who, sort), 0) for who in names), default=0) or 1
        for row, who in enumerate(names):
            marks.append(_bar(counts.get((who, sort), 0), longest, x, top + ROW * (row + 0.5), width, f"{who}, {sort}"))
    marks += [label(left - 8, top + ROW * (row + 0.5) + 4.5, who, left - 8) for row, who in enumerate(names)]
    told = "; ".join(
        f"{who}: " + (", ".join(f"{sort} {counts[who, sort]}" for sort in sorts if counts.get((who, sort))) or "none")
        for who in names
    )
    return Figure(name, title, f"{title}. {told}.", top + ROW * len(names) + 6, "".join(marks))


def _bar(count: int, longest: int, x: float, middle: float, width: float, who: str) -> str:
    if not count:
        return ""
    length = max(1.0, (width - NUMBER - 4) * count / longest)
    bar = element("rect", x=x, y=middle - 6, width=length, height=12, css="bar")
    return element("g", bar + words(x + length + 3, middle + 4, f"{count}", css="small"), title=f"{who}: {count}")
