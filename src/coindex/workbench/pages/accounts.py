"""Pages for signing in, the visitor's account, and members."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from coindex.workbench.api.accounts import list_members, list_tokens
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.redirects import local_path
from coindex.workbench.security.strength import SHORTEST
from coindex.workbench.security.visitor import AdminDep, VisitorDep

router = APIRouter(route_class=Page)


@router.get("/login")
def show_login(shell: ShellDep, next: Annotated[str, Query(max_length=500)] = "/") -> Response:
    if shell.visitor is not None:
        return RedirectResponse("/", 303)
    return shell.page("login.html", next=local_path(next))


@router.get("/account")
def show_account(shell: ShellDep, visitor: VisitorDep) -> HTMLResponse:
    tokens = list_tokens(visitor, shell.services) if shell.services.settings.team else []
    return shell.page("account.html", tokens=tokens, shortest=SHORTEST)


@router.get("/members")
def show_members(shell: ShellDep, visitor: AdminDep) -> HTMLResponse:
    members = list_members(visitor, shell.services) if shell.services.settings.team else []
    return shell.page("members.html", members=members, shortest=SHORTEST)
