"""The contracts of resolvers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Protocol, runtime_checkable

from coindex.core.annotation import Annotation, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document


class Correct(Protocol):
    """Corrects a resolver while it runs: from an anaphor and its proposed antecedent to the
    antecedent to continue with.
    """

    def __call__(self, anaphor: Mention, antecedent: Mention | None) -> Mention | None: ...


@runtime_checkable
class Resolver(Protocol):
    """Turns mentions into decisions; `mentions` has no entities and links.

    A decision states what the resolver proposed; if `correct` returns something else, later
    decisions build on that.
    """

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        """Yield one decision for each anaphor."""
        ...


@runtime_checkable
class Informed(Protocol):
    """A resolver that is given the key, if `needs_key` is true: an upper bound for others, not a
    competitor.
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
class Elementary(Resolver, Protocol):
    """A resolver that shows how far one gets without a method, if `is_baseline` is true."""

    is_baseline: ClassVar[bool]


@runtime_checkable
class Glossed(Resolver, Protocol):
    """A resolver that explains the names in its decisions: rules, constraints, grounds of admission
    and preferences.

    `glossary` maps each name to one line in plain English; a key with `*` stands for a family of
    names. A resolver whose decisions contain no names does not need one.
    """

    @property
    def glossary(self) -> Mapping[str, str]: ...


@runtime_checkable
class Tunable(Resolver, Protocol):
    """A resolver with a table of `published` weights, each of which its parameter `weights` can
    replace.
    """

    @property
    def published(self) -> Mapping[str, float]: ...

    @property
    def weights(self) -> tuple[tuple[str, float], ...]: ...


@runtime_checkable
class LogLinear(Tunable, Protocol):
    """A tunable resolver whose scores are sums: the factors of a candidate that no constraint
    rejects are the names of the weights that apply to it, each with its weight.

    Types of anaphors with weights of their own are written before a colon: `zero: subject`.
    """

    @property
    def log_linear(self) -> bool: ...


@runtime_checkable
class Listing(Resolver, Protocol):
    """A resolver whose decisions name only the first `listed` candidates; 0 names all."""

    @property
    def listed(self) -> int: ...


@runtime_checkable
class Detecting(Resolver, Protocol):
    """A resolver that finds mentions itself; `detector` is the component string of its detector."""

    @property
    def detector(self) -> str: ...


@runtime_checkable
class Reasoning(Resolver, Protocol):
    """A resolver that can say, after its decisions, which facts spoke for them."""

    def reasoned(self, document: Document, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """The same decisions with their reasons."""
        ...


COST = "cost"
SPENT = ("requests", "retries", "tokens in", "tokens out", COST)
"""The names in an account that say what was spent; all others say what was repaired."""


@runtime_checkable
class Accounting(Resolver, Protocol):
    """A resolver with costs other than time, or one that repairs its input."""

    def account(self, document: Document, mentions: Annotation) -> Mapping[str, float]:
        """The cost of resolving the document, and what was repaired, by name; the numbers add up
        over documents. Calling it does and costs nothing further.
        """
        ...


@runtime_checkable
class Delegating(Resolver, Protocol):
    """A resolver that passes each document to another resolver."""

    def chosen(self, document: Document) -> str:
        """The component string of the resolver for this document."""
        ...


@runtime_checkable
class Extending(Resolver, Protocol):
    """A resolver that repeats the decisions of another one, its `resolver`, and adds to them."""

    @property
    def resolver(self) -> str: ...


@runtime_checkable
class Combining(Tunable, Protocol):
    """A tunable resolver that combines the decisions of others; the first of its `voters` decides
    what is not voted on.
    """

    @property
    def voters(self) -> tuple[str, ...]: ...

    def recording(self) -> Resolver:
        """The same resolver, which asks the others once for each document."""
        ...
