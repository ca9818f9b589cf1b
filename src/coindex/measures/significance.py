"""Intervals and tests for any measure, by resampling documents; with seeds, and exact wherever that is feasible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb, erfc, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from coindex.measures.scores import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWS = 10_000
SEED = 12345
MOST_SWAPPED = 12
"""Up to so many documents, all ways of exchanging two responses are gone through."""

Value = Callable[[Counts], float]
"""From summed counts to the number that is judged."""


class Interval(NamedTuple):
    low: float
    high: float


def wilson(successes: float, trials: float, level: float = 0.95) -> Interval | None:
    """Wilson's score interval of a proportion; `None` without trials."""
    if not trials:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / trials
    shrink = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / shrink
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / shrink
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


class McNemar(NamedTuple):
    """Two-sided p values for paired decisions, and the chi-square with Yates's correction."""

    exact: float
    midp: float
    chi_square: float
    p: float


def mcnemar(only_first: int, only_second: int, *, corrected: bool = True) -> McNemar:
    """From the decisions only one of two systems got right."""
    n, fewer = only_first + only_second, min(only_first, only_second)
    if not n:
        return McNemar(1.0, 1.0, 0.0, 1.0)
    exact = min(1.0, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n)
    midp = min(1.0, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n - comb(n, fewer) / 2**n)
    chi_square = max(0, abs(only_first - only_second) - corrected) ** 2 / n
    return McNemar(exact, midp, chi_square, erfc(sqrt(chi_square / 2)))


def bootstrap(
    rows: Sequence[Counts], value: Value, *, draws: int = DRAWS, seed: int = SEED, level: float = 0.95
) -> Interval:
    """The percentile interval of a value when documents are drawn with replacement."""
    return _percentiles([value(counts) for counts in _resampled(rows, draws, seed)], level)


class Difference(NamedTuple):
    """Of a resampled difference: its mean, its interval, and the share of draws in which it is not positive."""

    mean: float
    interval: Interval
    not_positive: float


def paired_bootstrap(
    first: Sequence[Counts],
    second: Sequence[Counts],
    value: Value,
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = 0.95,
) -> Difference:
    """How much better the first response is, when documents are drawn with replacement."""
    width = len(first[0])
    rows = [(*a, *b) for a, b in zip(first, second, strict=True)]
    found = [value(counts[:width]) - value(counts[width:]) for counts in _resampled(rows, draws, seed)]
    share = sum(difference <= 1e-12 for difference in found) / len(found)
    return Difference(sum(found) / len(found), _percentiles(found, level), share)


def randomisation(
    first: Sequence[Counts], second: Sequence[Counts], value: Value, *, draws: int = DRAWS, seed: int = SEED
) -> float:
    """Approximate randomisation (Noreen 1989): p of a difference as large when responses are exchanged by chance.

    With few documents every exchange is tried, and p is exact.
    """
    import numpy as np

    ours, theirs = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    changes, count = theirs - ours, len(ours)
    start, other = ours.sum(axis=0), theirs.sum(axis=0)
    observed = abs(value(tuple(start)) - value(tuple(other))) - 1e-12
    exact = count <= MOST_SWAPPED
    if exact:
        blocks: Iterator[NDArray[np.float64]] = iter([np.array(list(product((0.0, 1.0), repeat=count)))])
    else:
        chance = np.random.default_rng(seed)
        blocks = (chance.integers(0, 2, (size, count)).astype(float) for size in _blocks(draws, count))
    as_large = tried = 0
    for block in blocks:
        for shift in block @ changes:
            as_large += abs(value(tuple(start + shift)) - value(tuple(other - shift))) >= observed
        tried += len(block)
    return as_large / tried if exact else (1 + as_large) / (1 + tried)


def holm(p_values: Sequence[float]) -> list[float]:
    """P values adjusted for being several (Holm 1979), in the order given."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def _blocks(draws: int, count: int) -> Iterator[int]:
    """Draws in portions that keep the table of draws and documents small."""
    size = max(1, 2_000_000 // max(1, count))
    for begin in range(0, draws, size):
        yield min(size, draws - begin)


def _resampled(rows: Sequence[Counts], draws: int, seed: int) -> Iterator[Counts]:
    """Sums of counts over documents drawn with replacement; all possible samples where these are few enough."""
    import numpy as np

    table, count = np.asarray(rows, dtype=float), len(rows)
    if count**count <= draws:
        for sample in product(range(count), repeat=count):
            yield tuple(table[list(sample)].sum(axis=0))
        return
    chance = np.random.default_rng(seed)
    for size in _blocks(draws, count):
        times = chance.multinomial(count, np.full(count, 1 / count), size=size).astype(float)
        yield from map(tuple, times @ table)


def _percentiles(values: list[float], level: float) -> Interval:
    """The values that leave half of the rest below and above."""
    ordered = sorted(values)
    cut = (1 - level) / 2
    last = len(ordered) - 1
    return Interval(ordered[round(cut * last)], ordered[round((1 - cut) * last)])
