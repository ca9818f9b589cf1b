"""Log-linear weights: the probability of a candidate grows with the sum of the weights that apply
to it.

The right candidates of an anaphor share its probability (a conditional log-linear model over the
candidates of each anaphor); weights are penalised by their squares and fitted by gradient ascent
with Adam (Kingma & Ba 2015).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

STEPS = 300
"""Of the fit; by eye."""
_RATE, _FIRST, _SECOND, _TINY = 0.1, 0.9, 0.99, 1e-8
"""Step size, decay of the two moments, and the term against division by zero, of Adam (Kingma & Ba
2015).
"""


class AnaphorChoice(NamedTuple):
    """The candidates of an anaphor, each with the names of the weights that apply to it, and
    which of them are right, or how right each is, from 0 to 1; `scores`, if given, are what each
    has without these weights.
    """

    candidates: Sequence[Collection[str]]
    right: Sequence[float]
    scores: Sequence[float] = ()

    @property
    def telling(self) -> bool:
        """Whether there is something to learn: some candidates are right and some are not."""
        return any(self.right) and not all(self.right)


def pooled(
    choices: Sequence[AnaphorChoice], penalty: float, steps: int = STEPS
) -> dict[str, float]:
    """As `fitted`, for weights by types of anaphors, `zero: subject`: what types have in common is
    fitted to all of them, so that rare types do not depend on a few cases.
    """
    widened = [
        choice._replace(candidates=[{*names, *map(_shared, names)} for names in choice.candidates])
        for choice in choices
    ]
    weights = fitted(widened, penalty, steps)
    return {
        name: weight + weights.get(_shared(name), 0.0)
        for name, weight in weights.items()
        if _shared(name) != name
    }


def _shared(name: str) -> str:
    return name.partition(": ")[2] or name


def fitted(
    choices: Sequence[AnaphorChoice], penalty: float, steps: int = STEPS
) -> dict[str, float]:
    """The weights under which the right candidates are most probable; those that the choices do not
    determine are left out.
    """
    telling = [choice for choice in choices if choice.telling]
    rows = [names for choice in telling for names in choice.candidates]
    names = sorted({name for row in rows for name in row})
    if not names:
        return {}
    index = {name: place for place, name in enumerate(names)}
    table = np.zeros((len(rows), len(names)))
    for place, row in enumerate(rows):
        table[place, [index[name] for name in row]] = 1.0
    group = np.repeat(np.arange(len(telling)), [len(choice.candidates) for choice in telling])
    right = np.array([value for choice in telling for value in choice.right], float)
    fixed = np.array(
        [value for one in telling for value in (one.scores or [0.0] * len(one.right))], float
    )
    weights, first, second = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, steps + 1):
        scores = fixed + table @ weights
        # The highest score of each choice is taken off before the exponential, which would
        # overflow.
        highest = np.full(len(telling), -np.inf)
        np.maximum.at(highest, group, scores)
        odds = np.exp(scores - highest[group])
        chance = odds / np.bincount(group, odds, len(telling))[group]
        share = odds * right / (np.bincount(group, odds * right, len(telling)) + _TINY)[group]
        gradient = table.T @ (share - chance) - penalty * weights
        # Adam (Kingma & Ba 2015): one rate serves rare and frequent factors.
        first = _FIRST * first + (1 - _FIRST) * gradient
        second = _SECOND * second + (1 - _SECOND) * gradient**2
        weights += (
            _RATE * (first / (1 - _FIRST**step)) / (np.sqrt(second / (1 - _SECOND**step)) + _TINY)
        )
    return dict(zip(names, map(float, weights), strict=True))


def rounded(weights: Mapping[str, float], digits: int = 2) -> dict[str, float]:
    """The weights with this many digits, without those that become 0."""
    kept = {name: round(weight, digits) for name, weight in weights.items()}
    return {name: weight for name, weight in kept.items() if weight}
