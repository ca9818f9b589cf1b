"""The frame of all pages: templates, who looks at them, and errors as pages."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from coindex import __version__
from coindex.core.errors import CoindexError
from coindex.web import assets
from coindex.web.problems import TITLES, Refused, status_of
from coindex.web.security.visitor import Visitor, visiting, visitor_or_none
from coindex.web.services import Here, services


class Frame:
    """What every page has: its visitor, and the templates."""

    def __init__(self, request: Request, here: Here, me: Annotated[Visitor | None, Depends(visiting)] = None) -> None:
        self.here, self.me, self._path = here, me, request.url.path

    def page(self, template: str, *, code: int = 200, **values: Any) -> HTMLResponse:
        shared = {
            "me": self.me,
            "team": self.here.settings.team,
            "version": __version__,
            "path": self._path,
            "static": assets.address(),
        }
        return HTMLResponse(_templates().get_template(template).render(shared | values), code)


Shell = Annotated[Frame, Depends(Frame)]


class Page(APIRoute):
    """A route that answers with a page even when something is wrong; who must sign in first is sent there."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def answered(request: Request) -> Response:
            try:
                return await handler(request)
            except RequestValidationError:
                return _wrong(request, 404, "there is no such page")
            except (CoindexError, HTTPException) as error:
                status = status_of(error)
                if status == 401:
                    return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
                return _wrong(request, status, error.detail if isinstance(error, Refused) else str(error))

        return answered


def _wrong(request: Request, status: int, detail: str) -> HTMLResponse:
    here = services(request)
    frame = Frame(request, here, visitor_or_none(request, here))
    return frame.page("error.html", code=status, title=TITLES.get(status, "Error"), detail=detail)


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("coindex.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
