"""Clauses that follow as the real subject of a predicate whose formal subject is *it*: *It is easy
to see why*.
"""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.identity import by_identity
from coindex.language.pleonastic import expletive_chance
from coindex.language.syntax.tree import NONE, Forest

_LIKELY = 0.5
"""How likely an expletive must not refer, if its parser says so."""


@by_identity(4)
def extrapositions(forest: Forest) -> Mapping[int, int]:
    """For each expletive the head of the clause that it announces."""
    tokens, announced = forest.document.tokens, dict[int, int]()
    for clause, label in enumerate(forest.labels):
        if not label.startswith("csubj") or forest.heads[clause] == NONE:
            continue
        for child in forest.children[forest.heads[clause]]:
            if (
                child < clause
                and forest.labels[child] == "expl"
                and expletive_chance(tokens[child], unknown=1) >= _LIKELY
            ):
                announced.setdefault(child, clause)
    return announced
