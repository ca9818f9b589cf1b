"""The probability that two mentions corefer, summed over all the ways in which they may be linked.

A resolver that ranks antecedents (Denis & Baldridge 2008; Lee et al. 2017) gives each mention a
distribution over earlier ones. Taken as independent of each other, these say how probable it is
that a chain of links leads from one mention to another: in *Ann ... she ... her*, if *her* may be
*she* or *Ann*, both ways count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coindex.core.annotation import Kind, Mention
from coindex.core.decision import Decision

LEAST = 0.02
"""Less probable antecedents are not followed."""
RULED = 0.99
"""The probability of what a rule decided, chosen by eye: rules are right nearly always."""
_LAST_RESORT = "pronoun"
"""The rule that answers where the resolver's own probabilities leave a pronoun open: no evidence
against them.
"""
_BY_CHANCE = frozenset({"", "probability", "apposition", "copula", "doubtful", _LAST_RESORT})
"""What the probabilities of the candidates say, not a rule."""
_DEEPEST = 60
"""Links on one way; longer ways count as nothing."""
_MOST_PAIRS = 200_000
"""Pairs whose probability is kept."""


class Marginals:
    """The probabilities of one document, from the decisions of a resolver in textual order."""

    def __init__(self, decisions: Sequence[Decision]) -> None:
        self._decisions = {decision.anaphor: decision for decision in decisions}
        self._order = {decision.anaphor: place for place, decision in enumerate(decisions)}
        self._by_head = {
            head_of(mention): mention
            for mention in reversed(self._order)
            if mention.kind is not Kind.COORDINATION
        }
        self.rated = any(decision.confidence is not None for decision in decisions)
        self._pairs: dict[tuple[Mention, Mention], float] = {}

    def together(self, one: Mention, other: Mention) -> float | None:
        """The probability that the mentions with the heads of these are in one entity; nothing if
        the resolver does not know them, or gives no probabilities.
        """
        if len(self._pairs) > _MOST_PAIRS:
            self._pairs.clear()
        own = [
            mention if mention in self._order else self._by_head.get(head_of(mention))
            for mention in (one, other)
        ]
        if not self.rated or own[0] is None or own[1] is None:
            return None
        return self._together(own[0], own[1], _DEEPEST)

    def _together(self, one: Mention, other: Mention, deepest: int) -> float:
        if one == other:
            return 1.0
        if not deepest or one not in self._order or other not in self._order:
            return 0.0
        late, early = (one, other) if self._order[one] > self._order[other] else (other, one)
        pair = (late, early)
        if pair not in self._pairs:
            self._pairs[pair] = 0.0  # a mention that follows may be a candidate
            ways = (
                chance * self._together(candidate, early, deepest - 1)
                for candidate, chance in self._antecedents(late)
            )
            self._pairs[pair] = min(1.0, sum(ways))
        return self._pairs[pair]

    def _antecedents(self, mention: Mention) -> Iterator[tuple[Mention, float]]:
        decision = self._decisions.get(mention)
        if decision is None:
            return
        chosen, chance = decision.antecedent, probability(decision)
        listed = [one for one in decision.candidates if not one.rejected and one.score > LEAST]
        # Beside its own confidence, a rule's decision has the model's probabilities of candidates.
        rated = decision.confidence is None or decision.new is not None
        ruled = rated and decision.rule not in _BY_CHANCE
        if chosen is not None and (ruled or all(one.mention != chosen for one in listed)):
            yield chosen, RULED if chance is None else chance
        elif not ruled:
            yield from ((one.mention, one.score) for one in listed)


def probability(decision: Decision) -> float | None:
    """How probable its decision is to a resolver; nothing, if a rule decided it, or none says."""
    if decision.confidence is not None or decision.rule != _LAST_RESORT:
        return decision.confidence
    chosen = (one.score for one in decision.candidates if one.mention == decision.antecedent)
    return next(chosen, LEAST) if decision.new is not None else None


def head_of(mention: Mention) -> int:
    return mention.end - 1 if mention.head is None else mention.head
