"""`coindex rewrite`: the text with names instead of pronouns, where that is safe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from coindex.cli.input_options import Reading
from coindex.cli.options import Bulk, OutputFiles, Preprocessing, names_in
from coindex.cli.outputs import Making, write_out
from coindex.cli.wording import help_text
from coindex.core.errors import CoindexError
from coindex.interface.translation import grouped, say, translate
from coindex.pipeline.pipeline import RESOLVER
from coindex.report.table import check_style
from coindex.texts.rewriting.choices import SURE, Choices
from coindex.texts.rewriting.dialogue import SURE as SURE_IN_TURNS
from coindex.texts.rewriting.dialogue import LastTurn
from coindex.texts.rewriting.options import LESS_CERTAIN, Kinds, Quotations, Resolver
from coindex.texts.rewriting.rewriter import Rewriter
from coindex.texts.rewriting.rewriting import Rewriting

STYLES = {"text": ".txt", "json": ".jsonl", "html": ".html"}
"""Outputs with the suffixes of their files."""


def run(
    *,
    kinds: Kinds = "pronouns,zeros",
    min_confidence: Annotated[
        float | None,
        typer.Option("--min-confidence", min=0, max=1, help=LESS_CERTAIN, show_default=f"{SURE}"),
    ] = None,
    only: Annotated[
        Literal["all", "ambiguous", "far"],
        typer.Option(help="Rewrite only ambiguous mentions, or those far from a name."),
    ] = "all",
    style: Annotated[
        Literal["name", "description"],
        typer.Option(help="Use the names of entities, or descriptions."),
    ] = "name",
    quotations: Quotations = False,
    repeat: Annotated[
        Literal["sentence", "clause", "any"],
        typer.Option(help="Skip mentions whose sentence, or clause, already has the name."),
    ] = "sentence",
    turn: Annotated[
        Literal["", "last"],
        typer.Option(
            help=help_text(
                "last: make the last turn of a dialogue stand alone; {sure} is certain enough.",
                sure=SURE_IN_TURNS,
            )
        ),
    ] = "",
    resolver: Resolver = RESOLVER,
    preprocessing: Preprocessing,
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            help="text, json (changes and reasons) or html (changes marked); jobs: jsonl, parquet.",
        ),
    ] = "",
    output: OutputFiles = None,
    report: Annotated[
        bool,
        typer.Option("--report", help="Say what was replaced and what was left, and why."),
    ] = False,
    reading: Reading,
    bulk: Bulk,
) -> None:
    pipeline = preprocessing.pipeline(resolver)
    asked = names_in(kinds)
    if min_confidence is None:
        min_confidence = SURE_IN_TURNS if turn else SURE
    choices = Choices(asked, min_confidence, only, style, quotations, repeat)
    if turn and resolver != RESOLVER:
        raise CoindexError("--turn uses the small model, so that it is quick; leave out --resolver")
    if not turn and bulk.is_job(reading.texts, as_, output):
        from coindex.cli.jobs import start_job, style_of
        from coindex.texts.rewriting.job import STYLES as OF_JOBS
        from coindex.texts.rewriting.job import Rewritings

        written_as = style_of("jsonl" if as_ == "json" else as_, output, OF_JOBS)
        lenient, prose = reading.lenient, reading.prose
        work = Rewritings(pipeline, written_as, False, lenient, prose, choices)
        start_job(reading, work, output, bulk)
        return
    rewriter: Rewriter | LastTurn = Rewriter(pipeline, choices)
    if turn:
        # Questions often are quotations to what finds these.
        rewriter = LastTurn(replace(choices, quotations=True), pipeline.parser)
    chosen = as_ or _style(output)
    check_style(chosen, STYLES)
    written = {"text": _texts, "json": _lines, "html": _page}[chosen]
    making = Making(pipeline, "rewriting", rewriter, written, STYLES[chosen])
    with reading.inputs(output) as given:
        rewritings = write_out(given, making, output, named=reading.is_several)
    if report:
        typer.echo(report_of(rewritings), err=True)


def _style(output: str | None) -> str:
    known = {".html": "html", ".json": "json", ".jsonl": "json"}
    return known.get(Path(output or "").suffix, "text")


def _texts(rewritings: Iterable[Rewriting], named: bool) -> Iterator[str]:
    for number, one in enumerate(rewritings):
        between = "\n" if number else ""
        yield f"{between}== {one.document.id}\n" if named or number else ""
        yield one.text if one.text.endswith("\n") else f"{one.text}\n"


def _lines(rewritings: Iterable[Rewriting], named: bool) -> Iterator[str]:
    for one in rewritings:
        yield one.to_json() + "\n"


def _page(rewritings: Iterable[Rewriting], named: bool) -> Iterator[str]:
    from coindex.texts.rewriting.page import PagePart, page

    parts = [
        PagePart(one.document.id, one.document.text, one.marks, one.summary(), one.reasons)
        for one in rewritings
    ]
    yield page(parts, say("Rewritten text"))


def report_of(rewritings: Iterable[Rewriting]) -> str:
    """What was replaced and left in all documents, with the reasons."""
    replaced, reasons = 0, Counter[str]()
    for one in rewritings:
        replaced += one.replaced
        reasons.update(one.reasons)
    lines = [f"{grouped(count):>7}  {translate(reason)}" for reason, count in reasons.most_common()]
    counts = {"replaced": grouped(replaced), "left": grouped(reasons.total())}
    return "\n".join([say("{replaced} replaced, {left} left", **counts), *lines])
