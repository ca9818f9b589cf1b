"""Limits long work for each person, so that no one can occupy the whole server."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from coindex.core.messages import Message
from coindex.workbench.problems import Gone, Refused


class Turns:
    """At most `at_once` requests of a person run, and `waiting` more wait.
    Use it only in the event loop.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once, self._waiting = at_once, waiting
        self._people: dict[Hashable, _Person] = {}

    @asynccontextmanager
    async def turn(self, who: Hashable, gone: asyncio.Task[None]) -> AsyncIterator[None]:
        """Wait for a free place; refuse if too many wait, stop if the client disconnects."""
        person = self._people.setdefault(who, _Person(self._at_once))
        if person.requests >= self._at_once + self._waiting:
            detail = (
                f"{person.requests} of your requests are running or waiting; try again when some "
                "are answered"
            )
            raise Refused(
                429, detail, headers={"Retry-After": "5"}, title="Too many requests at a time"
            )
        person.requests += 1
        try:
            await _unless(gone, person.free.acquire())
            try:
                yield
            finally:
                person.free.release()
        finally:
            person.requests -= 1
            if not person.requests:
                self._people.pop(who, None)

    @property
    def requests(self) -> int:
        """How many requests of all people run or wait."""
        return sum(person.requests for person in self._people.values())


class Streams:
    """Streams of events that stay open: at most `most` of a person at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[Hashable] = Counter()

    @contextmanager
    def stream(self, who: Hashable) -> Iterator[None]:
        """Count a stream of this person while it is open; refuse one too many."""
        if self._open[who] >= self._most:
            raise Refused(
                429,
                Message(
                    "{count} pages of yours follow comparisons already; close some of them",
                    count=self._most,
                ),
                headers={"Retry-After": "5"},
                title="Too many requests at a time",
            )
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


class _Person:
    def __init__(self, at_once: int) -> None:
        self.requests, self.free = 0, asyncio.Semaphore(at_once)


async def _unless(gone: asyncio.Task[None], wanted: Awaitable[Any]) -> None:
    waiting = asyncio.ensure_future(wanted)
    await asyncio.wait({gone, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not waiting.done():
        waiting.cancel()
        raise Gone
