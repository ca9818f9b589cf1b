"""What a command is given: texts, files, folders, or standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from coindex import formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems

_LIKE_A_PATH = re.compile(r"[^\s]*[/\\][^\s]*|[^\s]+\.\w{1,8}")


def documents(
    given: Sequence[str], *, format: str = "", problems: Problems | None = None, prose: bool = False
) -> Iterator[Annotated]:
    """Documents of files, folders and archives by name; `-` is standard input; anything else is text itself.

    `prose` tells headings from text, and leaves out tables, code, contents and references, in plain text.
    """
    found = _documents(given, format, problems)
    if not prose:
        return found
    from coindex.language.layout import prepared

    return (Annotated(prepared(item.document), item.annotation) for item in found)


def _documents(given: Sequence[str], format: str, problems: Problems | None) -> Iterator[Annotated]:
    for number, argument in enumerate(given or ["-"], 1):
        if argument == "-":
            yield _text(sys.stdin.read(), "stdin")
        elif len(argument) < 4096 and Path(argument).exists():
            yield from formats.read(argument, format, problems)
        elif _LIKE_A_PATH.fullmatch(argument):
            raise FormatError(
                "no such file or folder", path=argument, remedy="check the path, or quote a whole sentence"
            )
        else:
            yield _text(argument, f"text{number}" if len(given) > 1 else "text")


def _text(text: str, id: str) -> Annotated:
    return Annotated(Document(id, text), Annotation(id))


def warn_of_language(document: Document, expected: str) -> None:
    """Say so if a text does not look like the language it is about to be parsed as; the work goes on."""
    from coindex.language.identify import language_of, name_of_language

    found = language_of(document.text)
    if found and found != expected:
        seems, taken = name_of_language(found), name_of_language(expected)
        typer.echo(f"{document.id}: this looks like {seems}, but is parsed as {taken}", err=True)
