"""Tables of an experiment: they agree with its rows and with the measures, and
can be written in every style.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest

from coindex.core import registry
from coindex.experiment.results import Results
from coindex.measures.antecedents import CELLS, Anchors, Antecedents
from coindex.measures.occurrences import Classes, Occurrences
from coindex.measures.scores import total
from coindex.measures.success import CriticalSuccess, NonTrivialSuccess, Success
from coindex.report.cells import labels
from coindex.report.findings import Findings
from coindex.report.table import STYLES, Estimate, Share, Table, render, text
from coindex.report.tables import overview
from coindex.report.tables.contents import PARTS, tables
from coindex.report.tables.figure5 import figure5
from coindex.report.tables.results import measure_table
from coindex.report.tables.workbench import ORDER, by_document, by_run
from tests.report.conftest import RESPONSE


@pytest.fixture(scope="module")
def findings(results: Results) -> Findings:
    return Findings(results)


def test_estimates_have_their_interval_in_every_style() -> None:
    table = Table(
        ("name", "f1"), [["a", Estimate(0.5, (0.4, 0.625))], ["b", Estimate(0.25)], ["c", None]]
    )
    assert text(table.rows[0][1]) == "50.00 [40.00, 62.50]"
    assert text(table.rows[1][1]) == "25.00"
    rows = list(csv.reader(io.StringIO(render([table], "csv"))))
    assert rows[0] == ["name", "f1", "f1 low", "f1 high"]
    assert rows[1:] == [["a", "0.5", "0.4", "0.625"], ["b", "0.25", "", ""], ["c", "", "", ""]]
    assert json.loads(render([table], "json"))[0]["rows"][0] == {
        "name": "a",
        "f1": 0.5,
        "f1 low": 0.4,
        "f1 high": 0.625,
    }
    assert "| a | 50.00 [40.00–62.50] |" in render([table], "markdown")


def test_markdown_is_no_html() -> None:
    assert r"\<script>" in render([Table(("<script>",), [["<script>"]])], "markdown")


def test_overview_has_the_rows(findings: Findings) -> None:
    results = findings.results
    for group in results.groups:
        table = overview.overview(findings, group)
        assert len(table.rows) == len(results.runs_of(group))
        for run, cells in zip(results.best_first(group), table.rows, strict=True):
            own = run.condition.resolver == RESPONSE
            assert cells[:2] == [run.condition.resolver, "own" if own else group.detector]
            for cell, measure in zip(cells[2:], results.plan.measures, strict=False):
                row = results.row(run.condition, measure)
                assert row is not None
                assert cell == row.value
                assert isinstance(cell, Estimate)
                assert cell.interval == row.interval
        values = [float(str(cells[2] or 0)) for cells in table.rows]
        parts = [values[a:b] for a, b in pairwise([0, *table.blocks, len(values)])]
        assert len(parts) == 3
        assert all(part == sorted(part, reverse=True) for part in parts)


def test_slices_have_the_rows(findings: Findings) -> None:
    results = findings.results
    shown = 0
    for run in results.runs:
        for by in results.plan.slices:
            table = overview.slices(findings, run, by)
            assert table is not None
            lines = {
                str(cells[0]): dict(zip(table.columns, cells, strict=True)) for cells in table.rows
            }
            for measure in results.plan.measures:
                for row in results.slices(run.condition, measure, by):
                    for name, value in row.values.items():
                        assert lines[row.slice][f"{findings.labels[measure]} {name}"] == value
                        shown += 1
    assert shown == sum(len(row.values) for row in results.rows if row.by)


def test_distances_from_near_to_far(findings: Findings) -> None:
    bands = list(findings.slices(findings.results.groups[0], "distance"))
    assert bands == [
        band for band in ("same sentence", "1", "2", "3 or more", "none before") if band in bands
    ]


def test_figure_5_is_what_the_measures_say(findings: Findings) -> None:
    for run in findings.results.runs:
        profile = findings.survey.profiles[run.condition]
        pairs, view = list(run.pairs()), profile.judge.view
        occurrences, classes, antecedents, anchors, by_type, anchored = figure5(profile)
        both, system, gold = total(Occurrences(view=view).counts(pair) for pair in pairs)
        assert occurrences.rows[0][:3] == [both, system - both, gold - both]
        kept, ours, theirs = total(Classes(view=view).counts(pair) for pair in pairs)
        assert [row[1:3] for row in classes.rows] == [[ours, ours - kept], [theirs, theirs - kept]]
        for table, measure in ((antecedents, Antecedents), (anchors, Anchors)):
            assert table.columns[1:8] == CELLS
            for row in table.rows:
                counts = total(measure(str(row[0]), view).counts(pair) for pair in pairs)
                assert tuple(row[1:8]) == counts[:7]
                assert row[8] == measure.score(counts).precision
        pronouns = next(row for row in antecedents.rows if str(row[0]) == "pronouns")
        parts = {str(row[0]): row[1:4] for row in by_type.rows}
        assert parts["all"] == pronouns[1:4]
        halves = zip(parts["pronouns"], parts["nominals"], strict=True)
        assert [int(one or 0) + int(other or 0) for one, other in halves] == parts["all"]
        right = [cell for cell in anchored.rows[0][:4] if isinstance(cell, int)]
        assert sum(right) == pronouns[1]


def test_table_3_is_what_the_measures_say(findings: Findings) -> None:
    for table, group in zip(tables(findings, "table3"), findings.results.groups, strict=True):
        able = findings.able(group, findings.judged_by)
        runs = sorted(able, key=lambda run: findings.survey.profiles[run.condition].number)
        assert [row[0] for row in table.rows] == [run.condition.resolver for run in runs]
        for row, run in zip(table.rows, runs, strict=True):
            pairs, view = list(run.pairs()), findings.survey.profiles[run.condition].judge.view
            classes = Classes.score(total(Classes(view=view).counts(pair) for pair in pairs))
            anchors = Anchors.score(total(Anchors(view=view).counts(pair) for pair in pairs))
            assert list(row[1:5]) == [
                classes.precision,
                classes.recall,
                anchors.precision,
                anchors.recall,
            ]
            for column, type in ((5, "PER3"), (6, "POS3")):
                counts = total(Antecedents(type, view).counts(pair) for pair in pairs)
                assert row[column] == Antecedents.score(counts).precision


def test_workbench_is_what_the_measures_say(findings: Findings) -> None:
    for run in findings.results.runs:
        profile = findings.survey.profiles[run.condition]
        judge = profile.judge
        row = findings.results.row(run.condition, findings.judged_by)
        assert row is not None
        whole = by_document(profile, {}).rows[-1]
        assert list(whole[2:6]) == [row.counts[where] for where in ORDER]
        assert whole[8] == row.value
        rates = []
        for measure in (
            CriticalSuccess(judge.of, judge.view),
            NonTrivialSuccess(judge.of, judge.view),
        ):
            rates.append(measure.score(total(measure.counts(pair) for pair in run.pairs())).success)
        assert list(whole[9:]) == rates
        together = by_run([profile], "all")
        assert list(together.rows[0][1:10]) == list(whole[2:])


def test_disclosure_adds_up(findings: Findings) -> None:
    edition = next(iter(findings.survey.accounts))
    table = findings.survey.disclosure(edition)
    assert table.row("A")["total"] == sum(
        1
        for pair in findings.results.runs[0].pairs()
        for t in pair.document.tokens
        if t.form in ("She", "He", "it")
    )
    assert len(table.systems) == len(findings.results.runs)
    assert table.row("C")["total"] == table.row("D")["total"] + table.row("E")["total"]


def test_numbers_of_another_state_of_the_program_are_noticed(findings: Findings) -> None:
    assert {row[4] for row in overview.problems(findings).rows} == {
        RESPONSE
    }  # it lacks two documents
    results = findings.results
    rows = tuple(
        row._replace(counts=(0, *row.counts[1:]))
        if row.measure == findings.judged_by and not row.by
        else row
        for row in results.rows
    )
    stale = overview.problems(Findings(replace(results, rows=rows), findings.survey))
    assert sum(row[-1] == overview.OUTDATED for row in stale.rows) == len(results.runs)


def test_problems_are_told(results: Results) -> None:
    lacking = tuple(replace(run, parts=(), lacking="no mentions") for run in results.runs[:1])
    broken = Findings(replace(results, runs=(*lacking, *results.runs[1:])))
    table = overview.problems(broken)
    assert [list(row[-2:]) for row in table.rows if row[4] != RESPONSE] == [["all", "no mentions"]]
    assert overview.overview(broken, results.groups[0]).rows[-1]


@pytest.mark.parametrize("part", PARTS)
def test_every_part_in_every_style(part: str, findings: Findings) -> None:
    made = tables(findings, part)
    assert made
    for style in STYLES:
        assert render(made, style) == render(made, style)
    for table in json.loads(render(made, "json")):
        assert table["rows"] or part == "errors"  # there may be none


def test_success_judges_unless_the_plan_says_otherwise(results: Results) -> None:
    assert registry.spec_of(Findings(results).survey.judge) == "Success(of='third')@head"
    plan = replace(results.plan, measures=("LEA@min",))
    assert Findings(replace(results, plan=plan, rows=())).survey.judge == Success(
        "third", view="min"
    )


def test_shares_stay_shares() -> None:
    assert text(Share(0.5)) == "50.00"


def test_headings_name_precision_and_the_value_that_an_interval_belongs_to(
    results: Results,
) -> None:
    found = labels(["CoNLL", "Success(of='third')", "Anchors(of='third')"])
    assert list(found.values()) == [
        "CoNLL",
        "Success (third person)",
        "Anchors (third person) precision",
    ]
    table = measure_table(results)
    headline = table.columns.index("headline")
    assert {row[headline] for row in table.rows} == {row.headline for row in results.rows}
