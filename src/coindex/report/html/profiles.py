"""One run in full: all measures, Figure 5, text by text, the disclosure, slices, errors,
preferences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from coindex.core.messages import Message
from coindex.core.outcome import NOT_RIGHT, Outcome
from coindex.interface.translation import fixed, grouped, say, worded
from coindex.measures.disclosure import Disclosure
from coindex.report.error_tables import preference_table
from coindex.report.findings import Findings
from coindex.report.html.sections import run_about
from coindex.report.html.table import table_html
from coindex.report.links import of_list
from coindex.report.run_profile import RunProfile
from coindex.report.survey import Edition, edition_of
from coindex.report.table import Cell, Detail, Table
from coindex.report.tables import overview
from coindex.report.tables.contents import texts
from coindex.report.tables.disclosure import OTHER, disclosure_table
from coindex.report.tables.figure5 import figure5
from coindex.report.titles import name_of


class PagePlace(NamedTuple):
    """A document that is in the page, and the runs on it."""

    edition: Edition
    id: str
    genre: str
    runs: tuple[int, ...]


class ProfilePart(NamedTuple):
    title: str
    tables: list[Markup]


class ShownRun(NamedTuple):
    """A run on the page; `groups` are those in which it is compared."""

    number: int
    name: str
    label: str
    about: str
    summary: str
    groups: list[int]
    lists: list[tuple[str, str]]
    parts: list[ProfilePart]


def views(findings: Findings, places: Sequence[PagePlace]) -> Iterator[ShownRun]:
    groups = findings.results.groups
    disclosures = {
        edition: findings.survey.disclosure(edition) for edition in findings.survey.accounts
    }
    for run in findings.results.runs:
        profile = findings.survey.profiles.get(run.condition)
        if profile is None:
            continue
        parts = _Parts(findings, profile, disclosures[edition_of(run)], places)
        yield ShownRun(
            profile.number,
            name_of(run.condition),
            worded(findings.group_title(run.condition)),
            run_about(run),
            _summary(findings, profile),
            [place for place, group in enumerate(groups) if run in findings.results.runs_of(group)],
            _lists(profile),
            list(parts.all()),
        )


def _summary(findings: Findings, profile: RunProfile) -> str:
    condition = profile.run.condition
    labelled = (
        (worded(label), findings.results.row(condition, measure))
        for measure, label in findings.labels.items()
    )
    return " · ".join(
        f"{label} {fixed(100 * row.value)}"
        for label, row in labelled
        if row is not None and row.value is not None
    )


def _lists(profile: RunProfile) -> list[tuple[str, str]]:
    right, _, _, anaphors = map(int, profile.success)
    return [
        (
            say("{count} not right", count=grouped(anaphors - right)),
            of_list(profile.number, outcome="".join(NOT_RIGHT)),
        ),
        (
            say("{count} right", count=grouped(right)),
            of_list(profile.number, outcome=Outcome.RIGHT),
        ),
    ]


class _Parts:
    def __init__(
        self,
        findings: Findings,
        profile: RunProfile,
        disclosure: Disclosure,
        places: Sequence[PagePlace],
    ) -> None:
        self._findings, self._profile, self._disclosure = findings, profile, disclosure
        edition = edition_of(profile.run)
        self._places = {
            place.id: number for number, place in enumerate(places) if place.edition == edition
        }
        self._signed = findings.signed(profile)

    def all(self) -> Iterator[ProfilePart]:
        findings, profile = self._findings, self._profile
        yield ProfilePart(
            say("All measures"), [table_html(overview.values(findings, profile.run), headed=True)]
        )
        yield ProfilePart(
            say("ROSANA’s disciplines (Figure 5)"),
            [table_html(t) for t in figure5(profile, (self._signed,))],
        )
        yield ProfilePart(
            say("Text by text"), [table_html(texts(findings, profile, self._places), headed=True)]
        )
        yield ProfilePart(say("Standard disclosure"), [table_html(self._disclosed())])
        slices = [overview.slices(findings, profile.run, by) for by in findings.results.plan.slices]
        yield ProfilePart(
            say("By form, distance, genre"),
            [table_html(table) for table in slices if table is not None],
        )
        yield ProfilePart(say("Errors"), [table_html(table) for table in self._errors()])
        preferences = profile.preferences.indicators()
        if preferences:
            yield ProfilePart(
                say("Preferences"),
                [table_html(replace(preference_table(preferences), notes=(_POWER,)), headed=True)],
            )

    def _errors(self) -> Iterator[Table]:
        for table in self._profile.analysis.tables():
            name = table.columns[0]
            if name in ("shape", "cause"):
                last = len(table.columns) - 1
                links = {
                    (place, last): Detail(link=of_list(self._profile.number, **{name: str(row[0])}))
                    for place, row in enumerate(table.rows)
                }
                yield replace(table, details=links, notes=(self._signed,))
            else:
                yield table

    def _disclosed(self) -> Table:
        number = str(self._profile.number)
        own = [
            replace(system, name="") for system in self._disclosure.systems if system.name == number
        ]
        table = disclosure_table(
            replace(self._disclosure, systems=own), (self._findings.signed_study(self._profile),)
        )
        details = {
            (place, column): Detail(
                link=of_list(self._profile.number, **wanted, **_column(table.columns[column]))
            )
            for place, row in enumerate(table.rows)
            if (wanted := _row(str(row[0]))) is not None
            for column in range(1, len(row))
            if _positive(row[column])
        }
        return replace(table, details=details)


_POWER = Message(
    "power: right decisions of those a preference spoke for (or wrong ones of those it spoke "
    "against)"
)
_SAID = {"left open": "n", "correct referents": "r", "chaining errors": "c"}


def _row(name: str) -> Mapping[str, str] | None:
    """Which pronouns a row of the disclosure counts, if they can be listed."""
    kind, _, category = name.partition(": ")
    if name.startswith("- "):
        return {"reason": name[2:]}
    if kind == "wrong":
        return {"disclosed": "E", "said": "w", "category": "" if category == OTHER else category}
    if name[1:2] == " ":
        return {"disclosed": name[0]}
    return {"disclosed": "E", "said": _SAID[name]} if name in _SAID else None


def _column(name: str) -> Mapping[str, str]:
    return {} if name == "total" else {"pronoun": name}


def _positive(cell: Cell) -> bool:
    return isinstance(cell, int) and cell > 0
