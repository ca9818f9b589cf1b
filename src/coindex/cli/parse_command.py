"""`coindex parse`: tokens, sentences and dependencies, as CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer

from coindex import formats
from coindex.cli.inputs import documents, warn_of_language
from coindex.cli.notes import tell_losses, tell_problems
from coindex.cli.options import From, Language, Lenient, Output, Parser, Prose, Text, Texts, parser_for
from coindex.cli.progress import progress
from coindex.core.annotation import Annotated, Annotation
from coindex.core.problems import Problems
from coindex.experiment.pipeline import PARSER, Pipeline


def run(
    texts: Texts = None,
    text: Text = None,
    parser: Parser = PARSER,
    language: Language = "auto",
    from_: From = "",
    output: Output = None,
    prose: Prose = False,
    lenient: Lenient = False,
) -> None:
    problems = Problems(lenient=lenient)
    items = _parsed(
        documents(texts or [], texts=text or [], format=from_, problems=problems, prose=prose),
        Pipeline(parser_for(parser, language)),
    )
    if output is None:
        formats.write_stream(items, typer.get_text_stream("stdout"), "conllu")
    else:
        tell_losses(formats.write(items, output))
    tell_problems(problems)


def _parsed(given: Iterable[Annotated], pipeline: Pipeline) -> Iterator[Annotated]:
    for item in given:
        warn_of_language(item.document, pipeline)
        with progress(f"parsing {item.document.id}", len(item.document.text)) as advance:
            document = next(pipeline.parsed([item.document], advance))
        annotation = item.annotation if document.tokens == item.document.tokens else Annotation(document.id)
        yield Annotated(document, annotation)
