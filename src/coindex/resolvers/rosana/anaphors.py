"""The anaphors of the sentence that is being resolved, and the options of the algorithm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core.decision import Candidate
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.rosana.occurrences import Occurrence

Order = tuple[bool, float, bool, int, int, bool, int]
"""The order of candidates: gender first, then score, then the tie-breaks; no two are equal, as the
last is the number of the expression.
"""
Ranked = tuple[Order, Expression, Candidate]


@dataclass(slots=True)
class Anaphor:
    """An anaphor of the current sentence and the results about its candidates.

    `admitted` are those that stay, with the ground. `doubled`: they may include both a mention and
    a relative pronoun that is shown as this mention.
    """

    expression: Expression
    occurrence: Occurrence
    admitted: list[tuple[Expression, str]] = field(default_factory=list)
    ranked: list[Ranked] = field(default_factory=list)
    rejected: list[Candidate] = field(default_factory=list)
    dropped: dict[str, int] = field(default_factory=dict)
    considered: int = 0
    agreeing: int = 0
    doubled: bool = False


class RosanaOptions(NamedTuple):
    """The options of `Rosana` that the algorithm uses."""

    window: int
    most: int
    gender: str
    certain: float
    attempt_indefinites: bool
    link_predicate_nominals: bool
    quoted_speech: bool
    relatives_first: bool
    reasons: bool
    names: str
    surnames_suffice: bool
    collectives: bool
    prefers_plurals: bool
