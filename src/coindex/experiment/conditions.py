"""The conditions of a run: corpus, parser, fragmenter, detector and resolver."""

from __future__ import annotations

from typing import NamedTuple

OWN = "own"
"""The detector of a run with another system's own mentions: a response read from a file."""


class ConditionGroup(NamedTuple):
    """What the compared resolvers have in common, as component strings; `corpus` is a name."""

    corpus: str
    parser: str
    fragmenter: str
    detector: str

    @property
    def given(self) -> str:
        """The mentions that a resolver got: `gold`, `detected`, or a response's `own`."""
        if self.detector == OWN:
            return OWN
        return "gold" if self.detector.partition("(")[0] == "gold" else "detected"


CORRECTED = " corrected"
"""The suffix of a component string whose resolver's errors are corrected while it runs."""


class Condition(NamedTuple):
    """Everything that a run depends on; `resolver` is a component string, or the name of a
    response.

    A component string followed by ` corrected` is SUPAR's second mode: see
    `coindex.experiment.correction`.
    """

    corpus: str
    parser: str
    fragmenter: str
    detector: str
    resolver: str

    @property
    def group(self) -> ConditionGroup:
        return ConditionGroup(*self[:4])

    @property
    def given(self) -> str:
        return self.group.given

    @property
    def corrected(self) -> bool:
        return self.detector != OWN and self.resolver.endswith(CORRECTED)

    @property
    def component(self) -> str:
        """The component string of the resolver, in either mode."""
        return self.resolver.removesuffix(CORRECTED) if self.corrected else self.resolver


class EntryNames(NamedTuple):
    """The names of the cache entries of one document under one condition."""

    document: str
    parse: str
    mentions: str
    decisions: str
    judged: str
