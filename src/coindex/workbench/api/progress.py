"""Progress of long requests, for the pages that wait for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from coindex.workbench.names import Ticket
from coindex.workbench.security.visitor import ProtectedRoute, Visitor, VisitorDep
from coindex.workbench.services import Services, ServicesDep

router = APIRouter(route_class=ProtectedRoute, tags=["progress"])

STREAMED = 600
"""Seconds after which a stream ends; a page that still waits reconnects."""
PATIENCE = 60
"""Seconds to wait for the request itself, whose upload may be large."""
PAUSE = 0.2
"""Seconds between two looks at what is in progress: a reader sees no steps."""
BEAT = 15
"""Seconds between messages that keep proxies from closing the connection."""


@router.get(
    "/work/{ticket}",
    response_class=StreamingResponse,
    responses={200: {"description": "Server-sent events.", "content": {"text/event-stream": {}}}},
)
async def follow_work(
    ticket: Ticket, visitor: VisitorDep, services: ServicesDep
) -> StreamingResponse:
    """Stream `progress` events of the request with this `X-Coindex-Work`,
    and `end` when it is answered.
    """
    return StreamingResponse(_events(services, visitor, ticket), media_type="text/event-stream")


async def _events(services: Services, visitor: Visitor, ticket: str) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    begun = beaten = loop.time()
    known, sent = False, None
    while loop.time() < begun + STREAMED:
        progress = services.works.progress(visitor.id, ticket)
        if progress is None and (known or loop.time() > begun + PATIENCE):
            break
        if progress is not None and progress != sent:
            yield f"event: progress\ndata: {json.dumps(progress._asdict())}\n\n"
            sent, beaten = progress, loop.time()
        elif loop.time() > beaten + BEAT:
            yield ": still here\n\n"
            beaten = loop.time()
        known = progress is not None
        await asyncio.sleep(PAUSE)
    yield "event: end\ndata: {}\n\n"
