"""Comparisons of every two runs as tables, with notes on their p values and how small these can
become.
"""

from __future__ import annotations

from coindex.core.messages import Message, messages, series
from coindex.experiment.conditions import ConditionGroup
from coindex.experiment.results import Results
from coindex.measures.comparison import Comparison
from coindex.report.findings import Findings
from coindex.report.limits import Limit, how, limit_of
from coindex.report.seen import Exposed
from coindex.report.table import Cell, Chance, Detail, Estimate, Share, Table
from coindex.report.titles import name_cell


def all_differences(results: Results) -> Table:
    """Every two runs of each group by every measure of the plan."""
    columns = messages(
        *ConditionGroup._fields, "measure", "first", "second", "difference", "low", "high", "p",
        "p (Holm)", "comparisons", "p (McNemar)", "signature",
    )  # fmt: skip
    tested = [(group, measure) for group in results.groups for measure in results.plan.measures]
    rows = [
        [*group, measure, *row]
        for group, measure in tested
        for row in _rows(results, group, measure)
    ]
    limits = dict.fromkeys(
        limit(results, *one).sentence for one in tested if results.comparisons(*one)
    )
    return Table(
        columns,
        rows,
        Message("Differences"),
        [how(results.plan.draws, results.plan.seed), *limits],
    )


def _rows(results: Results, group: ConditionGroup, measure: str) -> list[list[Cell]]:
    comparisons = results.comparisons(group, measure)
    return [
        [
            one.first, one.second, Share(one.difference), *map(Share, one.interval),
            Chance(one.p), Chance(one.adjusted), len(comparisons), _mcnemar(one),
            results.signature(group, measure, one),
        ]
        for one in comparisons
    ]  # fmt: skip


def differences(findings: Findings, group: ConditionGroup, measure: str) -> Table:
    """Every two of a group by one measure."""
    results = findings.results
    columns = messages("first", "second", "difference", "p", "p (Holm)", "p (McNemar)")
    rows: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    names = {run.condition.resolver: name_cell(run.condition) for run in results.runs_of(group)}
    for one in findings.comparisons(group, measure):
        detail = Detail(f"{measure} {results.signature(group, measure, one)}")
        details |= {(len(rows), place): detail for place in range(2, len(columns))}
        between = Estimate(one.difference, one.interval)
        rows.append(
            [
                *(names[one.first], names[one.second], between),
                *(Chance(one.p), Chance(one.adjusted), _mcnemar(one)),
            ]
        )
    notes = [
        Message(
            "{measure}: {how}", measure=measure, how=how(results.plan.draws, results.plan.seed)
        ),
        limit(results, group, measure).sentence,
    ]
    title = series((findings.labels[measure], findings.groups[group]))
    table = Table(columns, rows, title, notes, details)
    return Exposed.of(results, group).marked(table, ranked=False)


def _mcnemar(one: Comparison) -> Cell:
    return "" if one.mcnemar is None else Chance(one.mcnemar)


def limit(results: Results, group: ConditionGroup, measure: str) -> Limit:
    comparisons = len(results.comparisons(group, measure))
    return limit_of(results.corpus(group.corpus).documents, results.plan.draws, comparisons)
