"""The frame of all pages: visitor, templates, and errors as pages."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from coindex import __version__
from coindex.core.errors import CoindexError
from coindex.interface.translation import say, translate
from coindex.workbench import assets
from coindex.workbench.problems import TITLES, Refused, of_http, status_of
from coindex.workbench.security.guard import IN_FRAMES
from coindex.workbench.security.passwords import same, token_hash
from coindex.workbench.security.redirects import local_path
from coindex.workbench.security.visitor import (
    Initial,
    OptionalVisitorDep,
    token_cookie,
    visitor_or_none,
)
from coindex.workbench.services import ServicesDep, services_of
from coindex.workbench.templating import rendered
from coindex.workbench.wording import explain


class Shell:
    """What every page needs: visitor, services and templates."""

    def __init__(
        self, request: Request, services: ServicesDep, visitor: OptionalVisitorDep = None
    ) -> None:
        self.services, self.visitor, self._path = services, visitor, request.url.path
        self._framed = request.query_params.get("framed") == "true"

    def page(
        self, template: str, *, code: int = 200, frameable: bool = False, **values: Any
    ) -> HTMLResponse:
        """A page from a template; a `frameable` one asked for with `framed` has no header and may
        be in a frame of another page of this server.
        """
        framed = frameable and self._framed
        shared = {
            "framed": framed,
            "visitor": self.visitor,
            "team": self.services.settings.team,
            "version": __version__,
            "path": self._path,
            "static": assets.address(),
        }
        return HTMLResponse(
            rendered(template, shared | values), code, IN_FRAMES if framed else None
        )


ShellDep = Annotated[Shell, Depends(Shell)]


class Page(APIRoute):
    """A route that shows errors as pages and redirects to the sign-in page if needed."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def answered(request: Request) -> Response:
            try:
                return _with_token(request) or await handler(request)
            except RequestValidationError:
                return _wrong(request, 404, "the page was not found")
            except Initial:
                return RedirectResponse("/account", 303)
            except (CoindexError, HTTPException) as error:
                status = status_of(error)
                if status == 401:
                    return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
                return _wrong(request, status, _what(error))

        return answered


def _what(error: CoindexError | HTTPException) -> str:
    if isinstance(error, Refused):
        return error.detail
    return explain(error) if isinstance(error, CoindexError) else str(error)


def _with_token(request: Request) -> Response | None:
    """Turn the token in the address that the server printed into a cookie."""
    settings = services_of(request).settings
    shown = request.query_params.get("token")
    if shown is None or settings.team or not settings.token or not same(shown, settings.token):
        return None
    bare = request.url.remove_query_params("token")
    answer = RedirectResponse(
        local_path(f"{bare.path}?{bare.query}" if bare.query else bare.path), 303
    )
    secure = settings.secure or request.url.scheme == "https"
    value, age = token_hash(settings.token), 24 * 3600 * settings.session_days
    answer.set_cookie(
        token_cookie(request), value, max_age=age, httponly=True, samesite="lax", secure=secure
    )
    return answer


async def not_there(request: Request, error: Exception) -> Response:
    """The answer for unknown addresses: a page for browsers, a problem for programs."""
    assert isinstance(error, HTTPException)
    reading = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if error.status_code != 404 or not reading or request.url.path.startswith("/api/"):
        return of_http(request, error)
    return await run_in_threadpool(_wrong, request, 404, "the page was not found")


def _wrong(request: Request, status: int, detail: str) -> HTMLResponse:
    services = services_of(request)
    shell = Shell(request, services, visitor_or_none(request, services))
    return shell.page(
        "error.html", code=status, title=say(TITLES.get(status, "Error")), detail=translate(detail)
    )
