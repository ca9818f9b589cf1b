"""What a resolver did with one anaphor, in full: the atom from which
explanations and statistics are made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from coindex.core.annotation import Mention

NOT_LISTED = "not listed"
"""Under this name `Decision.dropped` counts candidates that no constraint
rejected, but that are not named.
"""


class Candidate(NamedTuple):
    """A possible antecedent, and how it was judged.

    `rejected` names the constraint that dropped it, or is empty; `admitted` says on what ground it
    passed (for ROSANA: definite, heuristic, or the rule pattern). `factors` are each preference's
    contribution to `score`.
    """

    mention: Mention
    rejected: str = ""
    admitted: str = ""
    factors: tuple[tuple[str, float], ...] = ()
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Decision:
    """`considered` counts candidates before any constraint, `agreeing` those
    left after the morphological one.

    `candidates` lists those worth naming, best first; `dropped` counts the rest by the constraint
    that dropped them. `rule` is what decided; `refused` are better candidates given up because of
    other decisions, with the reason. `new` is the probability that nothing earlier is meant, where
    the resolver knows one; `confidence` is that of what was decided.

    `together` are the mentions that the anaphor refers to as one group, a split antecedent: there
    is no `antecedent` then, because the anaphor is the same as none of them. `related` is what a
    bridging anaphor depends on (*the car ... the engine*): it does not corefer with it either.
    """

    anaphor: Mention
    antecedent: Mention | None = None
    rule: str = ""
    candidates: tuple[Candidate, ...] = ()
    considered: int = 0
    agreeing: int = 0
    dropped: tuple[tuple[str, int], ...] = ()
    refused: tuple[tuple[Mention, str], ...] = ()
    confidence: float | None = None
    new: float | None = None
    together: tuple[Mention, ...] = ()
    related: Mention | None = None

    @property
    def antecedents(self) -> tuple[Mention, ...]:
        """The antecedent alone, or all those that the anaphor refers to as a group."""
        return self.together if self.antecedent is None else (self.antecedent,)

    @property
    def admissible(self) -> tuple[Candidate, ...]:
        """The candidates no constraint rejected."""
        return tuple(candidate for candidate in self.candidates if not candidate.rejected)

    @property
    def remaining(self) -> int:
        """How many candidates no constraint rejected, with those that are not named."""
        return len(self.admissible) + dict(self.dropped).get(NOT_LISTED, 0)
