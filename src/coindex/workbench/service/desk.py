"""Accepts or refuses requests, and passes them to worker processes."""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager

from coindex.core.errors import CoindexError
from coindex.engines.pool import Lost, Pool
from coindex.engines.processes import cores
from coindex.workbench.problems import Refused
from coindex.workbench.service.metrics import Metrics, resident_bytes
from coindex.workbench.service.processing import Answer, Answering, Asked
from coindex.workbench.service.settings import ServiceSettings

AHEAD = 4
"""Documents of one batch that are in progress, or finished and not yet sent, per worker."""


class Desk:
    """Use it only in the thread of the event loop."""

    def __init__(
        self, settings: ServiceSettings, work: Callable[..., Answering] | None = None
    ) -> None:
        self.settings, self.metrics = settings, Metrics()
        self.requests = self.bytes = 0
        self._count = settings.workers or cores()
        pipelines = tuple(settings.pipeline(resolver) for resolver in settings.resolvers)
        for pipeline in pipelines:
            for family in ("parsers", "fragmenters", "detectors", "resolvers"):
                pipeline.component(family)
        answering = (work or Answering)(pipelines, settings.limits.document)
        self._pool: Pool[Asked, Answer] = Pool(
            answering,  # type: ignore[arg-type]  # workers send the pieces of an iterator first
            self._count,
            ahead=1,
            patience=settings.limits.patience,
        )
        self._seconds = 1.0  # recent average of the time from a document's arrival to its answer

    @property
    def ready(self) -> bool:
        return self._pool.ready > 0

    @property
    def failure(self) -> str:
        """Why the service cannot answer any more; empty if it can."""
        return self._pool.failure

    @contextmanager
    def accepted(self, size: int) -> Iterator[None]:
        """Reserve a place for a request of `size` bytes until it is answered."""
        limits = self.settings.limits
        if self.requests >= limits.requests or (self.requests and self.bytes + size > limits.bytes):
            wait = str(
                max(1, math.ceil(self._seconds / 2))
            )  # by then, about half of them are answered
            detail = f"{self.requests} requests are waiting; try again in {wait} s"
            raise Refused(
                429, detail, headers={"Retry-After": wait}, title="Too many requests at a time"
            )
        self.requests, self.bytes = self.requests + 1, self.bytes + size
        try:
            yield
        finally:
            self.requests, self.bytes = self.requests - 1, self.bytes - size

    async def answer(self, asked: Asked) -> Answer:
        """The answer for one document, which may be an error."""
        started = asyncio.get_running_loop().time()
        try:
            future = self._pool.submit(asked)
        except CoindexError as error:
            raise _out_of_order(error) from error
        try:
            answer = await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self._pool.abandon(future)
            raise
        except Lost as error:
            answer = Answer(f"document:{asked.number}", reason=str(error))
        except CoindexError as error:
            raise _out_of_order(error) from error
        self._seconds += (asyncio.get_running_loop().time() - started - self._seconds) / 16
        return self._counted(answer)

    async def answers(self, batch: Sequence[Asked]) -> AsyncIterator[Answer]:
        """The answers for many documents, in order; only a few run at a time, so that
        other requests get their turn.
        """
        tasks: list[asyncio.Task[Answer]] = []
        most = AHEAD * self._count
        try:
            for asked in batch:
                tasks.append(asyncio.create_task(self.answer(asked)))
                if len(tasks) >= most:
                    yield await tasks.pop(0)
            while tasks:
                yield await tasks.pop(0)
        finally:
            for task in tasks:
                task.cancel()

    async def pieces(self, asked: Asked) -> AsyncIterator[str | Answer]:
        """The pieces of the answer for one document as they are ready; the last is an `Answer`."""
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[str | Answer] = asyncio.Queue()

        def hear(piece: str | Answer) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, piece)

        try:
            future = self._pool.submit(asked, hear)
        except CoindexError as error:
            raise _out_of_order(error) from error
        future.add_done_callback(lambda done: hear(_last(done, asked)))
        try:
            while not isinstance(piece := await heard.get(), Answer):
                yield piece
            yield self._counted(piece)
        finally:
            self._pool.abandon(future)

    def _counted(self, answer: Answer) -> Answer:
        self.metrics.documents[
            "resolved" if not answer.reason else "mistaken" if answer.mistaken else "failed"
        ] += 1
        self.metrics.words += answer.words
        return answer

    def metrics_text(self) -> str:
        """Metrics in the text format of Prometheus."""
        processes = (os.getpid(), *self._pool.processes)
        gauges = {
            "coindex_requests_accepted": (
                "Requests accepted and not answered yet.",
                float(self.requests),
            ),
            "coindex_bytes_accepted": ("Bytes of these requests.", float(self.bytes)),
            "coindex_workers_ready": ("Worker processes that are ready.", float(self._pool.ready)),
            "coindex_resident_bytes": (
                "Memory of server and workers.",
                float(resident_bytes(processes)),
            ),
        }
        return self.metrics.text(
            gauges, {"coindex_workers_lost_total": ("Workers lost.", float(self._pool.lost))}
        )

    def close(self) -> None:
        self._pool.close()


def _out_of_order(error: CoindexError) -> Refused:
    return Refused(503, str(error), headers={"Retry-After": "10"})


def _last(done: Future[Answer], asked: Asked) -> Answer:
    """The end of a stream whose worker failed."""
    if done.cancelled():
        return Answer(f"document:{asked.number}", reason="cancelled")
    error = done.exception()
    if error is not None:
        return Answer(f"document:{asked.number}", reason=str(error))
    result = done.result()
    return result if isinstance(result, Answer) else Answer(f"document:{asked.number}")
