"""The complete record of what a resolver did with one anaphor, from which explanations and
statistics are made.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

from coindex.core.annotation import Mention
from coindex.core.messages import Message

NOT_LISTED = "not listed"
"""The name under which `Decision.dropped` counts candidates that no constraint rejected, but that
are not listed.
"""


class Candidate(NamedTuple):
    """A possible antecedent, and how it was judged.

    `rejected` names the constraint that rejected it, or is empty; `admitted` names the ground on
    which it was admitted (for ROSANA: definite, heuristic, or the rule pattern). `factors` are the
    contributions of the preferences to `score`.
    """

    mention: Mention
    rejected: str = ""
    admitted: str = ""
    factors: tuple[tuple[str, float], ...] = ()
    score: float = 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Decision:
    """What a resolver decided about one anaphor, and why.

    `considered` counts the candidates before any constraint, `agreeing` those left after the
    morphological one. `candidates` lists those worth naming, best first; `dropped` counts the
    others by the constraint that rejected them, and `examples` are the first few of these, with
    the constraint. `rule` is the rule that decided; `refused` are
    better candidates that were given up because of other decisions, with the reason. `new` is the
    probability that the anaphor refers to nothing earlier, where the resolver estimates it;
    `confidence` is the probability of the decision.

    `together` are the mentions that the anaphor refers to as one group, a split antecedent:
    `antecedent` is then `None`, because the anaphor corefers with none of them. `related` is the
    mention that a bridging anaphor depends on (*the car ... the engine*): it does not corefer with
    it either.
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
    examples: tuple[tuple[Mention, str], ...] = ()

    def __repr__(self) -> str:
        chosen = " and ".join(map(repr, self.antecedents)) or "left open"
        sure = "" if self.confidence is None else f", {self.confidence:.2f}"
        return f"<Decision {self.anaphor!r} -> {chosen}; {self.rule or 'no rule'}{sure}>"

    @property
    def antecedents(self) -> tuple[Mention, ...]:
        """The antecedent alone, or all mentions that the anaphor refers to as a group."""
        return self.together if self.antecedent is None else (self.antecedent,)

    @property
    def admissible(self) -> tuple[Candidate, ...]:
        """The listed candidates that no constraint rejected."""
        return tuple(candidate for candidate in self.candidates if not candidate.rejected)

    @property
    def remaining(self) -> int:
        """How many candidates no constraint rejected, including those that are not listed."""
        return len(self.admissible) + dict(self.dropped).get(NOT_LISTED, 0)


class Reason(NamedTuple):
    """Something that is true of an anaphor and a candidate, in words.

    `weight` is by how much the log-odds of the two fall if the fact is withheld from the resolver,
    or rise, if it speaks against the candidate; 0 if the resolver has no column for it. `columns`
    are those that carry it.
    """

    candidate: Mention
    says: Message
    weight: float = 0.0
    speaks_for: bool = True
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class ReasonedDecision(Decision):
    """A decision with the facts that speak for its antecedent and against the best candidate of
    another entity, `runner_up`, most important first. `triggers` are the phrases for which
    candidates were ruled out. `begins` if later mentions refer back to the anaphor, and it to
    nothing.
    """

    facts: tuple[Reason, ...] = ()
    runner_up: Mention | None = None
    triggers: tuple[tuple[Mention, Mention], ...] = ()
    begins: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class TracedDecision(Decision):
    """A decision with the steps of its resolver that looked at the anaphor, whether or not they
    decided.
    """

    looked: tuple[str, ...] = ()


def traced(decision: Decision, looked: tuple[str, ...]) -> TracedDecision:
    return TracedDecision(
        **{one.name: getattr(decision, one.name) for one in fields(decision)}, looked=looked
    )
