"""The dependency of routes that may take long."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any

from fastapi import Depends, Header, Request

from coindex.core.identity import forget
from coindex.workbench.names import TICKET
from coindex.workbench.presence import watched
from coindex.workbench.progress import tell
from coindex.workbench.security.visitor import VisitorDep
from coindex.workbench.services import ServicesDep


def give_back() -> None:
    """Forget what was computed for the last documents, collect it, and trim the
    heap: glibc keeps freed memory.
    """
    forget()
    gc.collect()
    library = _library()
    if library is not None:
        library.malloc_trim(0)


@cache
def _library() -> Any:
    if sys.platform != "linux":
        return None
    try:
        library = ctypes.CDLL("libc.so.6")
        return library if hasattr(library, "malloc_trim") else None
    except OSError:
        return None


LONG = 5.0
"""Seconds after which memory is returned to the system when the work ends."""
SENT = 3.0
"""Seconds in which most answers are sent: one of a long document has tens of
megabytes, and is held until then.
"""


Named = Annotated[
    str | None,
    Header(
        alias="X-Coindex-Work",
        pattern=TICKET,
        description="Name for following the progress at `/api/v1/work/`.",
    ),
]


async def working(
    request: Request, visitor: VisitorDep, services: ServicesDep, ticket: Named = None
) -> AsyncIterator[None]:
    """Run the request when it is its visitor's turn, and end it when the client disconnects."""
    loop = asyncio.get_running_loop()
    with services.works.listed(visitor.id, ticket):
        async with watched(request) as gone, services.turns.turn(visitor.id, gone):
            tell("working")
            began = loop.time()
            try:
                yield
            finally:
                # What others need at this moment is not forgotten: they would compute it again.
                if loop.time() - began > LONG and services.turns.requests == 1:
                    loop.call_later(SENT, loop.run_in_executor, None, give_back)


LONG_WORK = [Depends(working)]
