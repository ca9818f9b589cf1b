"""Comparisons as they are published: the best in bold, daggers, intervals, what is missing, and
signatures.
"""

from __future__ import annotations

import csv
import io
import re

import pytest

from coindex.experiment.results import Results, Standing
from coindex.report.cells import labels
from coindex.report.signatures import shared_signatures
from coindex.report.table import Chance, Estimate, Share, Table, render, text
from coindex.report.tables.papers import summary
from coindex.report.tables.printed import printed
from tests.report.conftest import RESPONSE


def table_of(results: Results, style: str) -> Table:
    return summary(results, results.groups[-1], style)


def test_every_measure_has_its_interval_and_what_stands_apart_is_not_the_best(
    results: Results,
) -> None:
    table = table_of(results, "latex")
    group, measures = results.groups[-1], results.plan.measures
    assert list(table.columns) == ["resolver", "mentions", *labels(measures).values()]
    systems = [run for run in results.runs_of(group) if run.standing is Standing.SYSTEM]
    for column, measure in enumerate(measures, 2):
        cells = {str(row[0]): row[column] for row in table.rows}
        rows = {
            run.condition.resolver: row
            for run in systems
            if (row := results.row(run.condition, measure)) is not None and row.value is not None
        }
        top = text(Share(max(row.value for row in rows.values() if row.value is not None)))
        for name, cell in cells.items():
            assert isinstance(cell, Estimate)
            assert cell.interval is not None
            assert cell.best == (name in rows and text(Share(cell)) == top)
        assert any(cell.best for cell in cells.values() if isinstance(cell, Estimate))
    assert list(table.blocks.values()) == ["baselines", "bounds, which use the key"]


@pytest.mark.parametrize(("p", "mark"), [(0.2, ""), (0.05, ""), (0.049, "†"), (0.0099, "‡")])
def test_daggers(results: Results, p: float, mark: str) -> None:
    row = next(row for row in results.rows if row.value is not None)
    cell = printed(row, "", Chance(p))
    assert isinstance(cell, Estimate)
    assert (cell.mark, cell.best) == (mark, False)


def test_what_a_response_lacks_is_noted_in_the_table(results: Results) -> None:
    for style in ("markdown", "latex", "table"):
        notes = [note for note in table_of(results, style).notes if note.startswith(RESPONSE)]
        assert len(notes) == 1
        assert "2 of 6 documents count as unresolved: d04, <i>wall</i>; first" in notes[0]


def test_all_signatures_in_every_style(results: Results) -> None:
    group = results.groups[-1]
    wanted = {
        row.signature
        for run in results.runs_of(group)
        for measure in results.plan.measures
        if (row := results.row(run.condition, measure)) is not None
    }
    latex = render([table_of(results, "latex")], "latex")
    assert {line.partition(": ")[2] for line in latex.splitlines() if line[:2] == "% "} == wanted
    rows = csv.DictReader(io.StringIO(render([table_of(results, "csv")], "csv")))
    found = {value for row in rows for name, value in row.items() if name.endswith("signature")}
    assert found == wanted
    notes = " ".join(table_of(results, "markdown").notes)
    assert set(re.findall(r"[\w-]+:[^|\s]+", " ".join(wanted))) - set(
        re.findall(r"[\w-]+:[^|\s]+", notes)
    ) == {
        f"{'response' if run.condition.resolver == RESPONSE else 'resolver'}:{name}"
        for run in results.runs_of(group)
        for name in [run.condition.resolver.split()[0]]
    }


def test_signatures_are_told_once() -> None:
    notes = shared_signatures(
        {
            ("a", "MUC"): "match:head|docs:2|given:own|response:a",
            ("b", "MUC"): "match:head|docs:2|given:gold|resolver:b",
            ("c", "MUC"): "match:head|docs:2|given:gold|resolver:c",
            ("a", "LEA"): "match:exact|docs:2|given:own|response:a",
            ("b", "LEA"): "match:exact|docs:2|given:gold|resolver:b",
            ("c", "LEA"): "match:exact|docs:1|given:gold|resolver:c",
        }
    )
    assert [str(note) for note in notes] == [
        "of MUC: match:head|docs:2",
        "of LEA: match:exact",
        "of a: given:own|response:NAME",
        "of b, c: given:gold|resolver:NAME",
        "of a LEA, b LEA: docs:2",
        "of c LEA: docs:1",
    ]


def test_latex_is_a_float_with_caption_label_and_rules() -> None:
    table = Table(
        ("system", "MUC", "LEA"),
        [
            ["a_b", Estimate(0.5, (0.4, 0.6), best=True), Estimate(0.25, (0.2, 0.3))],
            ["c", Estimate(0.4, (0.3, 0.5), mark="†"), None],
            ["none", Estimate(0.0, (0.0, 0.0)), Estimate(0.1, (-0.1, 0.3))],
        ],
        "Two systems, 100 %",
        ["p < .05"],
        blocks={2: "baselines"},
    )
    lines = render([table], "latex").splitlines()
    assert lines[1:6] == [
        r"\centering",
        r"\caption{Two systems, 100 \%.}",
        r"\label{tab:two-systems-100}",
        r"\smallskip",
        r"\begin{tabular}{@{}lcc@{}}",
    ]
    assert r"a\_b & \textbf{50.00} & 25.00 \\" in lines
    assert r" & {\scriptsize 40.00--60.00} & {\scriptsize 20.00--30.00} \\" in lines
    assert r"c & 40.00\rlap{\textsuperscript{\textdagger{}}} & n/a \\" in lines
    assert r"\multicolumn{3}{@{}l@{}}{\emph{baselines}} \\" in lines
    assert r" & {\scriptsize 0.00--0.00} & {\scriptsize $-$10.00, 30.00} \\" in lines
    assert r"p \textless{} .05\par" in lines
    assert [line for line in lines if line.endswith("rule")] == [
        r"\toprule",
        r"\midrule",
        r"\midrule",
        r"\bottomrule",
    ]


def test_one_column_of_intervals_has_them_beside_the_numbers() -> None:
    table = Table(("first", "difference"), [["a", Estimate(-0.01, (-0.02, 0.03))]])
    assert r"a & $-$1.00 [$-$2.00, 3.00] \\" in render([table], "latex").splitlines()


def test_markdown_for_a_paper() -> None:
    cell = Estimate(0.5, (0.4, 0.6), best=True, mark="†")
    table = Table(("system", "MUC"), [["a", cell], ["b", Share(0.1)]], blocks={1: "baselines"})
    assert render([table], "markdown").splitlines()[2:] == [
        "| a | **50.00**† [40.00–60.00] |",
        "| *baselines* |  |",
        "| b | 10.00 |",
    ]
