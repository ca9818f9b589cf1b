"""What several streams of events wait for is read once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from coindex.workbench.store.runs import StoredRun

Value = TypeVar("Value")

AGE = 0.25
"""Seconds for which a value that was read is new enough."""


class Poll(Generic[Value]):
    """A value that is read again once it is older than `AGE`. Use it only in the event loop."""

    def __init__(self, read: Callable[[], Awaitable[Value]]) -> None:
        self._read, self._reading = read, asyncio.Lock()
        self._latest: tuple[float, Value] | None = None

    async def value(self) -> Value:
        loop = asyncio.get_running_loop()
        async with self._reading:
            if self._latest is None or loop.time() >= self._latest[0] + AGE:
                self._latest = loop.time(), await self._read()
            return self._latest[1]


class RunPolls:
    """The runs that pages follow. A poll is forgotten with the last stream that uses it."""

    def __init__(self) -> None:
        self._polls: WeakValueDictionary[int, Poll[StoredRun | None]] = WeakValueDictionary()

    def poll(
        self, run: int, read: Callable[[], Awaitable[StoredRun | None]]
    ) -> Poll[StoredRun | None]:
        found = self._polls.get(run)
        if found is None:
            found = self._polls[run] = Poll(read)
        return found
