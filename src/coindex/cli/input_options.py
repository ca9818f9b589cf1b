"""The options that name the texts of a command and say how to read them; no command replaces a file
that it reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from coindex.cli.inputs import Input, holds_files, inputs, place_of
from coindex.cli.notes import tell_problems
from coindex.cli.options import Encoding, From, Lenient, Prose, Text, TextField, Texts
from coindex.core import spec as component_string
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.io.encodings import checked_encoding
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
        place = None if argument == "-" else place_of(argument)
        if place is not None and Path(place.path).is_file():
            yield Path(place.path)


def apart_from(outputs: Collection[Target], given: Iterable[Input]) -> Iterator[Input]:
    """The same inputs; an error for one that is an output, too."""
    for input in given:
        if input.path is not None:
            check_apart(outputs, [input.path])
        yield input


@dataclass(frozen=True)
class Reading:
    """A group of options: texts and files, their format, and what to do with problems."""

    texts: Texts = None
    text: Text = None
    from_: From = ""
    encoding: Encoding = ""
    text_field: TextField = ""
    prose: Prose = False
    lenient: Lenient = False

    @property
    def format(self) -> str:
        """The format of the files, if one is named; with the field that has their texts, it is a
        table or JSON Lines.
        """
        if not self.text_field:
            return self.from_
        table = any(Path(one).suffix in {".csv", ".tsv"} for one in self.texts or [])
        spec = component_string.read(self.from_ or ("csv" if table else "jsonl"))
        return str(spec.with_named("text_field", self.text_field))

    @property
    def is_several(self) -> bool:
        """Whether there may be several documents, so that the output must name each of them."""
        arguments = self.texts or []
        return len(arguments) + len(self.text or []) > 1 or any(map(holds_files, arguments))

    @contextmanager
    def inputs(self, *outputs: Target) -> Iterator[Iterator[Input]]:
        """The inputs, file by file, none of which may be an output; at the end, print the problems
        that readers counted.
        """
        check_apart(outputs, file_arguments(self.texts))
        problems = Problems(lenient=self.lenient)
        try:
            given = inputs(
                self.texts or [],
                texts=self.text or [],
                format=self.format,
                problems=problems,
                prose=self.prose,
                encoding=checked_encoding(self.encoding),
            )
            yield apart_from(outputs, given)
        finally:
            tell_problems(problems)

    @contextmanager
    def documents(self, *outputs: Target) -> Iterator[Iterator[Annotated]]:
        """The documents of all inputs; for `outputs` and problems see `inputs`."""
        with self.inputs(*outputs) as given:
            yield (item for input in given for item in input.items)
