"""`coindex resolve`: chains, reasons, or the text with its pronouns replaced."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from coindex import formats
from coindex.cli.inputs import documents, warn_of_language
from coindex.cli.options import Detector, From, Lenient, Parser, Texts
from coindex.cli.progress import progress
from coindex.core import annotation as model
from coindex.core.errors import CoindexError, suggestion
from coindex.core.files import replacing
from coindex.core.problems import Problems
from coindex.experiment.pipeline import DETECTOR, PARSER, RESOLVER, Pipeline
from coindex.experiment.result import Result

OURS = ("text", "json", "html", "csv", "replaced", "logic")


def run(
    texts: Texts = None,
    resolver: Annotated[str, typer.Option(help="Resolver; `coindex list resolvers`.")] = RESOLVER,
    parser: Parser = PARSER,
    fragmenter: Annotated[str, typer.Option(help="Fragmenter; `coindex list fragmenters`.")] = "none",
    detector: Detector = DETECTOR,
    as_: Annotated[
        str, typer.Option("--as", help="text, json, html, csv (entities), replaced, logic, or a format.")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="File, or folder with one output file for each input.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Explain each decision.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Print the text with pronouns replaced.")] = False,
    from_: From = "",
    lenient: Lenient = False,
) -> None:
    style = as_ or ("replaced" if replace else _style(output))
    if style not in OURS and style not in formats.writers():
        raise CoindexError(f"no output is called {style!r}; {suggestion(style, [*OURS, *formats.writers()])}")
    pipeline = Pipeline(parser, fragmenter, detector, resolver)
    results = _resolved(texts or [], pipeline, from_, Problems(lenient=lenient))
    if output is not None and (output.is_dir() or not output.suffix):
        for result in results:
            _write([result], output / f"{_file_name(result)}{_suffix(style)}", style, why)
    elif output is not None:
        _write(list(results), output, style, why)
    else:
        _print(results, pipeline, style, why)


def _style(output: Path | None) -> str:
    if output is None or not output.suffix:
        return "text"
    known = {".html": "html", ".csv": "csv", ".json": "json", ".txt": "text"}
    return known.get(output.suffix) or formats.format_for(output)


def _suffix(style: str) -> str:
    ours = {"text": ".txt", "html": ".html", "csv": ".csv", "json": ".json", "replaced": ".txt", "logic": ".txt"}
    return ours.get(style) or formats.writers()[style].suffixes[0]


def _file_name(result: Result) -> str:
    return "".join("_" if character in '/\\<>:"|?*' else character for character in result.document.id) or "text"


def _resolved(texts: list[str], pipeline: Pipeline, format: str, problems: Problems) -> Iterator[Result]:
    for item in documents(texts, format=format, problems=problems):
        if pipeline.parser == PARSER:
            warn_of_language(item.document, "en")
        with progress(f"resolving {item.document.id}", len(item.document.text)) as advance:
            document = next(pipeline.parsed([item.document], advance))
            yield pipeline.resolved(document, pipeline.mentions(document, item.annotation))


def _write(results: list[Result], path: Path, style: str, why: bool) -> None:
    if style in OURS:
        with replacing(path) as stream:
            for piece in _rendered(results, style, why):
                stream.write(piece)
    else:
        formats.write((model.Annotated(result.document, result.annotation) for result in results), path, style)


def _print(results: Iterator[Result], pipeline: Pipeline, style: str, why: bool) -> None:
    if style not in OURS:
        items = (model.Annotated(result.document, result.annotation) for result in results)
        formats.write_stream(items, sys.stdout, style)
    elif style == "text" and sys.stdout.isatty():
        for result in results:
            _show(result, pipeline, why)
    else:
        for piece in _rendered(results, style, why):
            sys.stdout.write(piece)


def _show(result: Result, pipeline: Pipeline, why: bool) -> None:
    from rich.console import Console

    from coindex.report.marked import chain_lines, coloured_text

    console = Console(highlight=False)
    console.print(coloured_text(result.document, result.entities))
    console.print()
    for line in chain_lines(result.document, result.entities):
        console.print(line, markup=False)
    console.print(f"[dim]resolved by {pipeline.resolver} on {pipeline.parser}[/dim]")
    if why:
        console.print("\n" + result.why(), markup=False)


def _rendered(results: Iterator[Result] | list[Result], style: str, why: bool) -> Iterator[str]:
    if style == "html":
        from coindex.report.page import page

        yield page([(result.document, result.entities) for result in results], "Coreference chains")
        return
    for number, result in enumerate(results):
        yield _one(result, style, why, first=number == 0)


def _one(result: Result, style: str, why: bool, *, first: bool) -> str:
    from coindex.report import listing, marked, replaced
    from coindex.report.tables import render

    document, entities = result.document, result.entities
    if style == "replaced":
        return replaced.replaced(document, entities) + "\n"
    if style == "csv":
        text = render([listing.listing(document, entities)], "csv")
        return text if first else text.partition("\n")[2]
    if style == "json":
        return json.dumps(_json(result), ensure_ascii=False) + "\n"
    if style == "logic":
        from coindex.report.logic import logic

        return "\n".join([*logic(document, result.annotation), ""])
    chains = "\n".join(marked.chain_lines(document, entities))
    reasons = f"\n\n{result.why()}" if why else ""
    resolver = result.annotation.source.name
    return f"{marked.bracketed_text(document, entities)}\n\n{chains}\n(resolved by {resolver}){reasons}\n"


def _json(result: Result) -> dict[str, object]:
    """Chains with character offsets, for programs that want no more."""
    document = result.document
    return {
        "document": document.id,
        "resolver": result.annotation.source.name,
        "entities": [
            {
                "type": entity.type,
                "mentions": [
                    {
                        "start": document.tokens[mention.start].start,
                        "end": document.tokens[mention.end - 1].end,
                        "text": mention.text(document),
                        "kind": str(mention.kind),
                    }
                    for mention in entity.mentions
                ],
            }
            for entity in result.entities
        ],
    }
