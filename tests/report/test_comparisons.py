"""Differences as tables: every measure, each with its signature,
and a word on how small p can be.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from itertools import combinations

import pytest

from coindex.experiment.results import Results, Standing
from coindex.measures.significance import holm
from coindex.report.findings import Findings
from coindex.report.limits import Limit
from coindex.report.table import render
from coindex.report.tables.comparisons import all_differences, differences, limit


def test_every_two_by_every_measure(results: Results) -> None:
    rows = list(csv.DictReader(io.StringIO(render([all_differences(results)], "csv"))))
    for group in results.groups:
        for measure in results.plan.measures:
            chosen = [
                row
                for row in rows
                if (row["detector"], row["measure"]) == (group.detector, measure)
            ]
            pairs = {frozenset((row["first"], row["second"])) for row in chosen}
            names = [
                run.condition.resolver
                for run in results.runs_of(group)
                if run.standing is not Standing.BOUND
            ]
            assert pairs == set(map(frozenset, combinations(names, 2)))
            assert {row["comparisons"] for row in chosen} == {str(len(pairs))}
            corrected = holm([float(row["p"]) for row in chosen])
            assert [float(row["p (Holm)"]) for row in chosen] == pytest.approx(corrected)
    signed = [(row["measure"], row["signature"]) for row in rows]
    assert len(set(signed)) == len(rows)


def test_one_measure_has_the_same_numbers(results: Results) -> None:
    group, measure = results.groups[0], results.plan.measures[-1]
    table = differences(Findings(results), group, measure)
    rows = list(csv.DictReader(io.StringIO(render([table], "csv"))))
    whole = csv.DictReader(io.StringIO(render([all_differences(results)], "csv")))
    same = [row for row in whole if (row["detector"], row["measure"]) == (group.detector, measure)]
    for one, other in zip(rows, same, strict=True):
        assert [one[name] for name in ("first", "second", "difference", "p", "p (Holm)")] == [
            other[name] for name in ("first", "second", "difference", "p", "p (Holm)")
        ]
        assert one["signature"] == f"{measure} {other['signature']}"


def test_how_small_p_can_be(results: Results) -> None:
    group, measure = results.groups[0], results.plan.measures[0]
    found = limit(results, group, measure)
    assert found == Limit(6 * 2 / 2**6, 6, "6 documents")
    assert min(one.adjusted for one in results.comparisons(group, measure)) >= found.least
    assert found.reached
    assert "no difference can be significant" in str(found)
    larger = replace(
        results, corpora=tuple(corpus._replace(documents=32) for corpus in results.corpora)
    )
    assert limit(larger, group, measure) == Limit(6 / 101, 6, "100 draws")
    enough = replace(larger, plan=replace(results.plan, draws=10_000))
    assert not limit(enough, group, measure).reached
