"""Outcomes: how they are stored, named and counted."""

from __future__ import annotations

from typing import get_args

from coindex.core.outcome import NOT_RIGHT, Outcome
from coindex.workbench.api import search


def test_reports_of_0_1_0_have_the_same_letters() -> None:
    assert {one.value: one.word for one in Outcome} == {
        "r": "right",
        "w": "wrong",
        "o": "open",
        "m": "undetected",
        "x": "spurious",
        "n": "none",
    }
    assert "".join(NOT_RIGHT) == "wom"


def test_counts_are_right_attempted_identified_and_in_the_key() -> None:
    assert [one.counts for one in Outcome] == [
        (1, 1, 1, 1),
        (0, 1, 1, 1),
        (0, 0, 1, 1),
        (0, 0, 0, 1),
        (0, 1, 1, 0),
        (0, 0, 0, 0),
    ]


def test_the_web_asks_for_outcomes_by_their_words() -> None:
    assert get_args(search.OutcomeWord) == ("", *(one.word for one in Outcome))
