"""The decisions of SUPAR's rules, which the model of a language other than English was trained
with.

Those on names and nouns are a mark of the mention; the antecedent that they choose, of whatever
kind, gains the model's `rules` in log-odds.
"""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.decision import Decision
from coindex.core.identity import by_identity
from coindex.language.discourse.discourse import Discourse, Expression


@by_identity(1)
def by_rules(discourse: Discourse) -> tuple[Decision, ...]:
    """The decisions, cached until the next document: features and choices share them."""
    from coindex.resolvers.supar import Supar  # English, which does without it, starts 2 % faster

    resolver = Supar(names=True, groups=False)
    return tuple(resolver.resolve(discourse.document, discourse.mentions))


def choices(discourse: Discourse) -> Mapping[Expression, Expression]:
    """Maps an anaphor to the antecedent that the rules choose."""
    of = {expression.mention: expression for expression in discourse.expressions}
    return {
        of[decision.anaphor]: of[decision.antecedent]
        for decision in by_rules(discourse)
        if decision.anaphor in of and decision.antecedent in of
    }
