"""Who makes a request, and which projects and sources that person may see or change."""

from __future__ import annotations

import hmac
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from coindex.annotation.members import ROLES, Member
from coindex.annotation.projects import Project
from coindex.annotation.revisions import Source
from coindex.web.names import ProjectId
from coindex.web.problems import Refused
from coindex.web.security.guard import SAFE
from coindex.web.security.passwords import csrf_token, token_hash
from coindex.web.services import Here

COOKIE = "coindex_session"
CSRF_HEADER = "X-CSRF-Token"
LOCAL = "annotator"
"""What the one person is called who works without accounts."""
ADJUDICATION = "adjudication"


class Visitor(NamedTuple):
    """`member` is `None` for the one person who works without accounts, and may do everything."""

    member: Member | None
    token: str = ""

    @property
    def id(self) -> int | None:
        return None if self.member is None else self.member.id

    @property
    def name(self) -> str:
        return LOCAL if self.member is None else self.member.name

    @property
    def role(self) -> str:
        return "admin" if self.member is None else self.member.role

    @property
    def csrf(self) -> str:
        return csrf_token(self.token) if self.token else ""

    def at_least(self, role: str) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)

    def reads(self, source: Source) -> bool:
        """Annotators work independently: they see their own annotation and what resolvers propose."""
        return self.at_least("adjudicator") or source.kind == "resolver" or self.owns(source)

    def owns(self, source: Source) -> bool:
        return source.kind == "annotator" and source.member == self.id


def visitor_or_none(request: Request, here: Here) -> Visitor | None:
    """Whoever is signed in; nobody is refused."""
    if not here.settings.team:
        return Visitor(None)
    bearer = request.headers.get("authorization", "")
    token = bearer[7:] if bearer.startswith("Bearer ") else request.cookies.get(COOKIE, "")
    member = here.store.members.of_session(token_hash(token)) if token else None
    if member is None:
        return None
    if not bearer.startswith("Bearer ") and request.method not in SAFE:
        _check_csrf(request, token)
    return Visitor(member, token)


def _check_csrf(request: Request, token: str) -> None:
    sent = request.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(sent.encode("latin-1", "replace"), csrf_token(token).encode()):
        raise Refused(403, f"the header {CSRF_HEADER} is missing or wrong: take it from GET /api/v1/session")


async def visiting(request: Request, here: Here) -> Visitor | None:
    """The same as a dependency; without accounts there is nothing to wait for."""
    return await run_in_threadpool(visitor_or_none, request, here) if here.settings.team else Visitor(None)


async def visitor(found: Annotated[Visitor | None, Depends(visiting)]) -> Visitor:
    if found is None:
        raise Refused(401, "sign in at POST /login", headers={"WWW-Authenticate": "Bearer"})
    return found


Me = Annotated[Visitor, Depends(visitor)]


def require(me: Visitor, role: str) -> None:
    if not me.at_least(role):
        raise Refused(403, f"this takes the role {role}; yours is {me.role}")


async def adjudicator(me: Me) -> Visitor:
    require(me, "adjudicator")
    return me


async def admin(me: Me) -> Visitor:
    require(me, "admin")
    return me


def project(project: ProjectId, me: Me, here: Here) -> Project:
    """A project the visitor belongs to; any other is not there."""
    return here.store.projects.find(project, member=me.id)


In = Annotated[Project, Depends(project)]
"""The project of the path, as far as the visitor may know of it."""
Adjudicator = Annotated[Visitor, Depends(adjudicator)]
Admin = Annotated[Visitor, Depends(admin)]
