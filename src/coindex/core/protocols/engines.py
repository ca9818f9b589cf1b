"""The contracts of engines, and of the work they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar, runtime_checkable

In = TypeVar("In")
Out = TypeVar("Out")


@runtime_checkable
class Engine(Protocol):
    """Runs work, here or elsewhere; results come in the order of the inputs, of which only a few
    are read in advance.
    """

    def map(
        self,
        work: Callable[[In], Out],
        inputs: Iterable[In],
        *,
        lost: Callable[[In, str], Out] | None = None,
    ) -> Iterator[Out]:
        """The result of `work` for each input; `lost` gives the result for an input whose worker
        dies at every attempt, with the reason.

        Without `lost`, such an input ends the run with a `CoindexError`.
        """
        ...


@runtime_checkable
class Preparing(Protocol):
    """Work that loads something before its first input: an engine with worker processes calls
    `prepare` in each of them.
    """

    def prepare(self) -> None: ...
