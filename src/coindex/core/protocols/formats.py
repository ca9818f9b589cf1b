"""The contracts of formats: readers and writers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, runtime_checkable

from coindex.core.annotation import Annotated
from coindex.core.decision import Decision
from coindex.core.layers import Layer
from coindex.core.problems import Problems

if TYPE_CHECKING:
    from coindex.io.files import File, Files


class Chunk(NamedTuple):
    """A piece of output for the file `name`; formats that write a single file leave the
    name empty.
    """

    text: str
    name: str = ""


@runtime_checkable
class Reader(Protocol):
    """A format that can be read, file by file."""

    suffixes: ClassVar[tuple[str, ...]]

    def recognise(self, file: File) -> float:
        """Return how likely it is that the file is of this format, judged by its name and
        `file.sample()`: 0 to 1. If it is 1 for files whose suffix is the name of the format, no
        other format is asked.
        """
        ...

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        """Yield the documents one by one, without holding all of them in memory."""
        ...


@runtime_checkable
class Grouping(Reader, Protocol):
    """A format that needs several files for a document."""

    def parts(self, files: Files) -> Iterable[File]:
        """The files that belong to documents of this format, whether it reads or ignores them."""
        ...


@runtime_checkable
class Localised(Reader, Protocol):
    """A format whose files do not state their language; documents get `language`."""

    language: str


@runtime_checkable
class Writer(Protocol):
    """A format that can be written; `carries` are the layers that it preserves."""

    suffixes: ClassVar[tuple[str, ...]]
    carries: ClassVar[frozenset[Layer]]

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        """Yield the output piece by piece."""
        ...


@runtime_checkable
class Reasoned(Writer, Protocol):
    """A format that can store the candidates of a resolver as well as its decisions."""

    def with_decisions(self, item: Annotated, decisions: Iterable[Decision]) -> Annotated:
        """The document with candidates and constraints added to its annotation, so that `write`
        includes them.
        """
        ...
