"""One resolver under one condition on one corpus: what it did with each
document, and how long it took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coindex.experiment.cache import DiskCache
from coindex.experiment.conditions import Condition, Names
from coindex.experiment.entries import pair_of
from coindex.measures.judging import Judged
from coindex.measures.pair import Pair


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
    account: tuple[tuple[str, float], ...] = ()
    """What an accounting resolver spent and repaired."""


@dataclass(frozen=True, slots=True)
class Run:
    """`lacking` is the reason why a run has no numbers; empty if it has them."""

    condition: Condition
    parts: tuple[Part, ...]
    lacking: str = ""
    cache: DiskCache = field(default_factory=DiskCache, repr=False, compare=False)

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
        """Tokens per CPU second; `None` for a response, of which that is not
        known, and for what took no time.
        """
        timed = sum(part.tokens for part in self.parts if part.seconds)
        return timed / self.seconds if self.seconds > 0.001 else None

    @property
    def account(self) -> Mapping[str, float]:
        """What the resolver spent and repaired, added up over documents; empty if it keeps
        no account.
        """
        total: Counter[str] = Counter()
        for part in self.parts:
            total.update(dict(part.account))
        return total

    @property
    def problems(self) -> Mapping[str, str]:
        """What went wrong, by document."""
        return {part.document: part.problem for part in self.parts if part.problem}

    def pairs(self) -> Iterator[Pair]:
        """Key and response of each document with the decisions behind it, read back one by one.

        `Pair.document` is the document as it was parsed, and the key refers to its tokens; the
        resolver may have seen another copy of it, cut into fragments, with the same tokens.
        """
        return (pair_of(self.cache, self.condition, part.names) for part in self.parts)
