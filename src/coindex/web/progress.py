"""How far long work is: the work tells as it goes, and the page that asked for it can listen."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from coindex.web.problems import Refused

T = TypeVar("T")


class Progress(NamedTuple):
    """`stage` in a word or two; `done` of `total`, unless that is 0; `document` is the number of the one at work."""

    stage: str
    done: int = 0
    total: int = 0
    document: int = 0


class _Work:
    """Written by the thread at work, read by others: always as a whole."""

    def __init__(self) -> None:
        self.progress = Progress("waiting")


_work: ContextVar[_Work | None] = ContextVar("work", default=None)


def tell(stage: str, done: int = 0, total: int = 0) -> None:
    """Say how far the request at work is; outside requests, and where no page listens, do nothing."""
    work = _work.get()
    if work is not None:
        work.progress = Progress(stage, done, total, work.progress.document)


def numbered(items: Iterable[T]) -> Iterator[T]:
    """The same items; which one is at work is part of what is told."""
    for number, item in enumerate(items, 1):
        work = _work.get()
        if work is not None:
            work.progress = Progress("reading", document=number)
        yield item


class Works:
    """Work that pages listen to, by person and by the ticket that the page has drawn for it."""

    def __init__(self) -> None:
        self._works: dict[tuple[Hashable, str], _Work] = {}

    @contextmanager
    def listed(self, who: Hashable, ticket: str | None) -> Iterator[None]:
        """Let `tell` be heard, in this task and in threads started from it, as long as the work lasts."""
        if ticket is None:
            yield
            return
        if (who, ticket) in self._works:
            raise Refused(409, "this ticket belongs to work that has not ended; draw another one")
        self._works[who, ticket] = work = _Work()
        _work.set(work)
        try:
            yield
        finally:
            del self._works[who, ticket]

    def progress(self, who: Hashable, ticket: str) -> Progress | None:
        """How far work is; `None` if it has not begun or has ended."""
        found = self._works.get((who, ticket))
        return None if found is None else found.progress
