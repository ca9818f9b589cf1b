"""Weights of certainty are found again in answers that were drawn by known ones."""

from __future__ import annotations

import numpy as np
import pytest

from training.certainty import crossed, fitted


def test_known_weights_are_found_again() -> None:
    chance = np.random.default_rng(7)
    rows = chance.normal(size=(6000, 2)) * (1.0, 3.0) + (0.0, 2.0)
    odds = 0.5 + rows @ np.array([1.5, -0.4])
    right = (chance.random(len(rows)) < 1 / (1 + np.exp(-odds))).astype(float)
    assert fitted(rows, right, 0.1) == pytest.approx([0.5, 1.5, -0.4], abs=0.15)
    shrunk = fitted(rows, right, 1e5)
    assert np.abs(shrunk[1:]).max() < 0.05


def test_a_document_is_judged_by_the_others() -> None:
    """The only document in which the signal is wrong does not teach that it is."""
    rows = np.array([[1.0], [-1.0]] * 40)
    right = np.array([1.0, 0.0] * 30 + [0.0, 1.0] * 10)
    documents = ["a"] * 30 + ["b"] * 30 + ["c"] * 20
    scores = crossed(rows, right, documents, 1.0)
    assert (scores[60::2] > 2).all() and (scores[61::2] < -2).all()
    assert 0 < scores[0] < scores[60]
