"""The contracts of engines, and of the work they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar, runtime_checkable

In = TypeVar("In")
Out = TypeVar("Out")


@runtime_checkable
class Engine(Protocol):
    """Where work runs; results come in the order of the inputs, of
    which few are taken in advance.
    """

    def map(
        self,
        work: Callable[[In], Out],
        inputs: Iterable[In],
        *,
        lost: Callable[[In, str], Out] | None = None,
    ) -> Iterator[Out]:
        """An input that takes its worker with it, each time it is tried, is
        answered by `lost` with the reason.

        Without `lost`, it ends the whole with a `CoindexError`.
        """
        ...


@runtime_checkable
class Preparing(Protocol):
    """Work that loads something before its first input: an engine with worker
    processes calls `prepare` in each.
    """

    def prepare(self) -> None: ...
