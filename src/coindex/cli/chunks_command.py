"""`coindex chunks`: documents as passages that stand on their own, for retrieval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
from coindex.cli.rewrite_command import kinds_of
from coindex.core.annotation import Annotated as Item
from coindex.core.errors import CoindexError, suggestion
from coindex.core.problems import Problems
from coindex.experiment.pipeline import AUTO, NO_CUTS, PARSER, RESOLVER, Pipeline
from coindex.experiment.rewriting import Cutter, Rewriter
from coindex.rendering.rewriting.choices import KINDS, SURE, Choices
from coindex.rendering.rewriting.passages import WORDS, Cutting, Passage

STYLES = {"jsonl": ".jsonl", "text": ".txt"}
"""Outputs with the suffixes of their files."""


def run(
    texts: Texts = None,
    text: Text = None,
    words: Annotated[
        int | None, typer.Option(min=1, help=f"Words of a passage at most; {WORDS} if not given.")
    ] = None,
    sentences: Annotated[
        int | None, typer.Option(min=1, help="Sentences of a passage, instead of words.")
    ] = None,
    by: Annotated[
        Literal["words", "sentences", "paragraph"] | None,
        typer.Option(help="Where passages end; paragraph: with each paragraph, or before."),
    ] = None,
    overlap: Annotated[
        int, typer.Option(min=0, help="Sentences that a passage repeats from the one before.")
    ] = 0,
    kinds: Annotated[
        str, typer.Option(help=f"What to make explicit, separated by commas: {', '.join(KINDS)}.")
    ] = ",".join(KINDS),
    min_confidence: Annotated[
        float,
        typer.Option(
            "--min-confidence", min=0, max=1, help="Leave mentions that are less certain than this."
        ),
    ] = SURE,
    quotations: Annotated[
        bool, typer.Option("--quotations", help="Rewrite inside quotations, too.")
    ] = False,
    resolver: Annotated[
        str, typer.Option(help="Resolver; auto: the one that the language names for rewriting.")
    ] = RESOLVER,
    parser: Parser = PARSER,
    language: Language = "auto",
    detector: Detector = AUTO,
    as_: Annotated[str, typer.Option("--as", help="jsonl or text; for jobs jsonl, parquet.")] = "",
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", help="File, or folder for one output file per input."),
    ] = None,
    from_: From = "",
    prose: Prose = False,
    lenient: Lenient = False,
    engine: Engine = "",
    jobs: Jobs = None,
    resume: Resume = False,
    part: Part = None,
) -> None:
    cutting = _cutting(by, words, sentences, overlap)
    choices = Choices(kinds_of(kinds), min_confidence, quotations=quotations)
    pipeline = Pipeline(parser_for(parser, language), NO_CUTS, detector, resolver)
    bulk = Bulk(engine, jobs, resume, part)
    if bulk.is_job(texts or [], as_, output):
        from coindex.cli.jobs import Given, start_job, style_of
        from coindex.experiment.bulk.rewriting import STYLES as OF_JOBS
        from coindex.experiment.bulk.rewriting import Passages

        style = style_of(as_, output, OF_JOBS)
        work = Passages(pipeline, style, False, lenient, prose, choices, cutting)
        start_job(Given(texts, text, from_), work, output, bulk)
        return
    style = as_ or ("text" if (output or "").endswith(".txt") else "jsonl")
    if style not in STYLES:
        raise CoindexError(f"no output is called {style!r}; {suggestion(style, STYLES)}")
    problems = Problems(lenient=lenient)
    given = inputs(texts or [], texts=text or [], format=from_, problems=problems, prose=prose)
    named = len(texts or []) + len(text or []) > 1 or any(map(holds_files, texts or []))
    cutter = Cutter(Rewriter(pipeline, choices), cutting)

    def cut(item: Item, advance: Callable[[int], None]) -> list[str]:
        extra = dict(item.document.extra)
        return [
            one.to_json(extra) if style == "jsonl" else _shown(one) for one in cutter(item, advance)
        ]

    try:
        write_out(
            given, Making(pipeline, "cutting", cut, _lines, STYLES[style]), output, named=named
        )
    finally:
        tell_problems(problems)


def _cutting(by: str | None, words: int | None, sentences: int | None, overlap: int) -> Cutting:
    if words is not None and sentences is not None:
        raise CoindexError("--words and --sentences exclude each other")
    if (by == "sentences" and sentences is None) or (
        by in ("words", "paragraph") and sentences is not None
    ):
        raise CoindexError(f"--by {by} goes with --{'words' if by != 'sentences' else 'sentences'}")
    unit = by or ("sentences" if sentences is not None else "words")
    return Cutting(unit, sentences or words or WORDS, overlap)


def _shown(passage: Passage) -> str:
    return f"== {passage.id}\n{passage.text}\n"


def _lines(documents: Iterable[list[str]], named: bool) -> Iterator[str]:
    for lines in documents:
        for line in lines:
            yield f"{line}\n"
