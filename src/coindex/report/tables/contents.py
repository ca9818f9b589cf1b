"""All tables of the report, part by part, for terminals and files; the page shows the
same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message, series
from coindex.experiment.conditions import Condition, ConditionGroup
from coindex.report.error_tables import preference_table
from coindex.report.findings import Findings
from coindex.report.published import factors_of_table3, table3_row, workbench_row
from coindex.report.run_profile import RunProfile
from coindex.report.seen import Exposed
from coindex.report.survey import edition_of
from coindex.report.table import Table, signed
from coindex.report.tables import overview
from coindex.report.tables.comparisons import differences
from coindex.report.tables.disclosure import disclosure_as_published, disclosure_table
from coindex.report.tables.figure5 import figure5
from coindex.report.tables.papers import summary
from coindex.report.tables.results import measure_table
from coindex.report.tables.statistics import statistics_tables
from coindex.report.tables.supar import supar_table
from coindex.report.tables.table3 import table3, table3_as_published
from coindex.report.tables.workbench import as_published, by_document, by_run
from coindex.report.titles import in_program

Tables = Iterator[Table]


def _corpora(findings: Findings) -> Tables:
    yield overview.corpora(findings)
    problems = overview.problems(findings)
    if problems.rows:
        yield problems


def _overview(findings: Findings) -> Tables:
    return (overview.overview(findings, group) for group in findings.results.groups)


def _differences(findings: Findings) -> Tables:
    for group in findings.results.groups:
        for measure in findings.results.plan.measures:
            table = differences(findings, group, measure)
            if table.rows:
                yield table


def _measures(findings: Findings) -> Tables:
    yield measure_table(findings.results)


def _slices(findings: Findings) -> Tables:
    yield measure_table(findings.results, sliced=True)


def _workbench(findings: Findings) -> Tables:
    return (workbench(findings, group) for group in findings.results.groups)


def workbench(findings: Findings, group: ConditionGroup) -> Table:
    profiles = [
        findings.survey.profiles[run.condition] for run in findings.able(group, findings.judged_by)
    ]
    table = by_run(
        profiles,
        Message("Workbench, {group}", group=findings.groups[group]),
        (Message("anaphors: {measure}", measure=findings.judge),),
    )
    return signed(table, [findings.signed(profile) for profile in profiles])


def _texts(findings: Findings) -> Tables:
    for profile in findings.survey.profiles.values():
        yield _titled(texts(findings, profile, {}), findings, profile)
    if any(workbench_row(run.condition.resolver) for run in findings.results.runs):
        yield as_published()


def texts(findings: Findings, profile: RunProfile, places: Mapping[str, int]) -> Table:
    """A table of documents; `places` says which of them the page shows."""
    signatures = [findings.signed(profile, line.document) for line in profile.documents]
    whole = findings.signed(profile)
    return signed(by_document(profile, places, (whole,)), [*signatures, whole])


def statistics(findings: Findings) -> Tables:
    """Each corpus once, with the first parser's analysis."""
    seen: set[str] = set()
    for edition, account in findings.survey.accounts.items():
        if edition.corpus not in seen:
            seen.add(edition.corpus)
            documents = account.documents
            counts, averages = statistics_tables(
                documents, list(documents.values()), by=Message("document"), window=2
            )
            parser = Message("parser {name}", name=edition.parser)
            yield replace(counts, title=series((edition.corpus, parser)))
            yield replace(averages, title=Message("{corpus}: averages", corpus=edition.corpus))


def _figure5(findings: Findings) -> Tables:
    for profile in findings.survey.profiles.values():
        for table in figure5(profile, (findings.signed(profile),)):
            yield _titled(table, findings, profile)


def _table3(findings: Findings) -> Tables:
    for group in findings.results.groups:
        profiles = sorted(
            _profiles(findings, group), key=lambda profile: profile.number
        )  # as planned
        table = table3(profiles, Message("Table 3, {group}", group=findings.groups[group]))
        yield signed(table, [findings.signed(profile) for profile in profiles])
    runs = [run.condition for run in findings.results.runs]
    if any(
        factors_of_table3(one.resolver) is not None and table3_row(one.resolver, one.corpus) is None
        for one in runs
    ):  # texts of another kind
        yield table3_as_published()


def _disclosure(findings: Findings) -> Tables:
    yield from disclosures(findings)
    yield disclosure_as_published()


def disclosures(findings: Findings) -> Tables:
    """The disclosure of each group that has a result."""
    return (
        shown
        for group in findings.results.groups
        if (shown := disclosure(findings, group)) is not None
    )


def _supar(findings: Findings) -> Tables:
    yield supar_table(findings.results)


def disclosure(
    findings: Findings, group: ConditionGroup, named: Callable[[Condition], str] = in_program
) -> Table | None:
    """All techniques of a group in one table; `None` if none has a result."""
    profiles = _profiles(findings, group)
    if not profiles:
        return None
    names = {str(profile.number): named(profile.run.condition) for profile in profiles}
    table = findings.survey.disclosure(edition_of(profiles[0].run))
    systems = [replace(one, name=names[one.name]) for one in table.systems if one.name in names]
    shown = disclosure_table(replace(table, systems=systems), (findings.signed_study(profiles[0]),))
    title = Message("{title}; {group}", title=shown.title, group=findings.groups[group])
    return Exposed.of(findings.results, group).noted(replace(shown, title=title))


def _errors(findings: Findings) -> Tables:
    for profile in findings.survey.profiles.values():
        for table in profile.analysis.tables():
            yield _titled(table, findings, profile)
        preferences = profile.preferences.indicators()
        if preferences:
            yield _titled(preference_table(preferences), findings, profile)


def _cost(findings: Findings) -> Tables:
    return (overview.costs(findings, group) for group in findings.results.groups)


PARTS: Mapping[str, tuple[str, Callable[[Findings], Tables]]] = {
    "corpora": ("what was compared, and what could not be", _corpora),
    "overview": ("every resolver by every measure, with intervals", _overview),
    "differences": ("every two resolvers compared", _differences),
    "measures": ("every number with its signature", _measures),
    "slices": ("every number by genre, form, distance", _slices),
    "workbench": ("success, critical and non-trivial success", _workbench),
    "texts": ("the same text by text", _texts),
    "statistics": ("what the corpora are like", statistics),
    "figure5": ("ROSANA's disciplines, run by run", _figure5),
    "table3": ("ROSANA's disciplines, all runs together", _table3),
    "disclosure": ("Byron's standard disclosure", _disclosure),
    "supar": ("SUPAR's rates and candidates", _supar),
    "errors": ("errors by shape and cause, preferences", _errors),
    "cost": ("tokens per CPU second", _cost),
}


def checked_parts(names: Iterable[str]) -> tuple[str, ...]:
    """The names; an error for one that is not a part."""
    chosen = tuple(names)
    for name in chosen:
        if name not in PARTS:
            raise CoindexError(
                Message(
                    "no part is called {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, PARTS),
                )
            )
    return chosen


def tables(findings: Findings, part: str, style: str = "table") -> list[Table]:
    """The tables of a part; the overview in LaTeX is that of a paper."""
    if part == "overview" and style == "latex":
        return [summary(findings.results, group, style) for group in findings.results.groups]
    return list(PARTS[part][1](findings))


def _profiles(findings: Findings, group: ConditionGroup) -> list[RunProfile]:
    return [
        findings.survey.profiles[run.condition] for run in findings.able(group, findings.judged_by)
    ]


def _titled(table: Table, findings: Findings, profile: RunProfile) -> Table:
    condition = profile.run.condition
    title = Message(
        "{resolver}, {group}: {title}",
        resolver=condition.resolver,
        group=findings.group_title(condition),
        title=table.title,
    )
    return replace(table, title=title)
