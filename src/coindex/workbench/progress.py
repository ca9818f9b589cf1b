"""Progress of long work, reported by the work and read by the page that waits for it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from coindex.workbench.problems import Refused

T = TypeVar("T")


class Progress(NamedTuple):
    """`stage` in a few words; `done` of `total`, unless that is 0; `document` is
    the number of the current one.
    """

    stage: str
    done: int = 0
    total: int = 0
    document: int = 0


class _Work:
    """Written by the working thread and read by others, always as a whole."""

    def __init__(self) -> None:
        self.progress = Progress("waiting")


_work: ContextVar[_Work | None] = ContextVar("work", default=None)


def tell(stage: str, done: int = 0, total: int = 0) -> None:
    """Report the progress of the current request; do nothing outside requests."""
    work = _work.get()
    if work is not None:
        work.progress = Progress(stage, done, total, work.progress.document)


def numbered(items: Iterable[T]) -> Iterator[T]:
    """The same items; the number of the current one is part of the progress."""
    for number, item in enumerate(items, 1):
        work = _work.get()
        if work is not None:
            work.progress = Progress("reading", document=number)
        yield item


class Works:
    """Current work by visitor and by the ticket that the page has chosen for it."""

    def __init__(self) -> None:
        self._works: dict[tuple[Hashable, str], _Work] = {}

    @contextmanager
    def listed(self, who: Hashable, ticket: str | None) -> Iterator[None]:
        """Record what `tell` reports in this task and its threads while the block runs."""
        if ticket is None:
            yield
            return
        if (who, ticket) in self._works:
            raise Refused(409, "this ticket belongs to work that has not ended; choose another one")
        self._works[who, ticket] = work = _Work()
        _work.set(work)
        try:
            yield
        finally:
            del self._works[who, ticket]

    def progress(self, who: Hashable, ticket: str) -> Progress | None:
        """The progress of work; `None` if it has not started or has ended."""
        work = self._works.get((who, ticket))
        return None if work is None else work.progress
