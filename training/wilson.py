"""Wilson's interval of a proportion."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from coindex.measures.significance import Interval


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
