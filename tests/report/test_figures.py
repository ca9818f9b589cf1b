"""Figures: valid, complete, escaped, the same every time, and readable by everybody."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import permutations
from xml.etree import ElementTree as ET

import pytest

from coindex.experiment.results import Results, Standing
from coindex.pipeline.palette import DARK, LIGHT
from coindex.report.figures.axes import linear, logarithmic
from coindex.report.figures.bars import count_bars
from coindex.report.figures.catalogue import SORTS, drawn, short_names
from coindex.report.figures.curves import curves
from coindex.report.figures.dots import Dot, Line, dot_plot, dumbbells
from coindex.report.figures.matrix import MatrixCell, difference_matrix
from coindex.report.figures.multiples import Panel, PanelRow, small_multiples
from coindex.report.figures.scatter import Point, scatter
from coindex.report.figures.svg import WIDTH, Figure, shortened
from coindex.report.findings import Findings

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>&\"'"


def read(figure: Figure) -> ET.Element:
    root = ET.fromstring(figure.file())
    assert root.findtext(f"{SVG}title") == figure.title
    assert root.findtext(f"{SVG}desc") == figure.description
    assert root.get("viewBox") == f"0 0 {WIDTH:g} {figure.height:g}" or root.get(
        "viewBox", ""
    ).startswith("0 0 480 ")
    assert root.find(f".//{SVG}script") is None
    return root


def marked(root: ET.Element, css: str) -> list[ET.Element]:
    return [element for element in root.iter() if css in element.get("class", "").split()]


def words(root: ET.Element) -> list[str]:
    return ["".join(t for t in e.itertext()) for e in root.iter(f"{SVG}text")]


def test_dot_plot() -> None:
    lines = [
        Line("a", (Dot(0.5, (0.4, 0.6), "all"),)),
        Line("b", (Dot(0.25),)),
        Line("c", (Dot(None),)),
    ]
    root = read(dot_plot("x", "X", lines))
    assert len(marked(root, "dot")) == 2
    assert len(marked(root, "interval")) == 1
    assert {"a", "b", "c", "50.0", "25.0", "n/a"} <= set(words(root))
    left, right = (float(element.get("cx", "")) for element in reversed(marked(root, "dot")))
    assert left < right


def test_dumbbells() -> None:
    lines = [Line("a", (Dot(0.5), Dot(0.4))), Line("b", (Dot(0.3), Dot(None)))]
    root = read(dumbbells("x", "X", lines, ("gold", "detected")))
    assert len(marked(root, "dot")) == 2 + 1  # one in the legend
    assert len(marked(root, "ring")) == 1 + 1
    assert len(marked(root, "gap")) == 1


def test_matrix() -> None:
    names = ["a", "b", "c"]
    found = {
        (x, y): MatrixCell(ord(y) - ord(x), 0.2 if "c" in (x, y) else 0.004)
        for x, y in permutations(names, 2)
    }
    root = read(difference_matrix("x", "X", names, found))
    assert len(marked(root, "cell")) == 4
    assert [e.get("class") for e in (*marked(root, "ahead"), *marked(root, "behind"))] == [
        "ahead level2",
        "behind level2",
    ]
    assert words(root).count("+") == words(root).count("−") == 1
    assert "a is ahead of b" in (root.findtext(f"{SVG}desc") or "")


def test_small_multiples() -> None:
    items = (PanelRow("he", Dot(0.5, (0.4, 0.6)), 0.0), PanelRow("it", Dot(None)))
    root = read(small_multiples("x", "X", [Panel(name, items) for name in "abc"], about="success"))
    assert len(marked(root, "dot")) == 3
    assert len(marked(root, "usual")) == 3
    assert words(root).count("he") == 3


def test_bars() -> None:
    root = read(
        count_bars(
            "x",
            "X",
            ["a", "b"],
            ["dropped", "outranked"],
            {("a", "dropped"): 7, ("b", "outranked"): 2},
        )
    )
    assert len(marked(root, "bar")) == 2
    assert {"7", "2", "dropped", "outranked"} <= set(words(root))


def test_scatter_names_every_point() -> None:
    points = [
        Point(f"resolver{n}", 1000 + 10 * n, Dot(0.5 + n / 1000, (0.4, 0.6))) for n in range(8)
    ]
    root = read(
        scatter("x", "X", [*points, Point("unknown", 5, Dot(None))], across="speed", up="F1")
    )
    assert len(marked(root, "dot")) == 8
    assert {point.name for point in points} <= set(words(root))


@pytest.mark.parametrize(
    "figure",
    [
        dot_plot(NASTY, NASTY, [Line(NASTY, (Dot(0.5, None, NASTY),))]),
        dumbbells(NASTY, NASTY, [Line(NASTY, (Dot(0.5), Dot(0.6)))], (NASTY, NASTY)),
        difference_matrix(
            NASTY,
            NASTY,
            [NASTY, "b"],
            {p: MatrixCell(0.1, 0.01, NASTY) for p in permutations((NASTY, "b"), 2)},
        ),
        small_multiples(NASTY, NASTY, [Panel(NASTY, (PanelRow(NASTY, Dot(0.5)),))], about=NASTY),
        count_bars(NASTY, NASTY, [NASTY], [NASTY], {(NASTY, NASTY): 1}),
        scatter(NASTY, NASTY, [Point(NASTY, 10, Dot(0.5))], across=NASTY, up=NASTY),
    ],
)
def test_words_stay_words(figure: Figure) -> None:
    root = read(figure)
    assert any(NASTY in text for text in words(root))


@pytest.mark.parametrize(
    "figure",
    [
        dot_plot("x", "X", []),
        count_bars("x", "X", [], [], {}),
        difference_matrix("x", "X", [], {}),
        small_multiples("x", "X", [], about=""),
        scatter("x", "X", [], across="", up=""),
    ],
    ids=["dots", "bars", "matrix", "multiples", "scatter"],
)
def test_nothing_to_draw_is_a_figure_without_marks(figure: Figure) -> None:
    root = read(figure)
    assert not any(marked(root, mark) for mark in ("dot", "interval", "bar", "cell", "ring", "gap"))


def test_curves_stop_where_nothing_is_known() -> None:
    lines = [
        Line("a", (Dot(0.5), Dot(0.6), Dot(None), Dot(0.7))),
        *(Line(f"line {number}", (Dot(0.4),) * 4) for number in range(8)),
    ]
    figure = curves("x", "X", ["1", "2", "3", "4"], lines, about="Success by length")
    root = read(figure)
    pieces = [element.get("points", "").split() for element in root.iter(f"{SVG}polyline")]
    assert [len(points) for points in pieces] == [2, *[4] * 8], "a single point is no line"
    assert len(marked(root, "point")) == 3 + 8 * 4
    assert len(marked(root, "again")) == 1 + 1 + 4, "the ninth is dashed"
    assert "a: 1 50, 2 60, 3 n/a, 4 70" in figure.description


def test_scales() -> None:
    shares = linear([0.31, 0.58], 0, 100)
    assert (shares.ticks[0], shares.ticks[-1]) == (0.3, 0.6)
    assert shares(0.3) == 0
    assert shares(0.6) == 100
    assert linear([1, 1], 0, 100).ticks == (0.98, 1.0)
    assert linear([0, 0], 0, 100).ticks[0] == 0
    tokens = logarithmic([1500, 90_000], 0, 100)
    assert (tokens.low, tokens.high) == (1000, 100_000)
    assert tokens(10_000) == pytest.approx(50)
    assert logarithmic([], 0, 100).ticks
    assert logarithmic([1000], 0, 100).high > 1000


def test_names_are_short_and_differ() -> None:
    names = [
        "rosana(profile='2001')",
        "rosana(without=('SYR',), profile='2001')",
        "mitkov",
        "a b <",
        "x" * 50,
        "x" * 51,
    ]
    short = short_names(names)
    assert [short[name] for name in names[:4]] == [
        "rosana(profile='2001')",
        "rosana without=SYR",
        "mitkov",
        "a b <",
    ]
    assert len(set(short.values())) == len(names)
    assert max(map(len, short.values())) <= 24
    assert shortened("kennedy_boguraev", 70, 7) == "kenned…aev"


def test_figures_of_an_experiment(results: Results) -> None:
    findings = Findings(results)
    made = {sort: list(drawn(findings, sort)) for sort in SORTS}
    names = [figure.name for figures in made.values() for figure in figures]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    assert {len(made[sort]) for sort in ("overview", "tests")} == {2 * len(results.plan.measures)}
    assert len(made["mentions"]) == len(results.plan.measures)
    assert {
        len(made[sort]) for sort in ("form", "distance", "genre", "kind", "causes", "cost")
    } == {2}
    assert not made["type"]  # not among the slices of the plan
    for figures in made.values():
        for figure in figures:
            read(figure)
    again = Findings(results)
    assert [figure.file() for figure in drawn(again, "tests")] == [
        figure.file() for figure in made["tests"]
    ]
    runs = [run for run in results.runs_of(results.groups[0]) if not run.lacking]
    assert len(marked(read(made["overview"][0]), "dot")) == len(runs)
    cells = [e for css in ("cell", "ahead", "behind") for e in marked(read(made["tests"][0]), css)]
    tested = [run for run in runs if run.standing is not Standing.BOUND]
    assert len(cells) == len(tested) * (len(tested) - 1)


def _luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(first: str, second: str) -> float:
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_in_light_and_dark() -> None:
    sheet = (files("coindex.report.figures") / "palette.css").read_text(encoding="utf-8")
    light, dark = (
        dict(re.findall(r"--([a-z0-9-]+): (#\w{6})", part)) for part in sheet.split("@media")
    )
    for colours, chains in ((light, LIGHT), (dark, DARK)):
        colours |= {f"c{number}": colour for number, colour in enumerate(chains, 1)}
        for ground in ("paper", "raised", "faint"):
            for text in ("ink", "muted", "accent", "good", "bad"):
                assert _contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
            for number in range(1, 9):
                assert _contrast(colours[f"c{number}"], colours[ground]) >= 3, (number, ground)
