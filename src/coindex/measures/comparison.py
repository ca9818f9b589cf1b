"""Compares every two responses to the same documents by one measure: difference, interval, and
tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from coindex.core.protocols import Counts, Measure
from coindex.measures.headline import Headline
from coindex.measures.scores import total
from coindex.measures.significance import (
    DRAWS,
    SEED,
    Interval,
    difference,
    holm,
    mcnemar,
    randomisation,
)
from coindex.measures.significance import resampled_values as resampled


class Contender(NamedTuple):
    """A response, represented by its counts for each document, and by its outcome for each anaphor,
    if known.
    """

    name: str
    rows: Sequence[Counts]
    outcomes: Mapping[Any, bool]


class Comparison(NamedTuple):
    """One measure on two responses; `adjusted` is p after Holm's correction over all comparisons by
    this measure.

    `mcnemar` is the exact p of McNemar's test, for measures that judge single anaphors.
    """

    measure: Measure
    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    adjusted: float
    mcnemar: float | None = None


def compared(
    measure: Measure, contenders: Sequence[Contender], *, draws: int = DRAWS, seed: int = SEED
) -> list[Comparison]:
    """The comparisons of every two contenders, in order; all have the same documents in the same
    order.

    Holm's correction covers these comparisons only: measuring more things changes no p.
    """
    value = Headline(measure)
    drawn = [resampled(contender.rows, value, draws=draws, seed=seed) for contender in contenders]
    comparisons = []
    for (a, ours), (b, theirs) in combinations(zip(contenders, drawn, strict=True), 2):
        between = value(total(a.rows)) - value(total(b.rows))
        p = randomisation(a.rows, b.rows, value, draws=draws, seed=seed)
        interval = difference(ours, theirs).interval
        comparisons.append(
            Comparison(
                measure, a.name, b.name, between, interval, p, p, _mcnemar(a.outcomes, b.outcomes)
            )
        )
    return [
        one._replace(adjusted=p)
        for one, p in zip(comparisons, holm([one.p for one in comparisons]), strict=True)
    ]


def _mcnemar(first: Mapping[Any, bool], second: Mapping[Any, bool]) -> float | None:
    """McNemar's test over the anaphors of the key, which are the same for both."""
    if not first or not second:
        return None
    only_first = sum(right and not second.get(anaphor, False) for anaphor, right in first.items())
    only_second = sum(right and not first.get(anaphor, False) for anaphor, right in second.items())
    return mcnemar(only_first, only_second).exact
