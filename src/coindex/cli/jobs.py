"""`coindex resolve` over many documents: progress on a terminal, and a summary at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import typer

from coindex.cli.input_options import Reading
from coindex.cli.inputs import InputPlace, place_of
from coindex.cli.options import Bulk, engine_of
from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.experiment.bulk import A_PART
from coindex.experiment.bulk.items import ItemResult
from coindex.experiment.bulk.job import Job, JobTotals
from coindex.experiment.bulk.journal import ERRORS
from coindex.experiment.bulk.progress import Progress
from coindex.experiment.bulk.resolving import STYLES, BulkResolving
from coindex.experiment.bulk.sources import Sources
from coindex.interface.translation import counted, fixed, grouped, say
from coindex.pipeline.pipeline import Pipeline

PAUSE = 30
"""Seconds between two lines of progress if there is no terminal for a bar."""


def resolving(
    pipeline: Pipeline,
    style: str,
    output: str | None,
    *,
    why: bool = False,
    lenient: bool = False,
    prose: bool = False,
) -> BulkResolving:
    """The work of a job: its style is the requested one, or else the suffix of the folder."""
    chosen = style_of(style, output, tuple(STYLES))
    if why and chosen != "json":
        raise CoindexError(Message("--why needs --as json, not {chosen}", chosen=chosen))
    return BulkResolving(pipeline, chosen, why, lenient, prose)


def style_of(style: str, output: str | None, known: Sequence[str]) -> str:
    """The requested style, or else the suffix of the folder."""
    chosen = style or (
        "parquet" if output is not None and output.rstrip("/").endswith(".parquet") else "jsonl"
    )
    if chosen not in known:
        raise CoindexError(
            Message(
                "--as {chosen} is not an output of jobs; choose {known}",
                chosen=chosen,
                known=", ".join(known),
            )
        )
    return chosen


def start_job(reading: Reading, work: BulkResolving, output: str | None, bulk: Bulk) -> None:
    """Run a job over the files that the arguments of a command name."""
    if reading.text:
        raise CoindexError(
            "a job over many documents takes files, folders, patterns and URLs, not --text"
        )
    if reading.encoding:
        raise CoindexError(
            "a job over many documents reads UTF-8; convert the files first: coindex convert IN "
            "OUT --encoding NAME"
        )
    places = [place_of(one) or InputPlace(one) for one in reading.texts or []]
    known = {place.format for place in places}
    format = reading.format or (known.pop() if len(known) == 1 else "")
    run_job([place.path for place in places], work, output, bulk, format)


def run_job(
    texts: Sequence[str], work: BulkResolving, output: str | None, bulk: Bulk, format: str
) -> None:
    if output is None:
        raise CoindexError("a job over many documents needs a folder: -o OUT")
    if not texts or "-" in texts:
        raise CoindexError(
            "a job over many documents takes files, folders, patterns and URLs, not standard input"
        )
    for family in ("parsers", "fragmenters", "detectors", "resolvers"):
        work.pipeline.component(family)
    engine = registry.build("engines", engine_of(bulk.engine, bulk.jobs))
    job = Job(Sources.of(texts, format, lenient=work.lenient), work, output, bulk.part or A_PART)
    started = time.monotonic()
    try:
        with _watching(job) as watch:
            totals = job.run(engine, resume=bulk.resume, watch=watch)
    except KeyboardInterrupt:
        typer.echo(
            say(
                "interrupted; finished parts are kept in {folder}; continue with --resume",
                folder=output,
            ),
            err=True,
        )
        raise typer.Exit(130) from None
    typer.echo(_summary(totals, output, time.monotonic() - started), err=True)
    if totals.errors and not totals.done:
        raise typer.Exit(2)


def _summary(totals: JobTotals, output: str, seconds: float) -> str:
    parts = [
        say(
            "{documents} documents, {words} words, {parts} parts in {folder}",
            documents=grouped(totals.done),
            words=grouped(totals.words),
            parts=grouped(totals.parts),
            folder=output,
        ),
        f"{fixed(seconds)} s",
    ]
    if totals.errors:
        place = f"{output.rstrip('/')}/{ERRORS}"
        parts.append(say("{count} set aside in {place}", count=grouped(totals.errors), place=place))
    if len(totals.versions) > 1:
        versions = say(" and ").join(totals.versions)
        parts.append(say("written by Coindex {versions}", versions=versions))
    return "; ".join(parts)


@contextmanager
def _watching(job: Job) -> Iterator[Callable[[ItemResult], None]]:
    done = Progress(job.sizes)
    if not sys.stderr.isatty():
        yield _Lines(done).watch
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    with Bar(
        TextColumn("{task.description}"), BarColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(say("resolving"), total=None)

        def watch(outcome: ItemResult) -> None:
            done.add(outcome)
            share = done.share
            bar.update(
                task,
                total=None if share is None else 1.0,
                completed=share or 0.0,
                description=progress_line(done),
            )

        yield watch


class _Lines:
    """Prints a line from time to time where there is no terminal for a bar."""

    def __init__(self, done: Progress) -> None:
        self._done, self._last = done, time.monotonic()

    def watch(self, outcome: ItemResult) -> None:
        self._done.add(outcome)
        if time.monotonic() - self._last > PAUSE:
            self._last = time.monotonic()
            typer.echo(progress_line(self._done), err=True)


def progress_line(done: Progress) -> str:
    """`12 %, 1,086 documents, 432 words/s, 0:12:30 left`."""
    parts = [] if done.share is None else [f"{100 * done.share:.0f} %"]
    parts.append(counted(done.documents, "document"))
    if done.errors:
        parts.append(say("{count} set aside", count=grouped(done.errors)))
    parts.append(say("{speed} words/s", speed=grouped(done.speed)))
    if done.left is not None:
        parts.append(say("{time} left", time=str(timedelta(seconds=round(done.left)))))
    return ", ".join(parts)
