"""One worker process: it answers inputs in their order, and ends
with the process that started it.
"""

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
from coindex.core.messages import Message
from coindex.core.plugins import Plugin, load, loaded
from coindex.core.protocols import Preparing

READY, PIECE, DONE, FAILED = "ready", "piece", "done", "failed"
_START = threading.Lock()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT, so that a process that is started inside ignores Ctrl-C from its first moment.

    Ctrl-C goes to all processes of a terminal; the parent decides what happens to its workers.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which unblocks SIGINT when it starts, so it must run before
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A worker process; `jobs` are its unanswered inputs, beginning with the current one, which it
    began at the time `since`.
    """

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.jobs: deque[Any] = deque()
        self.ready, self.late, self.since = False, "", 0.0
        context = get_context("spawn")
        with _START, _sigint_blocked():
            self.connection, theirs = context.Pipe()
            self._process = context.Process(
                target=_serve, args=(theirs, work, loaded()), daemon=True
            )
            self._process.start()
            theirs.close()
        assert self._process.pid is not None
        self.id = self._process.pid

    def give(self, job: Any, message: bytes) -> None:
        if not self.jobs:
            self.since = time.monotonic()
        self.jobs.append(job)
        with suppress(OSError):  # the worker has ended, which the pool notices when it reads
            self.connection.send_bytes(message)

    def finish(self) -> None:
        self.jobs.popleft()
        self.since = time.monotonic()

    def kill(self) -> None:
        self._process.kill()

    def ended(self) -> str:
        """A description of how it ended."""
        self._process.join()
        self.connection.close()
        code = self._process.exitcode or 0
        if self.late:
            return self.late
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return f"its worker process ended {how}"


def _serve(connection: Connection, work: Callable[[Any], Any], plugins: tuple[Plugin, ...]) -> None:
    """Answer inputs until the parent ends. Signals to the whole group are left to the parent, which
    may finish work.
    """
    for plugin in plugins:
        load(plugin)
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
    """Queue inputs as they arrive, so that the parent never waits for a busy
    worker; end when the parent ends.
    """
    while True:
        try:
            inputs.put(connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def _send(connection: Connection, kind: str, value: Any) -> None:
    try:
        message = ForkingPickler.dumps((kind, value))
    except Exception as error:  # pickling a value can raise anything
        problem = CoindexError(
            Message(
                "a result cannot be sent: {name}: {error}", name=type(error).__name__, error=error
            )
        )
        message = ForkingPickler.dumps((FAILED, problem))
    with suppress(OSError):
        connection.send_bytes(message)
