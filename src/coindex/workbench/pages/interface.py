"""The page about the API, made from its OpenAPI description."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from coindex.interface.translation import translate
from coindex.workbench.operations import operations
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import VisitorDep

router = APIRouter(route_class=Page)


@router.get("/api")
def show_interface(shell: ShellDep, request: Request, visitor: VisitorDep) -> HTMLResponse:
    described: dict[str, Any] = request.app.openapi()
    about = [in_language(text) for text in described["info"]["description"].split("\n\n")]
    groups = {
        in_language(tag): [one._replace(description=in_language(one.description)) for one in group]
        for tag, group in operations(described).items()
    }
    return shell.page("interface.html", groups=groups, about=about)


def in_language(text: str) -> str:
    """A text of the OpenAPI description, which is English, in the language of the visitor."""
    return translate(" ".join(text.split()), "operations")
