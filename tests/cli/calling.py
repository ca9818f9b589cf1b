"""The command line, called as from a shell but in this process: a
new one takes a second to start.
"""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from coindex.cli import main


def coindex(
    *arguments: str | Path, given: bytes = b"", folder: Path | None = None
) -> CompletedProcess[str]:
    """How `coindex ARGUMENTS` ends in a folder, with `given` as standard input."""
    command = ["coindex", *map(str, arguments)]
    streams = [TextIOWrapper(BytesIO(bytes), encoding="utf-8") for bytes in (given, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in zip(
            ("argv", "stdin", "stdout", "stderr"), (command, *streams), strict=True
        ):
            patch.setattr(sys, name, value)
        # Under `python -m pytest`, click would call the program "python -m pytest".
        patch.setattr(sys.modules["__main__"], "__package__", None, raising=False)
        if folder is not None:
            patch.chdir(folder)
        code = _code()
    out, err = (_content(stream) for stream in streams[1:])
    return CompletedProcess(command, code, out, err)


def _code() -> int:
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _content(stream: TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()
