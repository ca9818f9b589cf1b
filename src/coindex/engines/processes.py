"""Several processes on this machine; each loads a model once, and ends when the one that started it is gone."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from coindex.core.errors import CoindexError, SpecError

In = TypeVar("In")
Out = TypeVar("Out")

AHEAD = 4
"""Inputs under way for each process: enough that none waits, few enough that memory stays flat."""


@dataclass(frozen=True, slots=True)
class Processes:
    """`n` processes, or with 0 as many as there are cores. They begin anew, so work must be importable."""

    n: int = 0

    def __post_init__(self) -> None:
        if self.n < 0:
            raise SpecError(f"processes: n is 0 (all cores) or more, not {self.n}")

    def map(self, work: Callable[[In], Out], inputs: Iterable[In]) -> Iterator[Out]:
        """An exception of the work is raised where its result would have come."""
        waiting = iter(inputs)
        first = list(islice(waiting, 1))
        if not first:
            return
        count = self.n or _cores()
        pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_follow, initargs=(os.getpid(),))
        try:
            under_way: deque[Future[Out]] = deque(pool.submit(work, one) for one in first)
            under_way.extend(pool.submit(work, one) for one in islice(waiting, AHEAD * count))
            while under_way:
                result = under_way.popleft().result()
                under_way.extend(pool.submit(work, one) for one in islice(waiting, 1))
                yield result
        except BrokenProcessPool as error:
            raise CoindexError(
                "a worker process ended abruptly (out of memory?); what was finished is kept: run it again, "
                "perhaps with fewer processes"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _cores() -> int:
    """Those this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _follow(parent: int) -> None:
    """Leave Ctrl-C to the parent, and look now and then whether it is still there: who waits would not notice."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()
