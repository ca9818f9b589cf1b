"""One worker process: it takes inputs in their order, answers each, and ends with the process that started it."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from typing import Any

from coindex.core.errors import CoindexError
from coindex.core.protocols import Preparing

READY, PIECE, DONE, FAILED = "ready", "piece", "done", "failed"
_START = threading.Lock()


@contextmanager
def _deaf() -> Iterator[None]:
    """A process begun meanwhile hears of Ctrl-C, which goes to all, only once it can leave that to its parent."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which would listen again when it is begun
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """`jobs` are what it was given and has not answered, the one it works on first; `since` is when it began it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.jobs: deque[Any] = deque()
        self.ready, self.late, self.since = False, "", 0.0
        context = get_context("spawn")
        with _START, _deaf():
            self.connection, theirs = context.Pipe()
            self._process = context.Process(target=_live, args=(theirs, work), daemon=True)
            self._process.start()
            theirs.close()
        assert self._process.pid is not None
        self.id = self._process.pid

    def give(self, job: Any, message: bytes) -> None:
        if not self.jobs:
            self.since = time.monotonic()
        self.jobs.append(job)
        with suppress(OSError):  # the pipe is closed: its reader will notice
            self.connection.send_bytes(message)

    def finish(self) -> None:
        self.jobs.popleft()
        self.since = time.monotonic()

    def kill(self) -> None:
        self._process.kill()

    def ended(self) -> str:
        """How it ended."""
        self._process.join()
        self.connection.close()
        code = self._process.exitcode or 0
        if self.late:
            return self.late
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return f"its worker process ended {how}"


def _live(connection: Connection, work: Callable[[Any], Any]) -> None:
    """Signals that end a whole group of processes are left to the parent, which may have work to finish."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    inputs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, inputs), daemon=True).start()
    if isinstance(work, Preparing):
        work.prepare()
    _send(connection, READY, None)
    while True:
        try:
            result = work(pickle.loads(inputs.get()))  # noqa: S301 - from our own parent
            if isinstance(result, Iterator):
                for piece in result:
                    _send(connection, PIECE, piece)
                result = None
            answer = (DONE, result)
        except Exception as error:  # any error is reported to the caller
            answer = (FAILED, error)
        _send(connection, *answer)


def _receive(connection: Connection, inputs: SimpleQueue[bytes]) -> None:
    """Always listening, so that the parent need never wait; the end of the line is the end of the parent."""
    while True:
        try:
            inputs.put(connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def _send(connection: Connection, kind: str, value: Any) -> None:
    try:
        message = ForkingPickler.dumps((kind, value))
    except Exception as error:  # whatever a value's own pickling raises
        told = CoindexError(f"a result cannot be sent: {type(error).__name__}: {error}")
        message = ForkingPickler.dumps((FAILED, told))
    with suppress(OSError):
        connection.send_bytes(message)
