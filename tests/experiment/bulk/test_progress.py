"""The share of a job that is done, and the time that is left."""

from __future__ import annotations

import pytest

from coindex.cli.jobs import progress_line
from coindex.experiment.bulk.items import ItemResult
from coindex.experiment.bulk.progress import Progress


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def outcome(place: int, number: int, *, size: int = 0, reason: str = "") -> ItemResult:
    return ItemResult(
        (place, f"f{place}", number), f"{place}:{number}", words=50, size=size, reason=reason
    )


def test_lines_of_one_file_are_counted_by_their_bytes() -> None:
    clock = Clock()
    done = Progress([1000], clock)
    assert done.share is None and done.left is None
    for number in range(1, 4):
        clock.now += 2
        done.add(outcome(0, number, size=100))
    assert done.share == pytest.approx(0.3)
    assert done.left == pytest.approx(14)
    assert progress_line(done) == "30 %, 3 documents, 25 words/s, 0:00:14 left"


def test_what_an_earlier_run_did_takes_no_time() -> None:
    clock = Clock()
    done = Progress([1000], clock)
    for number in range(6, 8):
        clock.now += 3
        done.add(outcome(0, number, size=100))
    assert done.share == pytest.approx(0.7)
    assert done.left == pytest.approx(9)


def test_files_count_when_the_next_one_begins() -> None:
    clock = Clock()
    done = Progress([300, 100, 600], clock)
    clock.now = 1
    done.add(outcome(0, 1))
    assert (done.share, done.left) == (0, None)
    clock.now = 4
    done.add(outcome(2, 1))
    assert done.share == pytest.approx(0.4)
    assert done.left == pytest.approx(6)


def test_a_share_is_never_more_than_the_file() -> None:
    done = Progress([150, 50])
    for number in range(1, 4):
        done.add(outcome(0, number, size=100))
    assert done.share == pytest.approx(0.75)


def test_without_sizes_only_documents_are_told() -> None:
    clock = Clock()
    done = Progress([0], clock)
    clock.now = 2
    done.add(outcome(0, 1, size=80))
    done.add(outcome(0, 2, size=80, reason="no text"))
    assert done.share is None and done.left is None
    assert progress_line(done) == "1 document, 1 set aside, 50 words/s"
