"""One thing after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

In = TypeVar("In")
Out = TypeVar("Out")


@dataclass(frozen=True, slots=True)
class Serial:
    """Needs nothing, and knows components that were registered in this process only."""

    def map(
        self, work: Callable[[In], Out], inputs: Iterable[In], *, lost: Callable[[In, str], Out] | None = None
    ) -> Iterator[Out]:
        """Nothing is ever lost, but this process itself."""
        return map(work, inputs)
