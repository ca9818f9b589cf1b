"""The application: API, pages and static files behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from threading import Thread

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from coindex import __version__
from coindex.annotation.store import Store
from coindex.web import problems
from coindex.web.api import accounts, components
from coindex.web.running.concordances import Concordances
from coindex.web.running.preparing import Preparing
from coindex.web.running.queue import Queue
from coindex.web.security.attempts import Attempts
from coindex.web.security.guard import Guard
from coindex.web.services import Services, Shelf
from coindex.web.settings import Settings

API = "/api/v1"
ROUTES = (
    "accounts",
    "projects",
    "documents",
    "annotations",
    "resolving",
    "scratch",
    "proposals",
    "agreement",
    "exchange",
    "components",
    "runs",
    "search",
)
DESCRIPTION = """Everything the workbench's pages do can be done here. Errors are `application/problem+json`.

Without accounts (the default) no sign-in is needed, from this machine only. With accounts, sign in at `POST /login`;
requests that change something then carry `X-CSRF-Token` from `GET /api/v1/session`. Programs make themselves a token
at `POST /api/v1/tokens` and send it as `Authorization: Bearer ...`."""


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    store = Store(settings.database)
    shelf = Shelf(store)
    queue = Queue(store, Preparing(store, shelf))

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
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
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=2_000, compresslevel=4),
        ],
        responses=problems.documented(401, 403, 422),
    )
    app.state.services = Services(settings, store, shelf, Attempts(settings.attempts), queue, Concordances(store))
    problems.install(app)
    app.include_router(accounts.root)
    for name in ROUTES:
        app.include_router(import_module(f"coindex.web.api.{name}").router, prefix=API)
    if settings.pages:
        _include_pages(app)
    return app


def _include_pages(app: FastAPI) -> None:
    from coindex.web import assets, pages
    from coindex.web.pages.shell import not_there

    app.mount(assets.address(), StaticFiles(directory=assets.FOLDER), name="static")
    app.include_router(pages.router, include_in_schema=False)
    app.add_exception_handler(HTTPException, not_there)
