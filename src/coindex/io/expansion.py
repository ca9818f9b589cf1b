"""Counts and limits what compressed files, archives and packages expand to while they are read."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from weakref import WeakSet

from coindex.core.errors import TooLarge
from coindex.core.messages import Message
from coindex.core.remedies import Remedy

MEGABYTE, GIGABYTE = 1 << 20, 1 << 30
BLOCK = 1 << 16
"""Bytes read at a time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one input may expand; uncompressed input is limited only by `tags`.

    `total` is the number of bytes over all containers of the input, `file` that of one compressed
    file or member of an archive, `package` that of all parts of a DOCX or EPUB that are read.
    `ratio` is the largest factor by which a container may grow once it has passed `spared` bytes.
    `members` limits the entries of archives, `tags` those of HTML and XML and the separators of
    JSON: a tree in memory takes some hundred bytes for each. Without `opaque`, formats that a
    library unpacks by itself are refused, because nothing can be counted in time. `remedy` becomes
    part of the error.
    """

    total: int = 20 * GIGABYTE
    file: int = 20 * GIGABYTE
    package: int = 512 * MEGABYTE
    ratio: int = 200
    spared: int = 64 * MEGABYTE
    members: int = 1_000_000
    tags: int = 50_000_000
    opaque: bool = True
    remedy: Remedy | str = "if you trust it, unpack it yourself and read the files"


class Expansion:
    """The counters of one input, and its open streams. A file that is read twice counts once, with
    the larger number of bytes read.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.total = self.members = self.tags = 0
        self._sizes: dict[str, int] = {}
        self._tags: dict[str, int] = {}
        self._streams = WeakSet[IO[bytes]]()

    def watched(self, stream: IO[bytes]) -> IO[bytes]:
        """The stream, which `close` closes if nobody else has done so."""
        self._streams.add(stream)
        return stream

    def close(self) -> None:
        """Close streams that are only held by the traceback of an error: the garbage collector
        would find them much later.
        """
        for stream in list(self._streams):
            stream.close()

    def begin_member(self, label: str) -> None:
        """Count an entry of an archive, of whatever kind."""
        self.members += 1
        if self.members > self.limits.members:
            raise self.too_many(label)

    def too_many(self, label: str) -> TooLarge:
        return self._refused(
            Message("more than {members:,} files", members=self.limits.members), label
        )

    def expect(self, label: str, size: int, *, packed: int, most: int = 0) -> None:
        """Refuse a container of `packed` bytes that claims to expand to `size` bytes, if more than
        `most` (0: `file`).
        """
        limits = self.limits
        allowed = min(most or limits.file, limits.total)
        if size > allowed or self.total + size - self._sizes.get(label, 0) > limits.total:
            raise self._refused(
                Message("expands to more than {allowed:,} bytes", allowed=allowed), label
            )
        if size > max(limits.spared, limits.ratio * packed):
            raise self._refused(
                Message("expands to more than {ratio} times its size", ratio=limits.ratio), label
            )

    def reach(self, label: str, size: int, *, packed: int, most: int = 0) -> None:
        """As `expect`, for bytes that have been unpacked; they are counted."""
        self.expect(label, size, packed=packed, most=most)
        known = self._sizes.get(label, 0)
        if size > known:
            self._sizes[label] = size
            self.total += size - known

    def check_opaque(self, label: str, format: str) -> None:
        """Refuse a format that a library unpacks by itself, unless that is allowed."""
        if not self.limits.opaque:
            raise TooLarge(
                Message(
                    "{format} is not accepted here, since what it expands to cannot be limited",
                    format=format,
                ),
                path=label,
                remedy="convert it to JSON Lines with Coindex on your own machine",
            )

    def count_tags(self, label: str, count: int) -> None:
        """Count the tags or separators of a text that is about to become a tree; per label, the
        largest number counts.
        """
        known = self._tags.get(label, 0)
        if count > known:
            self._tags[label] = count
            self.tags += count - known
        if self.tags > self.limits.tags:
            what = Message("more than {limit:,} tags or values", limit=self.limits.tags)
            raise self._refused(what, label)

    def _refused(self, message: str, label: str) -> TooLarge:
        return TooLarge(message, path=label, remedy=self.limits.remedy)


_held: dict[Path, Limits] = {}


def hold_to(limits: Limits, folder: Path) -> None:
    """From now on, apply these limits to everything that this process reads below a folder."""
    _held[folder.absolute()] = limits


def allowed(path: Path) -> Limits:
    """The limits for an input that has none of its own."""
    folders = path.absolute().parents
    return next((limits for folder, limits in _held.items() if folder in folders), Limits())


class CountingStream(io.RawIOBase):
    """A decompressing stream whose output is counted as it is read."""

    def __init__(
        self, stream: IO[bytes], expansion: Expansion, label: str, *, packed: int, most: int
    ) -> None:
        self._stream, self._expansion, self._label = stream, expansion, label
        self._packed, self._most, self._size = packed, most, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        self._size += len(block)
        self._expansion.reach(self._label, self._size, packed=self._packed, most=self._most)
        return len(block)

    def close(self) -> None:
        self._stream.close()
        super().close()


def counted(
    stream: IO[bytes], expansion: Expansion, label: str, *, packed: int, most: int = 0
) -> IO[bytes]:
    """The same stream, which raises TooLarge once it exceeds the limits."""
    return io.BufferedReader(
        CountingStream(stream, expansion, label, packed=packed, most=most), BLOCK
    )
