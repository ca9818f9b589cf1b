"""Fitting ROSANA's evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.resolvers.rosana.evidence import points_of
from coindex.training.loglinear import AnaphorChoice, fitted
from tests.training.test_tuning import corpus
from training.rosana import FAMILIES, collected, factor, table


@pytest.mark.parametrize("family", FAMILIES)
def test_the_table_has_the_factors_that_training_gives(family: str) -> None:
    assert all(factor(mark) == named for mark, (named, _) in points_of(family).items())


def test_weights_are_fitted_to_what_is_right(tmp_path: Path) -> None:
    """*Ann greeted Eve. She smiled.*: it is always Eve who smiles."""
    path = tmp_path / "texts.conllu"
    path.write_text(corpus(), encoding="utf-8")
    choices = collected(formats.read(path, "conllu"))
    assert {tuple(choice.right) for choice in choices["he"]} == {(False, True)}
    weights = table({**{family: [] for family in FAMILIES}, **choices})
    assert weights["he"]["direct object"] > 0 > weights["he"]["subject"]
    assert weights["it"] == {}


def test_scores_that_are_known_are_not_fitted_again() -> None:
    either = [AnaphorChoice([["a"], ["b"]], [number < 8, number >= 8]) for number in range(10)]
    known = [choice._replace(scores=[1.4, 0.0]) for choice in either]
    assert fitted(either, 0.1)["a"] > 0.5
    assert abs(fitted(known, 0.1)["a"]) < 0.1
