"""How certain a decision is: its probability, else the margin of its best candidate."""

from __future__ import annotations

import pytest

from coindex.workbench.editing.decisions import CandidateView, DecisionView
from coindex.workbench.editing.proposals import certainty


@pytest.mark.parametrize(
    ("confidence", "antecedent", "scores", "expected"),
    [
        (0.7, 1, [3.0, 1.0], 0.7),
        (None, 1, [3.0, 1.0], 0.5),
        (None, 1, [3.0], 1.0),
        (None, 1, [2.0, 2.0], 0.0),
        (None, 1, [0.0, 0.0], 0.0),
        (None, None, [3.0, 1.0], 0.0),
        (None, None, [], 0.0),
        (None, 1, [1.0, -1.0], 1.0),
    ],
)
def test_certainty(
    confidence: float | None, antecedent: int | None, scores: list[float], expected: float
) -> None:
    candidates = [CandidateView(mention=1, score=score) for score in scores]
    rejected = CandidateView(mention=2, score=9.0, rejected="gender")
    decision = DecisionView(
        anaphor=3,
        antecedent=antecedent,
        confidence=confidence,
        candidates=[*candidates, rejected],
    )
    assert certainty(decision) == pytest.approx(expected)
