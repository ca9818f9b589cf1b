"""The decisions of the sieve, mention by mention: every member of an entity
but the first has an antecedent.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.decision import Decision
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.entities import Group
from coindex.resolvers.sieve.scene import JoinProposal, Scene

MERGED = "entity"
"""The rule of a mention that joined with its entity: its antecedent is the nearest preceding
member.
"""


def decisions(scene: Scene, *, constructions: bool) -> Iterator[Decision]:
    """The decisions; without `constructions`, appositions, predicates and relative pronouns belong
    to no entity.
    """
    left_out = frozenset() if constructions else frozenset(scene.constructed)
    latest: dict[Group | Expression, Expression] = {}
    for expression in scene.discourse.expressions:
        if expression in left_out:
            continue
        group = scene.entities.key(expression)
        rule, proposal = scene.choices.get(expression, ("", None))
        previous = latest.get(group)
        latest[group] = expression
        if proposal is None:
            if previous is not None:
                yield Decision(expression.mention, previous.mention, MERGED)
            continue
        antecedent = proposal.antecedent
        if antecedent in left_out:
            antecedent = None
        if previous is not None and (antecedent is None or antecedent.number > expression.number):
            rule, antecedent = MERGED, previous
        yield _decision(rule, proposal, antecedent)


def _decision(rule: str, proposal: JoinProposal, antecedent: Expression | None) -> Decision:
    return Decision(
        proposal.anaphor.mention,
        None if antecedent is None else antecedent.mention,
        rule,
        proposal.candidates,
        proposal.considered,
        proposal.agreeing,
        proposal.dropped,
    )
