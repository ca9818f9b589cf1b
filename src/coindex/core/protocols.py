"""What each family of components must be able to do; a frozen dataclass with these methods is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems

In = TypeVar("In")
Out = TypeVar("Out")


class Chunk(NamedTuple):
    """A piece of output for the file called `name`; formats that need one file only leave the name empty."""

    text: str
    name: str = ""


@runtime_checkable
class Reader(Protocol):
    """A format that can be read. One that needs several files for a document says so: `together = True`."""

    suffixes: ClassVar[tuple[str, ...]]

    def recognise(self, file: File) -> float:
        """How sure it is that the file is of this format, from its name and `file.sample()`: 0 to 1."""
        ...

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        """Documents one after the other, never all at once."""
        ...


@runtime_checkable
class Writer(Protocol):
    """A format that can be written; `carries` is what survives."""

    suffixes: ClassVar[tuple[str, ...]]
    carries: ClassVar[frozenset[Layer]]

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]: ...


@runtime_checkable
class Partial(Writer, Protocol):
    """A format that has a place for only some of what a layer can hold: for attributes of certain names, say."""

    def losses(self, item: Annotated) -> Mapping[Layer, int]:
        """What else it cannot write of the layers that it carries."""
        ...


class Parser(Protocol):
    """Text into tokens, sentences and dependencies."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]: ...


class Fragmenter(Protocol):
    """A parse into the fragments one is ready to believe in."""

    def fragment(self, document: Document) -> Document: ...


class Detector(Protocol):
    """A parsed document into its mentions."""

    def detect(self, document: Document) -> Annotation: ...


class Correct(Protocol):
    """Sets a resolver right as it goes: from an anaphor and its proposed antecedent to the one to go on with."""

    def __call__(self, anaphor: Mention, antecedent: Mention | None) -> Mention | None: ...


class Resolver(Protocol):
    """Mentions into decisions; `mentions` says nothing about reference.

    A decision states what the resolver proposed; where `correct` says otherwise, later decisions build on that. One
    whose rules are tied to languages names them in a class attribute: `languages = ("en",)`.
    """

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]: ...


class Measure(Protocol):
    """Key and response into counts that add up over documents, and counts into a tuple of named values.

    `pair` is a `coindex.measures.pair.Pair`; `headline` names the value that is given an interval and tested.
    """

    headline: ClassVar[str]

    def counts(self, pair: Any) -> tuple[float, ...]: ...

    def score(self, counts: tuple[float, ...]) -> Any: ...


class Engine(Protocol):
    """Where work runs; results come in the order of the inputs, of which few are taken in advance."""

    def map(
        self, work: Callable[[In], Out], inputs: Iterable[In], *, lost: Callable[[In, str], Out] | None = None
    ) -> Iterator[Out]:
        """An input that takes its worker with it, each time it is tried, is answered by `lost` with the reason.

        Without `lost`, it ends the whole with a `CoindexError`.
        """
        ...
