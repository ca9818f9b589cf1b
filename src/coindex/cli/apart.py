"""Keeps outputs apart from inputs: no command replaces a file that it reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from coindex.cli.inputs import Input, located
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.io.output import file_identity

Target = Path | str | None
"""A file or folder to be written; `None` is standard output."""


def check_apart(outputs: Iterable[Target], files: Iterable[Path]) -> None:
    """Raise an error if one of the outputs is one of the files that are read."""
    written = {file_identity(Path(output)) for output in outputs if output is not None} - {None}
    for file in files if written else ():
        if file_identity(file) in written:
            raise CoindexError(
                Message("{file} would replace the input itself; choose another file", file=file)
            )


def file_arguments(arguments: Iterable[str] | None) -> Iterator[Path]:
    """The files and archives among the arguments of a command; which files of a folder are read
    is known only later.
    """
    for argument in arguments or ():
        place = None if argument == "-" else located(argument)
        if place is not None and Path(place.path).is_file():
            yield Path(place.path)


def apart_from(outputs: Collection[Target], given: Iterable[Input]) -> Iterator[Input]:
    """The same inputs; an error for one that is an output, too."""
    for input in given:
        if input.path is not None:
            check_apart(outputs, [input.path])
        yield input
