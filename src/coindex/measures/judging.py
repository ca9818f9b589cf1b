"""The counts of one document for many measures: for the whole document, in slices, and for each
anaphor where tests need it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from coindex.core.annotation import Mention
from coindex.core.outcome import Outcome
from coindex.core.plugins import naming_plugin
from coindex.core.protocols import (
    AlignedPair,
    Anaphoric,
    Case,
    Categorical,
    Counts,
    Measure,
    Overlapping,
    SingletonAware,
    Syntactic,
    Tabular,
)
from coindex.measures import slices
from coindex.measures.scores import total


class Judged(NamedTuple):
    """The counts of one document; each tuple holds one item per measure, in their order.

    `slices` are counts by criterion (`genre`, `form` ...) and slice; `outcomes` say for each
    anaphor of the key, by its tokens, whether it was resolved correctly.
    """

    counts: tuple[Counts, ...]
    slices: tuple[Mapping[str, Mapping[str, Counts]], ...] = ()
    outcomes: tuple[Mapping[str, bool], ...] = ()


class Judges:
    """Measures with their capabilities, looked up once for all documents.

    A measure that judges whole documents is not split by kinds of anaphors.
    """

    def __init__(self, measures: Sequence[Measure], by: Sequence[str] = ()) -> None:
        for name in by:
            slices.check_slice(name)
        self._able = [_Able.of(measure) for measure in measures]
        self._by = by

    def __call__(self, pair: AlignedPair, parsed: AlignedPair | None = None) -> Judged:
        """The counts of a pair; `parsed` is the same pair with a parse, for measures that need one,
        if the key has none.
        """
        counts, split, outcomes = [], [], []
        for able in self._able:
            one = parsed if able.syntactic and parsed is not None else pair
            with naming_plugin(able.measure, pair.document.id):
                whole, parts = _counted(one, able, self._by)
                counts.append(whole)
                split.append(parts)
                outcomes.append(_outcomes(one, able))
        return Judged(tuple(counts), tuple(split), tuple(outcomes))

    @property
    def syntactic(self) -> bool:
        """Whether some measure needs a parse."""
        return any(able.syntactic for able in self._able)

    @property
    def tabular(self) -> bool:
        """Whether a table of exact overlaps is sufficient."""
        tables = (able.tabular is not None and able.measure.view == "exact" for able in self._able)
        return not self._by and all(tables)

    def of_table(self, pair: Overlapping) -> Judged:
        """As `__call__`, for measures that are `tabular`."""
        return Judged(tuple(able.table_counts(pair) for able in self._able))


class _Able(NamedTuple):
    """A measure, and the same measure again for each optional protocol that it implements."""

    measure: Measure
    anaphoric: Anaphoric | None
    categorical: Categorical | None
    tabular: Tabular | None
    singletons: bool
    syntactic: bool

    @classmethod
    def of(cls, measure: Measure) -> _Able:
        return cls(
            measure,
            measure if isinstance(measure, Anaphoric) else None,
            measure if isinstance(measure, Categorical) else None,
            measure if isinstance(measure, Tabular) else None,
            measure.singletons if isinstance(measure, SingletonAware) else True,
            isinstance(measure, Syntactic) and measure.needs_parse,
        )

    def table_counts(self, pair: Overlapping) -> Counts:
        assert self.tabular is not None
        with naming_plugin(self.measure):
            return self.tabular.table_counts(
                pair.overlap(self.measure.view, singletons=self.singletons)
            )


def _counted(
    pair: AlignedPair, able: _Able, by: Sequence[str]
) -> tuple[Counts, dict[str, dict[str, Counts]]]:
    """Counts of the whole document and of the slices; the cases of a measure, if it has any, add up
    to its counts.
    """
    cases = list(able.anaphoric.cases(pair)) if able.anaphoric is not None else []
    whole: Counts = total(counts for _, counts in cases) if cases else able.measure.counts(pair)
    split: dict[str, dict[str, Counts]] = {}
    for name in by:
        if name in slices.OF_DOCUMENTS:
            split[name] = {slices.OF_DOCUMENTS[name](pair): whole}
        elif cases:
            split[name] = _split(pair, cases, slices.OF_ANAPHORS[name])
        elif name in slices.OF_ENTITIES:
            parts = slices.OF_ENTITIES[name](pair, able.measure.view)
            split[name] = {slice: able.measure.counts(part) for slice, part in parts.items()}
    return whole, split


def joined(parts: Sequence[Judged]) -> Judged:
    """The counts of several parts of a document together."""
    counts = tuple(
        total(of_measure) for of_measure in zip(*(one.counts for one in parts), strict=True)
    )
    together = []
    for of_measure in zip(*(one.slices for one in parts), strict=True):
        merged: dict[str, dict[str, Counts]] = {}
        for by, named in ((by, named) for one in of_measure for by, named in one.items()):
            for name, added in named.items():
                sums = merged.setdefault(by, {})
                sums[name] = total((sums[name], added)) if name in sums else added
        together.append(merged)
    outcomes = tuple(
        {anaphor: right for one in of_measure for anaphor, right in one.items()}
        for of_measure in zip(*(one.outcomes for one in parts), strict=True)
    )
    return Judged(counts, tuple(together), outcomes)


def _split(
    pair: AlignedPair, cases: Iterable[Case], slice_of: Callable[[AlignedPair, Mention], str]
) -> dict[str, Counts]:
    slices: dict[str, list[Counts]] = {}
    for mention, counts in cases:
        slices.setdefault(slice_of(pair, mention), []).append(counts)
    return {name: total(rows) for name, rows in sorted(slices.items())}


def _outcomes(pair: AlignedPair, able: _Able) -> dict[str, bool]:
    if able.categorical is None:
        return {}
    return {
        _named(mention): right for mention, right in anaphors_right(able.categorical, pair).items()
    }


def anaphors_right(measure: Categorical, pair: AlignedPair) -> dict[Mention, bool]:
    """For each anaphor of the key, whether it was resolved correctly: the data of paired tests."""
    partner = pair.counterparts(measure.view)
    return {
        partner.get(mention, mention) if outcome.identified else mention: outcome is Outcome.RIGHT
        for mention, outcome in measure.outcomes(pair)
        if outcome.anaphoric
    }


def _named(mention: Mention) -> str:
    return ",".join(f"{part.start}-{part.end}" for part in mention.parts)
