"""Accuracy, size and speed of the resolvers that find chains of all kinds: the
table, and the frontier as a picture.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.accuracy import DEFAULT, GUM
from benchmarks.accuracy.neural import CLASSIC, LARGE, LEARNED
from benchmarks.results import record
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.models import antecedents
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table

MEASURE = "CoNLL(singletons=False)"
PARSER = antecedents.bundled_folder().parent


class Point(NamedTuple):
    """CoNLL per cent, words per CPU second from text to chains, megabytes of
    the models that it loads.
    """

    resolver: str
    score: float
    speed: float
    size: float


def run(corpora: Path, chosen: Namespace) -> None:
    keys = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    points = [measured(name, keys) for name in (*CLASSIC, *LEARNED)]
    rows: list[list[Cell]] = [
        [one.resolver, f"{one.score:.1f}", f"{one.speed:,.0f}", f"{one.size:.1f}"] for one in points
    ]
    columns = ("resolver", "CoNLL", "words per CPU second", "megabytes of models")
    title = "GUM dev, raw text to chains, exact spans, no singletons"
    record(
        "frontier",
        [Table(columns, rows, title)],
        command="python -m benchmarks.neural --corpora FOLDER "
        "--plot docs/images/frontier.svg frontier",
        components=[one.resolver for one in points] + ["auto"],
        learned_from=f"{GUM} {DEFAULT}",
    )
    if chosen.plot:
        drawn(points, chosen.plot)


def measured(name: str, keys: Sequence[Annotated]) -> Point:
    """Read, parse and resolve each text, one process, one thread."""
    pipeline, measure = Pipeline(resolver=name), registry.build("measures", MEASURE)
    pipeline.resolved(next(pipeline.parsed([Document("warm", "Ann saw her dog.")])))
    seconds, words, counts = 0.0, 0, []
    for key in keys:
        started = time.process_time()
        answer = pipeline.resolved(
            next(pipeline.parsed([Document(key.document.id, key.document.text)]))
        )
        seconds += time.process_time() - started
        words += len(answer.document.tokens)
        pair = Pair.of(key, Annotated(answer.document, answer.annotation))
        counts.append(tuple(measure.counts(pair)))
    score = getattr(measure.score(total(counts)), measure.headline)
    return Point(name, 100 * score, words / seconds, _parser() + _model(name))


def _parser() -> float:
    return sum(path.stat().st_size for path in PARSER.iterdir() if path.is_file()) / 1e6


def _model(name: str) -> float:
    if name in CLASSIC:
        return 0.0
    folder = antecedents.installed("large") if name == LARGE else antecedents.bundled_folder()
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / 1e6


def drawn(points: Sequence[Point], path: Path) -> None:
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullLocator, ScalarFormatter

    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axes = figure.subplots()
    for number, point in enumerate(points):
        axes.scatter(point.speed, point.score, s=8 * point.size, alpha=0.6)
        # One below the other where points lie on each other.
        lines = sum(_close(point, other) for other in points[:number])
        axes.annotate(
            f"{point.resolver}, {point.size:.0f} MB",
            (point.speed, point.score),
            textcoords="offset points",
            xytext=(16, 6 - 22 * lines),
            fontsize=8,
        )
    axes.set_xscale("log")
    axes.set_xticks([125, 250, 500, 1000, 2000, 4000, 8000])
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(min(p.speed for p in points) / 1.5, max(p.speed for p in points) * 2.2)
    low, high = min(p.score for p in points), max(p.score for p in points)
    axes.set_ylim(low - 2, high + 2)
    axes.set_xlabel("words per CPU second, text to chains")
    axes.set_ylabel("GUM dev, CoNLL")
    figure.savefig(path)


def _close(one: Point, other: Point) -> bool:
    slower, faster = sorted((one.speed, other.speed))
    return faster < 1.3 * slower and abs(one.score - other.score) < 1.5
