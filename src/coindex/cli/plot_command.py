"""`coindex plot`: the figures of a comparison, as SVG."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.input_options import check_apart
from coindex.cli.results_file import file_of, results_in
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.interface.translation import counted, say
from coindex.io.output import replacing
from coindex.report.figures.catalogue import SORTS, drawn
from coindex.report.figures.svg import Figure
from coindex.report.findings import Findings


def run(
    results: Annotated[
        Path | None,
        typer.Argument(metavar="RESULTS", help="results.json, or the folder of a comparison."),
    ] = None,
    figures: Annotated[
        list[str] | None,
        typer.Argument(metavar="FIGURE", help="Figures, or kinds of figures; default: all."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="An SVG file for one figure, or a folder.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the available figures.")] = False,
) -> None:
    if results is None:
        if not list_:
            raise CoindexError("name the results of a comparison: results.json, or its folder")
        for sort, (about, _) in SORTS.items():
            typer.echo(f"{sort:<10} {say(about)}")
        return
    check_apart([output], [file_of(results)])
    chosen = list(_chosen(Findings(results_in(results)), figures or []))
    if list_:
        for figure in chosen:
            typer.echo(f"{figure.name:<40} {figure.title}")
    else:
        _write(chosen, output)


def _chosen(findings: Findings, wanted: list[str]) -> Iterator[Figure]:
    """The requested figures; the name of a single figure begins with its kind:
    `overview-gold-conll`.
    """
    sorts = {name.partition("-")[0] for name in wanted} or set(SORTS)
    for sort in sorts - set(SORTS):
        raise CoindexError(
            Message(
                "no figure is called {sort!r}; {suggestion}",
                sort=sort,
                suggestion=suggestion(sort, SORTS),
            )
        )
    available = [figure for sort in SORTS if sort in sorts for figure in drawn(findings, sort)]
    known = {figure.name for figure in available} | set(SORTS)
    for name in wanted:
        if name not in known:
            raise CoindexError(
                Message(
                    "no figure is called {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, known),
                )
            )
    for figure in available:
        if not wanted or figure.name in wanted or figure.name.partition("-")[0] in wanted:
            yield figure


def _write(chosen: list[Figure], output: Path | None) -> None:
    if not chosen:
        raise CoindexError("these results do not have enough data for this figure")
    single = output is None or output.suffix == ".svg"
    if single and len(chosen) > 1:
        raise CoindexError(
            Message(
                "{count} figures: name a folder with -o, or one of {chosen}",
                count=len(chosen),
                chosen=", ".join(f.name for f in chosen),
            )
        )
    if output is None:
        sys.stdout.write(chosen[0].file())
        return
    for figure in chosen:
        with replacing(output if single else output / f"{figure.name}.svg") as stream:
            stream.write(figure.file())
    typer.echo(
        say("{figures} in {place}", figures=counted(len(chosen), "figure"), place=output), err=True
    )
