"""Agreement of annotators: published arithmetic and small cases worked out by hand."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from coindex.measures.agreement import Alpha, Kappa
from coindex.measures.overlap import Overlap
from coindex.measures.scores import total


class Sets:
    def __init__(self, first: list[set[int]], second: list[set[int]]) -> None:
        self.first, self.second = first, second

    def overlap(self, view: str = "exact", *, singletons: bool = True) -> Overlap:
        return Overlap.of(self.first, self.second, singletons=singletons)


def test_published_kappa() -> None:
    score = Kappa.score((40, 5, 3, 52))
    assert [round(value or 0, 3) for value in score] == [0.92, 0.507, 0.838]


def test_kappa_counts_pairs_of_shared_mentions() -> None:
    assert Kappa().counts(Sets([{1, 2, 3}, {4}], [{1, 2}, {3, 4}, {9}])) == (1, 2, 1, 2)


def test_alpha_by_definition() -> None:
    chance = random.Random(5)
    for _ in range(200):
        sides = [_partition(chance), _partition(chance)]
        for distance in ("passonneau", "jaccard", "masi"):
            measure = Alpha(distance)
            found = measure.score(measure.counts(Sets(*sides))).agreement
            expected = _alpha(sides, distance)
            assert (found is None and expected is None) or found == pytest.approx(expected)


def test_alpha_of_the_same_annotation_is_one() -> None:
    same = Sets([{1, 2}, {3}], [{1, 2}, {3}])
    assert Alpha().score(Alpha().counts(same)).agreement == 1
    assert Alpha().score(total([Alpha().counts(same)] * 3)).agreement == 1
    assert Alpha().score(Alpha().counts(Sets([], []))).agreement is None


def test_unknown_distance() -> None:
    with pytest.raises(ValueError, match="distance is one of"):
        Alpha("euclid")


def _partition(chance: random.Random) -> list[set[int]]:
    groups: dict[int, set[int]] = {}
    for mention in chance.sample(range(8), chance.randint(1, 8)):
        groups.setdefault(chance.randint(0, 3), set()).add(mention)
    return list(groups.values())


def _distance(left: frozenset[int], right: frozenset[int], name: str) -> float:
    if left == right:
        return 0.0
    if not left & right:
        return 1.0
    grade = 2 / 3 if left <= right or right <= left else 1 / 3
    jaccard = len(left & right) / len(left | right)
    return 1 - {"passonneau": grade, "jaccard": jaccard, "masi": grade * jaccard}[name]


def _alpha(sides: list[list[set[int]]], name: str) -> float | None:
    units = set().union(*(group for side in sides for group in side))
    rows = [
        [next((frozenset(g) for g in side if unit in g), frozenset[int]()) for side in sides]
        for unit in units
    ]
    observed = sum(_distance(a, b, name) for row in rows for a, b in combinations(row, 2)) / len(
        rows
    )
    values = [value for row in rows for value in row]
    expected = sum(_distance(a, b, name) for a, b in permutations(values, 2)) / (
        len(values) * (len(values) - 1)
    )
    return 1 - observed / expected if expected else None
