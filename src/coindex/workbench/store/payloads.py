"""Values as compressed JSON with a checksum of their text."""

from __future__ import annotations

import json
import struct
import zlib
from hashlib import blake2b
from typing import Any, NamedTuple

from coindex.core.messages import Message
from coindex.workbench.store.errors import Damaged

QUICK = 3
"""Level of compression: higher ones gain little on JSON and take several times as long."""


class Payload(NamedTuple):
    """Compress a JSON text for storage."""

    content: bytes
    checksum: str

    def text(self) -> str:
        """The JSON text; an error if its checksum is wrong."""
        return checked(unpacked_text(self.content), self.checksum)

    def value(self) -> Any:
        return json.loads(self.text())


def dumped(value: Any) -> str:
    """Canonical JSON: equal values give equal texts."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def packed(value: Any) -> Payload:
    """Checksum of a text."""
    return packed_text(dumped(value))


def packed_text(text: str) -> Payload:
    return Payload(compressed(text), checksum_of(text))


def compressed(text: str) -> bytes:
    return zlib.compress(text.encode(), QUICK)


def checked(text: str, checksum: str) -> str:
    """The text; an error if its checksum is wrong."""
    if checksum_of(text) != checksum:
        raise Damaged("an entry of the database is damaged; restore a backup")
    return text


def unpacked_text(content: bytes) -> str:
    """Decompress a payload."""
    try:
        return zlib.decompress(content).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise _unreadable(error) from error


def gzipped(content: bytes) -> bytes:
    """The payload as gzip. Both formats frame the same compressed data, so that it is only
    decompressed, for the other checksum: for the tokens of a novel a quarter of the time that it
    takes to compress them again.
    """
    try:
        text = zlib.decompress(content)
    except zlib.error as error:
        raise _unreadable(error) from error
    return _GZIP + content[2:-4] + struct.pack("<II", zlib.crc32(text), len(text) & 0xFFFFFFFF)


_GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Compressed by deflate; no name, no time, unknown system."""


def _unreadable(error: Exception) -> Damaged:
    return Damaged(
        Message("an entry of the database cannot be read: {error}; restore a backup", error=error)
    )


def checksum_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()
