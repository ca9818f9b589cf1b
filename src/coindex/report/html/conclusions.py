"""The conclusions of a comparison in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.experiment.conditions import ConditionGroup
from coindex.experiment.run import Run, Standing
from coindex.interface.translation import fixed, grouped, listed, say, translate, worded
from coindex.report.cells import estimate
from coindex.report.findings import Findings, usual
from coindex.report.limits import SIGNIFICANT
from coindex.report.seen import Exposed
from coindex.report.table import Cell, Estimate, Share, text
from coindex.report.titles import name_of


def sentences(findings: Findings, group: ConditionGroup) -> Iterator[str]:
    """Which resolver is first by the first measure and by success, and how certain that is."""
    measures = dict.fromkeys((findings.results.plan.measures[0], findings.judged_by))
    for measure in measures:
        able = findings.able(group, measure)
        runs = [run for run in able if run.standing is Standing.SYSTEM]
        if len(runs) < 2:
            runs = [run for run in able if run.standing is not Standing.BOUND]
        if len(runs) > 1:
            yield _first(findings, group, measure, runs)
    comparisons = findings.comparisons(group, findings.results.plan.measures[0])
    if comparisons:
        real = sum(one.adjusted < SIGNIFICANT for one in comparisons)
        label = _in_prose(findings.labels[findings.results.plan.measures[0]])
        yield say(
            "Of {count} differences in {label}, {real} are significant at the level of 5 %.",
            count=grouped(len(comparisons)),
            label=label,
            real=grouped(real),
        )


def _first(findings: Findings, group: ConditionGroup, measure: str, runs: list[Run]) -> str:
    results, label = findings.results, _in_prose(findings.labels[measure])
    best, second = (run.condition.resolver for run in runs[:2])
    names = [name_of(run.condition) for run in runs[:2]]
    first, other = (_score(estimate(results.row(run.condition, measure))) for run in runs[:2])
    values = {"label": label, "best": names[0], "second": names[1], "first": first, "other": other}
    if first == other:
        return say("By {label}, {best} and {second} come first with {first}.", **values)
    sentence = say(
        "By {label}, {best} comes first with {first}, before {second} with {other}", **values
    )
    one = next(
        (c for c in findings.comparisons(group, measure) if {c.first, c.second} == {best, second}),
        None,
    )
    if one is None:
        return f"{sentence}."
    chance = _equals(one.adjusted)
    exposed = Exposed.of(results, group).reservation(best, second)
    sure = (
        say("the difference is significant (p {chance} with Holm's correction).", chance=chance)
        if one.adjusted < SIGNIFICANT
        else say(
            "the difference is not significant (p {chance} with Holm's correction).", chance=chance
        )
    )
    return " ".join([f"{sentence}; {sure}", *([translate(exposed)] if exposed else [])])


def _in_prose(label: str) -> str:
    """A heading such as `Success (third person)` as it is said in a sentence."""
    measure, third, rest = label.partition(" (third person)")
    if not third or rest:
        return worded(label)
    return say("{measure} of third-person anaphors", measure=measure)


def _score(cell: Cell) -> str:
    """A score and its interval with three significant digits each."""
    if not isinstance(cell, Estimate) or cell.interval is None:
        return fixed(100 * cell) if isinstance(cell, Share) else text(cell)
    return f"{fixed(100 * cell)} [{listed(fixed(100 * one) for one in cell.interval)}]"


def _equals(p: float) -> str:
    return f"= {fixed(p, 3)}" if p >= 0.0005 else f"< {fixed(0.001, 3)}"


def losses(findings: Findings, first: ConditionGroup, second: ConditionGroup) -> str:
    """The loss from other mentions."""
    measure = findings.results.plan.measures[0]
    falls: dict[str, float] = {}
    runs = {run.condition.resolver: run.condition for run in findings.results.runs_of(first)}
    for run in findings.results.runs_of(first):
        rows = [
            findings.results.row(c, measure)
            for c in (run.condition, run.condition._replace(detector=second.detector))
        ]
        values = [row.value for row in rows if row is not None and row.value is not None]
        if len(values) == 2 and run.condition.group == first:
            falls[run.condition.resolver] = 100 * (values[0] - values[1])
    middle = usual(list(falls.values()))
    if middle is None:
        return ""
    most = max(falls, key=lambda name: (falls[name], name))
    return say(
        "{second} instead of {first} cost {middle} points of {label} in the median, and most for "
        "{resolver}: {fall}.",
        second=worded(findings.groups[second]).capitalize(),
        first=worded(findings.groups[first]),
        middle=fixed(middle),
        label=worded(findings.labels[measure]),
        resolver=name_of(runs[most]),
        fall=fixed(falls[most]),
    )
