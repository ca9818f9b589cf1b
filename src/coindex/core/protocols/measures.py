"""The contracts of measures, and the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.outcome import Outcome

Value = TypeVar("Value")


Counts = tuple[float, ...]
"""Numerators and denominators of one document; they add up over documents."""

Case = tuple[Mention, Counts]
"""A mention and what it adds to the counts."""


Groups = Sequence[Iterable[Hashable]]
"""The mentions of each entity, as labels; a mention has the same label in key and response if they
are aligned.
"""


class OverlapTable(Protocol):
    """How many mentions each key entity shares with each response entity.

    `key` and `response` are the sizes of the entities; `cells` are triples (key entity, response
    entity, shared mentions) for every pair that shares mentions.
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
        """Return the total of the best one-to-one alignment of entities, by shared mentions or by
        their Dice coefficient.
        """
        ...


class Overlapping(Protocol):
    """A key and a response whose entities can be compared."""

    def overlap(self, view: str, *, singletons: bool = True) -> OverlapTable: ...


class AlignedPair(Overlapping, Protocol):
    """A key and a response of one document, both in the tokens of the key's document."""

    @property
    def document(self) -> Document: ...
    @property
    def key(self) -> Annotation: ...
    @property
    def response(self) -> Annotation: ...
    @property
    def decisions(self) -> Sequence[Decision]:
        """The decisions behind the response, where they are known."""
        ...

    @property
    def response_document(self) -> Document | None:
        """The response's own document, with its tokens, where it was read from a file."""
        ...

    def groups(self, view: str) -> tuple[Groups, Groups]:
        """Return the mentions of each entity of key and response, as labels that aligned ones
        share.
        """
        ...

    @property
    def key_entity(self) -> Mapping[tuple[Span, ...], Entity]:
        """The entity of the key to which a mention with these tokens belongs."""
        ...

    def counterparts(self, view: str) -> Mapping[Mention, Mention]:
        """Map mentions of the response to the mentions of the key they are aligned with, whether in
        an entity or not.
        """
        ...

    def remembered(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """Return the result of `make`, computed once for each `what`."""
        ...


class NamedValues(Protocol):
    """A `NamedTuple` of numbers; a value that is not defined is `None`."""

    def _asdict(self) -> dict[str, Any]: ...


@runtime_checkable
class Measure(Protocol):
    """Turns key and response into counts that add up over documents, and counts into named values.

    `view` says when two mentions are the same (`exact`, `head`, `min`, `partial`, `overlap`); it is
    a parameter with a default, which `NAME@view` sets. `headline` names the value that represents
    the measure: intervals and tests are computed for it.
    """

    headline: ClassVar[str]

    @property
    def view(self) -> str: ...

    def counts(self, pair: AlignedPair) -> Counts:
        """Compare key and response of one document; the counts of documents are added up."""
        ...

    def score(self, counts: Counts) -> NamedValues:
        """Turn counts, or a sum of counts, into named values."""
        ...


@runtime_checkable
class Tabular(Measure, Protocol):
    """A measure that needs only the overlap table: it can score files of spans, which is faster."""

    def table_counts(self, table: OverlapTable) -> Counts: ...


@runtime_checkable
class Anaphoric(Measure, Protocol):
    """A measure that judges single mentions: its results can be split by form, kind, type and
    distance.
    """

    def cases(self, pair: AlignedPair) -> Iterable[Case]:
        """Mentions, each with its contribution to the counts."""
        ...


@runtime_checkable
class Categorical(Anaphoric, Protocol):
    """A measure that assigns each mention that `of` selects to one category, which paired tests and
    lists use.

    Its counts are the sums of `Outcome.counts`.
    """

    @property
    def of(self) -> str: ...

    def outcomes(self, pair: AlignedPair) -> Iterable[tuple[Mention, Outcome]]:
        """The outcome of each mention of the response, then of the anaphors that only
        the key has.
        """
        ...


class SolutionLine(NamedTuple):
    """One line of SUPAR's output: the anaphors of one kind with one outcome, and the sums of their
    candidates.
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
    """A measure some of whose values are averages instead of proportions; `means` names them."""

    means: ClassVar[tuple[str, ...]]


@runtime_checkable
class Syntactic(Measure, Protocol):
    """A measure that reads the parse of the key's text, if `needs_parse` is true: a key without a
    parse is parsed for it.

    Other measures use the tokens of the key as they are.
    """

    needs_parse: ClassVar[bool]


@runtime_checkable
class MentionBased(Measure, Protocol):
    """A measure that can score against a key without chains, unless `needs_chains` is true."""

    needs_chains: ClassVar[bool]


@runtime_checkable
class Bounded(Measure, Protocol):
    """A measure whose headline cannot reach 1 for any response, unless `reaches_one` is true."""

    reaches_one: ClassVar[bool]


@runtime_checkable
class SingletonAware(Measure, Protocol):
    """A measure with a parameter for whether entities of one mention count."""

    @property
    def singletons(self) -> bool: ...
