"""How often somebody may try a password."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Lock

WINDOW = 15 * 60
MOST_REMEMBERED = 10_000


class Attempts:
    """Failures of the last quarter of an hour, by name and by address."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._failures: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, name: str, address: str) -> int:
        """Seconds until another attempt is allowed; 0: now."""
        with self._lock:
            return max(self._wait(f"name {name}", self._most), self._wait(f"address {address}", 3 * self._most))

    def failed(self, name: str, address: str) -> None:
        with self._lock:
            if len(self._failures) > MOST_REMEMBERED:
                self._forget_old()
            for key in (f"name {name}", f"address {address}"):
                self._failures.setdefault(key, deque(maxlen=3 * self._most)).append(self._clock())

    def succeeded(self, name: str) -> None:
        with self._lock:
            self._failures.pop(f"name {name}", None)

    def _wait(self, key: str, most: int) -> int:
        recent = self._failures.get(key)
        while recent and recent[0] < self._clock() - WINDOW:
            recent.popleft()
        if not recent or len(recent) < most:
            return 0
        return int(recent[-most] + WINDOW - self._clock()) + 1

    def _forget_old(self) -> None:
        limit = self._clock() - WINDOW
        self._failures = {key: times for key, times in self._failures.items() if times[-1] >= limit}
