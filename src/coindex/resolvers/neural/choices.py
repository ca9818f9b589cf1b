"""What SUPAR's rules say of a text: the model of a language other than English has learnt with it.

What they say of names and nouns is a mark of the mention; the antecedent that they choose, of
whatever sort, counts as much more likely as the model's `rules` says.
"""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.decision import Decision
from coindex.core.identity import by_identity
from coindex.resolvers.discourse import Discourse, Expression
from coindex.resolvers.supar import Supar


@by_identity(1)
def by_rules(discourse: Discourse) -> tuple[Decision, ...]:
    """Kept until the next document: features and choices share them."""
    resolver = Supar(names=True, groups=False)
    return tuple(resolver.resolve(discourse.document, discourse.mentions))


def choices(discourse: Discourse) -> Mapping[Expression, Expression]:
    """From an anaphor to the antecedent that the rules choose."""
    of = {expression.mention: expression for expression in discourse.expressions}
    return {
        of[decision.anaphor]: of[decision.antecedent]
        for decision in by_rules(discourse)
        if decision.anaphor in of and decision.antecedent in of
    }
