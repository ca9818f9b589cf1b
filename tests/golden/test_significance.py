"""Worked examples of intervals and tests."""

from __future__ import annotations

import pytest

from coindex.core.protocols import Counts
from coindex.measures.significance import (
    bootstrap,
    holm,
    mcnemar,
    paired_bootstrap,
    randomisation,
)
from training.wilson import wilson

DOCUMENTS = [(8, 6, 10), (5, 5, 8), (9, 7, 12), (4, 5, 6), (7, 5, 9)]
FIRST: list[Counts] = [(a, n) for a, _, n in DOCUMENTS]
SECOND: list[Counts] = [(b, n) for _, b, n in DOCUMENTS]


def accuracy(counts: Counts) -> float:
    return counts[0] / counts[1]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (206, 362, 0.5176, 0.6191),
        (180, 362, 0.4460, 0.5485),
        (223, 362, 0.5650, 0.6647),
        (322, 432, 0.7023, 0.7842),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials)
    assert interval is not None
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_wilson_without_trials_is_not_defined() -> None:
    assert wilson(0, 0) is None


def test_mcnemar() -> None:
    result = mcnemar(30, 15)
    assert result.chi_square == pytest.approx(4.356, abs=5e-4)
    assert [round(p, 4) for p in (result.p, result.exact, result.midp)] == [0.0369, 0.0357, 0.0259]
    plain = mcnemar(30, 15, corrected=False)
    assert (plain.chi_square, round(plain.p, 4)) == (5.0, 0.0253)
    assert mcnemar(0, 0).exact == 1


def test_randomisation_over_documents_is_exact() -> None:
    assert randomisation(FIRST, SECOND, accuracy) == 8 / 32


def test_sampled_randomisation_counts_the_observed_difference() -> None:
    """With many documents exchanges are drawn. None of 99 undoes a difference of 40 documents that
    all agree, and p is 1 in 100 nevertheless: the observed one is among those counted (Noreen 1989).
    """
    better: list[Counts] = [(1, 1)] * 40
    worse: list[Counts] = [(0, 1)] * 40
    assert randomisation(better, worse, accuracy, draws=99) == 1 / 100


def test_every_exchange_of_twelve_documents_is_tried() -> None:
    """Only the observed responses and their full exchange differ so much: 2 of 2 ** 12."""
    better: list[Counts] = [(1, 1)] * 12
    worse: list[Counts] = [(0, 1)] * 12
    assert randomisation(better, worse, accuracy) == 2 / 4096


def test_randomisation_over_decisions_equals_the_sign_test() -> None:
    first: list[Counts] = [(int(right), 1) for right in "1110110111"]
    second: list[Counts] = [(int(right), 1) for right in "0100110110"]
    assert sum(row[0] for row in first) == 8
    assert sum(row[0] for row in second) == 5
    assert randomisation(first, second, accuracy) == 256 / 1024 == mcnemar(3, 0).exact


def test_approximate_randomisation_counts_the_observed_case() -> None:
    rows = FIRST * 3
    assert randomisation(rows, rows, accuracy, draws=99) == 1.0
    p = randomisation(rows, SECOND * 3, accuracy, draws=2000)
    assert 0 < p < 0.1
    assert p == randomisation(rows, SECOND * 3, accuracy, draws=2000)


def test_paired_bootstrap_over_all_resamples() -> None:
    found = paired_bootstrap(FIRST, SECOND, accuracy)
    assert found.mean == pytest.approx(0.1065, abs=5e-5)
    assert found.interval == pytest.approx((-0.0278, 0.2), abs=5e-5)
    assert found.not_positive == pytest.approx(0.063, abs=5e-4)


def test_bootstrap_is_reproducible_and_surrounds_the_value() -> None:
    rows = FIRST * 4
    interval = bootstrap(rows, accuracy, draws=500)
    assert interval == bootstrap(rows, accuracy, draws=500)
    assert interval.low < accuracy((33, 45)) < interval.high
    assert interval != bootstrap(rows, accuracy, draws=500, seed=1)


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
