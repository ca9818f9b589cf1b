"""The page about the API, made from its OpenAPI description."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from coindex.web.operations import operations
from coindex.web.pages.shell import Page, ShellDep
from coindex.web.security.visitor import VisitorDep

router = APIRouter(route_class=Page)


@router.get("/api")
def show_interface(shell: ShellDep, request: Request, visitor: VisitorDep) -> HTMLResponse:
    described: dict[str, Any] = request.app.openapi()
    about = described["info"]["description"].split("\n\n")
    return shell.page("interface.html", groups=operations(described), about=about)
