"""A cluster of machines, or this one, with Ray (https://ray.io): `coindex[scale]`."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Generic, TypeVar

from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.core.plugins import loaded

Input = TypeVar("Input")
Output = TypeVar("Output")

AHEAD = 4
"""How many batches are in progress for each processor of the cluster."""
ATTEMPTS = 3
"""How often a batch is tried: once more than a worker that is lost together with its successor."""


@component
class Ray:
    """The machines of a Ray cluster; each batch of inputs is a task of one processor.

    If a batch is lost, with its worker or with a whole machine, each of its inputs is tried again
    by itself.
    """

    address: str = ""
    """The head of a cluster, or *auto* for this machine's; empty means
    RAY_ADDRESS, or else this machine.
    """
    batch: int = ranged(8, least=1)
    """The number of inputs that travel together."""

    def map(
        self,
        work: Callable[[Input], Output],
        inputs: Iterable[Input],
        *,
        lost: Callable[[Input, str], Output] | None = None,
    ) -> Iterator[Output]:
        """An exception of the work is raised in place of its result."""
        if names := ", ".join(plugin.name for plugin in loaded()):
            raise CoindexError(
                Message(
                    "ray: {names} is a file of this machine; install it as a package on all "
                    "machines",
                    names=names,
                )
            )
        waiting = iter(inputs)
        first = list(islice(waiting, self.batch))
        if not first:
            return
        with _connected(self.address) as ray:
            tasks = _Tasks(ray, work, lost)
            under_way: deque[tuple[list[Input], Any]] = deque([(first, tasks.submit(first))])
            while under_way:
                room = AHEAD * tasks.processors() - len(under_way)
                for batch in islice(
                    iter(lambda: list(islice(waiting, self.batch)), []), max(room, 0)
                ):
                    under_way.append((batch, tasks.submit(batch)))
                yield from tasks.results(*under_way.popleft())


class _Tasks(Generic[Input, Output]):
    def __init__(
        self, ray: Any, work: Callable[[Input], Output], lost: Callable[[Input, str], Output] | None
    ) -> None:
        self._ray, self._lost = ray, lost
        self._work = ray.put(work)
        self._task = ray.remote(max_retries=0, num_cpus=1)(
            _run_batch
        )  # `results` tries again, input by input

    def submit(self, batch: list[Input]) -> Any:
        return self._task.remote(self._work, batch)

    def processors(self) -> int:
        """The processors of the machines that are in the cluster now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def results(self, batch: list[Input], task: Any) -> Iterator[Output]:
        try:
            done = self._ray.get(task)
        except _losses(self._ray) as error:
            tries = (
                1 if len(batch) == 1 else 0
            )  # one of several inputs may be the cause, so none counts an attempt
            again = [(one, self.submit([one])) for one in batch]
            yield from (self._alone(one, another, error, tries) for one, another in again)
        else:
            yield from map(_value, done)

    def _alone(self, one: Input, task: Any, error: Exception, tries: int) -> Output:
        while tries < ATTEMPTS:
            try:
                output: Output = _value(self._ray.get(task)[0])
                return output
            except _losses(self._ray) as another:
                error, tries = another, tries + 1
                task = self.submit([one]) if tries < ATTEMPTS else None
        if self._lost is None:
            raise CoindexError(
                Message(
                    "{reason} (out of memory?); finished work is not lost: run it again",
                    reason=_reason(error),
                )
            ) from error
        return self._lost(one, _reason(error))


def _losses(ray: Any) -> tuple[type[Exception], ...]:
    """Errors after which an input is tried again: its worker, machine or result
    was lost. Others end the work.
    """
    known = ("WorkerCrashedError", "NodeDiedError", "OutOfMemoryError", "ObjectLostError")
    return tuple(getattr(ray.exceptions, name) for name in known if hasattr(ray.exceptions, name))


def _run_batch(work: Callable[[Any], Any], batch: list[Any]) -> list[tuple[Any, Exception | None]]:
    """Results and exceptions in the order of the inputs; an exception
    does not affect the other inputs.
    """
    results: list[tuple[Any, Exception | None]] = []
    for one in batch:
        try:
            results.append((work(one), None))
        except Exception as error:  # any error is reported to the caller
            results.append((None, error))
    return results


def _value(result: tuple[Any, Exception | None]) -> Any:
    value, error = result
    if error is not None:
        raise error
    return value


def _reason(error: Exception) -> str:
    first = next(iter(str(error).splitlines()), "").strip().rstrip(".")
    return f"its worker was lost: {type(error).__name__}: {first}"[:500]


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect to Ray for the time of the block; an existing connection is used and stays open."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingExtra("ray") from error
    if ray.is_initialized():
        yield ray
        return
    options: dict[str, Any] = {"address": address} if address else {"include_dashboard": False}
    if not address and os.environ.get("RAY_ADDRESS"):
        options = {}
    try:
        ray.init(**options, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise CoindexError(
            Message(
                "no Ray cluster can be reached at {address}: {error}",
                address=address or "this machine",
                error=error,
            )
        ) from error
    try:
        yield ray
    finally:
        ray.shutdown()
