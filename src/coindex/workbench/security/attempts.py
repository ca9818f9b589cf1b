"""Limits on password attempts: growing delays for guesses, none for known browsers and addresses.

An attempt is counted before the password is checked, so that parallel attempts do not avoid the
count; a correct password takes it back. Guesses are counted by name and address together, so that
they do not delay other addresses. Guesses for one name from all addresses, and for all names from
one address, are delayed only after ten times as many attempts, and never for a browser or an
address from which the correct password has come before.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import NamedTuple

FORGOTTEN = 60 * 60
"""Seconds after the last guess after which a count is reset."""
LONGEST, LONGEST_SHARED = 15 * 60, 60
"""Longest delay in seconds; the second value is for counts that others,
who are not guessing, may share.
"""
SHARED = 10
"""Factor for the number of free attempts where others share the count."""
MOST_REMEMBERED = 20_000
"""Addresses and names whose failures are remembered: some megabytes."""


class _Count(NamedTuple):
    attempts: int
    last: float


class _Rule(NamedTuple):
    """Attempts by key: the first ones are free, then delays double up to the longest."""

    key: tuple[str, ...]
    free: int
    longest: float


class Attempts:
    """`free` attempts for one name from one address are not delayed."""

    def __init__(self, free: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._clock = free, clock
        self._counts: OrderedDict[tuple[str, ...], _Count] = OrderedDict()
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = Lock()

    def reserve(self, name: str, address: str, device: str = "") -> int:
        """Count an attempt; return 0 if it is allowed, else the seconds to wait.

        `device` identifies a browser that has proven to be the account's own.
        """
        where = network(address)
        with self._lock:
            rules = self._rules(name, where, device)
            wait = max(self._wait(rule) for rule in rules)
            if wait > 0:
                return math.ceil(wait)
            for rule in rules:
                self._add(rule.key, 1)
            return 0

    def succeeded(self, name: str, address: str, device: str = "") -> None:
        """Reset the counts after a correct password."""
        where = network(address)
        with self._lock:
            for rule in self._rules(name, where, device):
                if rule.key[0] in ("pair", "device"):
                    self._counts.pop(rule.key, None)
                else:
                    self._add(rule.key, -1)
            self._known[name, where] = None
            self._known.move_to_end((name, where))
            _shorten(self._known)

    def _rules(self, name: str, where: str, device: str) -> list[_Rule]:
        if device:
            return [_Rule(("device", name, device), self._free, LONGEST)]
        pair = _Rule(("pair", name, where), self._free, LONGEST)
        if (name, where) in self._known:
            return [pair]
        shared = (("name", name), ("address", where))
        return [pair, *(_Rule(key, SHARED * self._free, LONGEST_SHARED) for key in shared)]

    def _wait(self, rule: _Rule) -> float:
        attempts, last = self._current(rule.key)
        if attempts < rule.free:
            return 0
        return last + min(2.0 ** min(attempts - rule.free, 30), rule.longest) - self._clock()

    def _current(self, key: tuple[str, ...]) -> _Count:
        count = self._counts.get(key, _Count(0, 0))
        return count if self._clock() - count.last < FORGOTTEN else _Count(0, 0)

    def _add(self, key: tuple[str, ...], count: int) -> None:
        attempts, last = self._current(key)
        self._counts[key] = _Count(max(0, attempts + count), self._clock() if count > 0 else last)
        self._counts.move_to_end(key)
        _shorten(self._counts)


def _shorten(
    remembered: OrderedDict[tuple[str, ...], _Count] | OrderedDict[tuple[str, str], None],
) -> None:
    while len(remembered) > MOST_REMEMBERED:
        remembered.popitem(last=False)


def network(address: str) -> str:
    """The key of an address; IPv6 addresses count by their /64, which one client usually has."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
