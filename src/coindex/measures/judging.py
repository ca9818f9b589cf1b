"""One document's counts for many measures: as a whole, in slices, and anaphor by anaphor where tests need it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from coindex.core.annotation import Mention
from coindex.core.outcome import Outcome
from coindex.core.protocols import AlignedPair, Categorical, Counts
from coindex.measures import slices
from coindex.measures.scores import total


class Judged(NamedTuple):
    """Each tuple holds one item per measure, in their order.

    `slices` are counts by what was split (`genre`, `form` ...) and the slice; `outcomes` say of each anaphor of the
    key, by its tokens, whether it was resolved rightly.
    """

    counts: tuple[Counts, ...]
    slices: tuple[Mapping[str, Mapping[str, Counts]], ...] = ()
    outcomes: tuple[Mapping[str, bool], ...] = ()


def judged(pair: AlignedPair, measures: Sequence[Any], by: Sequence[str] = ()) -> Judged:
    """A measure that judges whole documents is not split by kinds of anaphors."""
    for name in by:
        slices.check_slice(name)
    counts, split = zip(*(_counted(pair, measure, by) for measure in measures), strict=True)
    return Judged(counts, split, tuple(_outcomes(pair, measure) for measure in measures))


def _counted(pair: AlignedPair, measure: Any, by: Sequence[str]) -> tuple[Counts, dict[str, dict[str, Counts]]]:
    """Counts of the whole and of the slices; the cases of a measure, where it has any, add up to its counts."""
    cases = list(measure.cases(pair)) if hasattr(measure, "cases") else []
    whole: Counts = total(counts for _, counts in cases) if cases else measure.counts(pair)
    split: dict[str, dict[str, Counts]] = {}
    for name in by:
        if name in slices.OF_DOCUMENTS:
            split[name] = {slices.OF_DOCUMENTS[name](pair): whole}
        elif cases:
            split[name] = _split(pair, cases, slices.OF_ANAPHORS[name])
    return whole, split


def _split(
    pair: AlignedPair, cases: Sequence[tuple[Mention, Counts]], slice_of: Callable[[AlignedPair, Mention], str]
) -> dict[str, Counts]:
    found: dict[str, list[Counts]] = {}
    for mention, counts in cases:
        found.setdefault(slice_of(pair, mention), []).append(counts)
    return {name: total(rows) for name, rows in sorted(found.items())}


def _outcomes(pair: AlignedPair, measure: Any) -> dict[str, bool]:
    if not isinstance(measure, Categorical):
        return {}
    return {_named(mention): right for mention, right in anaphors_right(measure, pair).items()}


def anaphors_right(measure: Categorical, pair: AlignedPair) -> dict[Mention, bool]:
    """For each anaphor of the key, whether it was resolved rightly: what paired tests compare."""
    partner = pair.counterparts(measure.view)
    return {
        partner.get(mention, mention) if outcome.identified else mention: outcome is Outcome.RIGHT
        for mention, outcome in measure.outcomes(pair)
        if outcome.anaphoric
    }


def _named(mention: Mention) -> str:
    return ",".join(f"{part.start}-{part.end}" for part in mention.parts)
