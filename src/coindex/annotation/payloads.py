"""Values as compressed JSON with a checksum of their text."""

from __future__ import annotations

import json
import zlib
from hashlib import blake2b
from typing import Any, NamedTuple

from coindex.annotation.errors import Damaged

QUICK = 3
"""Level of compression: higher ones gain little on JSON and take several times as long."""


class Payload(NamedTuple):
    """A JSON text as it is stored."""

    content: bytes
    checksum: str

    def text(self) -> str:
        """The JSON text, if it is what was once stored."""
        text = unpacked_text(self.content)
        if _checksum(text.encode()) != self.checksum:
            raise Damaged("an entry of the database is not what was written; restore a backup")
        return text

    def value(self) -> Any:
        return json.loads(self.text())


def packed(value: Any) -> Payload:
    """Equal values give equal checksums."""
    return packed_text(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def packed_text(text: str) -> Payload:
    raw = text.encode()
    return Payload(zlib.compress(raw, QUICK), _checksum(raw))


def unpacked_text(content: bytes) -> str:
    """The compression has a checksum of its own, shorter than ours."""
    try:
        return zlib.decompress(content).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise Damaged(f"an entry of the database cannot be read: {error}; restore a backup") from error


def _checksum(raw: bytes) -> str:
    return blake2b(raw, digest_size=16).hexdigest()
