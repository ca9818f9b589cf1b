"""One resolver under one condition on one corpus: its results for each document, and the time it
took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from coindex.core import registry, spec
from coindex.core.protocols import Elementary, Informed
from coindex.experiment.cache import DiskCache
from coindex.experiment.conditions import OWN, Condition, EntryNames
from coindex.experiment.entries import pair_of
from coindex.measures.judging import Judged
from coindex.measures.pair import Pair


class Standing(StrEnum):
    """What a run is in a comparison. Systems compete; the others show where they stand."""

    SYSTEM = "system"
    BASELINE = "baseline"
    BOUND = "bound"
    """The resolver is given the key, or has its errors corrected."""


@dataclass(frozen=True, slots=True)
class RunPart:
    """One document of a run; `seconds` is the CPU time spent on resolving it.

    A document with a `problem` is scored as one in which nothing was resolved.
    """

    document: str
    names: EntryNames
    tokens: int
    seconds: float
    judged: Judged
    problem: str = ""
    account: tuple[tuple[str, float], ...] = ()
    """The costs and repairs of an accounting resolver."""


@dataclass(frozen=True, slots=True)
class Run:
    """`lacking` is the reason why a run has no numbers; empty if it has them."""

    condition: Condition
    parts: tuple[RunPart, ...]
    lacking: str = ""
    cache: DiskCache = field(default_factory=DiskCache, repr=False, compare=False)

    @property
    def standing(self) -> Standing:
        if self.condition.detector == OWN:
            return Standing.SYSTEM
        kind = registry.component("resolvers", spec.read(self.condition.component).name)
        if self.condition.corrected or (isinstance(kind, Informed) and kind.needs_key):
            return Standing.BOUND
        elementary = isinstance(kind, Elementary) and kind.is_baseline
        return Standing.BASELINE if elementary else Standing.SYSTEM

    @property
    def documents(self) -> int:
        return len(self.parts)

    @property
    def tokens(self) -> int:
        return sum(part.tokens for part in self.parts)

    @property
    def seconds(self) -> float:
        """CPU seconds for resolving alone, without parsing and detection."""
        return sum(part.seconds for part in self.parts)

    @property
    def speed(self) -> float | None:
        """Tokens per CPU second; `None` for a response, for which it is not known, and for a run
        that took no time.
        """
        timed = sum(part.tokens for part in self.parts if part.seconds)
        return timed / self.seconds if self.seconds > 0.001 else None

    @property
    def account(self) -> Mapping[str, float]:
        """The costs and repairs of the resolver, summed over documents; empty if it keeps no
        account.
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
        resolver may have been given a copy that is cut into fragments, with the same tokens.
        """
        return (pair_of(self.cache, self.condition, part.names) for part in self.parts)
