"""`coindex report`: an earlier comparison as a page, or as tables in any style."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.input_options import check_apart
from coindex.cli.results_file import file_of, results_in
from coindex.cli.wording import help_text
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.io.output import replacing
from coindex.report import html
from coindex.report.findings import Findings
from coindex.report.table import check_style, render, show
from coindex.report.tables.contents import PARTS, checked_parts, tables

SUFFIXES = {
    ".html": "html",
    ".txt": "table",
    ".json": "json",
    ".csv": "csv",
    ".md": "markdown",
    ".tex": "latex",
}


def run(
    results: Annotated[
        Path, typer.Argument(metavar="RESULTS", help="results.json, or the folder of a comparison.")
    ],
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PART", help=help_text("{parts}; all if not given.", parts=", ".join(PARTS))
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help=help_text(
                "File; its name determines the style: {suffixes}.", suffixes=" ".join(SUFFIXES)
            ),
        ),
    ] = None,
    as_: Annotated[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "",
) -> None:
    checked_parts(parts or ())
    style = as_ or _style(output)
    check_apart([output], [file_of(results)])
    if style == "html":
        if parts or output is None:
            raise CoindexError("the page always has all parts; name only its file with -o")
        html.written(results_in(results), output)
        return
    check_style(style)
    findings = Findings(results_in(results))
    chosen = [table for part in parts or PARTS for table in tables(findings, part, style)]
    if output is None:
        show(chosen, style)
        return
    with replacing(output) as stream:
        stream.write(render(chosen, style))


def _style(output: Path | None) -> str:
    if output is None:
        return "table"
    if output.suffix not in SUFFIXES:
        raise CoindexError(
            Message(
                "{output}: the suffix is not one of a style; {suggestion}",
                output=output,
                suggestion=suggestion(output.suffix, SUFFIXES),
            )
        )
    return SUFFIXES[output.suffix]
