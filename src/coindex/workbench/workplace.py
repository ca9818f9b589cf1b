"""Temporary folders of this process, all in one folder, which the next server
removes if this one is killed.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]  # a module elsewhere

PREFIX, LOCK = "coindex-server-", "lock"
YOUNG = 60
"""Seconds in which a process may not have locked its folder yet."""


@contextmanager
def folder(prefix: str) -> Iterator[Path]:
    """A temporary folder for one piece of work."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=_place()) as path:
        yield Path(path)


@cache
def _place() -> Path:
    place = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = (place / LOCK).open("w")
    _lock(lock)
    atexit.register(_leave, place, lock, os.getpid())
    return place


def _leave(place: Path, lock: IO[str], process: int) -> None:
    if os.getpid() == process:  # not in a process that was forked from this one
        lock.close()
        shutil.rmtree(place, ignore_errors=True)


def _lock(file: IO[str]) -> bool:
    """Lock a file; whether that succeeded."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def clean() -> None:
    """Remove the folders of killed processes of the same user."""
    if fcntl is None:
        return
    for place in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if place.stat().st_uid == os.getuid() and not place.is_symlink() and _abandoned(place):
                shutil.rmtree(place, ignore_errors=True)


def _abandoned(place: Path) -> bool:
    try:
        with (place / LOCK).open("r+") as lock:
            return _lock(lock)
    except FileNotFoundError:
        return time.time() - place.stat().st_mtime > YOUNG
