"""`coindex resolve`: chains, reasons, or the text with its pronouns replaced."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from dataclasses import replace as replace_fields
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from coindex import formats
from coindex.cli.input_options import Reading
from coindex.cli.inputs import Input, warn_of_language
from coindex.cli.notes import progress, tell_account, tell_losses
from coindex.cli.option_groups import OUTPUT, PREPROCESSING
from coindex.cli.options import Bulk, Fragmenter, OutputFiles, Preprocessing
from coindex.cli.outputs import file_name, free_path, is_folder, naming_files
from coindex.cli.wording import explain
from coindex.core import annotation as model
from coindex.core import registry, spec
from coindex.core import spec as component_string
from coindex.core.errors import CoindexError, MissingLayer
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.protocols import Accounting, Reasoned
from coindex.interface.translation import say
from coindex.io.output import replacing
from coindex.pipeline.pipeline import NO_CUTS, RESOLVER, Pipeline, check_gold_mentions, given
from coindex.pipeline.result import Result
from coindex.report.table import check_style


def run(
    *,
    resolver: Annotated[
        str, typer.Option(help="Resolver; see `coindex list resolvers`.")
    ] = RESOLVER,
    preprocessing: Preprocessing,
    fragmenter: Fragmenter = NO_CUTS,
    mentions: Annotated[
        Literal["detected", "gold"],
        typer.Option(
            help="Source of mentions: the detector, or the input (gold).",
            rich_help_panel=PREPROCESSING,
        ),
    ] = "detected",
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            help=(
                "text, json, html, csv (entities), replaced, logic, or a format; for jobs jsonl, "
                "json, parquet."
            ),
            rich_help_panel=OUTPUT,
        ),
    ] = "",
    output: OutputFiles = None,
    min_confidence: Annotated[
        float | None,
        typer.Option(
            "--min-confidence",
            min=0,
            max=1,
            help="Leave less probable anaphors open (learned resolvers).",
        ),
    ] = None,
    fast: Annotated[
        bool,
        typer.Option(
            "--fast",
            help="Prefer speed to accuracy: the sieve, much faster, with many more errors.",
        ),
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Explain each decision.", rich_help_panel=OUTPUT)
    ] = False,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace", help="Print the text with pronouns replaced.", rich_help_panel=OUTPUT
        ),
    ] = False,
    reading: Reading,
    bulk: Bulk,
) -> None:
    if mentions == "gold" and not preprocessing.detector.startswith("gold"):
        preprocessing = replace_fields(preprocessing, detector="gold")
    if replace and as_ not in ("", "replaced"):
        raise CoindexError(
            Message(
                "--replace is short for --as replaced; it cannot be combined with --as {value}",
                value=as_,
            )
        )
    as_ = "replaced" if replace else as_
    if fast:
        resolver = _with_option(resolver, "fast", True, "--fast is for the resolver auto")
    if min_confidence is not None:
        only = "--min-confidence is for resolvers with probabilities, auto, neural and hybrid"
        resolver = _with_option(resolver, "min_confidence", min_confidence, only)
    pipeline = preprocessing.pipeline(resolver, fragmenter)
    if bulk.is_job(reading.texts, as_, output):
        from coindex.cli.jobs import resolving, start_job

        lenient, prose = reading.lenient, reading.prose
        work = resolving(pipeline, as_, output, why=why, lenient=lenient, prose=prose)
        start_job(reading, work, output, bulk)
        return
    with reading.inputs(output) as given:
        _print(given, _Asked(pipeline, as_, why), output, named=reading.is_several)


class _Asked(NamedTuple):
    pipeline: Pipeline
    style: str
    why: bool


def _print(given: Iterable[Input], asked: _Asked, target: str | None, *, named: bool) -> None:
    output = None if target is None else Path(target)
    style, why = asked.style or _style(output), asked.why
    if style not in STYLES:
        check_style(spec.read(style).name, {*STYLES, *formats.writers()})
    if why and style not in REASONED:
        raise CoindexError(
            Message(
                "--why needs --as {reasoned}, not {style}",
                reasoned=" or ".join(REASONED),
                style=style,
            )
        )
    work = _Work(asked.pipeline, style, why)
    if output is None:
        work.show(given, named=named)
    elif is_folder(output):
        work.write_each(given, output)
    else:
        work.write_all(given, output)
    tell_losses(work.lost)
    tell_account(work.account)
    if work.lacking and not work.done:
        raise typer.Exit(2)


def _with_option(component: str, name: str, value: float, only: str) -> str:
    """The component with one more option; `only` says which ones have it."""
    spec = component_string.read(component)
    known = {field.name for field in fields(registry.component("resolvers", spec.name))}
    if name not in known:
        raise CoindexError(Message("{only}, not {component}", only=only, component=component))
    return str(spec.with_named(name, value))


def _style(output: Path | None) -> str:
    if output is None or not output.suffix:
        return "text"
    known = {".html": "html", ".csv": "csv", ".json": "json", ".txt": "text"}
    return known.get(output.suffix) or formats.format_for(output)


class _Work:
    """`done` counts documents that were resolved, `lacking` those without a required layer.

    `lost` counts what the written format cannot represent, `account` what the resolver spent and
    repaired.
    """

    def __init__(self, pipeline: Pipeline, style: str, why: bool) -> None:
        self._pipeline, self._style, self._why = pipeline, style, why
        self.done = self.lacking = 0
        self.lost: Counter[Layer] = Counter()
        self.account: Counter[str] = Counter()
        writer = None if style in STYLES else formats.writer_of(style)
        self._reasoned = writer if isinstance(writer, Reasoned) else None

    def show(self, given: Iterable[Input], *, named: bool) -> None:
        """Write to standard output."""
        results = self._results(given)
        if self._style not in STYLES:
            self.lost += formats.write_stream(self._annotated(results), sys.stdout, self._style)
        elif self._style == "text" and sys.stdout.isatty():
            for number, result in enumerate(results):
                sys.stdout.write(heading(result, number, named=named))
                self._coloured(result)
        else:
            for piece in rendering(results, self._style, self._why, named=named):
                sys.stdout.write(piece)

    def write_all(self, given: Iterable[Input], path: Path) -> None:
        """Write to one file."""
        results = list(self._results(given))
        if results and self._style in STYLES:
            with replacing(path) as stream:
                stream.writelines(
                    rendering(results, self._style, self._why, named=len(results) > 1)
                )
        elif results:
            self.lost += formats.write(self._annotated(results), path, self._style)

    def write_each(self, given: Iterable[Input], folder: Path) -> None:
        """Write one file for each input, with its name."""
        suffix = STYLES.get(self._style) or formats.writer_of(self._style).suffixes[0]
        seen: set[str] = set()
        with naming_files() as finished:
            for input in given:
                path, name = free_path(folder, input, suffix, seen), file_name(input)
                results = list(self._results([input]))
                if results and self._style in STYLES:
                    with replacing(path) as stream:
                        stream.writelines(rendering(results, self._style, self._why))
                elif results:
                    self.lost += formats.write_into(
                        self._annotated(results), folder, name or "text", self._style
                    )
                finished.append(path)

    def _results(self, given: Iterable[Input]) -> Iterator[Result]:
        for input in given:
            for item in input.items:
                try:
                    result = self._resolved(item)
                except MissingLayer as error:
                    self.lacking += 1
                    typer.echo(f"coindex: {explain(error)}", err=True)
                else:
                    self.done += 1
                    yield result

    def _resolved(self, item: model.Annotated) -> Result:
        pipeline, id = self._pipeline, item.document.id
        check_gold_mentions(pipeline, item)
        warn_of_language(item.document, pipeline)
        with progress(say("resolving {name}", name=id), len(item.document.text)) as advance:
            document = next(pipeline.parsed([item.document], advance))
            document, key = given(pipeline, document, item)
            mentions = pipeline.mentions(document, key)
            if self._reasoned is not None:
                pipeline = pipeline.naming_all(document)
            result = pipeline.resolved(document, mentions, key if key.entities else None)
            resolver = pipeline.component("resolvers")
            if isinstance(resolver, Accounting):
                spent = dict(resolver.account(document, mentions))
                self.account.update(spent)
            return result

    def _annotated(self, results: Iterable[Result]) -> Iterator[model.Annotated]:
        for result in results:
            item = model.Annotated(result.document, result.annotation)
            yield (
                item
                if self._reasoned is None
                else self._reasoned.with_decisions(item, result.decisions)
            )

    def _coloured(self, result: Result) -> None:
        from rich.console import Console

        from coindex.pipeline.brackets import chain_lines, coloured_text

        console = Console(highlight=False)
        console.print(coloured_text(result.document, result.entities, result.groups))
        console.print()
        lines = chain_lines(result.document, result.entities, result.groups)
        for line in [*lines] or [say("no chains")]:
            console.print(line, markup=False)
        parser = self._pipeline.parser_for(result.document)
        resolver = result.annotation.source.name
        by = say("resolved by {resolver} on {parser}", resolver=resolver, parser=parser)
        console.print(f"[dim]{by}[/dim]")
        if self._why:
            console.print("\n" + result.why(), markup=False)


STYLES = {
    "text": ".txt",
    "json": ".json",
    "html": ".html",
    "csv": ".csv",
    "replaced": ".txt",
    "logic": ".txt",
}
"""Styles with the suffixes of their files."""
REASONED = ("text", "json")
"""Styles that can include reasons."""


def rendering(
    results: Iterable[Result], style: str, why: bool, *, named: bool = False
) -> Iterator[str]:
    """Output for each document; HTML is one page. In text, `named` documents and
    all but the first have a heading.
    """
    if style == "html":
        from coindex.pipeline.page import page

        listed = list(results)
        yield page(
            [(result.document, result.entities) for result in listed],
            say("Coreference chains"),
            [result.groups for result in listed],
        )
        return
    for number, result in enumerate(results):
        if style == "text":
            yield heading(result, number, named=named)
        yield _one(result, style, why, first=number == 0)


def heading(result: Result, number: int, *, named: bool) -> str:
    between = "\n" if number else ""
    return f"{between}== {result.document.id}\n" if named or number else ""


def _one(result: Result, style: str, why: bool, *, first: bool) -> str:
    from coindex.pipeline.brackets import chain_lines
    from coindex.report.table import render
    from coindex.report.tables.entities import entity_table

    document, entities = result.document, result.entities
    if style == "replaced":
        return result.replaced() + "\n"
    if style == "csv":
        text = render([entity_table(document, entities)], "csv")
        return text if first else text.partition("\n")[2]
    if style == "json":
        return result.to_json(why=why) + "\n"
    if style == "logic":
        from coindex.pipeline.logic import logic

        return "\n".join([*logic(document, result.annotation), ""])
    lines = "\n".join(chain_lines(document, entities, result.groups)) or say("no chains")
    reasons = f"\n\n{result.why()}" if why else ""
    resolver = result.annotation.source.name
    by = say("resolved by {resolver}", resolver=resolver)
    return f"{result.text()}\n\n{lines}\n({by}){reasons}\n"
