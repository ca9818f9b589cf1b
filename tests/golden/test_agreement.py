"""Agreement of annotators: published arithmetic and small cases worked out by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from coindex.core.annotation import Annotated
from coindex.measures.agreement import Alpha, Kappa, beyond_chance
from coindex.measures.overlap import Overlap
from coindex.measures.panel import AnnotatorPanel
from coindex.measures.scores import total
from coindex.testing import bracketed


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


def test_alpha_of_three_worked_out_by_hand() -> None:
    """Two annotators have one chain of three mentions; the third cuts off the last.

    Values: six times {1,2,3}, twice {1,2}, once {3}. With Passonneau's distance each mention has
    disagreement (1/3 + 0 + 1/3) / 3 = 2/9; of the 36 pairs of values, 12 are at distance 1/3 ({1,2,3}
    and {1,2}), 6 at 1/3 ({1,2,3} and {3}), 2 at 1: 8 / 36 = 2/9. So agreement is just chance.
    With MASI the distances are 5/9, 7/9 and 1: observed (10/27 + 10/27 + 14/27) / 3 = 34/81,
    expected (12 x 5/9 + 6 x 7/9 + 2) / 36 = 30/81.
    """
    annotators = [[{1, 2, 3}], [{1, 2}, {3}], [{1, 2, 3}]]
    assert _several("passonneau", annotators) == pytest.approx(0)
    assert _several("masi", annotators) == pytest.approx(1 - 34 / 30)


def test_alpha_of_three_where_one_lacks_a_mention() -> None:
    """Values: four times {1,2}, once {1}, once none, which is at distance 1 from every chain.

    Observed: (2/9 + 2/3) / 2 = 4/9. Expected: (4 x 1/3 + 4 + 1) / 15 = 19/45.
    """
    assert _several("passonneau", [[{1, 2}], [{1, 2}], [{1}]]) == pytest.approx(1 - 20 / 19)


def test_alpha_of_several_is_that_of_two() -> None:
    chance = random.Random(6)
    for _ in range(50):
        sides = [_partition(chance), _partition(chance)]
        for distance in ("passonneau", "jaccard", "masi"):
            measure = Alpha(distance)
            assert measure.panel_counts(sides) == pytest.approx(measure.counts(Sets(*sides)))


def test_alpha_of_several_by_definition() -> None:
    """Documents have between two and four annotators; some mentions are chosen, or all."""
    chance = random.Random(7)
    for _ in range(40):
        documents = [[_partition(chance) for _ in range(chance.randint(2, 4))] for _ in range(2)]
        chosen = set(range(5)) if chance.random() < 0.5 else None
        for distance in ("passonneau", "masi"):
            measure = Alpha(distance)
            counts = total(measure.panel_counts(sides, chosen) for sides in documents)
            agreement = measure.score(counts).agreement
            expected = _alpha_of_documents(documents, distance, chosen)
            assert (agreement is None and expected is None) or agreement == pytest.approx(expected)


def _several(distance: str, annotators: list[list[set[int]]]) -> float | None:
    measure = Alpha(distance)
    return measure.score(measure.panel_counts(annotators)).agreement


def _alpha_of_documents(
    documents: list[list[list[set[int]]]], name: str, chosen: set[int] | None
) -> float | None:
    """Krippendorff's definition, value by value; chains of different documents have nothing in
    common.
    """
    rows = []
    for number, sides in enumerate(documents):
        units = set().union(*(group for side in sides for group in side))
        for unit in units if chosen is None else units & chosen:
            chains = [next((group for group in side if unit in group), set()) for side in sides]
            rows.append([frozenset(10 * number + one for one in chain) for chain in chains])
    count = sum(map(len, rows))
    values = [value for row in rows for value in row]
    expected = sum(_distance(a, b, name) for a, b in permutations(values, 2))
    if not expected:
        return None
    observed = sum(
        _distance(a, b, name) / (len(row) - 1) for row in rows for a, b in permutations(row, 2)
    )
    return 1 - (count - 1) * observed / expected


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


def test_agreement_is_undefined_if_either_part_is() -> None:
    assert beyond_chance(None, 0.5).agreement is None
    assert beyond_chance(0.5, None).agreement is None
    assert beyond_chance(0.75, 0.5).agreement == 0.5


def test_a_panel_counts_a_mention_in_its_first_chain_alone() -> None:
    item = bracketed("[Ann]1 saw [her]1 dog [it]2")
    entities = item.annotation.entities
    twice = replace(item.annotation, entities=(*entities, entities[1]._replace(id="3")))
    panel = AnnotatorPanel.of({"first": Annotated(item.document, twice), "second": item})
    assert [len(chain) for chain in panel.chains("exact")["first"]] == [2, 1]
