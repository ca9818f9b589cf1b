"""One resolver under one condition on one corpus: what it did with each document, and how long it took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.experiment.store import Store
from coindex.measures.judging import Judged
from coindex.measures.pair import Pair

OWN = "own"
"""The detector of a run whose mentions are another system's own: a response read from a file."""


class Group(NamedTuple):
    """What resolvers that are compared have in common, as component strings; `corpus` is a name."""

    corpus: str
    parser: str
    fragmenter: str
    detector: str

    @property
    def given(self) -> str:
        """Whose mentions a resolver got: `gold`, `detected`, or a response's `own`."""
        if self.detector == OWN:
            return OWN
        return "gold" if self.detector.partition("(")[0] == "gold" else "detected"


class Condition(NamedTuple):
    """Everything a run depends on; `resolver` is a component string, or the name of a response."""

    corpus: str
    parser: str
    fragmenter: str
    detector: str
    resolver: str

    @property
    def group(self) -> Group:
        return Group(*self[:4])

    @property
    def given(self) -> str:
        return self.group.given


class Names(NamedTuple):
    """What the entries of one document under one condition are called in the store."""

    document: str
    parse: str
    mentions: str
    decisions: str
    judged: str


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a run; `seconds` of CPU were spent on resolving it when that was done.

    A document with a `problem` is scored as one in which nothing was resolved.
    """

    document: str
    names: Names
    tokens: int
    seconds: float
    judged: Judged
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """`lacking` says why nothing could be done at all: then there are no numbers."""

    condition: Condition
    parts: tuple[Part, ...]
    lacking: str = ""
    store: Store = field(default_factory=Store, repr=False, compare=False)

    @property
    def documents(self) -> int:
        return len(self.parts)

    @property
    def tokens(self) -> int:
        return sum(part.tokens for part in self.parts)

    @property
    def seconds(self) -> float:
        """CPU seconds of resolving alone: parsing and detection are not in it."""
        return sum(part.seconds for part in self.parts)

    @property
    def speed(self) -> float | None:
        """Tokens per CPU second; `None` for a response, of which that is not known, and for what took no time."""
        timed = sum(part.tokens for part in self.parts if part.seconds)
        return timed / self.seconds if self.seconds > 0.001 else None

    @property
    def problems(self) -> Mapping[str, str]:
        """What went wrong, by document."""
        return {part.document: part.problem for part in self.parts if part.problem}

    def pairs(self) -> Iterator[Pair]:
        """Key and response of each document with the decisions behind it, read back one by one.

        `Pair.document` is the document as it was parsed, and the key refers to its tokens; the resolver may have seen
        another copy of it, cut into fragments, with the same tokens.
        """
        from coindex.experiment.reading import pair_of

        return (pair_of(self.store, self.condition, part.names) for part in self.parts)
