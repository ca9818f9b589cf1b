"""Intervals and tests for any measure, by resampling documents; seeded, and exact wherever that is
feasible.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from coindex.core.protocols import Counts
from coindex.measures.draws import MOST_SWAPPED, samples, summed, swaps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWS = 10_000
SEED = 12345


class Value(Protocol):
    """A function from summed counts to the number that is tested."""

    def __call__(self, counts: Counts, /) -> float: ...


@runtime_checkable
class Vectorised(Value, Protocol):
    """A value that can also be computed for many rows of counts at once."""

    def many(self, table: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """The value of each row; `None` if they have to be computed one by one."""
        ...


class Interval(NamedTuple):
    low: float
    high: float


class McNemar(NamedTuple):
    """Two-sided p values for paired decisions, and the chi-square with Yates's correction."""

    exact: float
    midp: float
    chi_square: float
    p: float


def mcnemar(only_first: int, only_second: int, *, corrected: bool = True) -> McNemar:
    """McNemar's test, from the numbers of decisions that only one of two systems got right."""
    n, fewer = only_first + only_second, min(only_first, only_second)
    if not n:
        return McNemar(1.0, 1.0, 0.0, 1.0)
    exact = min(1.0, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n)
    midp = min(1.0, 2 * sum(comb(n, k) for k in range(fewer + 1)) / 2**n - comb(n, fewer) / 2**n)
    chi_square = max(0, abs(only_first - only_second) - corrected) ** 2 / n
    return McNemar(exact, midp, chi_square, erfc(sqrt(chi_square / 2)))


def bootstrap(
    rows: Sequence[Counts],
    value: Value,
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = 0.95,
) -> Interval:
    """The percentile interval of a value when documents are drawn with replacement."""
    return _percentiles(resampled_values(rows, value, draws=draws, seed=seed), level)


def resampled_values(
    rows: Sequence[Counts], value: Value, *, draws: int = DRAWS, seed: int = SEED
) -> NDArray[np.float64]:
    """The value in each draw; the draws are the same for all responses to the same documents, so
    that values can be subtracted.
    """
    import numpy as np

    table = np.asarray(rows, dtype=float)
    blocks = samples(len(rows), draws, seed)
    return np.concatenate([valued(value, summed(times, table)) for times in blocks])


class ResampledDifference(NamedTuple):
    """A resampled difference: its mean, its interval, and the proportion of draws in which it is
    not positive.
    """

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
) -> ResampledDifference:
    """How much better the first response is, when documents are drawn with replacement."""
    ours, theirs = (
        resampled_values(rows, value, draws=draws, seed=seed) for rows in (first, second)
    )
    return difference(ours, theirs, level=level)


def difference(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], *, level: float = 0.95
) -> ResampledDifference:
    """The difference of two responses' resampled values."""
    differences = ours - theirs
    return ResampledDifference(
        float(differences.mean()),
        _percentiles(differences, level),
        float((differences <= 1e-12).mean()),
    )


def randomisation(
    first: Sequence[Counts],
    second: Sequence[Counts],
    value: Value,
    *,
    draws: int = DRAWS,
    seed: int = SEED,
) -> float:
    """Approximate randomisation (Noreen 1989): the p of a difference at least as large when
    responses are exchanged at random.

    With few documents every exchange is tried, and p is exact.
    """
    import numpy as np

    ours, theirs = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    changes, count = theirs - ours, len(ours)
    start, other = ours.sum(axis=0), theirs.sum(axis=0)
    observed = abs(value(tuple(start)) - value(tuple(other))) - 1e-12
    as_large = tried = 0
    for block in swaps(count, draws, seed):
        shifts = summed(block, changes)
        differences = abs(valued(value, start + shifts) - valued(value, other - shifts))
        as_large += int((differences >= observed).sum())
        tried += len(block)
    return as_large / tried if count <= MOST_SWAPPED else (1 + as_large) / (1 + tried)


def holm(p_values: Sequence[float]) -> list[float]:
    """P values corrected for multiple tests (Holm 1979), in the given order."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def valued(value: Value, table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The value of each row of counts, all at once if `value.many` can."""
    import numpy as np

    values = value.many(table) if isinstance(value, Vectorised) else None
    return np.array([value(tuple(row)) for row in table], dtype=float) if values is None else values


def _percentiles(values: NDArray[np.float64], level: float) -> Interval:
    """The bounds of the interval: equal shares of the other values lie below and above."""
    import numpy as np

    cut, last = (1 - level) / 2, len(values) - 1
    low, high = round(cut * last), round((1 - cut) * last)
    ordered = np.partition(values, (low, high))
    return Interval(float(ordered[low]), float(ordered[high]))
