"""Pages of projects: list, documents and progress, exchange, agreement, settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse
from pydantic import Field

from coindex.core.annotation import Kind, Relation
from coindex.io.encodings import COMMON
from coindex.language.languages import all_languages
from coindex.report.titles import titled
from coindex.workbench.api.agreement import Progress, show_progress
from coindex.workbench.api.components import Component, list_components, list_corpora
from coindex.workbench.api.discussion import list_flags
from coindex.workbench.api.panels import MOST
from coindex.workbench.api.projects import list_projects
from coindex.workbench.api.tuning import show_tunings
from coindex.workbench.api.work import Part, work_of
from coindex.workbench.guidelines import rendered_guidelines
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import (
    ADJUDICATION,
    AdjudicatorDep,
    ProjectDep,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services
from coindex.workbench.standings import usual_sources
from coindex.workbench.store.projects import Project
from coindex.workbench.store.revisions import Revision
from coindex.workbench.store.runs import ENDED
from coindex.workbench.store.scheme.files import shipped_names, shipped_scheme
from coindex.workbench.visibility import visible_documents

router = APIRouter(route_class=Page)

SeveralNames = Annotated[Sequence[Annotated[str, Field(max_length=500)]], Query(max_length=24)]
"""Names of sources besides the first two."""


class DocumentRow(NamedTuple):
    """A document and the progress of each annotator, in the order of `names`; `expected` are those
    who have begun it or are to annotate it.

    `sources` are other people's annotations of it, `resolvers` those of resolvers.
    """

    id: int
    name: str
    tokens: int
    language: str
    states: list[Progress]
    sources: list[str]
    resolvers: list[str]
    expected: set[str]


@router.get("/")
def show_home(shell: ShellDep, visitor: VisitorDep) -> HTMLResponse:
    views = list_projects(visitor, shell.services)
    # An admin who has nothing yet is greeted; whoever has documents comes back to work.
    new = visitor.role == "admin" and not any(view.documents for view in views)
    return shell.page(
        "home.html",
        new=new,
        projects=[(view, _mine_in(shell.services, view.id, visitor)) for view in views],
    )


@router.get("/projects/{project}")
def show_project(
    shell: ShellDep, project: ProjectDep, visitor: VisitorDep, archived: bool = False
) -> HTMLResponse:
    progress = show_progress(project, visitor, shell.services)
    names = sorted(
        dict.fromkeys(one.source for one in progress),
        key=_column,
    )
    return shell.page(
        "project.html",
        project=project,
        names=names,
        rows=_rows(shell.services, project, progress, visitor),
        finished={
            name: sum(p.source == name and p.head is not None and p.head.finished for p in progress)
            for name in names
        },
        aside=[
            one
            for one in visible_documents(shell.services, project.id, visitor, archived_too=True)
            if one.archived
        ],
        archived=archived,
        mine=_mine(progress, visitor),
        formats=_formats(visitor),
        encodings=COMMON,
        largest=shell.services.settings.upload,
        corpora=[one for one in list_corpora(visitor) if one.here],
        languages=all_languages(),
    )


def _column(source: str) -> tuple[bool, str]:
    """Annotators by name, then the adjudication."""
    return source == ADJUDICATION, source.casefold()


class Mine(NamedTuple):
    """How many documents an annotator has finished, and which comes next: one that is begun, else
    the first.
    """

    finished: int = 0
    total: int = 0
    next: NextDocument | None = None
    begun: bool = False


class NextDocument(NamedTuple):
    id: int
    name: str


def _mine_in(services: Services, project: int, visitor: Visitor) -> Mine:
    if visitor.at_least("adjudicator"):
        return Mine()
    return _mine(show_progress(services.store.projects.find(project), visitor, services), visitor)


def _mine(progress: list[Progress], visitor: Visitor) -> Mine:
    if visitor.at_least("adjudicator"):
        return Mine()
    own = [one for one in progress if one.source == visitor.name]
    left = [one for one in own if one.head is None or not one.head.finished]
    left.sort(key=lambda one: one.head is None)
    following = NextDocument(left[0].document, left[0].name) if left else None
    begun = bool(left) and left[0].head is not None
    return Mine(len(own) - len(left), len(own), following, begun)


def _rows(
    services: Services, project: Project, progress: list[Progress], visitor: Visitor
) -> list[DocumentRow]:
    stored = {one.id: one for one in visible_documents(services, project.id, visitor)}
    kinds = {
        source.name: source.kind
        for source in services.store.revisions.sources(project.id)
        if visitor.reads(source)
    }
    states: dict[int, list[Progress]] = {id: [] for id in stored}
    for one in sorted(
        progress, key=lambda one: (one.source == ADJUDICATION, one.source.casefold())
    ):
        states[one.document].append(one)
    assigned: dict[int, set[str]] = {id: set() for id in stored}
    for assignment in services.store.assignments.all(project.id):
        assigned.get(assignment.document, set()).add(assignment.member)
    # Everybody may annotate what is assigned to nobody, unless the project hides it from them.
    open_to_all = not project.assigned_only
    # Sources without progress, such as resolvers and imported files, are named beside it.
    others: dict[int, list[str]] = {id: [] for id in stored}
    for head in services.store.revisions.heads(stored):
        listed = {one.source for one in states[head.document]}
        if head.source in kinds and head.source not in listed:
            others[head.document].append(head.source)
    return [
        DocumentRow(
            id,
            stored[id].name,
            stored[id].tokens,
            stored[id].language,
            progresses,
            [name for name in others[id] if kinds[name] != "resolver"],
            [name for name in others[id] if kinds[name] == "resolver"],
            {
                one.source
                for one in progresses
                if one.source != ADJUDICATION
                and (
                    one.head is not None
                    or one.source in assigned[id]
                    or (open_to_all and not assigned[id])
                )
            },
        )
        for id, progresses in states.items()
    ]


def _formats(visitor: Visitor) -> list[Component]:
    return list_components("formats", visitor)


@router.get("/projects/{project}/exchange")
def show_exchange(shell: ShellDep, project: ProjectDep, visitor: VisitorDep) -> HTMLResponse:
    return shell.page(
        "exchange.html",
        project=project,
        sources=annotated_sources(shell.services, project.id, visitor),
        documents=visible_documents(shell.services, project.id, visitor),
        formats=_formats(visitor),
        encodings=COMMON,
    )


def annotated_sources(services: Services, project: int, visitor: Visitor) -> list[str]:
    """Names of sources with annotations, the visitor's own first."""
    annotated = {
        head.source
        for head in services.store.revisions.heads(
            d.id for d in visible_documents(services, project, visitor)
        )
    }
    known = [
        one.name
        for one in services.store.revisions.sources(project)
        if visitor.reads(one) and one.name in annotated
    ]
    return sorted(known, key=lambda name: (name != visitor.name, name))


@router.get("/projects/{project}/agreement")
def show_agreement(
    shell: ShellDep,
    project: ProjectDep,
    visitor: AdjudicatorDep,
    a: Annotated[str, Query(max_length=500)] = "",
    b: Annotated[str, Query(max_length=500)] = "",
    also: SeveralNames = (),
) -> HTMLResponse:
    sources = annotated_sources(shell.services, project.id, visitor)
    stored = {one.id: one.name for one in shell.services.store.documents.all(project.id)}
    annotated: dict[str, set[int]] = {name: set() for name in sources}
    heads = shell.services.store.revisions.heads(stored)
    for head in heads:
        annotated.get(head.source, set()).add(head.document)
    # The address may be old, or name what this visitor may not see: such names are as if not given.
    named = [name for name in dict.fromkeys((a, b, *also)) if name in annotated]
    if len(named) < 2:
        kinds = {one.name: one.kind for one in shell.services.store.revisions.sources(project.id)}
        named = usual_sources(heads, kinds)[:MOST]
    first, second, *others = [*named, "", ""] if len(named) < 2 else named
    others = [name for name in others if name]
    chosen = named
    compared = [
        (id, name)
        for id, name in stored.items()
        if sum(id in annotated[source] for source in chosen) > 1
    ]
    return shell.page(
        "agreement.html",
        project=project,
        sources=sources,
        a=first,
        b=second,
        also=others,
        compared=compared,
        query=urlencode([("a", first), ("b", second), *(("also", name) for name in others)]),
    )


@router.get("/projects/{project}/scheme")
def show_scheme(shell: ShellDep, project: ProjectDep, visitor: VisitorDep) -> HTMLResponse:
    scheme = shell.services.store.schemes.find(project.id)
    shown = rendered_guidelines(scheme.guidelines if scheme else "")
    return shell.page(
        "scheme.html",
        project=project,
        scheme=scheme,
        guidelines=shown,
        shipped=[(name, shipped_scheme(name)) for name in shipped_names()],
        data={
            "scheme": scheme.values() if scheme else {},
            "relations": [str(relation) for relation in Relation],
            "kinds": [str(kind) for kind in Kind if kind],
            "sections": list(shown.sections),
        },
    )


@router.get("/projects/{project}/work")
def show_work(shell: ShellDep, project: ProjectDep, visitor: VisitorDep) -> HTMLResponse:
    services = shell.services
    work = work_of(services, project.id, visitor)
    parts: dict[int, list[Part]] = {}
    for part in work.parts:
        parts.setdefault(part.document, []).append(part)
    supervising = visitor.at_least("adjudicator")
    stored = services.store.documents.all(project.id)
    members = services.store.projects.members(project.id) if supervising else []
    return shell.page(
        "work.html",
        project=project,
        work=work,
        documents=[
            (one, parts.get(one.id, [])) for one in stored if supervising or one.id in parts
        ],
        named=[(one.id, one.name) for one in stored] if supervising else [],
        people=[(name, name) for name in members],
        locked=set(work.locked),
        flags=list_flags(project, visitor, services),
        members=members,
    )


@router.get("/projects/{project}/training")
def show_training(shell: ShellDep, project: ProjectDep, visitor: VisitorDep) -> HTMLResponse:
    store = shell.services.store
    resolvers = {one.name for one in store.revisions.sources(project.id) if one.kind == "resolver"}
    return shell.page(
        "training.html",
        project=project,
        keys=[
            name
            for name in annotated_sources(shell.services, project.id, visitor)
            if name not in resolvers
        ],
        named=[(one.id, one.name) for one in store.documents.all(project.id)],
    )


@router.get("/projects/{project}/proposals")
def show_proposals(shell: ShellDep, project: ProjectDep, visitor: AdjudicatorDep) -> HTMLResponse:
    tunings = show_tunings(project, visitor, shell.services)
    working = next((one.run for one in tunings.tunings if one.run.state not in ENDED), None)
    return shell.page(
        "proposals.html", project=project, tunings=tunings, working=working, titled=titled
    )


@router.get("/projects/{project}/settings")
def show_settings(shell: ShellDep, project: ProjectDep, visitor: VisitorDep) -> HTMLResponse:
    inside = shell.services.store.projects.members(project.id)
    others = (
        [
            (one.name, one.name)
            for one in shell.services.store.members.all()
            if one.name not in inside
        ]
        if shell.services.settings.team
        else []
    )
    accounts = {one.name: one.role for one in shell.services.store.members.all()}
    return shell.page(
        "settings.html",
        project=project,
        inside=inside,
        others=others,
        accounts=accounts,
        roles=shell.services.store.projects.roles(project.id),
    )


class AdjudicationRow(NamedTuple):
    """A document, who has finished it and who is still at work, and its adjudication."""

    id: int
    name: str
    finished: list[str]
    in_work: list[str]
    state: str


@router.get("/projects/{project}/adjudication")
def show_adjudication(shell: ShellDep, project: ProjectDep, _: AdjudicatorDep) -> HTMLResponse:
    store = shell.services.store
    kinds = {one.name: one.kind for one in store.revisions.sources(project.id)}
    stored = store.documents.all(project.id)
    heads: dict[int, list[Revision]] = {one.id: [] for one in stored}
    for head in store.revisions.heads(heads):
        heads[head.document].append(head)
    rows = []
    for one in stored:
        own = heads[one.id]
        people = [head for head in own if kinds[head.source] != "resolver"]
        judged = next((head for head in people if head.source == ADJUDICATION), None)
        people = [head for head in people if head is not judged]
        # Where only one person has annotated, there is nothing to decide between.
        if len(people) > 1:
            state = "open" if judged is None else "finished" if judged.finished else "in work"
            finished = [head.source for head in people if head.finished]
            begun = [head.source for head in people if not head.finished]
            rows.append(AdjudicationRow(one.id, one.name, finished, begun, state))
    order = {"in work": 0, "open": 1, "finished": 2}
    rows.sort(key=lambda row: (order[row.state], -len(row.finished), row.name))
    return shell.page("adjudication.html", project=project, rows=rows)
