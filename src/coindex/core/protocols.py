"""The contracts of the component families: what a component must
have, and what it may have besides.

Each family has one small required protocol. The optional protocols name everything else that
commands, experiments and pages ask a component for; they check with `isinstance` whether it is
there. A frozen dataclass with the members of the required protocol is enough to work everywhere;
`coindex.testing` has a contract suite for each family.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.corpus import Corpus
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.outcome import Outcome
from coindex.core.problems import Problems

In = TypeVar("In")
Out = TypeVar("Out")
Value = TypeVar("Value")

# Any family


@runtime_checkable
class Wrapping(Protocol):
    """A component around another library, which may not be installed; `library`
    is the name it is imported by.
    """

    library: ClassVar[str]


@runtime_checkable
class LanguageBound(Protocol):
    """A component whose rules are tied to languages; `languages` holds their codes."""

    languages: ClassVar[tuple[str, ...]]


@runtime_checkable
class Remote(Protocol):
    """A component that sends texts to another server, if `remote` is true. It runs only where a
    user names it: never in a comparison of all components, nor for visitors of a server.
    """

    remote: ClassVar[bool]


# Formats


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


# Parsers


@runtime_checkable
class Parser(Protocol):
    """Text into tokens, sentences and dependencies."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]: ...


@runtime_checkable
class ReportingProgress(Parser, Protocol):
    """A parser that reports progress inside a document."""

    def parse_with_progress(
        self, documents: Iterable[Document], progress: Callable[[int], None]
    ) -> Iterator[Document]:
        """As `parse`; `progress` is called with the number of
        characters parsed since its last call.
        """
        ...


@runtime_checkable
class ChoosingLanguage(Parser, Protocol):
    """A parser that has models for several languages."""

    def language_for(self, document: Document) -> str:
        """The code of the language that it parses a document as."""
        ...


# Fragmenters


@runtime_checkable
class Fragmenter(Protocol):
    """A parse into the fragments one is ready to believe in."""

    def fragment(self, document: Document) -> Document: ...


# Detectors


@runtime_checkable
class Detector(Protocol):
    """A parsed document into its mentions."""

    def detect(self, document: Document) -> Annotation: ...


@runtime_checkable
class InformedDetector(Detector, Protocol):
    """A detector that takes its mentions from the key, where there is one."""

    def detect_from_key(self, document: Document, key: Annotation) -> Annotation: ...


# Resolvers


class Correct(Protocol):
    """Corrects a resolver as it goes: from an anaphor and its proposed
    antecedent to the one to continue with.
    """

    def __call__(self, anaphor: Mention, antecedent: Mention | None) -> Mention | None: ...


@runtime_checkable
class Resolver(Protocol):
    """Mentions into decisions; `mentions` says nothing about reference.

    A decision states what the resolver proposed; where `correct` says otherwise, later decisions
    build on that.
    """

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        """Yield one decision for each anaphor."""
        ...


@runtime_checkable
class Informed(Protocol):
    """A resolver that is given the key, if `needs_key` is true: a
    ceiling for others, not a competitor.
    """

    needs_key: ClassVar[bool]

    def resolve(
        self,
        document: Document,
        mentions: Annotation,
        *,
        correct: Correct | None = None,
        key: Annotation | None = None,
    ) -> Iterator[Decision]: ...


@runtime_checkable
class Glossed(Resolver, Protocol):
    """A resolver that explains the names in its decisions: rules, constraints,
    grounds of admission and preferences.

    `glossary` maps each name to one line in plain English; a key with `*` stands for a family of
    names. A resolver whose decisions carry no names needs none.
    """

    @property
    def glossary(self) -> Mapping[str, str]: ...


@runtime_checkable
class Tunable(Resolver, Protocol):
    """A resolver with a table of `published` weights, which its parameter
    `weights` replaces one by one.
    """

    @property
    def published(self) -> Mapping[str, float]: ...

    @property
    def weights(self) -> tuple[tuple[str, float], ...]: ...


@runtime_checkable
class LogLinear(Tunable, Protocol):
    """A tunable resolver whose scores are sums: the factors of a candidate that no constraint
    rejects are the names of the weights that apply to it, each with its weight.

    Types of anaphors with weights of their own come before a colon: `zero: subject`.
    """

    @property
    def log_linear(self) -> bool: ...


@runtime_checkable
class Listing(Resolver, Protocol):
    """A resolver whose decisions name the first `listed` candidates only; if its
    parameter is 0, they name all.
    """

    @property
    def listed(self) -> int: ...


@runtime_checkable
class Detecting(Resolver, Protocol):
    """A resolver that finds mentions itself: `detector` is the component
    string of the detector that does so.
    """

    @property
    def detector(self) -> str: ...


COST = "cost"
SPENT = ("requests", "retries", "tokens in", "tokens out", COST)
"""The names of an account that say what was spent; all others say what was repaired."""


@runtime_checkable
class Accounting(Resolver, Protocol):
    """A resolver that spends more than time, or repairs what it is given."""

    def account(self, document: Document, mentions: Annotation) -> Mapping[str, float]:
        """What resolving the document cost and what was repaired, by name; the numbers add up
        over documents. Nothing is done or paid for twice.
        """
        ...


@runtime_checkable
class Delegating(Resolver, Protocol):
    """A resolver that leaves each document to another one."""

    def chosen(self, document: Document) -> str:
        """The component string of the resolver for this document."""
        ...


# Measures

Counts = tuple[float, ...]
"""Numerators and denominators of one document; they add up over documents."""

Case = tuple[Mention, Counts]
"""A mention and what it adds to the counts."""


class OverlapTable(Protocol):
    """How many mentions each key entity shares with each response entity.

    `key` and `response` are the sizes of the entities, `cells` are (key entity, response entity,
    shared mentions) wherever mentions are shared.
    """

    @property
    def key(self) -> tuple[int, ...]: ...
    @property
    def response(self) -> tuple[int, ...]: ...
    @property
    def cells(self) -> tuple[tuple[int, int, int], ...]: ...
    @property
    def key_mentions(self) -> int: ...
    @property
    def response_mentions(self) -> int: ...
    @property
    def shared(self) -> int: ...
    @property
    def shared_by_row(self) -> Mapping[int, int]: ...
    @property
    def shared_by_column(self) -> Mapping[int, int]: ...

    def best_alignment(self, *, dice: bool) -> float:
        """The most similar one-to-one alignment of entities: by shared
        mentions, or by their Dice coefficient.
        """
        ...


class Overlapping(Protocol):
    """A key and a response whose entities can be compared."""

    def overlap(self, view: str, *, singletons: bool = True) -> OverlapTable: ...


class AlignedPair(Overlapping, Protocol):
    """A key and a response of one document, in the tokens of the key's document."""

    @property
    def document(self) -> Document: ...
    @property
    def key(self) -> Annotation: ...
    @property
    def response(self) -> Annotation: ...
    @property
    def decisions(self) -> Sequence[Decision]:
        """How the response came about, where that is known."""
        ...

    @property
    def key_entity(self) -> Mapping[tuple[Span, ...], Entity]:
        """The entity of the key that a mention of these tokens belongs to."""
        ...

    def counterparts(self, view: str) -> Mapping[Mention, Mention]:
        """From mentions of the response to those of the key they are
        aligned with, in an entity or not.
        """
        ...

    def remembered(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """What `make` returns, computed once for each `what`."""
        ...


class NamedValues(Protocol):
    """A `NamedTuple` of numbers, each `None` where it is not defined."""

    def _asdict(self) -> dict[str, Any]: ...


@runtime_checkable
class Measure(Protocol):
    """Key and response into counts that add up over documents, and counts into named values.

    `view` says when two mentions are the same (`exact`, `head`, `min`, `partial`, `overlap`); it is
    a parameter with a default, which `NAME@view` sets. `headline` names the value that stands for
    the measure: it has the interval, and it is tested.
    """

    headline: ClassVar[str]

    @property
    def view(self) -> str: ...

    def counts(self, pair: AlignedPair) -> Counts:
        """Compare key and response of one document; the numbers are added up over documents."""
        ...

    def score(self, counts: Counts) -> NamedValues:
        """Turn counts, or a sum of counts, into named values."""
        ...


@runtime_checkable
class Tabular(Measure, Protocol):
    """A measure that needs nothing but the overlap table: files of spans alone
    can be scored, which is faster.
    """

    def table_counts(self, table: OverlapTable) -> Counts: ...


@runtime_checkable
class Anaphoric(Measure, Protocol):
    """A measure that judges single mentions: it can be split by form, kind, type and distance."""

    def cases(self, pair: AlignedPair) -> Iterable[Case]:
        """Mentions with what each adds to the counts."""
        ...


@runtime_checkable
class Categorical(Anaphoric, Protocol):
    """A measure that puts each mention that `of` selects into one category; paired
    tests and lists are made of that.

    Its counts are those of `Outcome.counts`, added up.
    """

    @property
    def of(self) -> str: ...

    def outcomes(self, pair: AlignedPair) -> Iterable[tuple[Mention, Outcome]]:
        """For each mention of the response, then for anaphors that only the key has."""
        ...


class SolutionLine(NamedTuple):
    """One line of SUPAR's output: anaphors of a kind with one outcome,
    and candidates summed over them.
    """

    kind: str
    sign: str
    outcome: str
    number: int
    before: int
    after: int
    by_constraints: int

    def __str__(self) -> str:
        return (
            f"{self.kind}{self.sign}{self.outcome} {self.number} {self.before} {self.after} "
            f"{self.by_constraints}"
        )


@runtime_checkable
class Itemised(Measure, Protocol):
    """A measure that counts solved anaphors line by line, as SUPAR's
    evaluation module prints them.
    """

    def lines(self, pairs: Iterable[AlignedPair]) -> Sequence[SolutionLine]:
        """All anaphors of a corpus by kind, reference and outcome."""
        ...


@runtime_checkable
class Counted(Measure, Protocol):
    """A measure whose counts are shown beside its values; `counted` names them in order."""

    counted: ClassVar[tuple[str, ...]]


@runtime_checkable
class Averaging(Measure, Protocol):
    """A measure of which some values are averages and not shares; `means` names them."""

    means: ClassVar[tuple[str, ...]]


@runtime_checkable
class Syntactic(Measure, Protocol):
    """A measure that reads the parse of the key's text, if `needs_parse` is true: a
    key without one is parsed for it.

    Other measures judge the tokens that the key came with.
    """

    needs_parse: ClassVar[bool]


@runtime_checkable
class MentionBased(Measure, Protocol):
    """A measure for which a key without chains is enough, unless `needs_chains` is true."""

    needs_chains: ClassVar[bool]


@runtime_checkable
class Bounded(Measure, Protocol):
    """A measure whose headline no response can bring to 1, unless `reaches_one` is true."""

    reaches_one: ClassVar[bool]


@runtime_checkable
class SingletonAware(Measure, Protocol):
    """A measure with a parameter that says whether entities of one mention count."""

    @property
    def singletons(self) -> bool: ...


# Engines


@runtime_checkable
class Engine(Protocol):
    """Where work runs; results come in the order of the inputs, of
    which few are taken in advance.
    """

    def map(
        self,
        work: Callable[[In], Out],
        inputs: Iterable[In],
        *,
        lost: Callable[[In, str], Out] | None = None,
    ) -> Iterator[Out]:
        """An input that takes its worker with it, each time it is tried, is
        answered by `lost` with the reason.

        Without `lost`, it ends the whole with a `CoindexError`.
        """
        ...


@runtime_checkable
class Preparing(Protocol):
    """Work that loads something before its first input: an engine with worker
    processes calls `prepare` in each.
    """

    def prepare(self) -> None: ...


# Corpora


@runtime_checkable
class Collection(Protocol):
    """A corpus that is found by its name; `parts` are what `NAME/PART` can name."""

    @property
    def title(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def licence(self) -> str: ...
    @property
    def parts(self) -> tuple[str, ...]: ...

    def find(self, part: str = "") -> Corpus:
        """Where the documents of the whole, or of a part, are on this machine."""
        ...


@runtime_checkable
class Fetchable(Collection, Protocol):
    """A corpus that has to be fetched before it is on this machine; `size` is in bytes."""

    @property
    def size(self) -> int: ...

    def missing(self) -> Sequence[Any]:
        """What was not fetched yet; empty, if all is there."""
        ...
