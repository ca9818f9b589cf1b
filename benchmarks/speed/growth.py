"""Time and memory of resolvers in texts that grow, mentions and trace included, parsing not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from benchmarks.results import record
from benchmarks.speed.texts import elsewhere, repeated, various
from benchmarks.speed.timing import LEAST, Used, classic, offer, resolved, used
from coindex.core.document import Document
from coindex.report.table import Cell, Table

SIZES = (12_500, 25_000, 50_000, 100_000, 200_000, 400_000)
HARD = (100_000, 400_000)
ENOUGH = 50_000
"""Tokens after which a resolver has been timed often enough; the best time counts."""

WARMING = 20
"""Short documents that are resolved before: a single one may have no names of people."""

Grown = dict[int, dict[str, Used]]
"""By size and resolver."""


def run(corpora: Path, names: Sequence[str] = (), result: str = "rosana-growth") -> bool:
    """Prints the tables; whether all named resolvers, or all there are, are
    fast enough whatever the length.
    """
    chosen = list(names) or classic()
    different = grown(various, corpora, SIZES, chosen)
    same = grown(repeated, corpora, HARD, chosen)
    script = "resolvers" if result == "growth" else "rosana"
    record(
        result,
        [*_tables("different documents", different), *_tables("one document over and over", same)],
        command=f"python -m benchmarks.{script} --corpora FOLDER growth",
        components=chosen,
    )
    return all(
        one.rate >= LEAST
        for figures in (different, same)
        for row in figures.values()
        for one in row.values()
    )


def grown(
    text: Callable[[Path, int], Document], corpora: Path, sizes: Sequence[int], names: Sequence[str]
) -> Grown:
    """One process for each size, which holds nothing but the text."""
    found: Grown = {}
    for size in sizes:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
            found[size] = executor.submit(_sized, text, corpora, size, names).result()
    return found


def _sized(
    text: Callable[[Path, int], Document], corpora: Path, size: int, names: Sequence[str]
) -> dict[str, Used]:
    others = list(islice(elsewhere(corpora), WARMING))
    offer(document := text(corpora, size))
    rounds = max(1, ENOUGH // size)
    found = {}
    for name in names:
        for other in others:
            resolved(name, other)  # lexicons are loaded now
        found[name] = min(
            (used(name, document) for _ in range(rounds)), key=lambda one: one.seconds
        )
    return found


def _tables(title: str, figures: Grown) -> list[Table]:
    """Resolvers down, sizes across."""
    tokens = [f"{next(iter(row.values())).tokens:,}" for row in figures.values()]
    names = next(iter(figures.values()))

    def table(what: str, cell: Callable[[Used], Cell]) -> Table:
        rows = [(name, *(cell(row[name]) for row in figures.values())) for name in names]
        return Table((what, *tokens), rows, title)

    return [
        table("CPU s", lambda one: f"{one.seconds:.2f}"),
        table("tokens per CPU s", lambda one: f"{one.rate:,.0f}"),
        table("peak MB of the process", lambda one: f"{one.megabytes:.0f}"),
        table("candidates per token", lambda one: f"{one.candidates / one.tokens:.2f}"),
    ]
