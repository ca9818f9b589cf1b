"""Encodings of text files other than UTF-8: their names, and how a file becomes UTF-8."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coindex.core.errors import CoindexError
from coindex.core.messages import Message

COMMON = {
    "utf-8": "UTF-8",
    "windows-1252": "Windows-1252 (Western European)",
    "latin-1": "Latin-1, ISO 8859-1",
    "iso8859-15": "Latin-9, ISO 8859-15",
    "windows-1250": "Windows-1250 (Central European)",
    "utf-16": "UTF-16",
    "mac-roman": "Mac OS Roman",
}
"""Those that a form offers, each with what it is called there."""
_NOT_OF_FILES = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"}
"""Encodings that Python has for other purposes than files of text."""


class Undecodable(NamedTuple):
    """A byte that the encoding does not have: where it is in the file, and in the text, from 1."""

    byte: int
    offset: int
    line: int
    column: int


def checked_encoding(name: str) -> str:
    """Return the usual name of an encoding, empty for UTF-8; raise an error if it is unknown."""
    try:
        info = codecs.lookup(name) if name else None
    except (LookupError, ValueError):
        info = None
    if name and (
        info is None or info.name in _NOT_OF_FILES or not getattr(info, "_is_text_encoding", True)
    ):
        raise CoindexError(
            Message("unknown encoding {name!r}", name=name),
            remedy=Message("choose {common}, or another one of Python", common=", ".join(COMMON)),
        )
    return "" if info is None or info.name in ("utf-8", "utf-8-sig") else info.name


class Recoder:
    """Turns the blocks of a file into UTF-8. What cannot be decoded becomes U+FFFD; where the first
    of it was is found in `undecodable`.
    """

    def __init__(self, encoding: str) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._read = self._lines = self._column = 0
        self.undecodable: Undecodable | None = None

    def recoded(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The blocks as UTF-8; characters are not cut in two."""
        for piece in pieces:
            yield self._recoded(piece, final=False)
        yield self._recoded(b"", final=True)

    def _recoded(self, piece: bytes, *, final: bool) -> bytes:
        state = self._decoder.getstate()
        try:
            text = self._decoder.decode(piece, final)
        except UnicodeDecodeError as error:
            self._note(error, self._read - len(state[0]))
            self._decoder.errors = "replace"
            self._decoder.setstate(state)
            text = self._decoder.decode(piece, final)
        self._read += len(piece)
        self._lines += text.count("\n")
        self._column = len(text.rpartition("\n")[2]) + ("\n" not in text) * self._column
        return text.encode("utf-8", errors="replace")

    def _note(self, error: UnicodeDecodeError, before: int) -> None:
        """Record where the first such byte is; `before` the bytes of the error come as many."""
        sound = error.object[: error.start].decode(error.encoding, errors="replace")
        last = len(sound.rpartition("\n")[2]) + ("\n" not in sound) * self._column
        self.undecodable = Undecodable(
            error.object[error.start],
            before + error.start,
            self._lines + sound.count("\n") + 1,
            last + 1,
        )
