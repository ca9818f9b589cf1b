"""How certain a resolver is about a decision, for an order of work.

Uncertainty sampling: David D. Lewis and William A. Gale (1994). A sequential algorithm for training
text classifiers. *SIGIR*.
"""

from __future__ import annotations

from coindex.workbench.editing.decisions import DecisionView


def certainty(decision: DecisionView) -> float:
    """The probability of the decision, if the resolver estimates it. Otherwise, the margin between
    its two best candidates as a proportion of their scores: 1 if there is one candidate, 0 if
    there is none.
    """
    if decision.confidence is not None:
        return decision.confidence
    scores = sorted(
        (one.score or 0.0 for one in decision.candidates if not one.rejected), reverse=True
    )
    if decision.antecedent is None or not scores:
        return 0.0
    if len(scores) == 1:
        return 1.0
    best, second = scores[:2]
    size = abs(best) + abs(second)
    return (best - second) / size if size else 0.0
