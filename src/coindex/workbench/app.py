"""The application: API, pages and static files behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Thread

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from coindex import __version__
from coindex.workbench import problems, workplace
from coindex.workbench.api import (
    accounts,
    agreement,
    components,
    discussion,
    documents,
    exchange,
    history,
    issues,
    panels,
    papers,
    progress,
    projects,
    proposals,
    resolution,
    rewriting,
    runs,
    sample,
    schemes,
    scratch,
    search,
    training,
    tuning,
    work,
)
from coindex.workbench.api import (
    annotations as annotation_routes,
)
from coindex.workbench.cache import Cache
from coindex.workbench.interface import Interface
from coindex.workbench.jobs.concordances import Concordances
from coindex.workbench.jobs.preparation import Preparation
from coindex.workbench.jobs.queue import Queue
from coindex.workbench.polls import RunPolls
from coindex.workbench.progress import Works
from coindex.workbench.security.attempts import Attempts
from coindex.workbench.security.guard import Guard
from coindex.workbench.security.visitor import Visitor, VisitorDep
from coindex.workbench.services import Services, Shelf
from coindex.workbench.settings import Settings
from coindex.workbench.store.store import Store
from coindex.workbench.turns import Streams, Turns

API = "/api/v1"
ROUTES = (
    accounts,
    sample,
    projects,
    documents,
    annotation_routes,
    resolution,
    scratch,
    rewriting,
    proposals,
    agreement,
    panels,
    schemes,
    work,
    history,
    training,
    tuning,
    discussion,
    exchange,
    issues,
    components,
    papers,
    runs,
    search,
    progress,
)
DESCRIPTION = """The API can do everything that the workbench's pages do. Errors are
`application/problem+json`.

Programs send a token as `Authorization: Bearer ...`. Without accounts (the default) it is the one
that the server printed when it was started. With accounts, each member creates tokens at
`POST /api/v1/tokens`; clients that sign in at `POST /login` instead send `X-CSRF-Token` from
`GET /api/v1/session` with requests that change something."""


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    store = Store(settings.database)
    shelf = Shelf(store)
    queue = Queue(store, Preparation(store, shelf))

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        workplace.clean()
        queue.start()
        if settings.pages:
            Thread(target=components.prepare, name="coindex components", daemon=True).start()
        yield
        queue.stop()
        store.close()

    app = FastAPI(
        title="Coindex",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        middleware=[
            Middleware(Interface),
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=2_000, compresslevel=4),
        ],
        responses=problems.documented(401, 403, 422),
    )
    attempts, turns = Attempts(settings.attempts), Turns(settings.at_once, settings.waiting)
    streams, polls = Streams(settings.streams), RunPolls()
    cache = Cache()
    concordances = Concordances(store, cache)
    app.state.services = Services(
        settings,
        store,
        shelf,
        attempts,
        queue,
        concordances,
        cache,
        turns,
        streams,
        polls,
        Works(),
    )
    problems.install(app)
    app.include_router(accounts.root)
    app.add_api_route(f"{API}/openapi.json", _described(app), include_in_schema=False)
    for part in ROUTES:
        app.include_router(part.router, prefix=API)
    if settings.pages:
        _include_pages(app)
    return app


def _described(app: FastAPI) -> Callable[[Visitor], JSONResponse]:
    def show_description(_: VisitorDep) -> JSONResponse:
        """Show the OpenAPI description to visitors who may use the API."""
        return JSONResponse(app.openapi())

    return show_description


def _include_pages(app: FastAPI) -> None:
    from coindex.workbench import assets, pages
    from coindex.workbench.pages.shell import not_there

    assets.mount(app)
    app.include_router(pages.router, include_in_schema=False)
    app.add_exception_handler(HTTPException, not_there)
