"""The public scorers' test cases and the papers' worked examples, as exact
fractions where they are published so.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coindex.measures.coreference import B3, BLANC, LEA, MUC, CEAFe, CEAFm, CoNLL
from coindex.measures.overlap import Overlap

VECTORS = Path(__file__).with_name("coreference.txt")
ROWS = [line.split("|") for line in VECTORS.read_text().splitlines()[1:]]
MEASURES = (MUC(), B3(), CEAFm(), CEAFe(), BLANC(), LEA())


class Letters:
    """A key and a response in which each letter is a mention and each word an entity."""

    def __init__(self, key: str, response: str) -> None:
        self.key, self.response = key.split(), response.split()

    def overlap(self, view: str = "exact", *, singletons: bool = True) -> Overlap:
        return Overlap.of(self.key, self.response, singletons=singletons)


def scored(measure: Any, key: str, response: str) -> Any:
    return measure.score(measure.counts(Letters(key, response)))


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_published_cases(row: list[str]) -> None:
    _, key, response, *cells, mean = row
    for measure, cell in zip(MEASURES, cells, strict=True):
        score = scored(measure, key, response)
        recall, precision, f1 = cell.split(", ")
        agrees(score.recall, recall)
        agrees(score.precision, precision)
        agrees(score.f1, f1)
    agrees(scored(CoNLL(), key, response).f1, mean)


def agrees(value: float, published: str) -> None:
    if "/" in published:
        assert Fraction(value).limit_denominator(5000) == Fraction(published)
        assert value == pytest.approx(float(Fraction(published)), abs=1e-14)
    else:
        assert round(value, 5) == pytest.approx(float(published), abs=1e-9)


@pytest.mark.parametrize(
    "response", ["a bcxb dy z", "a bccx dyd z", "a bcx dy zb", "a bcx bcx dy dz"]
)
def test_of_duplicate_mentions_the_first_counts(response: str) -> None:
    for measure in (*MEASURES, CoNLL()):
        assert scored(measure, "a bc def", response) == scored(measure, "a bc def", "a bcx dy z")


@pytest.mark.parametrize("case", ["M3", "M6", "N3", "N6"])
def test_blanc_of_universal_anaphora_halves_one_sided_cases(case: str) -> None:
    key, response = next(row[1:3] for row in ROWS if row[0] == case)
    reference, ours = scored(BLANC(), key, response), scored(BLANC(both_sides=True), key, response)
    assert ours == pytest.approx([value / 2 for value in reference])


def test_both_readings_of_blanc_agree_where_no_side_is_empty() -> None:
    for case in ("A2", "B1", "LEA", "L1", "M1", "N1"):
        key, response = next(row[1:3] for row in ROWS if row[0] == case)
        assert scored(BLANC(), key, response) == scored(BLANC(both_sides=True), key, response)


def test_nothing_against_nothing_is_zero_as_in_the_reference_scorers() -> None:
    for measure in MEASURES:
        assert tuple(scored(measure, "", "")) == (0, 0, 0)


def test_without_singletons_they_are_gone_on_both_sides() -> None:
    for measure in (MUC, B3, CEAFm, CEAFe, BLANC, LEA, CoNLL):
        assert scored(measure(singletons=False), "a bc def", "b ac def") == scored(
            measure(), "bc def", "ac def"
        )
