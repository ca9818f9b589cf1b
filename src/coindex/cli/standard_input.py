"""Standard input as documents come in, or as a file for commands that read it more than once."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import IO, Any

import typer

from coindex.core.errors import CoindexError
from coindex.io.files import PIECE, File, Files

DASH = "-"
_PREFIX = "coindex-stdin-"
LINED = ("jsonl", "clusters", "coref_data")
"""Formats with a document in each line: the first is worked on before the last is there."""


@dataclass(frozen=True)
class InputStream(File):
    """Lines of standard input, read when they are needed; not twice."""

    source: IO[bytes] = field(default_factory=lambda: sys.stdin.buffer, compare=False, kw_only=True)

    def pieces(self) -> Iterator[bytes]:
        read = getattr(self.source, "read1", self.source.read)
        while block := read(PIECE):
            yield block

    def sample(self) -> str:
        """Nothing: what is read to recognise a format would be lost."""
        return ""


def streamed(format: str) -> Files | None:
    """Standard input, if documents of this format come line by line. Then what is printed appears
    line by line, too.
    """
    if format.partition("(")[0] not in LINED:
        return None
    make_lines_appear = getattr(sys.stdout, "reconfigure", None)
    if make_lines_appear is not None:
        make_lines_appear(line_buffering=True)
    return Files(
        [InputStream(Path("stdin.jsonl"), "stdin.jsonl", "standard input")], "standard input"
    )


def as_files(context: typer.Context, value: Any) -> Any:
    """An argument of a command, or several, with a file instead of `-`; the file is removed
    when the command ends.
    """
    if isinstance(value, list | tuple):
        return type(value)(as_files(context, one) for one in value)
    if value is None or str(value) != DASH:
        return value
    if "stdin" in context.meta:
        raise CoindexError("standard input can be read only once: give - for one of the inputs")
    context.meta["stdin"] = True
    folder = mkdtemp(prefix=_PREFIX)
    remove = partial(rmtree, folder, ignore_errors=True)
    context.call_on_close(remove)
    atexit.register(remove)  # a context that other arguments are wrong in is not closed
    path = Path(folder, "stdin")
    path.write_bytes(sys.stdin.buffer.read())
    return path if isinstance(value, Path) else str(path)


def shown(path: Path) -> str:
    """What a path is called in a table; the file of standard input is not one of the user's."""
    return "standard input" if path.parent.name.startswith(_PREFIX) else str(path)
