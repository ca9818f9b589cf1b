"""Texts that were read or written lately, as many as there is room for."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock


class Recent:
    """Texts by number, the latest used first to stay; `room` is in characters. What has a number never changes."""

    def __init__(self, room: int) -> None:
        self._room, self._size = room, 0
        self._texts: OrderedDict[int, str] = OrderedDict()
        self._lock = Lock()

    def get(self, number: int) -> str | None:
        with self._lock:
            if number in self._texts:
                self._texts.move_to_end(number)
            return self._texts.get(number)

    def put(self, number: int, text: str) -> None:
        with self._lock:
            self._size += len(text) - len(self._texts.pop(number, ""))
            self._texts[number] = text
            while self._size > self._room:
                self._size -= len(self._texts.popitem(last=False)[1])
