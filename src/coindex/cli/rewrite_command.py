"""`coindex rewrite`: the text with names instead of pronouns, where that is safe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from coindex.cli.bulk import Bulk
from coindex.cli.inputs import holds_files, inputs
from coindex.cli.notes import tell_problems
from coindex.cli.options import (
    Detector,
    Engine,
    From,
    Jobs,
    Language,
    Lenient,
    Parser,
    Part,
    Prose,
    Resume,
    Text,
    Texts,
    parser_for,
)
from coindex.cli.outputs import Making, write_out
from coindex.core.errors import CoindexError, suggestion
from coindex.core.problems import Problems
from coindex.experiment.pipeline import AUTO, NO_CUTS, PARSER, RESOLVER, Pipeline
from coindex.experiment.rewriting import Rewriter
from coindex.rendering.rewriting.choices import KINDS, SURE, Choices
from coindex.rendering.rewriting.rewriting import Rewriting

STYLES = {"text": ".txt", "json": ".jsonl", "html": ".html"}
"""Outputs with the suffixes of their files."""


def run(
    texts: Texts = None,
    text: Text = None,
    kinds: Annotated[
        str, typer.Option(help=f"What to make explicit, separated by commas: {', '.join(KINDS)}.")
    ] = "pronouns,zeros",
    min_confidence: Annotated[
        float,
        typer.Option(
            "--min-confidence", min=0, max=1, help="Leave mentions that are less certain than this."
        ),
    ] = SURE,
    only: Annotated[
        Literal["all", "ambiguous", "far"],
        typer.Option(help="Only mentions with a competitor, or far from a name."),
    ] = "all",
    style: Annotated[
        Literal["name", "description"],
        typer.Option(help="Call entities by their names or by descriptions."),
    ] = "name",
    quotations: Annotated[
        bool, typer.Option("--quotations", help="Rewrite inside quotations, too.")
    ] = False,
    repeat: Annotated[
        Literal["sentence", "clause", "any"],
        typer.Option(help="Leave mentions whose sentence, or clause, has the name already."),
    ] = "sentence",
    resolver: Annotated[
        str, typer.Option(help="Resolver; auto: the one that the language names for rewriting.")
    ] = RESOLVER,
    parser: Parser = PARSER,
    language: Language = "auto",
    detector: Detector = AUTO,
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            help="text, json (changes and reasons) or html (changes marked); jobs: jsonl, parquet.",
        ),
    ] = "",
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", help="File, or folder for one output file per input."),
    ] = None,
    report: Annotated[
        bool,
        typer.Option("--report", help="Print to standard error what was replaced and left."),
    ] = False,
    from_: From = "",
    prose: Prose = False,
    lenient: Lenient = False,
    engine: Engine = "",
    jobs: Jobs = None,
    resume: Resume = False,
    part: Part = None,
) -> None:
    pipeline = Pipeline(parser_for(parser, language), NO_CUTS, detector, resolver)
    asked = kinds_of(kinds)
    choices = Choices(asked, min_confidence, only, style, quotations, repeat)
    bulk = Bulk(engine, jobs, resume, part)
    if bulk.is_job(texts or [], as_, output):
        from coindex.cli.jobs import Given, start_job, style_of
        from coindex.experiment.bulk.rewriting import STYLES as OF_JOBS
        from coindex.experiment.bulk.rewriting import Rewritings

        written_as = style_of("jsonl" if as_ == "json" else as_, output, OF_JOBS)
        work = Rewritings(pipeline, written_as, False, lenient, prose, choices)
        start_job(Given(texts, text, from_), work, output, bulk)
        return
    rewriter = Rewriter(pipeline, choices)
    chosen = as_ or _style(output)
    if chosen not in STYLES:
        raise CoindexError(f"no output is called {chosen!r}; {suggestion(chosen, STYLES)}")
    problems = Problems(lenient=lenient)
    given = inputs(texts or [], texts=text or [], format=from_, problems=problems, prose=prose)
    named = len(texts or []) + len(text or []) > 1 or any(map(holds_files, texts or []))
    written = {"text": _texts, "json": _lines, "html": _page}[chosen]
    making = Making(pipeline, "rewriting", rewriter, written, STYLES[chosen])
    try:
        rewritings = write_out(given, making, output, named=named)
    finally:
        tell_problems(problems)
    if report:
        typer.echo(report_of(rewritings), err=True)


def kinds_of(names: str) -> tuple[str, ...]:
    """The kinds of mentions in a list with commas."""
    return tuple(filter(None, (name.strip() for name in names.split(","))))


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
    from coindex.rendering.rewriting.page import Part, page

    parts = [
        Part(one.document.id, one.document.text, one.marks, one.summary(), one.reasons)
        for one in rewritings
    ]
    yield page(parts, "Rewritten text")


def report_of(rewritings: Iterable[Rewriting]) -> str:
    """What was replaced and left in all documents, with the reasons."""
    replaced, reasons = 0, Counter[str]()
    for one in rewritings:
        replaced += one.replaced
        reasons.update(one.reasons)
    lines = [f"{count:>7,}  {reason}" for reason, count in reasons.most_common()]
    return "\n".join([f"{replaced:,} replaced, {reasons.total():,} left", *lines])
