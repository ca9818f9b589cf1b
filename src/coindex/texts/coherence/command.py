"""`coindex cohere`: centers and their transitions, the entity grid, chains."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from coindex.cli.input_options import Reading
from coindex.cli.inputs import warn_of_language
from coindex.cli.notes import progress
from coindex.cli.options import GivenOrResolver, OutputFile, Preprocessing, TableStyle
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.io.files import uncompressed
from coindex.io.output import replacing
from coindex.pipeline.pipeline import RESOLVER
from coindex.report.table import Table, check_style, render, show
from coindex.texts.coherence import tables
from coindex.texts.coherence.coherence import Coherence, Coherer

SVG = ".svg"
PARTS = {
    "summary": tables.summary,
    "centers": tables.centers,
    "grid": tables.grid,
    "steps": tables.steps,
}


def run(
    *,
    part: Annotated[
        Literal["summary", "centers", "grid", "steps"],
        typer.Option(
            "--show",
            help="summary: a row per text; centers: per utterance; grid: per entity; steps: how "
            "often roles follow each other in the grid.",
        ),
    ] = "summary",
    utterance: Annotated[
        Literal["sentence", "conjoined", "tensed_clause"],
        typer.Option(help="Unit of utterances; conjoined: coordinated clauses are separate."),
    ] = "conjoined",
    segment: Annotated[
        Literal["document", "paragraph"],
        typer.Option(help="Where the list of centers is reset."),
    ] = "document",
    resolver: GivenOrResolver = RESOLVER,
    preprocessing: Preprocessing,
    plot: Annotated[
        Path | None, typer.Option(help="SVG file for a figure of the transitions of each text.")
    ] = None,
    as_: TableStyle = "table",
    output: OutputFile = None,
    reading: Reading,
) -> None:
    check_style(as_)
    if plot is not None and Path(uncompressed(plot.name)).suffix.lower() not in ("", SVG):
        raise CoindexError(
            Message("{plot}: figures are SVG; name a file that ends in {svg}", plot=plot, svg=SVG)
        )
    pipeline = preprocessing.pipeline(resolver)
    coherer = Coherer(pipeline, utterance, segment)
    measured: list[Coherence] = []
    with reading.documents(output, plot) as documents:
        for item in documents:
            warn_of_language(item.document, pipeline)
            with progress(
                say("reading {name}", name=item.document.id), len(item.document.text)
            ) as advance:
                measured.append(coherer(item, advance))
    if not measured:
        raise CoindexError("no document to measure")
    signature = Message(
        "utterance {utterance}, segment {segment}; without entities: {resolver}",
        utterance=utterance,
        segment=segment,
        resolver=resolver,
    )
    _write(PARTS[part](measured, signature), as_, output)
    if plot is not None:
        with replacing(plot) as stream:
            stream.write(tables.transitions_figure(measured).file())


def _write(table: Table, style: str, output: Path | None) -> None:
    if output is None:
        show([table], style)
        return
    with replacing(output) as stream:
        stream.write(render([table], style))
