"""The contracts of formats: readers and writers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

from coindex.core.annotation import Annotated
from coindex.core.decision import Decision
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems


class Chunk(NamedTuple):
    """A piece of output for the file called `name`; formats that need one
    file only leave the name empty.
    """

    text: str
    name: str = ""


@runtime_checkable
class Reader(Protocol):
    """A format that can be read, file by file."""

    suffixes: ClassVar[tuple[str, ...]]

    def recognise(self, file: File) -> float:
        """How sure it is that the file is of this format, from its name and
        `file.sample()`: 0 to 1. If it is 1 for files with the format's name as
        suffix, no other format is asked.
        """
        ...

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        """Documents one after the other, never all at once."""
        ...


@runtime_checkable
class Grouping(Reader, Protocol):
    """A format that needs several files for a document."""

    def parts(self, files: Files) -> Iterable[File]:
        """Those of the files that belong to documents of this format,
        whether it reads or ignores them.
        """
        ...


@runtime_checkable
class Localised(Reader, Protocol):
    """A format whose files do not say their language; `language` is
    the one that documents are given.
    """

    language: str


@runtime_checkable
class Writer(Protocol):
    """A format that can be written; `carries` is what survives."""

    suffixes: ClassVar[tuple[str, ...]]
    carries: ClassVar[frozenset[Layer]]

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        """Yield the output piece by piece."""
        ...


@runtime_checkable
class Partial(Writer, Protocol):
    """A format that has a place for only some of what a layer can hold: for
    attributes of certain names, say.
    """

    def losses(self, item: Annotated) -> Mapping[Layer, int]:
        """What else it cannot write of the layers that it carries."""
        ...


@runtime_checkable
class Reasoned(Writer, Protocol):
    """A format that has a place for what a resolver considered, beside what it decided."""

    def with_decisions(self, item: Annotated, decisions: Iterable[Decision]) -> Annotated:
        """The document with candidates and constraints noted in its
        annotation, so that `write` writes them.
        """
        ...
