"""A pool of worker processes. A worker that ends is replaced, and only the
input it worked on is tried again.
"""

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
from coindex.core.messages import Message
from coindex.engines.worker import DONE, PIECE, READY, Worker

Input = TypeVar("Input")
Output = TypeVar("Output")

ATTEMPTS = 3
"""How often an input is tried whose worker process ends: the reason may lie in the input, or pass.
"""
GRACE = 5.0
"""Seconds for which abandoned work continues: most of it is finished sooner
than its worker could be replaced.
"""
_UNREADY = 3
"""How many workers in a row may end before they are ready; then the pool gives up."""

_REMEDY = (
    'in a script, put what it does under `if __name__ == "__main__":`, or take the engine serial'
)


class Lost(CoindexError):  # noqa: N818 - the fate of an input, not always an error
    """Raised if every worker that tried this input ended abruptly; the message says how."""


@dataclass(eq=False, slots=True)
class _Job:
    one: Any
    future: Future[Any]
    on_piece: Callable[[Any], None] | None
    attempts: int = 0
    delivered: bool = False


class Pool(Generic[Input, Output]):
    """Worker processes; `submit` accepts any number of inputs, each worker is sent up to `ahead` of
    them, and the others wait in a queue.

    An input whose worker ends is tried again, up to `attempts` times in all; one that is not
    finished after `patience` seconds (0: no limit) is given up at once. Its future then raises
    `Lost`. Work that is `Preparing` is prepared before its worker counts as ready. If no worker can
    be started at all, `failure` says why.

    One thread of the pool sends inputs, receives answers and replaces workers; other threads wake
    it through a pipe, because it waits for the connections to its workers.
    """

    def __init__(
        self,
        work: Callable[[Input], Output],
        count: int,
        *,
        ahead: int = 2,
        attempts: int = ATTEMPTS,
        patience: float = 0,
    ) -> None:
        self._work, self._ahead, self._attempts, self._patience = work, ahead, attempts, patience
        self._waiting: deque[_Job] = deque()
        self._abandoned: dict[Future[Any], float] = {}
        self._lock = threading.Lock()
        self._awake = threading.Event()
        self._wakeup_reader, self._wakeup_writer = _pipe()
        self._closed, self._unready, self.lost, self.failure = False, 0, 0, ""
        self._reason = "the worker processes have been closed"
        self._workers = [Worker(work) for _ in range(count)]
        self._thread = threading.Thread(target=self._serve, daemon=True, name="coindex-pool")
        self._thread.start()
        # A caller that an error stops does not close the pool, and the workers would wait for ever.
        atexit.register(self.close)

    @property
    def ready(self) -> int:
        """The number of workers that are prepared."""
        return sum(worker.ready for worker in self._workers)

    @property
    def processes(self) -> list[int]:
        return [worker.id for worker in self._workers]

    def submit(self, one: Input, on_piece: Callable[[Any], None] | None = None) -> Future[Output]:
        """Add an input. If the work yields pieces, a thread calls `on_piece` with
        each, and the result is `None`.
        """
        future: Future[Output] = Future()
        with self._lock:
            if self._closed:
                raise CoindexError(self._reason)
            self._waiting.append(_Job(one, future, on_piece))
        self._wake()
        return future

    def abandon(self, future: Future[Any]) -> None:
        """Mark a result as not needed: do not begin the work, or end its worker after `GRACE`
        seconds.
        """
        if not future.cancel() and not future.done():
            with self._lock:
                self._abandoned[future] = time.monotonic()
            self._wake()

    def close(self) -> None:
        """Close the pool at once; unfinished work is cancelled."""
        atexit.unregister(self.close)
        with self._lock:
            self._closed = True
        self._wake()
        self._thread.join()

    def _wake(self) -> None:
        if not self._awake.is_set():
            self._awake.set()
            self._wakeup_writer.send_bytes(b".")

    def _serve(self) -> None:
        while not self._closed:
            for worker in list(self._workers):
                self._fill(worker)
            pause = min(self._patience / 4, 1) if self._patience else 1 if self._abandoned else None
            connections: list[Any] = [
                self._wakeup_reader,
                *(worker.connection for worker in self._workers),
            ]
            ready = wait(connections, pause)
            if self._wakeup_reader in ready:
                self._wakeup_reader.recv_bytes()
                self._awake.clear()
            for worker in [worker for worker in self._workers if worker.connection in ready]:
                self._take(worker)
            self._kill_overdue()
        for worker in self._workers:
            worker.kill()
            self._waiting.extend(worker.jobs)
        for job in self._waiting:
            if not job.future.cancel() and not job.future.done():
                job.future.set_exception(
                    Lost("the worker processes were closed before this was finished")
                )

    def _fill(self, worker: Worker) -> None:
        """Send inputs to a worker; it gets a second one only when every worker has its first."""
        most = 1 if any(not other.jobs for other in self._workers) else self._ahead
        while len(worker.jobs) < most and (job := self._next()):
            try:
                message = bytes(ForkingPickler.dumps(job.one))
            except Exception as error:  # pickling an input can raise anything
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
            job.delivered = True
            if job.on_piece is not None:
                with suppress(Exception):  # the caller may have gone away
                    job.on_piece(value)
            return
        worker.finish()
        if kind == DONE:
            job.future.set_result(value)
        else:
            job.future.set_exception(value)

    def _replace(self, worker: Worker) -> None:
        """Start another worker for one that has ended, and queue its inputs again.

        Only the first of its inputs was being worked on, so only that one counts an attempt; an
        input of which pieces were delivered is not tried again, because they would be delivered
        twice.
        """
        reason = worker.ended()
        self.lost += 1
        self._unready += not worker.ready
        if worker.jobs and worker.ready:
            job = worker.jobs.popleft()
            job.attempts += 1
            if job.attempts >= self._attempts or job.delivered or worker.late:
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

    def _kill_overdue(self) -> None:
        """Kill workers that take too long, or whose work was abandoned."""
        now = time.monotonic()
        with self._lock:
            self._abandoned = {
                future: since for future, since in self._abandoned.items() if not future.done()
            }
        for worker in self._workers:
            if not worker.jobs or not worker.ready or worker.late:
                continue
            abandoned = self._abandoned.get(worker.jobs[0].future)
            if self._patience and now - worker.since > self._patience:
                worker.late = f"not finished after {self._patience:g} seconds"
                worker.kill()
            elif abandoned is not None and now - max(abandoned, worker.since) > GRACE:
                worker.late = "given up: the result is not needed any more"
                worker.kill()


def _pipe() -> tuple[Any, Any]:
    from multiprocessing import Pipe

    return Pipe(duplex=False)


def _read(message: bytes) -> tuple[str, Any]:
    try:
        kind, value = pickle.loads(message)  # noqa: S301 - from our own worker
    except Exception as error:
        return "", CoindexError(
            Message(
                "a worker's answer cannot be read: {name}: {error}",
                name=type(error).__name__,
                error=error,
            )
        )
    return kind, value
