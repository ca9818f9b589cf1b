"""A cache for expensive answers about data that never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

from coindex.workbench.presence import Waiting

T = TypeVar("T")
ROOM = 192 << 20
"""Approximate bytes: the passes of fifty annotators over documents of 1,500 words."""


class Cache:
    """Values by key with the least recently used removed first; `room` is in approximate bytes.

    Keys name revisions or finished runs, which never change. Concurrent requests for a key compute
    it once.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room, self._size = room, 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._makers: dict[Hashable, Waiting] = {}
        self._lock = Lock()

    def of(self, key: Hashable, make: Callable[[], T], weight: Callable[[T], int]) -> T:
        """The value of a key, computed by `make` if it is missing; `weight` is its size in
        bytes.
        """
        cached = self._cached(key)
        if cached is not None:
            return cast(T, cached[0])  # a key has values of one type
        with self._lock:
            maker = self._makers.setdefault(key, Waiting(1))
        with maker:
            cached = self._cached(key)
            if cached is not None:
                return cast(T, cached[0])
            try:
                value = make()
                self.put(key, value, weight(value))
            finally:
                with self._lock:
                    self._makers.pop(key, None)
        return value

    def find(self, key: Hashable) -> object:
        """The value of a key, or `None`."""
        cached = self._cached(key)
        return None if cached is None else cached[0]

    def _cached(self, key: Hashable) -> tuple[Any, int] | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: object, weight: int) -> None:
        """Store a value of `weight` bytes, if there is room for it."""
        if weight > self._room:
            return
        with self._lock:
            self._size += weight - self._values.pop(key, (None, 0))[1]
            self._values[key] = (value, weight)
            while self._size > self._room:
                self._size -= self._values.popitem(last=False)[1][1]
