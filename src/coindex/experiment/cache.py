"""Finished work on disk: complete or absent, checked when it is read, and safe for several
processes at once.

An entry is one file, written under another name first; no process waits for another. The first
process to finish an entry wins: another process that did the same work uses that entry, so that
both continue with the same numbers. A damaged entry is recognised by its checksum, recorded in
`damaged`, and counts as absent.
"""

from __future__ import annotations

import json
import os
import tempfile
import zlib
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from coindex.io import places

SCHEMA = "coindex-entry/1"


def digest(*texts: str) -> str:
    """A name determined by these texts, the same on every machine."""
    hashed = blake2b(digest_size=16)
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass")
        hashed.update(len(raw).to_bytes(8, "big") + raw)
    return hashed.hexdigest()


def dumped(value: Any) -> str:
    """JSON in a fixed form, so that equal values give equal texts."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    """A number of numpy as a number of Python."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be stored")


def _place() -> Path:
    return places.cache() / "experiments"


@dataclass(frozen=True, slots=True)
class DiskCache:
    """Entries are JSON values, identified by `kind` and `name`."""

    folder: Path = field(default_factory=_place)
    damaged: list[str] = field(default_factory=list, compare=False, repr=False)

    def get(self, kind: str, name: str) -> Any:
        """The value of an entry, or `None` if it does not exist or is damaged."""
        body = self._sound_body(kind, name)
        return None if body is None else json.loads(body)

    def sound(self, kind: str, name: str) -> bool:
        """Whether an entry exists and is not damaged."""
        return self._sound_body(kind, name) is not None

    def _sound_body(self, kind: str, name: str) -> str | None:
        path = self._path(kind, name)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        body = _body(content, f"{kind}/{name}")
        self._note(path, body is not None)
        return body

    def keep(self, kind: str, value: Any) -> str:
        """Store a value under a name determined by its content, and return the name."""
        text = dumped(value)
        name = digest(kind, text)
        if not self.sound(kind, name):
            self._write(kind, name, text, overwrite=False)
        return name

    def put(self, kind: str, name: str, value: Any, *, overwrite: bool = False) -> None:
        """Store a value, unless the entry exists already; with `overwrite`, in any case."""
        self._write(kind, name, dumped(value), overwrite=overwrite)

    def _write(self, kind: str, name: str, text: str, *, overwrite: bool) -> None:
        path = self._path(kind, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(_closed(text, f"{kind}/{name}"))
            if overwrite or not _linked(temporary, path, f"{kind}/{name}"):
                Path(temporary).replace(path)
        finally:
            Path(temporary).unlink(missing_ok=True)

    def _note(self, path: Path, whole: bool) -> None:
        if not whole and str(path) not in self.damaged:
            self.damaged.append(str(path))

    def _path(self, kind: str, name: str) -> Path:
        return self.folder / kind / name[:2] / f"{name}.json.z"


def _linked(temporary: str, path: Path, label: str) -> bool:
    """Whether there is now a sound entry under its name: this one, or an earlier one."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return _body(path.read_bytes(), label) is not None
    except OSError:
        return False  # a file system without links: the last one wins
    return True


def _closed(text: str, label: str) -> bytes:
    body = zlib.compress(text.encode("utf-8", "surrogatepass"), 3)
    return f"{SCHEMA} {_checksum(label, body)}\n".encode() + body


def _body(content: bytes, label: str) -> str | None:
    """The text of an entry, if it is what was written under this name."""
    head, _, body = content.partition(b"\n")
    if head != f"{SCHEMA} {_checksum(label, body)}".encode():
        return None
    return zlib.decompress(body).decode("utf-8", "surrogatepass")


def _checksum(label: str, body: bytes) -> str:
    """The checksum of name and content, so that an entry under a wrong name is also noticed."""
    return blake2b(label.encode() + b"\n" + body, digest_size=16).hexdigest()
