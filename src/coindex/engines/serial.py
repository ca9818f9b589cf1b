"""One input after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

Input = TypeVar("Input")
Output = TypeVar("Output")


@dataclass(frozen=True, slots=True)
class Serial:
    """Runs work in this process, where components registered in this process are known."""

    def map(
        self,
        work: Callable[[Input], Output],
        inputs: Iterable[Input],
        *,
        lost: Callable[[Input, str], Output] | None = None,
    ) -> Iterator[Output]:
        """`lost` is never called."""
        return map(work, inputs)
