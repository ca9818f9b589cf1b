"""The results of a measure: named values computed from counts, and the one rule for division by
zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from coindex.core.protocols import Counts


class Score(NamedTuple):
    """A value is `None` if it is not defined; coreference measures give 0 instead, as the reference
    scorers do.
    """

    precision: float | None
    recall: float | None
    f1: float | None


def ratio(part: float, whole: float, empty: float | None = None) -> float | None:
    """`part / whole`; `empty` (not defined) if `whole` is 0.

    For arrays, element by element, with NaN for what is not defined: this computes the scores of
    many draws at once.
    """
    if hasattr(whole, "shape") and whole.shape:
        many: float = _ratios(part, whole, empty)
        return many
    return part / whole if whole else empty


def _ratios(part: Any, whole: Any, empty: float | None) -> Any:
    import numpy as np

    result = np.full(whole.shape, np.nan if empty is None else empty)
    return np.divide(part, whole, out=result, where=whole != 0)


def harmonic(precision: float | None, recall: float | None) -> float | None:
    """F1; 0 if precision and recall are 0, not defined if either is not."""
    if precision is None or recall is None:
        return None
    return ratio(2 * precision * recall, precision + recall, 0.0)


def prf(correct_of_response: float, response: float, correct_of_key: float, key: float) -> Score:
    """Precision, recall and F1 from numerators and denominators, with 0 for division by zero."""
    precision, recall = ratio(correct_of_response, response, 0.0), ratio(correct_of_key, key, 0.0)
    return Score(precision, recall, harmonic(precision, recall))


def open_prf(correct: float, response: float, key: float) -> Score:
    """As `prf` with one numerator, but values without a denominator stay undefined."""
    precision, recall = ratio(correct, response), ratio(correct, key)
    return Score(precision, recall, harmonic(precision, recall))


def mean(values: Iterable[float | None]) -> float | None:
    """The arithmetic mean of the values that are defined."""
    defined = [value for value in values if value is not None]
    if any(hasattr(value, "shape") and value.shape for value in defined):
        many: float = _means(defined)
        return many
    return ratio(sum(defined), len(defined))


def _means(values: list[Any]) -> Any:
    import numpy as np

    table = np.stack(np.broadcast_arrays(*values))
    known = ~np.isnan(table)
    return _ratios(sum(np.where(known, table, 0.0)), known.sum(axis=0), None)


def total(rows: Iterable[Counts], width: int = 0) -> Counts:
    """The sum of several counts; `width` zeros if there are none."""
    return tuple(map(sum, zip(*rows, strict=True))) or (0,) * width
