"""Cross-validation of fitted weights: every document is held out once, so that a few dozen
annotated documents are enough to say what fitting gains.

Mervyn Stone (1974). Cross-validatory choice and assessment of statistical predictions. *Journal of
the Royal Statistical Society B* 36.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.protocols import Combining, Counts, Resolver
from coindex.measures.headline import Headline
from coindex.training.tuning import (
    Example,
    Improvement,
    Tuning,
    counts_of,
    weights_of,
    with_changes,
    with_weights,
)

FOLDS = 5
"""Parts of the documents; each is judged with weights fitted to the others."""


@dataclass(frozen=True, slots=True)
class Validated:
    """A resolver with weights fitted to all documents, and what fitting gains on documents that
    were held out: `gain` over its own weights, `over_present` over the resolver used so far.
    """

    resolver: Resolver
    before: Mapping[str, float]
    after: Mapping[str, float]
    gain: Improvement
    over_present: Improvement
    folds: int


def cross_validated(
    tuning: Tuning,
    resolver: Resolver,
    given: Sequence[Example],
    *,
    present: Resolver | None = None,
    folds: int = FOLDS,
    hear: Callable[[int, int], None] = lambda done, total: None,
) -> Validated:
    """Fit the weights of a resolver to all documents, and measure the gain on each with weights
    fitted to the documents of other folds. `hear` is called with the number of steps done, and of
    all: a document is a step, and so are a fold and the last fit.
    """
    count = min(folds, len(given))
    if count < 2:
        raise CoindexError(
            "one annotated document is too few: one is needed to fit on and one to hold out"
        )
    measure = registry.build("measures", tuning.measure)
    able = resolver.recording() if isinstance(resolver, Combining) else resolver
    start, steps = weights_of(resolver), len(given) + count + 1
    rows: dict[str, list[Counts]] = {"present": [], "before": []}
    for number, example in enumerate(given, 1):
        before = counts_of(able, measure, example)
        rows["before"].append(before)
        same = before if present is None else counts_of(present, measure, example)
        rows["present"].append(same)
        hear(number, steps)
    after: list[Counts] = [rows["before"][0]] * len(given)
    for number, fold in enumerate(_folds(len(given), count, tuning.seed), 1):
        training = [example for place, example in enumerate(given) if place not in fold]
        fitted = with_weights(able, tuning.fit(able, training).weights)
        for place in fold:
            after[place] = counts_of(fitted, measure, given[place])
        hear(len(given) + number, steps)
    weights, value = tuning.fit(able, given).weights, Headline(measure)
    hear(steps, steps)
    return Validated(
        with_changes(resolver, weights),
        start,
        weights,
        Improvement.of(rows["before"], after, value),
        Improvement.of(rows["present"], after, value),
        count,
    )


def _folds(documents: int, count: int, seed: int) -> list[frozenset[int]]:
    """The documents of each fold, drawn at random; sizes differ by one at most."""
    order = Random(seed).sample(range(documents), documents)  # noqa: S311 - no secret
    return [frozenset(order[number::count]) for number in range(count)]
