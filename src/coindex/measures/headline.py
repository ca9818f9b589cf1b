"""The value that represents a measure, for which intervals and tests are computed."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from coindex.core.protocols import Counts, Measure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Headline:
    """Turns counts into the value that represents a measure; 0 if it is not defined."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure

    def __call__(self, counts: Counts) -> float:
        value: float | None = self._measure.score(counts)._asdict()[self._measure.headline]
        return value or 0.0

    def many(self, table: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """The value of each row of a table; `None` if the measure can score only one
        row at a time.
        """
        import numpy as np

        try:
            values = self._measure.score(tuple(table.T))._asdict()[self._measure.headline]
        except (TypeError, ValueError):
            return None
        same = np.shape(values) == (len(table),) and _same(values[0], self(tuple(table[0])))
        return np.nan_to_num(values, nan=0.0) if same else None


def _same(vectorised: float, single: float) -> bool:
    return vectorised == single or (isnan(vectorised) and not single)
