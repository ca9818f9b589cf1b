"""`coindex parse`: tokens, sentences and dependencies, as CoNLL-U; or the fragments of
the parse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from coindex import formats
from coindex.cli.input_options import Reading
from coindex.cli.inputs import warn_of_language
from coindex.cli.notes import progress, tell_losses
from coindex.cli.options import Fragmenter, Language, Output, Parser, parser_for
from coindex.cli.outputs import free_path, is_folder, naming_files
from coindex.core.annotation import Annotated as Analysed
from coindex.core.errors import CoindexError
from coindex.interface.translation import say
from coindex.pipeline.fragment_lists import fragment_list
from coindex.pipeline.pipeline import NO_CUTS, PARSER, Pipeline, key_on


def run(
    *,
    parser: Parser = PARSER,
    language: Language = "auto",
    output: Output = None,
    fragments: Annotated[
        bool, typer.Option("--fragments", help="Print the fragments of each sentence.")
    ] = False,
    fragmenter: Fragmenter = "",
    reading: Reading,
) -> None:
    if fragments and output is not None:
        raise CoindexError(
            "--fragments prints a list; to write a fragmented parse, name only a fragmenter"
        )
    pipeline = Pipeline(parser_for(parser, language), fragmenter or NO_CUTS)
    if output is not None and is_folder(output):
        output.mkdir(parents=True, exist_ok=True)
        seen: set[str] = set()
        with reading.inputs(output) as inputs, naming_files() as finished:
            for input in inputs:
                path = free_path(output, input, ".conllu", seen)
                items = _parsed(input.items, pipeline)
                tell_losses(
                    formats.write(_fragmented(items, pipeline) if fragmenter else items, path)
                )
                finished.append(path)
        return
    with reading.documents(output) as documents:
        items = _parsed(documents, pipeline)
        if fragments or fragmenter:
            items = _fragmented(items, pipeline)
        if fragments:
            for item in items:
                typer.echo("\n".join([f"# {item.document.id}", *fragment_list(item.document)]))
        elif output is None:
            formats.write_stream(items, typer.get_text_stream("stdout"), "conllu")
        else:
            tell_losses(formats.write(items, output))


def _fragmented(items: Iterable[Analysed], pipeline: Pipeline) -> Iterator[Analysed]:
    for item in items:
        yield Analysed(pipeline.fragmented(item.document), item.annotation)


def _parsed(given: Iterable[Analysed], pipeline: Pipeline) -> Iterator[Analysed]:
    for item in given:
        warn_of_language(item.document, pipeline)
        with progress(
            say("parsing {name}", name=item.document.id), len(item.document.text)
        ) as advance:
            document = next(pipeline.parsed([item.document], advance))
        yield Analysed(document, key_on(document, item))
