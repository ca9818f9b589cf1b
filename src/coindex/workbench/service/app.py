"""The application of the service."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.middleware import Middleware

from coindex import __version__
from coindex.workbench import assets, palette, problems
from coindex.workbench.operations import operations
from coindex.workbench.security.guard import Application, Event, Guard, Receive, Scope, Send
from coindex.workbench.service import routes
from coindex.workbench.service.desk import Desk
from coindex.workbench.service.metrics import Metrics
from coindex.workbench.service.routes import DeskDep
from coindex.workbench.service.settings import ServiceSettings
from coindex.workbench.templating import rendered

DOCS, OPENAPI = "/docs", "/v1/openapi.json"
router = APIRouter(tags=["state"])


@router.get("/")
async def front(request: Request, desk: DeskDep) -> Response:
    """Describe the service and link its documentation; browsers get a page."""
    if "text/html" in request.headers.get("accept", ""):
        return await docs(request, desk)
    return JSONResponse(
        {
            "name": "Coindex",
            "version": __version__,
            "about": "documents in, chains and decisions out",
            "resolvers": list(desk.settings.resolvers),
            "resolve": "/v1/resolve",
            "docs": DOCS,
            "openapi": OPENAPI,
            "health": "/health",
        }
    )


@router.get(DOCS, response_class=HTMLResponse)
async def docs(request: Request, desk: DeskDep) -> HTMLResponse:
    """Show all requests on a page."""
    described: dict[str, Any] = request.app.openapi()
    values = {
        "version": __version__,
        "about": described["info"]["description"],
        "groups": operations(described),
        "resolvers": desk.settings.resolvers,
        "ready": desk.ready,
        "token": bool(desk.settings.token),
        "address": str(request.base_url),
        "static": assets.address(),
    }
    return HTMLResponse(rendered("service.html", values))


DESCRIPTION = """Documents in, chains and decisions out. Errors are `application/problem+json`;
429 and 503 have a header `Retry-After`."""


def create_app(settings: ServiceSettings | None = None) -> FastAPI:
    settings = settings or ServiceSettings()
    desk = Desk(settings)

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        yield
        desk.close()

    app = FastAPI(
        title="Coindex",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=OPENAPI,
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        middleware=[
            Middleware(Counting, metrics=desk.metrics),
            Middleware(Guard, settings=settings),
        ],
    )
    app.state.desk = desk
    problems.install(app)
    for one in (routes.work, routes.state, router):
        app.include_router(one)
    app.include_router(palette.router, include_in_schema=False)
    assets.mount(app)
    return app


class Counting:
    """Middleware that counts answers by route, status and duration."""

    ROUTES = (
        "/v1/resolve",
        "/v1/rewrite",
        "/v1/chunks",
        "/v1/batch",
        "/v1/stream",
        "/health",
        "/health/ready",
        "/metrics",
    )

    def __init__(self, app: Application, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, started = 500, time.perf_counter()

        async def sending(message: Event) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            route = scope["path"] if scope["path"] in self.ROUTES else "other"
            self._metrics.observe(route, status, time.perf_counter() - started)
