"""Runs plans from the command line: progress, finished runs, tables, files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coindex.cli.notes import tell_exposure, tell_problems, tell_remarks
from coindex.core import registry
from coindex.core.problems import Problems
from coindex.core.spec import several
from coindex.experiment.execution import Experiment, PartCounts
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results, Row, Run
from coindex.experiment.seen import left_out
from coindex.experiment.units import Done
from coindex.interface.translation import grouped, say, translate, worded
from coindex.report.findings import MENTIONS, Findings
from coindex.report.output_files import REPORT, write_parts, write_report
from coindex.report.seen import exposure_warnings
from coindex.report.table import show
from coindex.report.tables.contents import checked_parts
from coindex.report.tables.contents import tables as part_tables
from coindex.report.tables.details import everything
from coindex.report.tables.papers import summary
from coindex.report.tables.results import line

if TYPE_CHECKING:
    from rich.progress import Progress


Shown = Annotated[
    str,
    typer.Option(
        "--show",
        help=(
            "Parts of the report to print, separated by commas, such as table3, figure5, workbench."
        ),
    ),
]


def run_plan(
    plan: Plan,
    engine: str,
    style: str,
    output: Path | None,
    *,
    parts: str = "",
    in_detail: bool = False,
) -> None:
    """Run a plan: results go to standard output, everything else to standard error.

    `parts` are those of the report to print in place of the summary.
    """
    chosen = checked_parts(several(parts))
    if plan.title:
        typer.echo("\n".join(filter(None, (plan.title, plan.note))), err=True)
    experiment = Experiment(
        plan, registry.build("engines", engine), problems=Problems(lenient=plan.lenient)
    )
    try:
        with watching() as watcher:
            results = experiment.run(watcher)
    except KeyboardInterrupt:
        typer.echo(
            say(
                "interrupted; finished parts are kept in {folder}; run the same command to "
                "continue",
                folder=experiment.cache.folder,
            ),
            err=True,
        )
        raise typer.Exit(130) from None
    if chosen:
        findings = Findings(results)
        show([table for part in chosen for table in part_tables(findings, part)], style)
    else:
        tables = [summary(results, group, style) for group in results.groups]
        show([*tables, *(everything(results) if in_detail else [])], style)
    tell_run(experiment, results)
    if output is not None:
        typer.echo(
            say("writing tables and figures to {folder}", folder=output), err=True
        )  # a large report takes a while
        written = write_report(results, output)
        if chosen:
            write_parts(written, chosen, output)
        typer.echo(say("report: {path}", path=output / REPORT), err=True)
    if all(run.lacking for run in results.runs):
        raise typer.Exit(2)


def tell_run(experiment: Experiment, results: Results) -> None:
    """Print problems, and what was computed or reused, to standard error."""
    tell_problems(experiment.problems)
    tell_exposure(exposure_warnings(results))
    for corpus in results.corpora:
        if corpus.left_out:
            tell_remarks([left_out(corpus.name, corpus.left_out)])
    for run in results.runs:
        if run.problems and not run.lacking:
            document, problem = next(iter(run.problems.items()))
            typer.echo(
                say(
                    "problem: {resolver} on {corpus}, {mentions}: {count} of {documents} documents "
                    "count as unresolved; first: {document}: {problem}",
                    resolver=run.condition.resolver,
                    corpus=run.condition.corpus,
                    mentions=worded(MENTIONS[run.condition.given]),
                    count=len(run.problems),
                    documents=run.documents,
                    document=document,
                    problem=translate(problem),
                ),
                err=True,
            )
    for path in experiment.counts.damaged:
        typer.echo(say("damaged cache entry, computed again: {path}", path=path), err=True)
    typer.echo(counts_line(experiment.counts), err=True)


def counts_line(counts: PartCounts) -> str:
    """How many parts were computed, and how many were reused from the cache."""
    return say(
        "parts: {computed} computed ({parsed} parsed, {resolved} resolved), {reused} reused",
        computed=grouped(counts.parts["computed"]),
        parsed=grouped(counts.steps["parse"]),
        resolved=grouped(counts.steps["decisions"]),
        reused=grouped(counts.parts["reused"]),
    )


@contextmanager
def watching() -> Iterator[_Watcher]:
    """A progress bar on a terminal; each finished run is a line anywhere."""
    if not sys.stderr.isatty():
        yield _Watcher(None)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Watcher(bar)


class _Watcher:
    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar
        self._task: Any = None

    def begin(self, units: int) -> None:
        if self._bar is not None:
            self._task = self._bar.add_task(say("resolving"), total=units)

    def advance(self, done: Done) -> None:
        if self._bar is not None:
            self._bar.update(self._task, advance=1, description=f"{done.part.document[:30]:<30}")

    def finish(self, run: Run, rows: Sequence[Row]) -> None:
        if self._bar is None:
            typer.echo(line(run, rows), err=True)
        else:
            self._bar.console.print(line(run, rows), markup=False, highlight=False, soft_wrap=True)
