"""Waiting in tests: for a condition, with a deadline, never for a length of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds. Nothing takes so long unless it is broken, not even on a
machine that is busy with other work.
"""


def until(condition: Callable[[], T | None], what: str, *, patience: float = PATIENCE) -> T:
    """The first true value of `condition`; `what` says in the failure what did not happen."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < deadline, f"after {patience:g} seconds: {what}"
        time.sleep(0.01)
    return value


def ended(*processes: int) -> bool:
    """Whether the kernel knows none of them any more."""
    return not any(Path(f"/proc/{process}").exists() for process in processes)
