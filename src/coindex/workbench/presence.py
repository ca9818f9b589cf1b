"""Whether the client still waits for its answer; long work checks this and ends if it does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore, Event
from typing import TypeVar

from fastapi import Request

from coindex.workbench.problems import Gone
from coindex.workbench.progress import tell

T = TypeVar("T")
PAUSE = 0.5
"""Seconds between two checks of the client while work waits for its turn."""


def _never() -> bool:
    return False


_gone: ContextVar[Callable[[], bool]] = ContextVar("gone", default=_never)


def check() -> None:
    """Raise `Gone` if the client of the current request has
    disconnected; do nothing outside requests.
    """
    if _gone.get()():
        raise Gone


def checked(items: Iterable[T]) -> Iterator[T]:
    """The same items; stops with `Gone` when the client has disconnected."""
    for item in items:
        check()
        yield item


class Waiting:
    """A semaphore for threads that stop waiting when their client has disconnected."""

    def __init__(self, count: int) -> None:
        self._free = BoundedSemaphore(count)

    def __enter__(self) -> None:
        if self._free.acquire(blocking=False):
            return
        tell("waiting")
        while not self._free.acquire(timeout=PAUSE):
            check()

    def __exit__(self, *_: object) -> None:
        self._free.release()


@asynccontextmanager
async def watched(request: Request) -> AsyncIterator[asyncio.Task[None]]:
    """Make `check` work in this task and its threads; yields a task that
    ends when the client disconnects.

    The body must have been read, because the next message is the end of the connection or of the
    answer.
    """
    gone = Event()
    task = asyncio.create_task(_wait(request, gone))
    _gone.set(gone.is_set)
    try:
        yield task
    finally:
        task.cancel()


async def while_wanted(request: Request, work: Awaitable[T]) -> T:
    """The result of work that is cancelled when the client disconnects."""
    task = asyncio.ensure_future(work)
    try:
        async with watched(request) as gone:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Gone
            return task.result()
    finally:
        task.cancel()


async def _wait(request: Request, gone: Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    gone.set()
