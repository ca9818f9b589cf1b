"""MUC, B3, CEAF, LEA, BLANC, CoNLL and mentions as arithmetic on the overlap table, without
enumerating pairs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.protocols import Counts, Overlapping, OverlapTable
from coindex.measures.scores import Score, mean, prf


def pairs(sizes: Iterable[int]) -> int:
    """How many pairs of mentions sets of these sizes contain."""
    return sum([size * (size - 1) for size in sizes]) // 2


@dataclass(frozen=True, slots=True)
class EntityMeasure(ABC):
    """Base of the coreference measures, which read nothing but the overlap table of entities."""

    singletons: bool = True
    """Whether entities of one mention count."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        return self.table_counts(pair.overlap(self.view, singletons=self.singletons))

    @abstractmethod
    def table_counts(self, table: OverlapTable) -> Counts: ...


@dataclass(frozen=True, slots=True)
class OneNumerator(EntityMeasure):
    """Precision and recall have the same numerator: counts are the numerator, and the denominators
    of response and key.
    """

    @staticmethod
    def score(counts: Counts) -> Score:
        both, response, key = counts
        return prf(both, response, both, key)


@dataclass(frozen=True, slots=True)
class TwoNumerators(EntityMeasure):
    """Counts are numerator and denominator of precision, then of recall."""

    @staticmethod
    def score(counts: Counts) -> Score:
        return prf(*counts)


@dataclass(frozen=True, slots=True)
class MUC(OneNumerator):
    """Links kept (Vilain et al. 1995); singletons neither help nor hurt."""

    def table_counts(self, table: OverlapTable) -> Counts:
        """An entity split into p parts keeps |K| - p links: in total, on either side, shared
        mentions minus cells.
        """
        kept = table.shared - len(table.cells)
        return (
            kept,
            table.response_mentions - len(table.response),
            table.key_mentions - len(table.key),
        )


@dataclass(frozen=True, slots=True)
class B3(TwoNumerators):
    """For each mention, the proportion of its entity that is right (Bagga & Baldwin 1998)."""

    def table_counts(self, table: OverlapTable) -> Counts:
        key, response = table.key, table.response
        of_response = sum([n * n / response[j] for _, j, n in table.cells])
        of_key = sum([n * n / key[i] for i, _, n in table.cells])
        return of_response, table.response_mentions, of_key, table.key_mentions


@dataclass(frozen=True, slots=True)
class CEAFm(OneNumerator):
    """Mentions shared under the best one-to-one alignment of entities (Luo 2005, φ3)."""

    def table_counts(self, table: OverlapTable) -> Counts:
        return table.best_alignment(dice=False), table.response_mentions, table.key_mentions


@dataclass(frozen=True, slots=True)
class CEAFe(OneNumerator):
    """Dice similarity of entities under their best one-to-one alignment (Luo 2005, φ4)."""

    def table_counts(self, table: OverlapTable) -> Counts:
        return table.best_alignment(dice=True), len(table.response), len(table.key)


@dataclass(frozen=True, slots=True)
class LEA(TwoNumerators):
    """Links resolved per entity, weighted by its size; a singleton has a link to
    itself (Moosavi & Strube 2016).
    """

    def table_counts(self, table: OverlapTable) -> Counts:
        key, response = table.key, table.response
        linked = [(i, j, n * (n - 1)) for i, j, n in table.cells if n > 1]
        alone = sum([key[i] == 1 == response[j] for i, j, n in table.cells if n == 1])
        of_response = alone + sum([twice / (response[j] - 1) for _, j, twice in linked])
        of_key = alone + sum([twice / (key[i] - 1) for i, _, twice in linked])
        return of_response, table.response_mentions, of_key, table.key_mentions


@dataclass(frozen=True, slots=True)
class BLANC(EntityMeasure):
    """Mean of the scores of coreference links and of non-coreference links (Luo et al. 2014).

    If the key has links of one sort only, only that sort counts, as in the reference scorer; with
    `both_sides`, a sort is left out only if both key and response lack it, as in Universal
    Anaphora's.
    """

    both_sides: bool = False
    """Whether a sort of links is left out only if both key and response lack it, not if the key
    alone does.
    """

    def table_counts(self, table: OverlapTable) -> Counts:
        """Links that are shared, in the response, in the key: first coreference links, then the
        others.
        """
        both = pairs([n for _, _, n in table.cells])
        of_response, of_key = pairs(table.response), pairs(table.key)
        apart_in_both = (
            pairs([table.shared])
            - pairs(table.shared_by_row.values())
            - pairs(table.shared_by_column.values())
            + both
        )
        others = (
            pairs([table.response_mentions]) - of_response,
            pairs([table.key_mentions]) - of_key,
        )
        return both, of_response, of_key, apart_in_both, *others

    def score(self, counts: Counts) -> Score:
        coreferent, apart = counts[:3], counts[3:]
        if self.both_sides:
            sorts = [sort for sort in (coreferent, apart) if sort[1] or sort[2]]
        else:
            sorts = [sort for sort in (coreferent, apart) if sort[2]] or [coreferent]
        scores = [
            prf(shared, response, shared, key) for shared, response, key in sorts or [coreferent]
        ]
        return Score(*(mean(column) for column in zip(*scores, strict=True)))


class Mean(NamedTuple):
    """The three F1 scores and their mean."""

    muc: float | None
    b3: float | None
    ceafe: float | None
    f1: float | None


_PARTS = (MUC(), B3(), CEAFe())


@dataclass(frozen=True, slots=True)
class CoNLL(EntityMeasure):
    """Mean F1 of MUC, B3 and CEAFe (Pradhan et al. 2011)."""

    def table_counts(self, table: OverlapTable) -> Counts:
        muc, b3, ceafe = _PARTS
        return *muc.table_counts(table), *b3.table_counts(table), *ceafe.table_counts(table)

    @staticmethod
    def score(counts: Counts) -> Mean:
        parts = MUC.score(counts[:3]).f1, B3.score(counts[3:7]).f1, CEAFe.score(counts[7:]).f1
        return Mean(*parts, mean(parts))


@dataclass(frozen=True, slots=True)
class Mentions(OneNumerator):
    """Mentions of entities that key and response share."""

    needs_chains: ClassVar[bool] = False

    def table_counts(self, table: OverlapTable) -> Counts:
        return table.shared, table.response_mentions, table.key_mentions
