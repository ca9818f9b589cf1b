"""Scales and their ticks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

from coindex.interface.translation import with_decimals
from coindex.report.figures.svg import line, words

FEW = 7
"""The most ticks of a logarithmic scale before only powers of ten remain; by eye."""
STEPS = (0.02, 0.05, 0.1, 0.2, 0.25)
"""Distances of ticks that people can count in."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to pixels; `ticks` are values."""

    low: float
    high: float
    left: float
    right: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        low, high, at = (log10(v) if self.logarithmic else v for v in (self.low, self.high, value))
        return self.left + (at - low) / (high - low) * (self.right - self.left)


def linear(values: Iterable[float], left: float, right: float, *, most: int = 6) -> Scale:
    """A scale for proportions, from a round number below them to a round number above."""
    known = list(values) or [0.0, 1.0]
    low, high = min(known), max(known)
    for step in STEPS:
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        if first == last:
            first, last = (first - 1, last) if low >= 1 else (first, last + 1)
        if last - first <= most:
            break
    ticks = tuple(round(step * place, 6) for place in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], left, right, ticks)


def logarithmic(values: Iterable[float], left: float, right: float) -> Scale:
    """A scale from a 1, 2 or 5 with zeros to another; ticks are all of these in between, or powers
    of ten if they are many.
    """
    known = [value for value in values if value > 0] or [1.0, 10.0]
    first, last = floor(log10(min(known))), ceil(log10(max(known)))
    # One decade more below, in case the smallest value is itself below the first 1, 2 or 5.
    round_ = [part * 10.0**power for power in range(first - 1, last + 1) for part in (1, 2, 5)]
    low = max(value for value in round_ if value <= min(known))
    high = min(value for value in round_ if value >= max(known) and value > low)
    inside = [value for value in round_ if low <= value <= high]
    tens = [value for value in inside if log10(value).is_integer()]
    return Scale(
        low, high, left, right, tuple(inside if len(inside) <= FEW else tens), logarithmic=True
    )


def below(scale: Scale, top: float, bottom: float, label: Callable[[float], str]) -> str:
    """Hair lines from top to bottom, with the values below them."""
    marks = [
        line(scale(tick), top, scale(tick), bottom)
        + words(scale(tick), bottom + 15, label(tick), anchor="middle", css="quiet")
        for tick in scale.ticks
    ]
    return "".join(marks)


def per_cent(value: float) -> str:
    return f"{100 * value:.0f}"


def thousands(value: float) -> str:
    if value >= 1_000_000:
        return with_decimals(f"{value / 1_000_000:g}M")
    return with_decimals(f"{value / 1000:g}k" if value >= 1000 else f"{value:g}")
