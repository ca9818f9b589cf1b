"""Writing whole files and folders, or nothing: they appear under their names when they are complete."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast


@contextmanager
def replacing(path: Path | str) -> Iterator[IO[str]]:
    """A text file that appears under its name only once it is whole; `.gz` and `.xz` are compressed."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw, _compressing(raw, path.name) as packed:
            text = io.TextIOWrapper(packed, encoding="utf-8", newline="\n", write_through=True)
            yield text
            text.flush()
            text.detach()
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def replacing_folder(path: Path | str) -> Iterator[Path]:
    """A new folder that appears under its name only once it is whole. An existing one is merged into, file by file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        yield temporary
        if path.exists():
            for item in sorted(temporary.rglob("*")):
                target = path / item.relative_to(temporary)
                if item.is_dir():
                    target.mkdir(exist_ok=True)
                else:
                    item.replace(target)
        else:
            temporary.chmod(0o777 & ~_umask())
            temporary.rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


@contextmanager
def _compressing(raw: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    if name.endswith(".gz"):
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
            yield cast(IO[bytes], packed)
    elif name.endswith(".xz"):
        with lzma.open(raw, "wb") as packed_xz:
            yield cast(IO[bytes], packed_xz)
    else:
        yield raw


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
