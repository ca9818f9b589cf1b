"""What a million words cost: CPU seconds measured, cores and money extrapolated."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.results import record
from benchmarks.scale.texts import items
from benchmarks.speed.timing import peak
from coindex.core import registry
from coindex.experiment.bulk.job import Job
from coindex.experiment.bulk.resolving import STYLES, BulkResolving
from coindex.experiment.bulk.sources import Sources
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table

PRICE = 0.04
"""US dollars for an hour of one virtual core, about what large clouds ask; half to a
third of it on the spot market.
"""
DOCUMENTS = 40


def run(corpora: Path) -> bool:
    """Prints a row for each way to write results; it is there to be known, and never too much."""
    rows = [_row(style, corpora) for style in STYLES]
    columns = (
        "output",
        "words/CPU s",
        "CPU s/million words",
        "MB/million words",
        "core-hours/billion words",
        "US$/billion",
    )
    title = f"Raw text to files, peak {peak():.0f} MB, at US$ {PRICE} a core-hour"
    record(
        "cost",
        [Table(columns, rows, title)],
        command="python -m benchmarks.scaling --corpora FOLDER cost",
        components=["auto"],
    )
    return True


def _row(style: str, corpora: Path) -> tuple[Cell, ...]:
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "texts.jsonl")
        given.write_text(
            "".join(f"{item.given}\n" for item in items(corpora, DOCUMENTS)), encoding="utf-8"
        )
        work = BulkResolving(Pipeline(), style)
        work.prepare()
        job = Job(Sources.of([str(given)]), work, str(Path(folder, "out")))
        started = time.process_time()
        words = job.run(registry.build("engines", "serial")).words
        seconds = time.process_time() - started
        size = sum(path.stat().st_size for path in Path(folder, "out", "documents").iterdir())
    hours = seconds / words * 1e9 / 3600
    return (
        style,
        f"{words / seconds:,.0f}",
        f"{seconds / words * 1e6:,.0f}",
        f"{size / words:,.0f}",
        f"{hours:,.0f}",
        f"{hours * PRICE:,.2f}",
    )
