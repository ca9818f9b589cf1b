"""Entities with accommodated sets: what a split antecedent adds to the coreference measures.

Paun, Yu, Moosavi & Poesio (2023), Scoring coreference chains with split-antecedent anaphors. The
split antecedent of *They* in *Ann met Bob. They left.* is a set of entities, which counts as one
more member of the entity of *They*. Sets of key and response are aligned one to one by how well
the measure itself judges their entities; that score is the weight of an aligned set.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coindex.core.annotation import Annotation, Relation
from coindex.core.protocols import Counts
from coindex.core.protocols.measures import Groups
from coindex.measures.coreference import B3, BLANC, LEA, CEAFe, CEAFm
from coindex.measures.matching import heaviest
from coindex.measures.overlap import Overlap
from coindex.measures.scores import prf

Accommodated = frozenset[int]
"""The entities of a split antecedent, by their places."""


@dataclass(frozen=True)
class EntitySide:
    """The entities of an annotation: their mentions as labels, and the sets of each.

    `counted` are the places of the entities that count; all, if it is `None`.
    """

    groups: Sequence[frozenset[Hashable]]
    sets: Sequence[tuple[Accommodated, ...]]
    counted: frozenset[int] | None = None

    @classmethod
    def of(cls, annotation: Annotation, labels: Groups) -> EntitySide:
        """Entities that have a set in common are one, as they have the same members. Of a mention
        in two entities, the first counts.
        """
        seen: set[Hashable] = set()
        groups = []
        for group in labels:
            groups.append(frozenset(group) - seen)
            seen.update(group)
        places = {
            mention: place
            for place, entity in enumerate(annotation.entities)
            for mention in entity.mentions
        }
        sets: list[dict[Accommodated, None]] = [{} for _ in groups]
        for link in annotation.links:
            whole = places.get(link.anaphor)
            if len(link.antecedents) < 2 or link.relation is Relation.BRIDGING or whole is None:
                continue
            members = frozenset(
                place for one in link.antecedents if (place := places.get(one)) is not None
            )
            if members and whole not in members:
                sets[whole][members] = None
        return cls(groups, [tuple(one) for one in sets])._merged()

    def _merged(self) -> EntitySide:
        groups, sets = list(self.groups), list(self.sets)
        first: dict[Accommodated, int] = {}
        for place, own in enumerate(self.sets):
            for one in own:
                target = first.setdefault(one, place)
                if target != place:
                    groups[target] |= groups[place]
                    sets[target] = tuple(dict.fromkeys((*sets[target], *sets[place])))
                    groups[place], sets[place] = frozenset(), ()
                    break
        return EntitySide(groups, sets)

    def kept(self, places: Iterable[int]) -> EntitySide:
        """The same with some entities only; sets may still name the others."""
        wanted = frozenset(places)
        sets = [own if place in wanted else () for place, own in enumerate(self.sets)]
        return EntitySide(self.groups, sets, wanted)

    def listed(self) -> list[tuple[int, Accommodated]]:
        """Every set with the place of its entity."""
        return [(place, one) for place, own in enumerate(self.sets) for one in own]

    def members(self, one: Accommodated) -> list[frozenset[Hashable]]:
        """The mentions of the entities in a set."""
        return [self.groups[place] for place in sorted(one) if self.groups[place]]

    def sizes(self, *, singletons: bool) -> dict[int, int]:
        """The number of members of each entity that counts, sets included."""
        least = 1 if singletons else 2
        return {
            place: size
            for place, group in enumerate(self.groups)
            if (size := len(group) + len(self.sets[place])) >= least
            and (self.counted is None or place in self.counted)
        }


class Cell(NamedTuple):
    """What a key entity and a response entity share: mentions, and sets with their weights as
    recall, precision and F1.
    """

    key: int
    response: int
    mentions: int
    recalls: tuple[float, ...] = ()
    precisions: tuple[float, ...] = ()
    values: tuple[float, ...] = ()


class SharedSizes(NamedTuple):
    """Sizes of the entities of both sides, what they share, and how well sets are matched."""

    key: dict[int, int]
    response: dict[int, int]
    cells: list[Cell]
    of_sets: Counts


def table(metric: str, key: EntitySide, response: EntitySide, *, singletons: bool) -> SharedSizes:
    """Lay two sides over each other, sets weighted by a metric."""
    of_key, of_response = key.sizes(singletons=singletons), response.sizes(singletons=singletons)
    shared: dict[tuple[int, int], Cell] = {}
    owner = {label: place for place in of_response for label in response.groups[place]}
    for place in of_key:
        for label in key.groups[place]:
            if label in owner:
                at = (place, owner[label])
                cell = shared.get(at, Cell(*at, 0))
                shared[at] = cell._replace(mentions=cell.mentions + 1)
    ours, theirs = key.listed(), response.listed()
    judged: dict[tuple[int, int], Counts] = {
        (i, j): set_counts(metric, key.members(one), response.members(other))
        for i, (_, one) in enumerate(ours)
        for j, (_, other) in enumerate(theirs)
    }
    edges = [(i, j, f1) for (i, j), n in judged.items() if (f1 := prf(*n).f1 or 0.0) > 0]
    sums = [0.0, 0.0, 0.0, 0.0]
    # Each set is matched with one of the other side at most, so that the sum of F1 is largest.
    for i, j, f1 in heaviest(edges):
        score = prf(*judged[i, j])
        sums[0] += judged[i, j][0]
        sums[2] += judged[i, j][2]
        at = (ours[i][0], theirs[j][0])
        if at[0] in of_key and at[1] in of_response:
            cell = shared.get(at, Cell(*at, 0))
            shared[at] = cell._replace(
                recalls=(*cell.recalls, score.recall or 0.0),
                precisions=(*cell.precisions, score.precision or 0.0),
                values=(*cell.values, f1),
            )
    # Sets without a partner still count in the denominators.
    sums[1] = sum(set_counts(metric, [], response.members(one))[1] for _, one in theirs)
    sums[3] = sum(set_counts(metric, key.members(one), [])[3] for _, one in ours)
    return SharedSizes(of_key, of_response, list(shared.values()), tuple(sums))


_BLANC = BLANC(both_sides=True)
_USUAL = {"B3": B3(), "CEAFm": CEAFm(), "CEAFe": CEAFe(), "LEA": LEA()}


def set_counts(metric: str, key: Groups, response: Groups) -> Counts:
    """Numerator and denominator of precision, then of recall, on the entities of two sets."""
    overlap = Overlap.of(key, response)
    if metric == "MUC":
        return _links_of_sets(overlap)
    if metric == "BLANC":  # a mean of two ratios, which has no counts of its own
        score = _BLANC.score(_BLANC.table_counts(overlap))
        return score.precision or 0.0, 1.0, score.recall or 0.0, 1.0
    counts = _USUAL[metric].table_counts(overlap)
    if len(counts) == 4:
        return counts
    both, of_response, of_key = counts
    return both, of_response, both, of_key


def _links_of_sets(overlap: Overlap) -> Counts:
    """As MUC, but an entity of one mention has a link to itself, kept if it is alone in both."""
    kept = overlap.shared - len(overlap.cells)
    alone = sum(overlap.key[i] == 1 == overlap.response[j] for i, j, _ in overlap.cells)
    of_response, of_key = (
        sum(max(1, size - 1) for size in sizes) for sizes in (overlap.response, overlap.key)
    )
    return kept + alone, of_response, kept + alone, of_key
