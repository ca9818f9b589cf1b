"""The visitor who makes a request, and the projects and sources that they may see or change."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from fastapi.routing import APIRoute

from coindex.core.messages import Message
from coindex.workbench.names import ProjectId
from coindex.workbench.problems import Refused
from coindex.workbench.security.guard import SAFE
from coindex.workbench.security.passwords import csrf_token, same, token_hash
from coindex.workbench.services import ServicesDep, services_of
from coindex.workbench.store.members import ROLES, Member
from coindex.workbench.store.projects import Project
from coindex.workbench.store.revisions import StoredSource

COOKIE = "coindex_session"
CSRF_HEADER = "X-CSRF-Token"
OTHER_SESSION = "urn:coindex:other-session"
"""Type of the problem that a page was opened in another session than its request is sent in."""
LOCAL = "annotator"
"""Name of the person who works without accounts."""
ADJUDICATION = "adjudication"


SIGN_IN = "sign in at POST /login"
SHOW_TOKEN = (
    "send the token that the server printed when it was started, as `Authorization: Bearer TOKEN`"  # noqa: S105
)
MANAGING = ("/api/v1/members", "/api/v1/tokens", "/api/v1/session/password", "/account", "/members")
"""Paths of accounts and tokens, which only tokens of the scope *all* may use."""
BEFORE_CHANGE = ("/account", "/logout", "/api/v1/session", "/api/v1/session/password")
"""Paths that members may use before they have chosen their own password."""


class Initial(Refused):
    """The password was chosen by an admin and must be changed first."""

    def __init__(self) -> None:
        super().__init__(403, "choose your own password first: PUT /api/v1/session/password")


class Visitor(NamedTuple):
    """`member` is `None` for the person who works without accounts, and who may do everything.

    `scope` limits what a program's token may be used for; `project_role` is the member's role in
    the project of the request, if it differs from that of the account.
    """

    member: Member | None
    token: str = ""
    scope: str = ""
    project_role: str = ""

    @property
    def id(self) -> int | None:
        return None if self.member is None else self.member.id

    @property
    def name(self) -> str:
        return LOCAL if self.member is None else self.member.name

    @property
    def author(self) -> str:
        """Name of the author in the store; empty without accounts."""
        return "" if self.member is None else self.member.name

    @property
    def role(self) -> str:
        """The role in the project of the request; admins of the server are admins everywhere."""
        if self.member is None or self.member.role == "admin":
            return "admin"
        return self.project_role or self.member.role

    @property
    def csrf(self) -> str:
        return csrf_token(self.token) if self.token else ""

    def at_least(self, role: str) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)

    def reads(self, source: StoredSource) -> bool:
        """Whether the visitor may read a source; annotators see only
        their own and those of resolvers.
        """
        return self.at_least("adjudicator") or source.kind == "resolver" or self.owns(source)

    def owns(self, source: StoredSource) -> bool:
        return source.kind == "annotator" and source.member == self.id


def visitor_or_none(request: Request, services: ServicesDep) -> Visitor | None:
    """The signed-in visitor; `None` if there is none."""
    if not services.settings.team:
        return _alone(request, services.settings.token)
    token, by_cookie = _shown(request, COOKIE)
    session = services.store.members.of_session(token_hash(token)) if token else None
    if session is None:
        return None
    member, scope = session
    if by_cookie:
        _check_csrf(request, token)
    project = request.path_params.get("project", "")
    role = services.store.projects.role(int(project), member.id) if project.isdecimal() else ""
    return Visitor(member, token, scope, role)


def _shown(request: Request, cookie: str) -> tuple[str, bool]:
    """The token of a request, and whether it is a cookie, which browsers add to every request."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    return (
        (bearer, False) if scheme.lower() == "bearer" else (request.cookies.get(cookie, ""), True)
    )


def _alone(request: Request, token: str) -> Visitor | None:
    """The visitor of a server without accounts."""
    if not token:
        return Visitor(None)
    shown, by_cookie = _shown(request, token_cookie(request))
    if not same(shown, token_hash(token) if by_cookie else token):
        return None
    if by_cookie:
        _check_csrf(request, shown)
    return Visitor(None, shown)


def token_cookie(request: Request) -> str:
    """Name of the cookie. Browsers share cookies between ports, so
    that each port needs its own name.
    """
    return f"coindex_token_{request.url.port or 0}"


def _check_csrf(request: Request, token: str) -> None:
    if request.method not in SAFE and not same(
        request.headers.get(CSRF_HEADER, ""), csrf_token(token)
    ):
        raise Refused(
            403,
            Message(
                "the header {csrf_header} is missing or wrong: take it from GET /api/v1/session",
                csrf_header=CSRF_HEADER,
            ),
            type=OTHER_SESSION,
        )


async def _optional_visitor(request: Request, services: ServicesDep) -> Visitor | None:
    """The same as a dependency; with accounts, the database is read in a thread, once a request."""
    known: Visitor | None = getattr(request.state, "visitor", None)
    if known is not None:
        return known
    if not services.settings.team:
        return visitor_or_none(request, services)
    return await run_in_threadpool(visitor_or_none, request, services)


OptionalVisitorDep = Annotated[Visitor | None, Depends(_optional_visitor)]


async def _visitor(request: Request, services: ServicesDep, visitor: OptionalVisitorDep) -> Visitor:
    if visitor is None:
        how = SIGN_IN if services.settings.team else SHOW_TOKEN
        raise Refused(401, how, headers={"WWW-Authenticate": "Bearer"})
    if (
        visitor.member is not None
        and visitor.member.initial
        and request.url.path not in BEFORE_CHANGE
    ):
        raise Initial
    _check_scope(request, visitor)
    return visitor


def _check_scope(request: Request, visitor: Visitor) -> None:
    """Refuse a request that the token of a program was not made for."""
    managing = request.url.path.startswith(MANAGING)
    too_far = visitor.scope == "read" and request.method not in SAFE
    if too_far or (visitor.scope in ("read", "work") and managing):
        raise Refused(
            403,
            Message(
                "this token has the scope {scope!r}, which does not include this request; create "
                "another one on the page of your account",
                scope=visitor.scope,
            ),
        )


VisitorDep = Annotated[Visitor, Depends(_visitor)]


class ProtectedRoute(APIRoute):
    """A route that identifies the visitor before it reads the request.

    FastAPI reads the body before it calls any dependency; strangers must not make the server work,
    nor learn what a request should look like.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def answered(request: Request) -> Response:
            services = services_of(request)
            visitor = await _optional_visitor(request, services)
            request.state.visitor = await _visitor(request, services, visitor)
            return await handler(request)

        return answered


def require(visitor: Visitor, role: str) -> None:
    if not visitor.at_least(role):
        raise Refused(
            403,
            Message(
                "this needs the role {role}; yours is {role_2}", role=role, role_2=visitor.role
            ),
        )


async def _adjudicator(visitor: VisitorDep) -> Visitor:
    require(visitor, "adjudicator")
    return visitor


async def _admin(visitor: VisitorDep) -> Visitor:
    require(visitor, "admin")
    return visitor


def _project(project: ProjectId, visitor: VisitorDep, services: ServicesDep) -> Project:
    """A project of the visitor; others are not found."""
    return services.store.projects.find(project, member=visitor.id)


ProjectDep = Annotated[Project, Depends(_project)]
"""The project in the path, if the visitor is a member of it."""
AdjudicatorDep = Annotated[Visitor, Depends(_adjudicator)]
AdminDep = Annotated[Visitor, Depends(_admin)]
