"""The corpus page: search in the project's documents, and statistics."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from coindex.core.annotation import Kind
from coindex.measures.selection import GROUPS
from coindex.workbench.api.runs import list_runs
from coindex.workbench.pages.projects import annotated_sources
from coindex.workbench.pages.reading import KEYS
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import ProjectDep, VisitorDep

router = APIRouter(route_class=Page)

TYPES = {
    "PER3": "personal, third person",
    "PE12": "personal, first and second person",
    "POS3": "possessive, third person",
    "PO12": "possessive, first and second person",
    "REFL": "reflexive",
    "RELA": "relative",
    "DNOM": "noun phrase",
    "NAME": "name",
    "ZER3": "zero, third person",
    "ZE12": "zero, first and second person",
    "DEMO": "demonstrative",
    "OTHER": "other",
}
"""ROSANA's types in words."""
RUNS = 30
"""Latest comparisons that the search for errors offers."""


@router.get("/projects/{project}/corpus")
def show_corpus(shell: ShellDep, project: ProjectDep, visitor: VisitorDep) -> HTMLResponse:
    sources = annotated_sources(shell.services, project.id, visitor)
    finished = [
        run for run in list_runs(project, visitor, shell.services) if run.state == "finished"
    ][:RUNS]
    return shell.page(
        "corpus.html",
        project=project,
        sources=sources,
        key=next((name for name in KEYS if name in sources), ""),
        types=[(name, TYPES[name]) for name in GROUPS["all"]],
        kinds=[str(kind) for kind in Kind if kind is not Kind.UNKNOWN],
        runs=finished,
        data={
            "api": f"/api/v1/projects/{project.id}",
            "here": f"/projects/{project.id}",
            "sources": sources,
        },
    )
