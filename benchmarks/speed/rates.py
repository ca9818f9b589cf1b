"""Tokens per CPU second on GUM dev: mentions and trace included, parsing not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.speed.texts import gum
from benchmarks.speed.timing import LEAST, classic, resolved, timed
from coindex.core.document import Document
from coindex.report.table import Cell, Table, show

ROUNDS = 5
FASTER = {"rosana": 20_000}
"""Who has to be faster than the rest."""


def run(corpora: Path, names: Sequence[str] = ()) -> bool:
    """Prints the best of several rounds; whether all named resolvers, or
    all there are, are fast enough.
    """
    documents = list(gum(corpora))
    found = {name: rate(name, documents) for name in names or classic()}
    rows: list[tuple[Cell, ...]] = [
        (name, f"{value:,.0f}", f"{FASTER.get(name, LEAST):,}") for name, value in found.items()
    ]
    show(
        [Table(("resolver", "tokens per CPU s", "at least"), rows, "GUM dev, gold parse")],
        "markdown",
    )
    return all(value >= FASTER.get(name, LEAST) for name, value in found.items())


def rate(name: str, documents: Sequence[Document]) -> float:
    def every() -> int:
        return sum(len(resolved(name, replace(document))) for document in documents)

    every()
    seconds = min(timed(every)[0] for _ in range(ROUNDS))
    return sum(len(document.tokens) for document in documents) / seconds
