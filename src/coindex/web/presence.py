"""Whether the client still waits for its answer: long work asks now and then, and ends when it does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore, Event
from typing import TypeVar

from fastapi import Request

from coindex.web.problems import Gone
from coindex.web.progress import tell

T = TypeVar("T")
PAUSE = 0.5
"""Seconds between two looks at the client while work waits for its turn."""


def _never() -> bool:
    return False


_gone: ContextVar[Callable[[], bool]] = ContextVar("gone", default=_never)


def check() -> None:
    """Raise `Gone` if the client of the request at work has gone; outside requests, do nothing."""
    if _gone.get()():
        raise Gone


def checked(items: Iterable[T]) -> Iterator[T]:
    """The same items, as long as somebody waits for them."""
    for item in items:
        check()
        yield item


class Waiting:
    """A semaphore of threads: whoever waits for it stops waiting when its client has gone."""

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
    """Let `check` see that the client has gone, in this task and in threads started from it; yields what waits for it.

    The body must have been read: what comes after it is the end of the connection, or of the answer.
    """
    gone = Event()
    task = asyncio.create_task(_wait(request, gone))
    _gone.set(gone.is_set)
    try:
        yield task
    finally:
        task.cancel()


async def while_wanted(request: Request, work: Awaitable[T]) -> T:
    """The result of work that is cancelled when the client goes."""
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
