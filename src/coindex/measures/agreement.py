"""Agreement of annotators: kappa on links, Krippendorff's alpha on chains; for two annotators from
the overlap table, for several from their chains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, NamedTuple

from coindex.core.protocols import Counts, Overlapping, OverlapTable
from coindex.measures.coreference import pairs
from coindex.measures.scores import ratio

DISTANCES = ("passonneau", "jaccard", "masi")

Chains = Sequence[AbstractSet[Hashable]]
"""The chains of one annotator, as sets of labels; a mention has the same label in all annotations
that contain it.
"""


class AgreementScore(NamedTuple):
    """Observed agreement, agreement by chance, and agreement beyond chance."""

    observed: float | None
    expected: float | None
    agreement: float | None


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa (1960) on whether two mentions corefer, over all pairs of mentions that both
    annotators have.
    """

    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "agreement"

    def counts(self, pair: Overlapping) -> Counts:
        return self.table_counts(pair.overlap(self.view))

    def table_counts(self, table: OverlapTable) -> Counts:
        """Pairs linked by both annotators, only by the first, only by the second, by neither."""
        both = pairs([n for _, _, n in table.cells])
        first, second = pairs(table.shared_by_row.values()), pairs(table.shared_by_column.values())
        return both, first - both, second - both, pairs([table.shared]) - first - second + both

    @staticmethod
    def score(counts: Counts) -> AgreementScore:
        both, first, second, neither = counts
        n = sum(counts)
        observed = ratio(both + neither, n)
        chance = ratio(
            (both + first) * (both + second) + (neither + first) * (neither + second), n * n
        )
        return beyond_chance(observed, chance)


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's alpha where the value of a mention is the set of mentions in its chain
    (Passonneau 2004).

    The `distance` of two sets: `passonneau` is 0 if they are equal, 1/3 if one contains the other,
    2/3 if they overlap, else 1; `jaccard` is the proportion of elements that are not in both;
    `masi` is one minus the product of both similarities. A mention that one annotator lacks has no
    value there, which is at distance 1 from every chain. MASI is Passonneau's (2006); several
    annotators, who need not all have annotated every document, are weighted as in Krippendorff
    (2004, section 11.3).
    """

    distance: str = "passonneau"
    """The distance of two chains: *passonneau*, *jaccard* or *masi*."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "agreement"

    def __post_init__(self) -> None:
        if self.distance not in DISTANCES:
            raise ValueError(f"distance is one of {', '.join(DISTANCES)}, not {self.distance!r}")

    def counts(self, pair: Overlapping) -> Counts:
        return self.table_counts(pair.overlap(self.view))

    def table_counts(self, table: OverlapTable) -> Counts:
        """Observed similarity, mentions, similarity of all pairs of values in the document,
        mentions without a value.
        """
        like = [
            (i, j, n, self._likeness(n, table.key[i], table.response[j])) for i, j, n in table.cells
        ]
        observed = sum(n * likeness for _, _, n, likeness in like)
        mentions = table.key_mentions + table.response_mentions - table.shared
        among = 2 * (pairs(table.key) + pairs(table.response))
        across = 2 * sum(table.key[i] * table.response[j] * likeness for i, j, _, likeness in like)
        return (
            observed,
            mentions,
            among + across,
            2 * mentions - table.key_mentions - table.response_mentions,
        )

    def panel_counts(
        self, annotators: Sequence[Chains], chosen: AbstractSet[Hashable] | None = None
    ) -> Counts:
        """The same four counts for any number of annotators of one document, so that they add up
        over documents with different annotators; `chosen` are the labels of the mentions that
        count, if not all of them do.
        """
        owners = [_owners(chains) for chains in annotators]
        labels = {label for owner in owners for label in owner}
        units = labels if chosen is None else labels & chosen
        chosen_sizes = [Counter(owner[u] for u in units if u in owner) for owner in owners]
        observed = 0.0
        alike = float(sum(n * (n - 1) for sizes in chosen_sizes for n in sizes.values()))
        # Pairs of values are ordered, so that two annotators are counted in both directions.
        # Likeness is that of whole chains, also where only some mentions count.
        for a, b in combinations(range(len(annotators)), 2):
            cells = _shared(owners[a], owners[b], units)
            for (i, j), shared in _shared(owners[a], owners[b], labels).items():
                likeness = self._likeness(shared, len(annotators[a][i]), len(annotators[b][j]))
                observed += cells[i, j] * likeness
                alike += 2 * chosen_sizes[a][i] * chosen_sizes[b][j] * likeness
            # Two who both leave a mention out agree on it.
            observed += sum(u not in owners[a] and u not in owners[b] for u in units)
        values = len(annotators) * len(units)
        having = sum(n for sizes in chosen_sizes for n in sizes.values())
        return observed / (len(annotators) - 1), values / 2, alike, values - having

    def _likeness(self, shared: int, left: int, right: int) -> float:
        jaccard = shared / (left + right - shared)
        grade = 1.0 if shared == left == right else 2 / 3 if shared == min(left, right) else 1 / 3
        return {"passonneau": grade, "jaccard": jaccard, "masi": jaccard * grade}[self.distance]

    @staticmethod
    def score(counts: Counts) -> AgreementScore:
        observed, mentions, likeness, without = counts
        values = 2 * mentions
        chance = ratio(likeness + without * (without - 1), values * (values - 1))
        return beyond_chance(ratio(observed, mentions), chance)


def _owners(chains: Chains) -> dict[Hashable, int]:
    """The chain of each mention, by its number; a mention in two chains belongs to the first."""
    owners: dict[Hashable, int] = {}
    for number, chain in enumerate(chains):
        for label in chain:
            owners.setdefault(label, number)
    return owners


def _shared(
    first: dict[Hashable, int], second: dict[Hashable, int], labels: Iterable[Hashable]
) -> Counter[tuple[int, int]]:
    """How many mentions each pair of chains shares."""
    return Counter((first[u], second[u]) for u in labels if u in first and u in second)


def beyond_chance(observed: float | None, chance: float | None) -> AgreementScore:
    """(observed - chance) / (1 - chance); not defined if chance explains everything."""
    if observed is None or chance is None:
        return AgreementScore(observed, chance, None)
    return AgreementScore(observed, chance, ratio(observed - chance, 1 - chance))
