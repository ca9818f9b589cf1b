"""Documents per second from the HTTP service and from the library, both
with the same number of processes.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.results import record
from benchmarks.scale.cores import prepared, taken
from benchmarks.scale.load import Report, loaded
from benchmarks.scale.processor import cpu_seconds, family
from benchmarks.scale.serving import Service, service
from benchmarks.scale.texts import items
from coindex.experiment.bulk.resolving import BulkResolving
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table

LEAST = 0.85
ROUNDS, SECONDS, DOCUMENTS = 5, 10, 24


class Speed(NamedTuple):
    """Documents per second, and CPU seconds per document, the server's own
    included but not its clients'.
    """

    rate: float
    cpu: float


def run(corpora: Path) -> bool:
    """Prints the medians of rounds in turn; whether the service comes close enough."""
    count = os.cpu_count() or 1
    given = items(corpora, DOCUMENTS)
    library: list[Speed] = []
    answers: list[tuple[Speed, Report]] = []
    with service("--workers", str(count)) as server:
        pool = prepared(BulkResolving(Pipeline()), count)
        for _ in range(ROUNDS):
            library.append(_library(pool, given))
            answers.append(_service(server, [str(one.given) for one in given], 2 * count))
        pool.close()
        memory = server.metric("coindex_resident_bytes") / 1e6
    served = [speed for speed, _ in answers]
    share = median(one.rate / other.rate for one, other in zip(served, library, strict=True))
    times = [
        f"{1000 * median(getattr(report, name) for _, report in answers):,.0f} ms"
        for name in ("p50", "p99")
    ]
    rows: list[tuple[Cell, ...]] = [
        ("library", *_shown(library), "", "", ""),
        ("service", *_shown(served), *times, f"{memory:.0f}"),
    ]
    title = (
        f"The service makes {share:.0%} of the library's documents per second, {count} processes "
        "each"
    )
    columns = ("", "documents/s", "CPU ms/document", "p50", "p99", "MB in all")
    record(
        "service",
        [Table(columns, rows, title)],
        command="python -m benchmarks.scaling --corpora FOLDER service",
        components=["auto"],
    )
    return share >= LEAST


def _shown(speeds: list[Speed]) -> tuple[str, str]:
    return (
        f"{median(one.rate for one in speeds):.1f}",
        f"{1000 * median(one.cpu for one in speeds):.0f}",
    )


def _library(pool: Any, given: list[Any]) -> Speed:
    took = taken(pool, given)
    return Speed(len(given) / took.clock, took.cpu / len(given))


def _service(server: Service, bodies: list[str], clients: int) -> tuple[Speed, Report]:
    processes = family(server.process)
    used = cpu_seconds(processes)
    report = loaded(server.address, SECONDS, bodies, "--clients", str(clients))
    return Speed(
        report.rate, (cpu_seconds(processes) - used) / max(1, report.statuses.get(200, 0))
    ), report
