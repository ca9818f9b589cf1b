"""Pages of comparisons: list, form, results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from coindex.core import registry, spec
from coindex.experiment.plan import CORPUS
from coindex.interface.catalogues import language
from coindex.interface.translation import say, worded
from coindex.language.languages import all_languages
from coindex.measures.purposes import BESIDE, COMPARISON
from coindex.measures.significance import DRAWS
from coindex.report.cells import labels
from coindex.report.html import translated
from coindex.report.titles import titled
from coindex.workbench.api.components import list_components, list_corpora
from coindex.workbench.api.dependencies import RunDep
from coindex.workbench.api.papers import list_papers
from coindex.workbench.api.runs import Ranking, RunView, list_runs, show_ranking, show_run
from coindex.workbench.jobs import SHOWN
from coindex.workbench.pages.projects import annotated_sources
from coindex.workbench.pages.resolver_groups import grouped_resolvers, presets
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import ProjectDep, VisitorDep
from coindex.workbench.services import Services
from coindex.workbench.store.runs import ENDED

router = APIRouter(route_class=Page)

AT_ONCE = 50
"""Comparisons on a page."""
QUICK = ("recent", "rosana", "sieve")
"""Resolvers of a first comparison: a baseline and two that give reasons."""
SPOKEN = ("es",)
"""Languages besides English of which Coindex has a corpus of its own."""
TABLES = ("summary", "measures", "slices", "differences", "disclosure", "shown")
STYLES = {"csv": "CSV", "markdown": "Markdown", "latex": "LaTeX"}


class Best(NamedTuple):
    """The best resolver under some conditions, by the plan's first measure."""

    given: str
    resolver: str
    label: str
    value: float | None
    signature: str


@router.get("/projects/{project}/runs")
def show_runs(
    shell: ShellDep,
    project: ProjectDep,
    visitor: VisitorDep,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
    sample: bool = False,
) -> HTMLResponse:
    """Show comparisons and the form for a new one; for the `sample`, a quick one is filled in."""
    runs = list_runs(project, visitor, shell.services)
    shown = runs[(page - 1) * AT_ONCE : page * AT_ONCE]
    groups = grouped_resolvers(
        one for one in list_components("resolvers", visitor) if one.installed
    )
    distinct = registry.distinct("resolvers")
    return shell.page(
        "runs.html",
        project=project,
        runs=shown,
        best={run.id: _best(shell.services, run) for run in shown if run.state == "finished"},
        page=page,
        more=len(runs) > page * AT_ONCE,
        corpora=list_corpora(visitor),
        usual="" if sample else CORPUS,
        sample=sample,
        sources=annotated_sources(shell.services, project.id, visitor)
        if visitor.at_least("adjudicator")
        else [],
        first=(CORPUS, *(f"{CORPUS}-{one}" for one in SPOKEN)),
        spoken={one.code: say(one.name) for one in all_languages()},
        groups=groups,
        presets=presets(groups, distinct, QUICK),
        chosen=QUICK if sample else distinct,
        measures=_measures(visitor),
        papers=list_papers(visitor) if visitor.at_least("adjudicator") else [],
        draws=DRAWS,
    )


def _best(services: Services, run: RunView) -> list[Best]:
    best = []
    for group in services.store.runs.file(run.id, "ranking.json").value():
        first = group["rows"][0]
        if first["measures"]:
            row = first["measures"][0]
            name = first["resolver"] if first.get("response") else titled(first["resolver"])
            label = spoken(labels([row["measure"]])[row["measure"]])
            best.append(Best(group["given"], name, label, row["value"], row["signature"]))
    return best


class Choice(NamedTuple):
    """A measure in the form: as in a plan, its label and what it is, whether it is a
    default; its options as literals.
    """

    measure: str
    label: str
    summary: str
    usual: bool
    name: str
    options: dict[str, str]


def _measures(visitor: VisitorDep) -> list[Choice]:
    components = list_components("measures", visitor)
    about = {one.name: re.sub("[`*]", "", one.summary) for one in components}

    def choices(measures: Iterable[str], *, usual: bool) -> list[Choice]:
        found = []
        for measure, label in labels(list(measures)).items():
            built = registry.build("measures", measure)
            options = {name: repr(value) for name, value in spec.parameters(built)}
            name = registry.name_of(built)[1]
            found.append(Choice(measure, spoken(label), about.get(name, ""), usual, name, options))
        return found

    usual = choices(COMPARISON, usual=True)
    named = {choice.name for choice in usual}
    others = (BESIDE.get(name, name) for name in about if name not in named)
    return [*usual, *choices(others, usual=False)]


def spoken(label: str) -> str:
    """The heading of a measure as people say it."""
    words = {
        "Success (third person)": say("Success, third person"),
        "Anchors (third person) precision": say("Anchors of third persons, precision"),
        "Antecedents (third person) precision": say("Antecedents of third persons, precision"),
        "CriticalSuccess (third person)": say("Critical success, third person"),
        "NonTrivialSuccess (third person)": say("Non-trivial success, third person"),
        "SplitAntecedents": say("Split antecedents"),
        "DiscourseDeixis": say("Discourse deixis"),
        "EmptyNodes": say("Empty nodes"),
        "NonReferring": say("Non-referring expressions"),
    }
    return words.get(label) or worded(label)


@router.get("/projects/{project}/runs/{run}")
def show_one_run(
    shell: ShellDep, project: ProjectDep, run: RunDep, visitor: VisitorDep
) -> HTMLResponse:
    view = show_run(run, shell.services)
    groups = show_ranking(run, shell.services) if view.state == "finished" else []
    return shell.page(
        "run.html",
        titled=titled,
        project=project,
        run=view,
        ended=view.state in ENDED,
        groups=groups,
        labels={measure: spoken(label) for measure, label in labels(view.plan["measures"]).items()},
        evaluation=_evaluation(shell.services, view),
        signatures=_signatures(groups),
        shown=_shown(shell.services, view),
        tables=[name for name in TABLES if f"{name}.csv" in view.files],
        styles=STYLES,
        given=[one.name for one in shell.services.store.runs.responses(run.id)],
        mine=run.author == visitor.name or visitor.at_least("adjudicator"),
    )


def _evaluation(services: Services, run: RunView) -> str:
    return (
        services.store.runs.file(run.id, "evaluation.txt").text()
        if "evaluation.txt" in run.files
        else ""
    )


def _shown(services: Services, run: RunView) -> Markup:
    """The tables of the paper after which a run is made, in the visitor's language."""
    name = translated(SHOWN, language())
    name = name if name in run.files else SHOWN
    if name not in run.files:
        return Markup()
    return Markup(services.store.runs.file(run.id, name).text())  # noqa: S704 - our own table_html


def _signatures(groups: list[Ranking]) -> list[dict[str, Any]]:
    """Signatures of all numbers, so that each can be reproduced."""
    return [
        {
            "resolver": row.resolver,
            "given": group.given,
            "measure": one.measure,
            "signature": one.signature,
        }
        for group in groups
        for row in group.rows
        for one in row.measures
    ]
