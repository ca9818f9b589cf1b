"""`coindex chunks`: documents as passages that stand on their own, for retrieval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Literal

import typer

from coindex.cli.input_options import Reading
from coindex.cli.options import Bulk, OutputFiles, Preprocessing, names_in
from coindex.cli.outputs import Making, write_out
from coindex.cli.wording import help_text
from coindex.core.annotation import Annotated as Item
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.pipeline.pipeline import RESOLVER
from coindex.report.table import check_style
from coindex.texts.rewriting.choices import KINDS, SURE, Choices
from coindex.texts.rewriting.options import Kinds, MinConfidence, Quotations, Resolver
from coindex.texts.rewriting.passages import WORDS, Cutting, Passage
from coindex.texts.rewriting.rewriter import Cutter, Rewriter

ALL_KINDS = ",".join(KINDS)
STYLES = {"jsonl": ".jsonl", "text": ".txt"}
"""Outputs with the suffixes of their files."""


def run(
    *,
    words: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=help_text("Words in a passage, at most; else {words}.", words=WORDS),
        ),
    ] = None,
    sentences: Annotated[
        int | None,
        typer.Option(min=1, help="Sentences in a passage, at most."),
    ] = None,
    tokens: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Tokens in a passage, at most; needs --tokenizer.",
        ),
    ] = None,
    tokenizer: Annotated[
        str,
        typer.Option(help="File tokenizer.json of the model that reads them."),
    ] = "",
    by: Annotated[
        Literal["words", "sentences", "paragraph"] | None,
        typer.Option(help="Where passages end; paragraph: with each paragraph, or earlier."),
    ] = None,
    overlap: Annotated[
        int,
        typer.Option(min=0, help="Sentences to repeat from the previous passage."),
    ] = 0,
    header: Annotated[
        bool,
        typer.Option(
            "--header",
            help="With --as text: put the headings above it and missing names before each passage.",
        ),
    ] = False,
    kinds: Kinds = ALL_KINDS,
    min_confidence: MinConfidence = SURE,
    quotations: Quotations = False,
    resolver: Resolver = RESOLVER,
    preprocessing: Preprocessing,
    as_: Annotated[str, typer.Option("--as", help="jsonl or text; for jobs jsonl, parquet.")] = "",
    output: OutputFiles = None,
    reading: Reading,
    bulk: Bulk,
) -> None:
    cutting = _cutting(by, words, sentences, tokens, tokenizer, overlap)
    choices = Choices(names_in(kinds), min_confidence, quotations=quotations)
    pipeline = preprocessing.pipeline(resolver)
    if bulk.is_job(reading.texts, as_, output):
        from coindex.cli.jobs import start_job, style_of
        from coindex.texts.rewriting.job import STYLES as OF_JOBS
        from coindex.texts.rewriting.job import Passages

        style = style_of(as_, output, OF_JOBS)
        lenient, prose = reading.lenient, reading.prose
        work = Passages(pipeline, style, False, lenient, prose, choices, cutting)
        start_job(reading, work, output, bulk)
        return
    style = as_ or ("text" if (output or "").endswith(".txt") else "jsonl")
    check_style(style, STYLES)
    cutter = Cutter(Rewriter(pipeline, choices), cutting)

    def cut(item: Item, advance: Callable[[int], None]) -> list[str]:
        extra = dict(item.document.extra)
        return [
            one.to_json(extra) if style == "jsonl" else _shown(one, header=header)
            for one in cutter(item, advance)
        ]

    making = Making(pipeline, "cutting", cut, _lines, STYLES[style])
    with reading.inputs(output) as given:
        write_out(given, making, output, named=reading.is_several)


def _cutting(
    by: str | None,
    words: int | None,
    sentences: int | None,
    tokens: int | None,
    tokenizer: str,
    overlap: int,
) -> Cutting:
    if words is not None and sentences is not None:
        raise CoindexError("--words and --sentences cannot be combined")
    if (tokens is None) != (not tokenizer):
        raise CoindexError("--tokens and --tokenizer need each other")
    if tokens is not None:
        if by or words or sentences:
            raise CoindexError("--tokens cannot be combined with another size")
        return Cutting("tokens", tokens, overlap, tokenizer)
    if (by == "sentences" and sentences is None) or (
        by in ("words", "paragraph") and sentences is not None
    ):
        raise CoindexError(
            Message(
                "--by {by} needs --{value}",
                by=by,
                value="words" if by != "sentences" else "sentences",
            )
        )
    unit = by or ("sentences" if sentences is not None else "words")
    return Cutting(unit, sentences or words or WORDS, overlap)


def _shown(passage: Passage, *, header: bool) -> str:
    return f"== {passage.id}\n{passage.headed if header else passage.text}\n"


def _lines(documents: Iterable[list[str]], named: bool) -> Iterator[str]:
    for lines in documents:
        for line in lines:
            yield f"{line}\n"
