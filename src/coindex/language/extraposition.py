"""Clauses that follow as the real subject of a predicate whose formal subject is *it*: *It is easy
to see why*.
"""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.document import Span
from coindex.core.identity import by_identity
from coindex.language.pleonastic import expletive_chance
from coindex.language.tree import NONE, Forest

_LIKELY = 0.5
"""How likely an expletive must not refer, if its parser says so."""
_AFTER = ("advcl", "parataxis")
"""Labels of what is added to a clause."""


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


def extraposed_span(forest: Forest, clause: int) -> Span:
    """The words of such a clause, without a conjunction before it and without what is added to it:
    *It is true (that) | she sings | (, since you ask)*.
    """
    tokens, labels = forest.document.tokens, forest.labels
    children = forest.children[clause]
    added = [forest.left[c] for c in children if c > clause and labels[c].startswith(_AFTER)]
    end = max(clause + 1, min(added, default=forest.right[clause] + 1))
    words = range(forest.left[clause], end)
    inside = [token for token in words if token == clause or tokens[token].upos != "PUNCT"]
    first = inside[0]
    if first != clause and labels[first] == "mark" and _introduces(forest, clause):
        first = inside[1]
    return Span(first, inside[-1] + 1)


def _introduces(forest: Forest, clause: int) -> bool:
    """Whether the conjunction only introduces a finite clause: *that*, but not *for us to go*."""
    return not any(
        forest.labels[child] == "mark" and forest.document.tokens[child].upos == "PART"
        for child in forest.children[clause]
    )
