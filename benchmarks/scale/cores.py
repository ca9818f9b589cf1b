"""How much faster two processes are than one, beside work that needs nothing but a
processor, in the same minutes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.results import record
from benchmarks.scale.processor import cpu_seconds
from benchmarks.scale.texts import items
from coindex.engines.pool import Pool
from coindex.experiment.bulk.resolving import BulkResolving
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table

ENOUGH, OF_CONTROL = 1.8, 0.9
ROUNDS, DOCUMENTS, TURNS = 4, 16, 2_500_000


class Took(NamedTuple):
    """Seconds by the clock, and of processors, those of this process included."""

    clock: float
    cpu: float


def control(_: Any) -> int:
    """About as long as a document takes, without memory, files or libraries."""
    total = 0
    for number in range(TURNS):
        total += number * number % 7
    return total


def run(corpora: Path) -> bool:
    """Prints the medians of several rounds, each of which does all four;
    whether the second core is used.
    """
    texts = items(corpora, (ROUNDS + 1) * DOCUMENTS, part="train")
    given: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]] = {
        "pure CPU control": (control, range(len(texts))),
        "raw text to chains": (BulkResolving(Pipeline()), texts),
    }
    pools = {
        (name, count): prepared(work, count)
        for name, (work, _) in given.items()
        for count in (1, 2)
    }
    took: dict[tuple[str, int], list[Took]] = {key: [] for key in pools}
    for round in range(ROUNDS + 1):
        new = slice(
            round * DOCUMENTS, (round + 1) * DOCUMENTS
        )  # what is known already is quick, and known to one first
        for (name, count), pool in pools.items():
            took[name, count].append(taken(pool, given[name][1][new]))
    for pool in pools.values():
        pool.close()
    took = {
        key: rounds[1:] for key, rounds in took.items()
    }  # in the first, everybody gets to know the common words
    gains = {name: _gain(took[name, 1], took[name, 2]) for name in given}
    rows: list[tuple[Cell, ...]] = [
        (name, *(_shown(took[name, count]) for count in (1, 2)), f"{gain:.2f}")
        for name, gain in gains.items()
    ]
    ours, theirs = gains["raw text to chains"], gains["pure CPU control"]
    title = (
        f"Two processes: {ours:.2f} times as fast, {ours / theirs:.0%} of what pure CPU work gains"
    )
    record(
        "cores",
        [Table(("work", "1 process", "2 processes", "gain"), rows, title)],
        command="python -m benchmarks.scaling --corpora FOLDER cores",
    )
    return ours >= ENOUGH or ours >= OF_CONTROL * theirs


def _gain(one: list[Took], two: list[Took]) -> float:
    """The median of the rounds' own gains: whatever else the machine
    does differs less within a round.
    """
    return median(first.clock / second.clock for first, second in zip(one, two, strict=True))


def _shown(took: list[Took]) -> str:
    return (
        f"{median(one.clock for one in took):.2f} s ({median(one.cpu for one in took):.2f} CPU s)"
    )


def prepared(work: Callable[[Any], Any], count: int) -> Pool[Any, Any]:
    pool: Pool[Any, Any] = Pool(work, count)
    while pool.ready < count:
        time.sleep(0.05)
    return pool


def taken(pool: Pool[Any, Any], inputs: Sequence[Any]) -> Took:
    processes = (os.getpid(), *pool.processes)
    used, started = cpu_seconds(processes), time.perf_counter()
    for future in [pool.submit(one) for one in inputs]:
        future.result()
    return Took(time.perf_counter() - started, cpu_seconds(processes) - used)
