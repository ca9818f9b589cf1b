"""Writes files and folders completely or not at all: they get their names when they are
complete.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EISDIR, ENOSPC, ENOTDIR
from pathlib import Path
from typing import IO, cast

_FULL = (ENOSPC, EDQUOT, EFBIG)


@contextmanager
def replacing(path: Path | str, *, private: bool = False) -> Iterator[IO[str]]:
    """A text file that gets its name only when it is complete; `.gz` and `.xz` are compressed.

    Devices and pipes are written directly. Only the owner can read a `private` file.
    """
    path = Path(path)
    if _passes_through(path):
        with naming_full(path), path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    with _named(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with (
            naming_full(path),
            os.fdopen(handle, "wb") as raw,
            _compressing(raw, path.name) as packed,
        ):
            text = io.TextIOWrapper(packed, encoding="utf-8", newline="\n", write_through=True)
            yield text
            text.flush()
            text.detach()
        with _named(path):
            temporary.chmod(0o600 if private else 0o666 & ~_umask())
            temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def replacing_folder(path: Path | str) -> Iterator[Path]:
    """A new folder that gets its name only when it is complete. The files are merged into an
    existing folder one by one.
    """
    path = Path(path)
    with _named(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_dir():
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
        temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        with naming_full(path):
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


def check_writable(path: Path | str) -> None:
    """Raise the error that `replacing` would raise, for files that others must not be written
    without.
    """
    path = Path(path)
    if _passes_through(path):
        return
    with _named(path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass


def file_identity(path: Path) -> tuple[int, int] | str | None:
    """What all paths to one file have in common, whether it exists yet or not; `None` for folders,
    devices and pipes.
    """
    if not path.exists():
        return os.path.realpath(path)
    status = path.stat()
    return (status.st_dev, status.st_ino) if path.is_file() else None


def _passes_through(path: Path) -> bool:
    """Whether the target is a device or a pipe, which cannot be replaced by a file."""
    devices = (
        Path("/dev") in path.absolute().parents
    )  # /dev/stdout may be a file, but not one to be replaced
    return path.exists() and not path.is_dir() and (devices or not path.is_file())


@contextmanager
def naming_full(path: Path | str) -> Iterator[None]:
    """Make errors about a full disk, or a file at its maximum size, name the file being written."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL or error.filename is not None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from error


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Make errors of the file system name the target instead of the temporary file next to it."""
    try:
        yield
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error


@contextmanager
def _compressing(raw: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    # The types of gzip and lzma do not say that their files are IO[bytes].
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
