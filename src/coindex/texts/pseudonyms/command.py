"""`coindex pseudonymise`: names give way to pseudonyms, and come back with the key file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from coindex.cli.input_options import Reading, file_arguments
from coindex.cli.inputs import Input, warn_of_language
from coindex.cli.notes import progress
from coindex.cli.options import GivenOrResolver, OutputFiles, Preprocessing, names_in
from coindex.cli.outputs import free_path, is_folder
from coindex.cli.wording import help_text
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.io.files import File
from coindex.io.output import check_writable, file_identity, replacing
from coindex.pipeline.pipeline import RESOLVER
from coindex.pipeline.result import Result
from coindex.report.table import check_style
from coindex.texts.pseudonyms.codebook import Codebook, check_new
from coindex.texts.pseudonyms.pseudonymising import Pseudonymised, Pseudonymiser
from coindex.texts.pseudonyms.sightings import TYPES

STYLES = {"text": ".txt", "json": ".jsonl"}
"""Outputs with the suffixes of their files."""


class InputBatch(NamedTuple):
    """An input with the numbers of its documents."""

    input: Input
    numbers: range


_Use = tuple[str, Iterable[Path | None]]


class _Files(NamedTuple):
    """The files that a call names beside its outputs."""

    key: Path
    like: Path | None
    report: Path | None
    restoring: bool

    def check_apart(self, inputs: Iterable[Path], outputs: Iterable[Path | None]) -> None:
        """Raise an error if a file that is written has another use, which that would destroy."""
        read: list[_Use] = [("the input", inputs), ("the key file of other texts", [self.like])]
        written: list[_Use] = [("the report", [self.report]), ("the output", outputs)]
        key: _Use = ("the key file", [self.key])
        uses = {
            file_identity(path): use
            for use, paths in ([*read, key] if self.restoring else read)
            for path in paths
            if path is not None
        }
        uses.pop(None, "")
        for use, paths in written if self.restoring else [key, *written]:
            for path in paths:
                identity = None if path is None else file_identity(path)
                other = use if identity is None else uses.setdefault(identity, use)
                if other != use:
                    raise CoindexError(
                        Message(
                            "{path} is {other} and {use}; name two different files",
                            path=path,
                            other=Message(other),
                            use=Message(use),
                        )
                    )


def run(
    *,
    key: Annotated[
        Path, typer.Option("--key", help="Key file: written, or read with --restore and --like.")
    ],
    restore: Annotated[
        bool, typer.Option("--restore", help="Restore the originals of texts with pseudonyms.")
    ] = False,
    like: Annotated[
        Path | None,
        typer.Option(help="Key file of other texts: names in it keep their pseudonyms."),
    ] = None,
    types: Annotated[
        str,
        typer.Option(
            help=help_text(
                "Whose names to replace, separated by commas: {types}.", types=", ".join(TYPES)
            )
        ),
    ] = ",".join(TYPES),
    seed: Annotated[
        int | None, typer.Option(help="Seed that makes the choice of pseudonyms repeatable.")
    ] = None,
    mask: Annotated[
        bool,
        typer.Option(
            "--mask", help="Hide addresses, telephone numbers, dates and account numbers as well."
        ),
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(help="JSON file that lists everything that may still identify a person."),
    ] = None,
    resolver: GivenOrResolver = RESOLVER,
    preprocessing: Preprocessing,
    as_: Annotated[str, typer.Option("--as", help="text, or json (one line per text).")] = "",
    output: OutputFiles = None,
    reading: Reading,
) -> None:
    style = as_ or ("json" if (output or "").endswith((".json", ".jsonl")) else "text")
    check_style(style, STYLES)
    whole = None if output is None or is_folder(Path(output)) else Path(output)
    files = _Files(key, like, report, restore)
    files.check_apart(file_arguments(reading.texts), [whole])
    if restore:
        sources, texts = _restored(reading, Codebook.load(key), style)
        places = _places(sources, style, output)
        files.check_apart(_read(sources), (place for place, _ in places))
        _write(places, texts)
        return
    check_new(key)
    known = None if like is None else Codebook.load(like)
    pseudonymiser = Pseudonymiser(preprocessing.pipeline(resolver), names_in(types), seed, mask)
    sources, results, layouts = _resolved(reading, pseudonymiser)
    done = pseudonymiser(results, known)
    entries = tuple(
        entry._replace(**layout._asdict())
        for entry, layout in zip(done.codebook.entries, layouts, strict=True)
    )
    texts = [
        entry.laid_out(one.text) if style == "text" else _line(one.document, one.text)
        for entry, one in zip(entries, done.documents, strict=True)
    ]
    places = _places(sources, style, output)
    files.check_apart(_read(sources), (place for place, _ in places))
    for path in (key, *(place for place, _ in places)):
        if path is not None:
            check_writable(path)
    if report is not None:
        _write_report(done, report)
    # From here on the key stays, whatever fails: a text without it could not be restored.
    Codebook(entries, done.codebook.names).save(key)
    _write(places, texts)
    typer.echo(done.report(), err=True)


class FileLayout(NamedTuple):
    """What a plain-text file has around its text; see `Entry`."""

    before: str = ""
    after: str = "\n"
    ends: str = ""


def _resolved(
    reading: Reading, pseudonymiser: Pseudonymiser
) -> tuple[list[InputBatch], list[Result], list[FileLayout]]:
    sources: list[InputBatch] = []
    results: list[Result] = []
    layouts: list[FileLayout] = []
    with reading.inputs() as given:
        for input in given:
            first = len(results)
            for item in input.items:
                warn_of_language(item.document, pseudonymiser.pipeline)
                with progress(
                    say("reading {name}", name=item.document.id), len(item.document.text)
                ) as advance:
                    result = pseudonymiser.resolved(item, advance)
                results.append(result)
                layouts.append(_layout(input.path, result.document.text))
            sources.append(InputBatch(input, range(first, len(results))))
    if not results:
        raise CoindexError("no text to work on")
    return sources, results, layouts


def _layout(path: Path | None, text: str) -> FileLayout:
    """The layout of a file that has this text and nothing else; for others, that of a new file."""
    if path is None:
        return FileLayout()
    with File(path, path.name, str(path)).open() as stream:
        raw = stream.read()
    try:
        content = raw.decode()
    except UnicodeDecodeError:
        return FileLayout()
    mark = "\ufeff" if content.startswith("\ufeff") else ""
    for ends in ("", "\r"):
        written = text.replace("\n", ends) if ends else text
        rest = content[len(mark) :]
        if rest.startswith(written) and rest[len(written) :] in ("", "\n", "\r\n", "\r"):
            return FileLayout(mark, rest[len(written) :], ends)
    return FileLayout()


def _restored(
    reading: Reading, codebook: Codebook, style: str
) -> tuple[list[InputBatch], list[str]]:
    sources: list[InputBatch] = []
    texts: list[str] = []
    with reading.inputs() as given:
        for input in given:
            first = len(texts)
            for item in input.items:
                document = item.document
                entry = codebook.entry_of(document.text, document.id)
                original = entry.restored(document.text)
                texts.append(
                    entry.laid_out(original) if style == "text" else _line(entry.document, original)
                )
            sources.append(InputBatch(input, range(first, len(texts))))
    return sources, texts


def _line(id: str, text: str) -> str:
    return json.dumps({"id": id, "text": text}, ensure_ascii=False) + "\n"


def _read(sources: Sequence[InputBatch]) -> list[Path]:
    return [one.input.path for one in sources if one.input.path is not None]


def _places(
    sources: Sequence[InputBatch], style: str, output: str | None
) -> list[tuple[Path | None, range]]:
    """Where each text goes; several texts in one plain file could not be parted again."""
    if output is not None and is_folder(Path(output)):
        seen: set[str] = set()
        places: list[tuple[Path | None, range]] = [
            (free_path(Path(output), one.input, STYLES[style], seen), one.numbers)
            for one in sources
        ]
    else:
        count = max((one.numbers.stop for one in sources), default=0)
        places = [(None if output is None else Path(output), range(count))]
    if style == "text" and any(len(numbers) > 1 for _, numbers in places):
        raise CoindexError(
            "several texts do not go into one text file, because they could not be restored",
            remedy="choose a folder with -o, or --as json",
        )
    return places


def _write(places: Sequence[tuple[Path | None, range]], texts: Sequence[str]) -> None:
    for path, numbers in places:
        if path is None:
            sys.stdout.writelines(texts[number] for number in numbers)
        elif numbers:
            with replacing(path) as stream:
                stream.writelines(texts[number] for number in numbers)


def _write_report(done: Pseudonymised, path: Path) -> None:
    with replacing(path) as stream:
        stream.writelines(_risk_lines(done))


def _risk_lines(done: Pseudonymised) -> Iterator[str]:
    for one in done.risks:
        yield json.dumps(one._asdict(), ensure_ascii=False) + "\n"
