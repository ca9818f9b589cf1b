"""The decisions of the sieve, mention by mention: every member of an entity
but the first has an antecedent.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Mention
from coindex.core.decision import Decision, traced
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.entities import Group
from coindex.resolvers.sieve.state import JoinProposal, State

MERGED = "entity"
"""The rule of a mention that joined with its entity: its antecedent is the nearest preceding
member.
"""


def decisions(state: State, *, constructions: bool, trace: bool = False) -> Iterator[Decision]:
    """The decisions; without `constructions`, appositions, predicates and relative pronouns belong
    to no entity. With `trace` they list the passes that looked, also at what none decided.
    """
    taken = _decisions(state, constructions=constructions)
    if not trace:
        yield from taken
        return
    decided = {decision.anaphor: decision for decision in taken}
    for expression in state.discourse.expressions:
        mention, looked = expression.mention, tuple(state.looked.get(expression, ()))
        if mention in decided or looked:
            yield traced(decided.get(mention, Decision(mention)), looked)


def _decisions(state: State, *, constructions: bool) -> Iterator[Decision]:
    left_out = frozenset() if constructions else frozenset(state.constructed)
    latest: dict[Group | Expression, Expression] = {}
    for expression in state.discourse.expressions:
        if expression in left_out:
            continue
        group = state.entities.key(expression)
        rule, proposal = state.choices.get(expression, ("", None))
        previous = latest.get(group)
        latest[group] = expression
        refused = tuple(state.refused.get(expression, ()))
        if proposal is None:
            if previous is not None:
                yield Decision(expression.mention, previous.mention, MERGED, refused=refused)
            elif refused:
                yield Decision(expression.mention, refused=refused)
            continue
        antecedent = proposal.antecedent
        if antecedent in left_out:
            antecedent = None
        if previous is not None and (antecedent is None or antecedent.number > expression.number):
            rule, antecedent = MERGED, previous
        yield _decision(rule, proposal, antecedent, refused)


def _decision(
    rule: str,
    proposal: JoinProposal,
    antecedent: Expression | None,
    refused: tuple[tuple[Mention, str], ...],
) -> Decision:
    return Decision(
        proposal.anaphor.mention,
        None if antecedent is None else antecedent.mention,
        rule,
        proposal.candidates,
        proposal.considered,
        proposal.agreeing,
        proposal.dropped,
        refused,
    )
