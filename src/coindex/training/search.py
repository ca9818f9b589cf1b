"""Searches for better weights using scores only: hill climbing, with documents resampled at each
step.

MARS fitted its scores with a genetic algorithm (Mitkov, Evans & Orasan 2002); with a dozen weights,
hill climbing does as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from random import Random
from statistics import median
from typing import NamedTuple

from coindex.core.protocols import Counts
from coindex.measures.scores import total
from coindex.measures.significance import Value, paired_bootstrap

Weights = Mapping[str, float]
Judge = Callable[[Weights, int], Counts]
"""A function from weights and the number of a document to the counts that result there."""

FIRST_LOOK = 0.3
"""The share of the documents after which a change without gain is given up."""
DOUBT = 0.3
"""A change is kept only if it is a gain in at least this many of the resampled corpora."""
DRAWS = 200
"""Fewer draws than in a report, since every change that is tried is resampled."""
WIDEST, NARROWEST = 2.0, 0.1
"""How far a change may go, relative to the range of a weight: less after each failure, to settle,
and widest again when it is narrow, to escape.
"""


class Round(NamedTuple):
    """The state of the climb after a round; `rows` are the counts of the best weights for each
    document.
    """

    weights: Weights
    rows: Sequence[Counts]
    taken: bool


def climb(
    start: Weights, judge: Judge, value: Value, documents: int, chance: Random
) -> Iterator[Round]:
    """The steps of the search, without end; the first is the start itself.

    A round changes one to three weights. The change must be a gain on some randomly drawn
    documents, and then in most corpora of documents drawn with replacement, so that a gain that
    depends on a few documents does not count.
    """
    best, rows = start, [judge(start, document) for document in range(documents)]
    ranges, width = _ranges(start), WIDEST
    yield Round(best, rows, False)
    while True:
        changed = _changed(best, ranges, width, chance)
        order = chance.sample(range(documents), documents)
        better = None if changed == best else _better(changed, rows, judge, value, order)
        if better is None:
            width = width * 0.95 if width > NARROWEST else WIDEST
        else:
            best, rows, width = changed, better, min(WIDEST, width * 1.5)
        yield Round(best, rows, better is not None)


def tidied(step: Round, start: Weights, judge: Judge, value: Value) -> Round:
    """Reset weights to their start, one by one, as long as nothing is lost: some changes have no
    effect.
    """
    best, rows = step.weights, step.rows
    for name in [name for name in start if start[name] != best[name]]:
        back = {**best, name: start[name]}
        new = [judge(back, document) for document in range(len(rows))]
        if value(total(new)) >= value(total(rows)):
            best, rows = back, new
    return Round(best, rows, False)


def _better(
    weights: Weights, rows: Sequence[Counts], judge: Judge, value: Value, order: Sequence[int]
) -> list[Counts] | None:
    """The counts of new weights; `None` if they are not better."""
    early = max(1, round(FIRST_LOOK * len(order)))
    counts = {document: judge(weights, document) for document in order[:early]}
    if value(total(counts.values())) < value(total(rows[document] for document in order[:early])):
        return None
    counts.update({document: judge(weights, document) for document in order[early:]})
    new = [counts[document] for document in range(len(order))]
    seed = order[0]
    return (
        new
        if paired_bootstrap(new, rows, value, draws=DRAWS, seed=seed).not_positive < DOUBT
        else None
    )


class _Range(NamedTuple):
    """How far a weight moves at a time, and its bounds."""

    scale: float
    low: float
    high: float


def _ranges(weights: Weights) -> Mapping[str, _Range]:
    """The scale is a weight's own size, or half the usual one. A bonus remains a bonus, a penalty a
    penalty.
    """
    usual = median([abs(weight) for weight in weights.values() if weight] or [1.0])
    return {
        name: _Range(
            max(abs(weight), usual / 2), 0.0 if weight > 0 else -inf, 0.0 if weight < 0 else inf
        )
        for name, weight in weights.items()
    }


def _changed(
    weights: Weights, ranges: Mapping[str, _Range], width: float, chance: Random
) -> Weights:
    new = dict(weights)
    for name in chance.sample(sorted(weights), min(len(weights), chance.choice((1, 1, 2, 3)))):
        scale, low, high = ranges[name]
        new[name] = _rounded(min(high, max(low, new[name] + chance.gauss(0, width) * scale)))
    return new


def _rounded(weight: float) -> float:
    """The weight with three digits, which is more than the data can determine."""
    return float(f"{weight:.3g}")
