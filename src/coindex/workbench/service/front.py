"""The service's start page and documentation page."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from coindex import __version__
from coindex.workbench import assets
from coindex.workbench.operations import operations
from coindex.workbench.service.routes import DeskDep
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
