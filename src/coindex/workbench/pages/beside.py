"""Two documents of a project side by side, each read or annotated as on its own page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from coindex.workbench.names import LARGEST_ID
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import ProjectDep, VisitorDep
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.visibility import visible_documents

router = APIRouter(route_class=Page)

DocumentChoice = Annotated[int | None, Query(ge=1, le=LARGEST_ID)]


@router.get("/projects/{project}/beside")
def show_beside(
    shell: ShellDep,
    project: ProjectDep,
    visitor: VisitorDep,
    left: DocumentChoice = None,
    right: DocumentChoice = None,
    read: bool = False,
) -> HTMLResponse:
    """Show two documents; without a choice, the first ones. With `read`, to read instead of to
    annotate.
    """
    documents = visible_documents(shell.services, project.id, visitor)
    first = _chosen(documents, left) or next(iter(documents), None)
    second = _chosen(documents, right) or next((one for one in documents if one != first), first)
    return shell.page(
        "beside.html",
        project=project,
        documents=documents,
        sides=[("left", first), ("right", second)] if first and second else [],
        read=read,
    )


def _chosen(documents: list[StoredDocument], id: int | None) -> StoredDocument | None:
    return next((one for one in documents if one.id == id), None)
