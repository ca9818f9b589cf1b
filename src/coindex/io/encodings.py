"""Encodings of text files other than UTF-8: their names, and how a file becomes UTF-8."""

from __future__ import annotations

import codecs
import re
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
_CONTROLS = re.compile("[\x80-\x9f]")
"""What ISO 8859 has where Windows has quotation marks and dashes. No text has it."""


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
        self._encoding = codecs.lookup(encoding).name
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._read = self._lines = self._column = 0
        self.undecodable: Undecodable | None = None
        unicode = self._encoding.startswith("utf")
        self._utf_8 = None if unicode else codecs.getincrementaldecoder("utf-8")("strict")
        self._ascii = True

    @property
    def of_utf_8(self) -> bool:
        """Whether what was decoded is UTF-8, and not ASCII alone. Text in another encoding hardly
        ever is, and UTF-8 read as another one has `Ã©` for `é`.
        """
        return self._utf_8 is not None and not self._ascii

    def recoded(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The blocks as UTF-8; characters are not cut in two."""
        for piece in pieces:
            yield self._recoded(piece, final=False)
        yield self._recoded(b"", final=True)

    def _recoded(self, piece: bytes, *, final: bool) -> bytes:
        state = self._decoder.getstate()
        self._read += len(piece)
        self._try_utf_8(piece, final=final)
        try:
            text = self._decoder.decode(piece, final)
        except UnicodeError as error:
            self._note(error, state[0] + piece)
            text = self._replaced(state, piece, final=final)
        if self._encoding.startswith("iso8859"):
            text = self._without_controls(text)
        self._lines += text.count("\n")
        self._column = len(text.rpartition("\n")[2]) + ("\n" not in text) * self._column
        return text.encode("utf-8", errors="replace")

    def _try_utf_8(self, piece: bytes, *, final: bool) -> None:
        if self._utf_8 is None:
            return
        self._ascii = self._ascii and piece.isascii()
        try:
            self._utf_8.decode(piece, final)
        except UnicodeDecodeError:
            self._utf_8 = None

    def _replaced(self, state: tuple[bytes, int], piece: bytes, *, final: bool) -> str:
        self._decoder.errors = "replace"
        self._decoder.setstate(state)
        try:
            return self._decoder.decode(piece, final)
        except UnicodeError:  # nothing says the order of the bytes
            self._decoder = codecs.getincrementaldecoder(f"{self._encoding}-le")("replace")
            return self._decoder.decode(state[0] + piece, final)

    def _note(self, error: UnicodeError, content: bytes) -> None:
        """Record where the first such byte is; `content` ends with the block that was read last.

        UTF-16 and UTF-32 are wrong from their first byte on if it does not say their byte order.
        """
        if not isinstance(error, UnicodeDecodeError):
            self.undecodable = Undecodable(content[0], 0, 1, 1)
            return
        sound = error.object[: error.start].decode(error.encoding, errors="replace")
        before = self._read - len(content)
        self._note_byte(error.object[error.start], before + error.start, sound)

    def _without_controls(self, text: str) -> str:
        found = _CONTROLS.search(text)
        if found is None:
            return text
        if self.undecodable is None:
            before = self._read - len(text)  # a byte is a character
            self._note_byte(ord(found[0]), before + found.start(), text[: found.start()])
        return _CONTROLS.sub("\ufffd", text)

    def _note_byte(self, byte: int, offset: int, sound: str) -> None:
        """Record a byte by what stands before it in its block."""
        last = len(sound.rpartition("\n")[2]) + ("\n" not in sound) * self._column
        line = self._lines + sound.count("\n") + 1
        self.undecodable = Undecodable(byte, offset, line, last + 1)
