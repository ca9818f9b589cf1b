"""MUC, B3, CEAF, LEA, BLANC, CoNLL and mentions as arithmetic on the overlap table; pairs are never enumerated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from coindex.measures.overlap import Overlap
from coindex.measures.scores import Counts, Score, mean, prf


class Overlapping(Protocol):
    """A key and a response that can be laid over each other."""

    def overlap(self, view: str, *, singletons: bool = True) -> Overlap: ...


def pairs(sizes: Iterable[int]) -> int:
    """How many pairs sets of such sizes have."""
    return sum([size * (size - 1) for size in sizes]) // 2


@dataclass(frozen=True, slots=True)
class MUC:
    """Links kept (Vilain et al. 1995); singletons neither help nor hurt."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        return self.of(pair.overlap(self.view, singletons=self.singletons))

    @staticmethod
    def of(table: Overlap) -> Counts:
        """An entity cut into p parts keeps |K| - p links: in sum, on either side, shared mentions less cells."""
        kept = table.shared - len(table.cells)
        return kept, table.response_mentions - len(table.response), table.key_mentions - len(table.key)

    @staticmethod
    def score(counts: Counts) -> Score:
        kept, response, key = counts
        return prf(kept, response, kept, key)


@dataclass(frozen=True, slots=True)
class B3:
    """For each mention, the share of its entity that is right (Bagga & Baldwin 1998)."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        return self.of(pair.overlap(self.view, singletons=self.singletons))

    @staticmethod
    def of(table: Overlap) -> Counts:
        key, response = table.key, table.response
        of_response = sum([n * n / response[j] for _, j, n in table.cells])
        of_key = sum([n * n / key[i] for i, _, n in table.cells])
        return of_response, table.response_mentions, of_key, table.key_mentions

    @staticmethod
    def score(counts: Counts) -> Score:
        return prf(*counts)


@dataclass(frozen=True, slots=True)
class CEAFm:
    """Mentions shared under the best one-to-one alignment of entities (Luo 2005, φ3)."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        table = pair.overlap(self.view, singletons=self.singletons)
        return table.best_alignment(dice=False), table.response_mentions, table.key_mentions

    @staticmethod
    def score(counts: Counts) -> Score:
        similarity, response, key = counts
        return prf(similarity, response, similarity, key)


@dataclass(frozen=True, slots=True)
class CEAFe:
    """Dice similarity of entities under their best one-to-one alignment (Luo 2005, φ4)."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        return self.of(pair.overlap(self.view, singletons=self.singletons))

    @staticmethod
    def of(table: Overlap) -> Counts:
        return table.best_alignment(dice=True), len(table.response), len(table.key)

    @staticmethod
    def score(counts: Counts) -> Score:
        similarity, response, key = counts
        return prf(similarity, response, similarity, key)


@dataclass(frozen=True, slots=True)
class LEA:
    """Links resolved per entity, weighted by its size; a singleton has a link to itself (Moosavi & Strube 2016)."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        table = pair.overlap(self.view, singletons=self.singletons)
        key, response = table.key, table.response
        linked = [(i, j, n * (n - 1)) for i, j, n in table.cells if n > 1]
        alone = sum([key[i] == 1 == response[j] for i, j, n in table.cells if n == 1])
        of_response = alone + sum([twice / (response[j] - 1) for _, j, twice in linked])
        of_key = alone + sum([twice / (key[i] - 1) for i, _, twice in linked])
        return of_response, table.response_mentions, of_key, table.key_mentions

    @staticmethod
    def score(counts: Counts) -> Score:
        return prf(*counts)


@dataclass(frozen=True, slots=True)
class BLANC:
    """Mean of the scores of coreference links and of non-coreference links (Luo et al. 2014).

    Where the key has links of one sort only, that sort alone counts, as in the reference scorer; with
    `both_sides` a sort is left out only if key and response both lack it, as in Universal Anaphora's.
    """

    singletons: bool = True
    both_sides: bool = False
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        """Links shared, of the response, of the key: first those of coreference, then the others."""
        table = pair.overlap(self.view, singletons=self.singletons)
        both = pairs([n for _, _, n in table.cells])
        of_response, of_key = pairs(table.response), pairs(table.key)
        apart_in_both = (
            pairs([table.shared]) - pairs(table.shared_by_row.values()) - pairs(table.shared_by_column.values()) + both
        )
        others = pairs([table.response_mentions]) - of_response, pairs([table.key_mentions]) - of_key
        return both, of_response, of_key, apart_in_both, *others

    def score(self, counts: Counts) -> Score:
        coreferent, apart = counts[:3], counts[3:]
        if self.both_sides:
            sorts = [sort for sort in (coreferent, apart) if sort[1] or sort[2]]
        else:
            sorts = [sort for sort in (coreferent, apart) if sort[2]] or [coreferent]
        scores = [prf(shared, response, shared, key) for shared, response, key in sorts or [coreferent]]
        return Score(*(mean(column) for column in zip(*scores, strict=True)))


class Mean(NamedTuple):
    """The three F1 and their mean."""

    muc: float | None
    b3: float | None
    ceafe: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class CoNLL:
    """Mean F1 of MUC, B3 and CEAFe (Pradhan et al. 2011)."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        table = pair.overlap(self.view, singletons=self.singletons)
        return *MUC.of(table), *B3.of(table), *CEAFe.of(table)

    @staticmethod
    def score(counts: Counts) -> Mean:
        parts = MUC.score(counts[:3]).f1, B3.score(counts[3:7]).f1, CEAFe.score(counts[7:]).f1
        return Mean(*parts, mean(parts))


@dataclass(frozen=True, slots=True)
class Mentions:
    """Mentions of entities found in both."""

    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: Overlapping) -> Counts:
        table = pair.overlap(self.view, singletons=self.singletons)
        return table.shared, table.response_mentions, table.key_mentions

    @staticmethod
    def score(counts: Counts) -> Score:
        return prf(counts[0], counts[1], counts[0], counts[2])
