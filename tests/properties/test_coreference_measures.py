"""What must hold of every coreference measure, and agreement with definitions
written down without any thrift.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.measures.coreference import B3, BLANC, LEA, MUC, CEAFe, CEAFm, CoNLL
from coindex.measures.matching import heaviest
from coindex.measures.overlap import Overlap
from coindex.measures.scores import total

Partition = list[list[int]]
MEASURES = (MUC(), B3(), CEAFm(), CEAFe(), LEA(), BLANC(), BLANC(both_sides=True), CoNLL())
IDS = [f"{type(measure).__name__}{i}" for i, measure in enumerate(MEASURES)]


class Sets:
    def __init__(self, key: Partition, response: Partition) -> None:
        self.key, self.response = key, response

    def overlap(self, view: str = "exact", *, singletons: bool = True) -> Overlap:
        return Overlap.of(self.key, self.response, singletons=singletons)


def scored(measure: Any, key: Partition, response: Partition) -> Any:
    return measure.score(measure.counts(Sets(key, response)))


@st.composite
def partitions(draw: st.DrawFn) -> Partition:
    owners = draw(st.dictionaries(st.integers(0, 11), st.integers(0, 4), max_size=12))
    groups: dict[int, list[int]] = {}
    for mention, owner in owners.items():
        groups.setdefault(owner, []).append(mention)
    return list(groups.values())


@pytest.mark.parametrize("measure", MEASURES, ids=IDS)
@given(key=partitions(), response=partitions())
def test_scores_lie_between_0_and_1(measure: Any, key: Partition, response: Partition) -> None:
    assert all(0 <= value <= 1 + 1e-12 for value in scored(measure, key, response))


@pytest.mark.parametrize("measure", MEASURES, ids=IDS)
@given(key=partitions())
def test_the_key_itself_is_perfect(measure: Any, key: Partition) -> None:
    linked = [*key, [100, 101], [102]]
    assert scored(measure, linked, linked) == pytest.approx(
        [1] * len(scored(measure, linked, linked))
    )


@pytest.mark.parametrize("measure", [m for m in MEASURES if m != BLANC()], ids=str)
@given(key=partitions(), response=partitions())
def test_exchanging_key_and_response_exchanges_precision_and_recall(
    measure: Any, key: Partition, response: Partition
) -> None:
    there, back = scored(measure, key, response), scored(measure, response, key)
    assert there.f1 == pytest.approx(back.f1)
    if not isinstance(measure, CoNLL):
        assert (there.precision, there.recall) == pytest.approx((back.recall, back.precision))


@pytest.mark.parametrize("measure", MEASURES, ids=IDS)
@given(key=partitions(), response=partitions(), seed=st.integers(0, 99))
def test_names_and_order_do_not_matter(
    measure: Any, key: Partition, response: Partition, seed: int
) -> None:
    chance = random.Random(seed)
    names = chance.sample(range(1000), 12)

    def renamed(groups: Partition) -> Partition:
        new = [[names[mention] for mention in chance.sample(group, len(group))] for group in groups]
        return chance.sample(new, len(new))

    assert scored(measure, renamed(key), renamed(response)) == pytest.approx(
        scored(measure, key, response)
    )


@pytest.mark.parametrize("measure", MEASURES[:5], ids=IDS[:5])
@given(first=st.tuples(partitions(), partitions()), second=st.tuples(partitions(), partitions()))
def test_counts_add_over_documents(
    measure: Any, first: tuple[Partition, Partition], second: tuple[Partition, Partition]
) -> None:
    """Except for BLANC, whose pairs within a text of two documents reach from one to the other."""
    apart = total([measure.counts(Sets(*first)), measure.counts(Sets(*second))])
    moved = [[[mention + 50 for mention in group] for group in side] for side in second]
    together = measure.counts(Sets([*first[0], *moved[0]], [*first[1], *moved[1]]))
    assert together == pytest.approx(apart)


@settings(max_examples=200, deadline=None)
@given(key=partitions(), response=partitions())
def test_agreement_with_the_definitions(key: Partition, response: Partition) -> None:
    for measure, definition in DEFINITIONS:
        recall, precision = definition(key, response)
        score = scored(measure, key, response)
        assert score.recall == pytest.approx(float(recall), abs=1e-12), measure
        assert score.precision == pytest.approx(float(precision), abs=1e-12), measure


def test_agreement_with_the_definitions_on_many_small_partitions() -> None:
    chance = random.Random(7)
    for _ in range(1000):
        key, response = (shuffled(chance) for _ in range(2))
        for measure, definition in DEFINITIONS:
            recall, precision = definition(key, response)
            score = scored(measure, key, response)
            assert abs(score.recall - recall) < 1e-12, (measure, key, response)
            assert abs(score.precision - precision) < 1e-12, (measure, key, response)


def shuffled(chance: random.Random) -> Partition:
    groups: dict[int, list[int]] = {}
    for mention in chance.sample(range(10), chance.randint(0, 9)):
        groups.setdefault(chance.randint(0, 4), []).append(mention)
    return list(groups.values())


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 30)), max_size=20))
def test_matching_is_the_heaviest(edges: list[tuple[int, int, int]]) -> None:
    weights = {(row, column): weight for row, column, weight in edges}
    chosen = heaviest([(row, column, weight) for (row, column), weight in weights.items()])
    assert len({edge[0] for edge in chosen}) == len({edge[1] for edge in chosen}) == len(chosen)
    best = max(
        sum(weights.get((row, column), 0) for row, column in enumerate(columns))
        for columns in permutations(range(6))
    )
    assert sum(edge[2] for edge in chosen) == best


# Definitions, straight from the papers: sets, pairs and permutations, exact fractions.


def share(part: Fraction | int, whole: Fraction | int) -> Fraction:
    return Fraction(part) / whole if whole else Fraction(0)


def both_ways(one_way: Any) -> Any:
    return lambda key, response: (one_way(key, response), one_way(response, key))


def muc(key: Partition, response: Partition) -> Fraction:
    def parts(entity: list[int]) -> int:
        known = [group for group in response if set(group) & set(entity)]
        return len(known) + len(set(entity) - {mention for group in response for mention in group})

    return share(sum(len(e) - parts(e) for e in key), sum(len(e) - 1 for e in key))


def b_cubed(key: Partition, response: Partition) -> Fraction:
    found = Fraction(0)
    for entity in key:
        for mention in entity:
            other = next((set(group) for group in response if mention in group), set())
            found += Fraction(len(other & set(entity)), len(entity))
    return share(found, sum(map(len, key)))


def ceaf(key: Partition, response: Partition, *, by_entities: bool) -> Fraction:
    def similarity(left: list[int], right: list[int]) -> Fraction:
        shared = len(set(left) & set(right))
        return Fraction(2 * shared, len(left) + len(right)) if by_entities else Fraction(shared)

    short, long = sorted((key, response), key=len)
    table = [[similarity(left, right) for right in long] for left in short]
    best = max(
        sum((row[column] for row, column in zip(table, order, strict=True)), Fraction(0))
        for order in permutations(range(len(long)), len(short))
    )
    return share(best, len(key) if by_entities else sum(map(len, key)))


def lea(key: Partition, response: Partition) -> Fraction:
    resolved = Fraction(0)
    for entity in key:
        if len(entity) == 1:
            resolved += entity in response
        else:
            mine = set(combinations(sorted(entity), 2))
            shared = sum(len(mine & set(combinations(sorted(group), 2))) for group in response)
            resolved += len(entity) * Fraction(shared, len(mine))
    return share(resolved, sum(map(len, key)))


def blanc(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    def links(groups: Partition) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        together = {pair for group in groups for pair in combinations(sorted(group), 2)}
        return together, set(
            combinations(sorted(m for group in groups for m in group), 2)
        ) - together

    sorts = [pair for pair in zip(links(key), links(response), strict=True) if pair[0]]
    recalls = [share(len(k & r), len(k)) for k, r in sorts] or [Fraction(0)]
    precisions = [share(len(k & r), len(r)) for k, r in sorts] or [Fraction(0)]
    return sum(recalls, Fraction(0)) / len(recalls), sum(precisions, Fraction(0)) / len(precisions)


DEFINITIONS: list[tuple[Any, Any]] = [
    (MUC(), both_ways(muc)),
    (B3(), both_ways(b_cubed)),
    (CEAFm(), both_ways(lambda key, response: ceaf(key, response, by_entities=False))),
    (CEAFe(), both_ways(lambda key, response: ceaf(key, response, by_entities=True))),
    (LEA(), both_ways(lea)),
    (BLANC(), blanc),
]
