"""Agreement over time: in the order in which documents could be compared, with a moving mean."""

from __future__ import annotations

import pytest

from coindex.workbench.api.history import _days, _moments, _points
from coindex.workbench.store.finishing import FirstFinished
from coindex.workbench.store.revisions import Revision, RevisionCounts


def head(document: int, source: str, created: str) -> Revision:
    return Revision(
        1, document, source, 1, None, source, created, "save", "", False, RevisionCounts()
    )


def test_the_second_annotator_makes_documents_comparable() -> None:
    heads = [head(1, "a", "05"), head(1, "b", "03"), head(1, "c", "09"), head(2, "a", "01")]
    finished = {(1, "a"): FirstFinished(1, "a", 1, "02")}
    assert _moments(heads, finished) == {1: "03"}


def test_the_mean_is_that_of_the_last_five() -> None:
    alphas = {name: value / 10 for value, name in enumerate("abcdefg")}
    moments = {name: str(9 - place) for place, name in enumerate("abcdefg")}
    points = _points(alphas, moments)
    assert [one.document for one in points] == list("gfedcba")
    assert [one.recent for one in points] == pytest.approx([0.6, 0.55, 0.5, 0.45, 0.4, 0.3, 0.2])


def test_days() -> None:
    finished = {
        (number, "a"): FirstFinished(number, "a", 1, f"2026-01-0{number}T10:00:00")
        for number in (1, 2)
    }
    seconds = {("2026-01-01", "a"): 90.0, ("2026-01-01", "adjudication"): 60.0}
    days = _days(seconds, finished, ["a"])
    assert [(one.day, one.minutes, one.finished) for one in days] == [
        ("2026-01-01", 1.5, 1),
        ("2026-01-02", 0, 1),
    ]
