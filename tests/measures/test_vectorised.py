"""Values of many draws at once are those of one draw after the other."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from coindex.core import registry
from coindex.core.protocols import AlignedPair, Counts
from coindex.measures.comparison import Contender, compared
from coindex.measures.headline import Headline
from coindex.measures.pair import Pair
from coindex.measures.significance import (
    bootstrap,
    paired_bootstrap,
    randomisation,
    resampled_values,
    valued,
)
from coindex.testing.parses import random_parses

TOGETHER = (
    "MUC",
    "B3",
    "CEAFm",
    "CEAFe",
    "LEA",
    "CoNLL",
    "Mentions",
    "Success",
    "Anchors",
    "Antecedents",
    "Classes",
)


def rows_of(measure: Any, seed: int = 1, count: int = 14) -> list[Counts]:
    """Of random keys and responses to the same texts; some have nothing to count."""
    keys, responses = random_parses(count, seed=seed), random_parses(count, seed=seed)
    made = []
    for key, response in zip(keys, responses, strict=True):
        chains = response.annotation.entities[::2]
        made.append(
            measure.counts(
                Pair(key.document, key.annotation, type(key.annotation)("", entities=chains))
            )
        )
    return made


@pytest.mark.parametrize("name", registry.names("measures"))
def test_at_once_as_one_by_one(name: str) -> None:
    measure = registry.build("measures", name)
    value = Headline(measure)
    table = np.asarray([*rows_of(measure), [0] * len(rows_of(measure)[0])], dtype=float)
    alone = [value(tuple(row)) for row in table]
    assert valued(value, table).tolist() == alone
    if name in TOGETHER:
        assert value.many(table) is not None


@pytest.mark.parametrize("count", [3, 14])
def test_intervals_and_tests_do_not_depend_on_it(count: int) -> None:
    measure = registry.build("measures", "CoNLL")
    first, second = rows_of(measure, count=count), rows_of(measure, 2, count)
    value = Headline(measure)

    def alone(counts: Counts) -> float:
        return value(counts)

    assert bootstrap(first, value, draws=300) == bootstrap(first, alone, draws=300)
    assert paired_bootstrap(first, second, value, draws=300) == paired_bootstrap(
        first, second, alone, draws=300
    )
    assert randomisation(first, second, value, draws=300) == randomisation(
        first, second, alone, draws=300
    )


def test_a_measure_that_cannot_is_asked_row_by_row() -> None:
    class Values(NamedTuple):
        largest: float

    class Largest:
        headline: ClassVar[str] = "largest"
        view = "exact"

        def counts(self, pair: AlignedPair) -> Counts:
            return 1.0, 2.0

        def score(self, counts: Counts) -> Values:
            return Values(max(counts))

    value = Headline(Largest())
    table = np.array([[1.0, 2.0], [4.0, 3.0]])
    assert value.many(table) is None
    assert valued(value, table).tolist() == [2.0, 4.0]


def test_draws_in_portions_are_the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = registry.build("measures", "LEA")
    rows, value = rows_of(measure), Headline(measure)
    whole = resampled_values(rows, value, draws=100)
    monkeypatch.setattr("coindex.measures.draws.AT_ONCE", 200)
    monkeypatch.setattr("coindex.measures.draws.KEPT", 0)
    assert resampled_values(rows, value, draws=100).tolist() == whole.tolist()


def test_every_two_are_compared_as_two_alone() -> None:
    measure = registry.build("measures", "MUC")
    rows = [rows_of(measure, seed) for seed in (1, 2, 3)]
    outcomes: list[dict[Any, bool]] = [{"a": True, "b": True}, {"a": False, "b": True}, {}]
    names = ("x", "y", "z")
    made = compared(
        measure, [Contender(*one) for one in zip(names, rows, outcomes, strict=True)], draws=200
    )
    assert [(one.first, one.second) for one in made] == [("x", "y"), ("x", "z"), ("y", "z")]
    value = Headline(measure)
    for one in made:
        a, b = rows[names.index(one.first)], rows[names.index(one.second)]
        assert one.interval == paired_bootstrap(a, b, value, draws=200).interval
        assert one.p == randomisation(a, b, value, draws=200)
        assert one.adjusted >= one.p
    assert [one.mcnemar for one in made] == [1.0, None, None]
