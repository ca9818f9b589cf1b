"""A cache of recently read or written states."""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock
from typing import Any

PARSED = 8
"""Approximate size of a state in Python relative to its JSON text."""


class RecentTexts:
    """JSON texts by number, and their values once asked for; the least
    recently used are removed first.

    `room` is in approximate bytes. Numbered texts never change, and callers must not change the
    values.
    """

    def __init__(self, room: int) -> None:
        self._room, self._size = room, 0
        self._texts: OrderedDict[int, str] = OrderedDict()
        self._values: dict[int, Any] = {}
        self._lock = Lock()

    def text(self, number: int) -> str | None:
        with self._lock:
            if number in self._texts:
                self._texts.move_to_end(number)
            return self._texts.get(number)

    def value(self, number: int, text: str) -> Any:
        """The value of the text with this number."""
        with self._lock:
            if number in self._values:
                return self._values[number]
        value = json.loads(text)
        self.put(number, text, value)
        return value

    def put(self, number: int, text: str, value: Any = None) -> None:
        with self._lock:
            self._drop(number)
            self._texts[number] = text
            if value is not None:
                self._values[number] = value
            self._size += self._weight(number)
            while self._size > self._room:
                self._drop(next(iter(self._texts)))

    def drop(self, number: int) -> None:
        with self._lock:
            self._drop(number)

    def _drop(self, number: int) -> None:
        self._size -= self._weight(number)
        self._texts.pop(number, None)
        self._values.pop(number, None)

    def _weight(self, number: int) -> int:
        return len(self._texts.get(number, "")) * (1 + PARSED * (number in self._values))
