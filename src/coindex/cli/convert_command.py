"""`coindex convert`: from one format to another, with a list of what is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated as Option

import typer

from coindex import formats
from coindex.cli.input_options import Target, check_apart, file_arguments
from coindex.cli.inputs import InputPlace, documents, place_of
from coindex.cli.notes import tell_losses, tell_problems
from coindex.cli.options import Encoding
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.interface.translation import counted, say
from coindex.io.encodings import checked_encoding
from coindex.io.files import opened
from coindex.pipeline.excerpts import windows

_COUNTED = (
    ("document", "documents"),
    ("token", "tokens"),
    ("mention", "mentions"),
    ("entity", "entities"),
)


def run(
    source: Option[
        Path,
        typer.Argument(
            metavar="IN",
            help=(
                "File, folder, archive (.gz .xz .tar.gz .tar.xz .zip) or corpus; - for standard "
                "input."
            ),
        ),
    ],
    target: Option[
        Path, typer.Argument(metavar="OUT", help="File or folder; - for standard output.")
    ],
    from_: Option[str, typer.Option("--from", help="Format of IN; detected if not given.")] = "",
    encoding: Encoding = "",
    to: Option[
        str, typer.Option("--to", help="Format of OUT; taken from its name if not given.")
    ] = "",
    window: Option[
        int,
        typer.Option(
            min=0,
            help="Cut documents into windows of at most this many words, at ends of sentences.",
        ),
    ] = 0,
    lenient: Option[
        bool, typer.Option(help="Count problems and continue instead of stopping at the first.")
    ] = False,
) -> None:
    problems = Problems(lenient=lenient)
    seen: Counter[str] = Counter()
    targets = [None if str(target) == "-" else target]
    if str(source) == "-":
        if not from_:
            raise CoindexError("name the format with --from when reading from standard input")
        read = documents(
            ["-"], format=from_, problems=problems, encoding=checked_encoding(encoding)
        )
    else:
        place = place_of(str(source)) or InputPlace(str(source))
        check_apart(targets, file_arguments([place.path]))
        named = place._replace(format=from_ or place.format)
        read = _read(named, "" if place.format else encoding, problems, targets)
    if window:
        read = (part for item in read for part in windows(item, window))
    items = _counting(read, seen)
    if str(target) == "-":
        if not to:
            raise CoindexError("name the format with --to when writing to standard output")
        lost = formats.write_stream(items, typer.get_text_stream("stdout"), to)
    else:
        lost = formats.write(items, target, to)
    _tell(seen, lost, problems)


def _read(
    place: InputPlace, encoding: str, problems: Problems, targets: Sequence[Target]
) -> Iterator[Annotated]:
    with opened(place.path, encoding=encoding) as files:
        for group, items in formats.read_groups(files, place.format, problems):
            check_apart(targets, (file.path for file in group.files))
            yield from items


def _counting(items: Iterable[Annotated], seen: Counter[str]) -> Iterator[Annotated]:
    for item in items:
        seen["documents"] += 1
        seen["tokens"] += len(item.document.tokens)
        seen["mentions"] += len(item.annotation.mentions)
        seen["entities"] += len(item.annotation.entities)
        yield item


def _tell(seen: Counter[str], lost: Counter[Layer], problems: Problems) -> None:
    typer.echo(
        ", ".join(counted(seen[many], one, many) for one, many in _COUNTED),
        err=True,
    )
    tell_losses(lost)
    if lost[Layer.TEXT]:
        typer.echo(say("this format needs tokens; `coindex parse` adds them"), err=True)
    tell_problems(problems)
