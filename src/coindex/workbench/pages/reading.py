"""Pages that show a text with its chains: versions of a document, or a text that is not stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from coindex.io.encodings import COMMON
from coindex.language.languages import all_languages
from coindex.pipeline.pipeline import RESOLVER
from coindex.report.titles import titled
from coindex.texts.rewriting.choices import SURE
from coindex.workbench import assets
from coindex.workbench.api.annotations import list_annotations
from coindex.workbench.api.components import Component, list_components
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.projects import list_projects
from coindex.workbench.names import LARGEST_ID
from coindex.workbench.pages.resolver_groups import grouped_resolvers
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import ADJUDICATION, ProjectDep, Visitor, VisitorDep

router = APIRouter(route_class=Page)

KEYS = ("gold", ADJUDICATION)
"""Sources that are correct by default."""

Chosen = Annotated[str | None, Query(max_length=500)]


@router.get("/resolve")
def show_resolve(shell: ShellDep, visitor: VisitorDep) -> HTMLResponse:
    """Resolve a text or file without storing it."""
    return shell.page(
        "resolve.html",
        groups=grouped_resolvers(resolvers(visitor)),
        usual=RESOLVER,
        formats=list_components("formats", visitor),
        encodings=COMMON,
        projects=list_projects(visitor, shell.services) if visitor.at_least("adjudicator") else [],
        languages=[language for language in all_languages() if language.parser != "given"],
        data={},
        modules=_modules(),
    )


@router.get("/rewrite")
def show_rewrite(shell: ShellDep, visitor: VisitorDep) -> HTMLResponse:
    """Rewrite a text so that it stands on its own, with every change marked."""
    return shell.page(
        "rewrite.html",
        resolvers=resolvers(visitor),
        titled=titled,
        usual=RESOLVER,
        sure=SURE,
        languages=[language for language in all_languages() if language.parser != "given"],
        modules=assets.scripts("shell", "reader", "rewriting"),
    )


@router.get("/projects/{project}/documents/{document}/read")
def read_document(
    shell: ShellDep,
    project: ProjectDep,
    document: DocumentDep,
    visitor: VisitorDep,
    left: Chosen = None,
    right: Chosen = None,
    key: Chosen = None,
    at: Annotated[int | None, Query(ge=0, le=LARGEST_ID)] = None,
) -> HTMLResponse:
    """Show versions of a document; `at` is the token to start at."""
    sources = [
        one
        for one in list_annotations(project, document, visitor, shell.services)
        if one.head is not None
    ]
    names = [one.name for one in sources]
    resolved = [one.name for one in sources if one.kind == "resolver"]
    usual_key = next((name for name in KEYS if name in names), "")
    return shell.page(
        "reading.html",
        frameable=True,
        project=project,
        document=document,
        sources=[name for name in names if name not in resolved],
        groups=grouped_resolvers(resolvers(visitor)),
        usual=RESOLVER,
        modules=_modules(),
        data={
            "api": f"/api/v1/projects/{project.id}/documents/{document.id}",
            "names": names,
            "resolvers": resolved,
            "left": left or next(iter([*resolved, *names]), ""),
            "right": right or "",
            "key": usual_key if key is None else key,
            "at": at,
        },
    )


def resolvers(visitor: Visitor) -> list[Component]:
    """Installed resolvers that do not need a key."""
    return [
        one for one in list_components("resolvers", visitor) if one.installed and not one.informed
    ]


def _modules() -> list[str]:
    return assets.scripts("shell", "reader", "model", "side", "reading")
