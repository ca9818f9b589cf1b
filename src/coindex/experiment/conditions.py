"""What a run depends on: corpus, parser, fragmenter, detector and resolver."""

from __future__ import annotations

from typing import NamedTuple

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
    """What the entries of one document under one condition are called in the cache."""

    document: str
    parse: str
    mentions: str
    decisions: str
    judged: str
