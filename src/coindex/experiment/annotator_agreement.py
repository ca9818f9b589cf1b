"""Agreement of any number of annotators: over all of them, of every two, of each with the others,
and by sorts of mentions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.protocols import Counts, Measure
from coindex.experiment.conditions import OWN, Condition, Signing
from coindex.experiment.rows import Row
from coindex.measures.agreement import Alpha
from coindex.measures.alignment import check_view
from coindex.measures.headline import Headline
from coindex.measures.panel import AnnotatorPanel, check_panel_slice
from coindex.measures.purposes import agreement
from coindex.measures.scores import mean, total
from coindex.measures.significance import DRAWS, SEED, Value, bootstrap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MISSING = ("error", "empty", "skip")
PAIR, ANNOTATOR, WITHOUT = "pair", "annotator", "without"
"""What rows are split by, besides what the caller names: two annotators; one with each of the
others; all but one.
"""


@dataclass(frozen=True, slots=True)
class Agreeing:
    """How annotators are compared.

    `missing`: a document that an annotator lacks is an `error`, counts as one in which nothing was
    marked (`empty`), or leaves that annotator out of this document (`skip`). `by` splits alpha by
    document, genre, form, kind or type of the mentions, or by the type of the entity.
    """

    view: str = "exact"
    distance: str = "passonneau"
    by: tuple[str, ...] = ()
    intervals: bool = False
    missing: str = "error"
    format: str = ""
    lenient: bool = False
    draws: int = DRAWS
    seed: int = SEED

    def __post_init__(self) -> None:
        check_view(self.view)
        for by in self.by:
            check_panel_slice(by)
        if self.missing not in MISSING:
            raise CoindexError(
                Message(
                    "missing must be one of {missing}, not {missing_2!r}",
                    missing=", ".join(MISSING),
                    missing_2=self.missing,
                )
            )

    @property
    def alpha(self) -> Alpha:
        try:
            return Alpha(self.distance, self.view)
        except ValueError as error:
            raise CoindexError(str(error)) from None

    @property
    def pairwise(self) -> list[Measure]:
        """The measures of two annotators, alpha last."""
        built = [registry.build("measures", text) for text in agreement(self.view)]
        return [*built[:-1], self.alpha]


@dataclass
class Agreement:
    """Counts of documents, one after the other, and the rows that they make.

    `mark` names what was compared in signatures, and is asked for when rows are made.
    """

    agreeing: Agreeing
    names: tuple[str, ...]
    mark: Callable[[], str]
    counted: list[CountedPanel] = field(default_factory=list)

    def add(self, panel: AnnotatorPanel) -> None:
        """Count one document."""
        self.counted.append(count_panel(panel, self.agreeing))

    @property
    def documents(self) -> int:
        return len(self.counted)

    @property
    def rows(self) -> Iterator[Row]:
        """About all annotators, every two, each one, all but one, and the slices."""
        places = range(len(self._measures))
        pairs = [
            pair
            for pair in combinations(self.names, 2)
            if any(pair in one.pairs for one in self.counted)
        ]
        # The last measure is alpha's of two, which for more annotators has a value of its own.
        for place in places[:-1]:
            yield self._mean(place, pairs)
        yield self._alpha([one.alpha for one in self.counted])
        for pair in pairs:
            for place in places:
                yield self._mean(place, [pair], PAIR, " and ".join(pair))
        for name in self.names:
            own = [pair for pair in pairs if name in pair]
            for place in places[:-1] if own else ():
                yield self._mean(place, own, ANNOTATOR, name)
        for name in self.names if len(self.names) > 2 else ():
            others = [one.without[name] for one in self.counted if name in one.without]
            yield self._alpha(others, WITHOUT, name)
        for by in self.agreeing.by:
            slices = sorted({slice for one in self.counted for slice in one.slices[by]})
            for slice in slices:
                parts = [one.slices[by][slice] for one in self.counted if slice in one.slices[by]]
                yield self._alpha(parts, by, slice)

    def remarks(self) -> Iterator[str]:
        """Reasons why something that was asked for is missing."""
        if self.agreeing.intervals and self.documents == 1:
            yield "no intervals: documents are drawn, and there is only one"

    @cached_property
    def _measures(self) -> list[Measure]:
        return self.agreeing.pairwise

    @cached_property
    def _signing(self) -> Signing:
        condition = Condition("+".join(self.names), "given", "none", OWN, "+".join(self.names[1:]))
        missing = self.agreeing.missing
        options = () if missing == "error" else (f"missing:{missing}",)
        draws = self.agreeing.draws if self.agreeing.intervals else 0
        return Signing(self.mark(), condition, options, draws, self.agreeing.seed)

    def _alpha(self, parts: Sequence[Counts], by: str = "", slice: str = "") -> Row:
        measure = self.agreeing.alpha
        values = measure.score(total(parts, 4))._asdict()
        return self._row(measure, parts, Headline(measure), values, by, slice)

    def _mean(
        self, place: int, pairs: Sequence[tuple[str, str]], by: str = "", slice: str = ""
    ) -> Row:
        """The mean over pairs of annotators; a pair without a document in common is left out."""
        measure = self._measures[place]
        counted = [one for one in self.counted if any(pair in one.pairs for pair in pairs)]
        width = len(next(iter(counted[0].pairs.values()))[place])
        nothing = (0,) * width
        parts = [
            tuple(
                number
                for pair in pairs
                for number in (one.pairs[pair][place] if pair in one.pairs else nothing)
            )
            for one in counted
        ]
        value = _MeanOfPairs(measure, width)
        return self._row(measure, parts, value, value.values(total(parts)), by, slice)

    def _row(
        self,
        measure: Measure,
        parts: Sequence[Counts],
        value: Value,
        values: Mapping[str, float | None],
        by: str,
        slice: str,
    ) -> Row:
        signing, interval = self._signing, None
        if signing.draws and len(parts) > 1 and values[measure.headline] is not None:
            interval = bootstrap(parts, value, draws=signing.draws, seed=signing.seed)
        signature = signing.of_row(measure, len(parts), slice=f"{by}={slice}" if by else "")
        which = registry.spec_of(measure), by, slice, values, measure.headline
        return Row(signing.condition, *which, total(parts), len(parts), interval, signature)


def defined(row: Row) -> Row:
    """The row without values if neither annotator has anything that the measure counts, where
    scorers give 0: nothing to agree on is not disagreement.
    """
    return row if any(row.counts) else row._replace(values=dict.fromkeys(row.values), interval=None)


class CountedPanel(NamedTuple):
    """The counts of one document: of each pair by each measure, and those of alpha for all
    annotators, for all but one, and for slices of the mentions.
    """

    pairs: Mapping[tuple[str, str], tuple[Counts, ...]]
    alpha: Counts
    without: Mapping[str, Counts]
    slices: Mapping[str, Mapping[str, Counts]]


def count_panel(panel: AnnotatorPanel, agreeing: Agreeing) -> CountedPanel:
    """Count one document."""
    measures, alpha = agreeing.pairwise, agreeing.alpha
    chains = panel.chains(agreeing.view)
    several = len(chains) > 2
    return CountedPanel(
        {
            names: tuple(measure.counts(pair) for measure in measures)
            for names, pair in panel.pairs.items()
        },
        alpha.panel_counts(list(chains.values())),
        {
            name: alpha.panel_counts([own for other, own in chains.items() if other != name])
            for name in (chains if several else ())
        },
        {
            by: {
                slice: alpha.panel_counts(list(chains.values()), labels)
                for slice, labels in panel.slices(agreeing.view, by).items()
            }
            for by in agreeing.by
        },
    )


class _MeanOfPairs:
    """From the counts of several pairs, one after the other, to the mean of their values."""

    def __init__(self, measure: Measure, width: int) -> None:
        self._measure, self._width = measure, width

    def __call__(self, counts: Counts) -> float:
        return self.values(counts)[self._measure.headline] or 0.0

    def values(self, counts: Counts) -> dict[str, float | None]:
        """The mean of each value of the measure over the pairs with anything to count."""
        starts = range(0, len(counts), self._width)
        parts = [tuple(counts[start : start + self._width]) for start in starts]
        scores = [self._measure.score(part)._asdict() for part in parts if any(part)]
        names = self._measure.score(parts[0])._asdict()
        return {name: mean(score[name] for score in scores) for name in names}

    def many(self, table: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """The means of many draws at once; `None` if the measure can score one at a time only."""
        import numpy as np

        sums, pairs = np.zeros(len(table)), np.zeros(len(table))
        for start in range(0, table.shape[1], self._width):
            part = table[:, start : start + self._width]
            values = Headline(self._measure).many(part)
            if values is None:
                return None
            present = part.any(axis=1)
            sums += np.where(present, values, 0.0)
            pairs += present
        return np.divide(sums, pairs, out=np.zeros(len(table)), where=pairs > 0)
