"""The sections of the page that compare runs: one view for each group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from coindex.core import registry, spec
from coindex.core.messages import Message
from coindex.core.protocols import Itemised
from coindex.experiment.conditions import OWN, ConditionGroup
from coindex.experiment.plan import no_slices
from coindex.experiment.run import Run
from coindex.interface.translation import counted, grouped, say, translate, worded
from coindex.report.figures import catalogue
from coindex.report.figures.svg import Figure
from coindex.report.findings import Findings
from coindex.report.html.conclusions import losses, sentences
from coindex.report.html.table import table_html
from coindex.report.limits import Limit
from coindex.report.table import Table
from coindex.report.tables import overview
from coindex.report.tables.comparisons import differences, limit
from coindex.report.tables.contents import disclosure, statistics, workbench
from coindex.report.tables.disclosure import disclosure_as_published
from coindex.report.tables.supar import supar_table
from coindex.report.titles import name_of

SLICES = ("form", "distance", "genre", "kind", "type", "length", "spread")


class Test(NamedTuple):
    """The tests by one measure: which runs are better than which."""

    label: str
    figure: Figure
    table: Markup


class ShownGroup(NamedTuple):
    """A group on the page."""

    number: int
    label: str
    about: str
    notes: list[str]
    overview: list[Figure]
    table: Markup
    tests: list[Test]
    limit: Limit | None
    workbench: Markup
    disclosure: Markup | None
    """All techniques side by side, if there are several."""
    slices: list[Figure]
    causes: list[Figure]
    cost: list[Figure]
    costs: Markup


class NamedComponent(NamedTuple):
    """A component and its description."""

    name: str
    about: str


class Sections(NamedTuple):
    settings: list[tuple[str, str]]
    corpora: Markup
    measures: list[NamedComponent]
    resolvers: list[NamedComponent]
    problems: Markup | None
    views: list[ShownGroup]
    mentions: list[Figure]
    losses: list[str]
    statistics: list[tuple[str, Markup, Markup]]
    published: Markup
    """Byron's own disclosure."""
    supar: Markup | None
    """SUPAR's rates, if the plan has its measure."""


def sections(findings: Findings) -> Sections:
    problems = overview.problems(findings)
    return Sections(
        list(_settings(findings)),
        table_html(overview.corpora(findings), headed=True),
        [
            NamedComponent(measure, component_about("measures", measure))
            for measure in findings.results.plan.measures
        ],
        list(_resolvers(findings)),
        table_html(problems) if problems.rows else None,
        [_view(findings, group, number) for number, group in enumerate(findings.results.groups)],
        list(catalogue.drawn(findings, "mentions")),
        [
            sentence
            for first, second in catalogue.pairs_of(findings)
            if (sentence := losses(findings, first, second))
        ],
        list(_statistics(findings)),
        table_html(disclosure_as_published()),
        _supar(findings),
    )


def _supar(findings: Findings) -> Markup | None:
    measures = (registry.build("measures", one) for one in findings.results.plan.measures)
    if not any(isinstance(one, Itemised) for one in measures):
        return None
    return table_html(supar_table(findings.results), headed=True)


def _view(findings: Findings, group: ConditionGroup, number: int) -> ShownGroup:
    figures = {
        sort: list(catalogue.SORTS[sort].draw(findings, group))
        for sort in catalogue.SORTS
        if sort != "mentions"
    }
    tested = [
        measure
        for measure in findings.results.plan.measures
        if findings.comparisons(group, measure)
    ]
    return ShownGroup(
        number,
        worded(findings.groups[group]),
        _about(findings, group),
        list(sentences(findings, group)),
        figures["overview"],
        table_html(overview.overview(findings, group), headed=True),
        [
            Test(
                worded(findings.labels[measure]),
                figure,
                table_html(differences(findings, group, measure), headed=True),
            )
            for measure, figure in zip(tested, figures["tests"], strict=True)
        ],
        max((limit(findings.results, group, measure) for measure in tested), default=None),
        table_html(workbench(findings, group)),
        _side_by_side(findings, group),
        [figure for by in SLICES if by in findings.results.plan.slices for figure in figures[by]],
        figures["causes"],
        figures["cost"],
        table_html(overview.costs(findings, group)),
    )


def _side_by_side(findings: Findings, group: ConditionGroup) -> Markup | None:
    if len(findings.able(group, findings.judged_by)) < 2:
        return None  # the page of the one run has the table
    table = disclosure(findings, group, name_of)
    return None if table is None else table_html(table)


def _about(findings: Findings, group: ConditionGroup) -> str:
    parts = [group.corpus, say("parser {name}", name=group.parser)]
    if group.fragmenter != "none":
        parts.append(say("fragmenter {name}", name=group.fragmenter))
    if group.given == "gold":
        parts.append(say("the mentions of the key"))
    elif group.given == OWN:
        parts.append(say("each response's own mentions"))
    else:
        parts.append(say("mentions found by the detector {name}", name=group.detector))
    return f"{', '.join(parts)}; {counted(len(findings.results.runs_of(group)), 'run')}"


def _settings(findings: Findings) -> Iterator[tuple[str, str]]:
    plan = findings.results.plan
    yield say("Parser"), ", ".join(plan.parsers)
    yield say("Detector"), ", ".join(plan.detectors)
    if plan.responses:
        yield (
            say("Responses"),
            "; ".join(f"{response.name}: {response.path}" for response in plan.responses),
        )
    slices = ", ".join(worded(Message(by)) for by in plan.slices) or say("none")
    yield say("Slices"), "; ".join(filter(None, [slices, translate(no_slices(plan))]))
    yield (
        say("Intervals and tests"),
        say(
            "documents are drawn {draws} times, seed {seed}; 95 % intervals",
            draws=grouped(plan.draws),
            seed=plan.seed,
        ),
    )


def _resolvers(findings: Findings) -> Iterator[NamedComponent]:
    for name, about in {
        name_of(run.condition): run_about(run) for run in findings.results.runs
    }.items():
        yield NamedComponent(name, about)


def component_about(family: str, text: str) -> str:
    return translate(registry.summary(family, spec.read(text).name), "summaries").replace("`", "")


def run_about(run: Run) -> str:
    if run.condition.detector == OWN:
        return say("A response read from a file.")
    about = component_about("resolvers", run.condition.component)
    if not run.condition.corrected:
        return about
    return f"{about} {say('Each error is corrected before the next anaphor.')}"


def _statistics(findings: Findings) -> Iterator[tuple[str, Markup, Markup]]:
    """The name of a corpus, its counts, its averages."""
    for counts, averages in zip(*[statistics(findings)] * 2, strict=True):
        yield (
            worded(counts.title),
            table_html(_spaced(counts), headed=True),
            table_html(_spaced(averages)),
        )


def _spaced(table: Table) -> Table:
    """Names of counts and averages as words."""
    columns = [table.columns[0], *(Message(name.replace("_", " ")) for name in table.columns[1:])]
    averages = table.columns[0] == "average"
    rows = (
        [[Message(str(row[0]).replace("_", " ")), *row[1:]] for row in table.rows]
        if averages
        else table.rows
    )
    return replace(table, columns=columns, rows=rows)
