"""Several processes on this machine; each loads a model once, and ends
with the process that started it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from typing import TypeVar

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.engines.pool import Lost, Pool

Input = TypeVar("Input")
Output = TypeVar("Output")

_LIMIT = Path("/sys/fs/cgroup/cpu.max")
"""A limit of processor time: microseconds in a period, also in microseconds (cgroup v2)."""
HELD = 16
"""How many inputs per process are in work, or finished and waiting for an earlier one; this limits
memory.
"""


@component
class Processes:
    """Several processes on this machine. They are started fresh, so work must be importable."""

    n: int = ranged(0, least=0)
    """The number of processes; 0 means one for each core."""
    patience: float = ranged(0, least=0)
    """Seconds after which an input is given up and its process replaced; 0 means never."""

    def map(
        self,
        work: Callable[[Input], Output],
        inputs: Iterable[Input],
        *,
        lost: Callable[[Input, str], Output] | None = None,
    ) -> Iterator[Output]:
        """An exception of the work is raised in place of its result."""
        waiting = iter(inputs)
        first = list(islice(waiting, 1))
        if not first:
            return
        count = self.n or cores()
        pool = Pool(work, count, patience=self.patience)
        try:
            under_way: deque[tuple[Input, Future[Output]]] = deque(
                (one, pool.submit(one)) for one in first
            )
            under_way.extend((one, pool.submit(one)) for one in islice(waiting, HELD * count - 1))
            while under_way:
                result = _answer(*under_way.popleft(), lost)
                under_way.extend((one, pool.submit(one)) for one in islice(waiting, 1))
                yield result
        finally:
            pool.close()


def _answer(
    one: Input, future: Future[Output], lost: Callable[[Input, str], Output] | None
) -> Output:
    try:
        return future.result()
    except Lost as error:
        if lost is None:
            raise CoindexError(
                Message(
                    "{error} (out of memory?); finished work is not lost: run it again, "
                    "perhaps with fewer processes",
                    error=error,
                )
            ) from error
        return lost(one, str(error))


def cores() -> int:
    """The processors that this process may use; in a container, as many as its
    limit of processor time allows.
    """
    there = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return min(there, _limit() or there)


def _limit() -> int:
    """The limit in processors, or 0 if there is none."""
    try:
        quota, period = _LIMIT.read_text().split()
        return max(1, round(int(quota) / int(period)))
    except (OSError, ValueError):  # not Linux, another version of cgroups, or `max`
        return 0
