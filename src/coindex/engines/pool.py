"""Worker processes, each given one thing after the other; one that is lost is replaced, and only its work suffers."""

from __future__ import annotations

import atexit
import pickle
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, TypeVar

from coindex.core.errors import CoindexError
from coindex.engines.worker import DONE, PIECE, READY, Worker

In = TypeVar("In")
Out = TypeVar("Out")

ATTEMPTS = 3
GRACE = 5.0
"""Seconds that work goes on when nobody waits for it: most is finished sooner than a worker is replaced."""
_UNREADY = 3
"""Workers in a row that may end before they are ready; if there are more, something is wrong with all of them."""

_REMEDY = 'in a script, put what it does under `if __name__ == "__main__":`, or take the engine serial'


class Lost(CoindexError):  # noqa: N818 - what became of the work, not always an error
    """Every worker that was given this ended abruptly; says how."""


@dataclass(eq=False, slots=True)
class _Job:
    one: Any
    future: Future[Any]
    hear: Callable[[Any], None] | None
    attempts: int = 0
    heard: bool = False


class Pool(Generic[In, Out]):
    """`submit` takes any number of inputs; `ahead` of them are with each worker, the others wait here.

    What takes a worker with it is tried again, `attempts` times in all; what is not finished after `patience` seconds
    (0: for ever) is given up at once. The answer is then the exception `Lost`. Work that has a method `prepare`
    is prepared before its worker counts as ready. Where no worker can be started at all, `failure` says why.
    """

    def __init__(
        self,
        work: Callable[[In], Out],
        count: int,
        *,
        ahead: int = 2,
        attempts: int = ATTEMPTS,
        patience: float = 0,
    ) -> None:
        self._work, self._ahead, self._attempts, self._patience = work, ahead, attempts, patience
        self._waiting: deque[_Job] = deque()
        self._unwanted: dict[Future[Any], float] = {}
        self._lock = threading.Lock()
        self._bell = threading.Event()
        self._ear, self._mouth = _pipe()
        self._closed, self._unready, self.lost, self.failure = False, 0, 0, ""
        self._reason = "the worker processes have been closed"
        self._workers = [Worker(work) for _ in range(count)]
        self._pump = threading.Thread(target=self._pumping, daemon=True, name="coindex-pool")
        self._pump.start()
        atexit.register(
            self.close
        )  # a caller stopped by an error has not closed the pool, and its workers would wait for ever

    @property
    def ready(self) -> int:
        """Workers that are prepared."""
        return sum(worker.ready for worker in self._workers)

    @property
    def processes(self) -> list[int]:
        return [worker.id for worker in self._workers]

    def submit(self, one: In, hear: Callable[[Any], None] | None = None) -> Future[Out]:
        """Where the work yields pieces, each goes to `hear`, in a thread of the pool, and the result is `None`."""
        future: Future[Out] = Future()
        with self._lock:
            if self._closed:
                raise CoindexError(self._reason)
            self._waiting.append(_Job(one, future, hear))
        self._ring()
        return future

    def abandon(self, future: Future[Any]) -> None:
        """Nobody waits for this result any more: it is not begun, or given up with its worker after `GRACE` seconds."""
        if not future.cancel() and not future.done():
            with self._lock:
                self._unwanted[future] = time.monotonic()
            self._ring()

    def close(self) -> None:
        """At once: what is not finished is cancelled."""
        atexit.unregister(self.close)
        with self._lock:
            self._closed = True
        self._ring()
        self._pump.join()

    def _ring(self) -> None:
        if not self._bell.is_set():
            self._bell.set()
            self._mouth.send_bytes(b".")

    def _pumping(self) -> None:
        while not self._closed:
            for worker in list(self._workers):
                self._fill(worker)
            pause = min(self._patience / 4, 1) if self._patience else 1 if self._unwanted else None
            connections: list[Any] = [self._ear, *(worker.connection for worker in self._workers)]
            ready = wait(connections, pause)
            if self._ear in ready:
                self._ear.recv_bytes()
                self._bell.clear()
            for worker in [worker for worker in self._workers if worker.connection in ready]:
                self._take(worker)
            self._hurry()
        for worker in self._workers:
            worker.kill()
            self._waiting.extend(worker.jobs)
        for job in self._waiting:
            if not job.future.cancel() and not job.future.done():
                job.future.set_exception(Lost("the worker processes were closed before this was finished"))

    def _fill(self, worker: Worker) -> None:
        """The idle ones come first, since a worker is given the next thing only when all have their first."""
        most = 1 if any(not other.jobs for other in self._workers) else self._ahead
        while len(worker.jobs) < most and (job := self._next()):
            try:
                message = bytes(ForkingPickler.dumps(job.one))
            except Exception as error:  # whatever an input's own pickling raises
                job.future.set_exception(error)
                continue
            worker.give(job, message)

    def _next(self) -> _Job | None:
        while True:
            with self._lock:
                job = self._waiting.popleft() if self._waiting else None
            if job is None or job.future.running() or job.future.set_running_or_notify_cancel():
                return job

    def _take(self, worker: Worker) -> None:
        try:
            kind, value = _read(worker.connection.recv_bytes())
        except (EOFError, OSError):
            self._replace(worker)
            return
        if kind == READY:
            worker.ready, worker.since, self._unready = True, time.monotonic(), 0
            return
        job = worker.jobs[0]
        if kind == PIECE:
            job.heard = True
            if job.hear is not None:
                with suppress(Exception):  # a worker that no longer listens does no harm
                    job.hear(value)
            return
        worker.finish()
        if kind == DONE:
            job.future.set_result(value)
        else:
            job.future.set_exception(value)

    def _replace(self, worker: Worker) -> None:
        reason = worker.ended()
        self.lost += 1
        self._unready += not worker.ready
        if worker.jobs and worker.ready:
            job = worker.jobs.popleft()
            job.attempts += 1
            if job.attempts >= self._attempts or job.heard or worker.late:
                job.future.set_exception(Lost(reason))
            else:
                worker.jobs.appendleft(job)
        with self._lock:
            self._waiting.extendleft(reversed(worker.jobs))
        self._workers.remove(worker)
        if self._unready < _UNREADY:
            self._workers.append(Worker(self._work))
        elif not self._workers:
            self._give_up(reason)

    def _give_up(self, reason: str) -> None:
        with self._lock:
            self._closed = True
            self._reason = self.failure = f"no worker process can be started: {reason}; {_REMEDY}"
            while self._waiting:
                job = self._waiting.popleft()
                if job.future.running() or job.future.set_running_or_notify_cancel():
                    job.future.set_exception(CoindexError(self._reason))

    def _hurry(self) -> None:
        """Work that takes too long, or that nobody waits for, takes its worker with it."""
        now = time.monotonic()
        with self._lock:
            self._unwanted = {future: since for future, since in self._unwanted.items() if not future.done()}
        for worker in self._workers:
            if not worker.jobs or not worker.ready or worker.late:
                continue
            unwanted = self._unwanted.get(worker.jobs[0].future)
            if self._patience and now - worker.since > self._patience:
                worker.late = f"not finished after {self._patience:g} seconds"
                worker.kill()
            elif unwanted is not None and now - max(unwanted, worker.since) > GRACE:
                worker.late = "given up: nobody waits for it"
                worker.kill()


def _pipe() -> tuple[Any, Any]:
    from multiprocessing import Pipe

    return Pipe(duplex=False)


def _read(message: bytes) -> tuple[str, Any]:
    try:
        kind, value = pickle.loads(message)  # noqa: S301 - from our own worker
    except Exception as error:
        return "", CoindexError(f"a worker's answer cannot be read: {type(error).__name__}: {error}")
    return kind, value
