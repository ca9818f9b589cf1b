"""Unpacking archives nobody vouches for: no way out of the folder, no links, no absurd expansion."""

from __future__ import annotations

import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from coindex.core.errors import FormatError

LARGEST = 20 * 2**30
MOST_EXPANSION = 200
MOST_MEMBERS = 1_000_000
BLOCK = 1 << 20

BAD_STREAM = (OSError, EOFError, lzma.LZMAError, zlib.error, tarfile.TarError, zipfile.BadZipFile, ValueError)
"""What the standard library raises when compressed data is damaged."""


def is_archive(path: Path) -> bool:
    return path.name.endswith((".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar", ".zip"))


def unpack(path: Path, place: Path) -> None:
    """Unpack an archive into a folder, or raise a FormatError that says what is wrong with it.

    The error's line is that of the member at fault in the list of the archive's members.
    """
    members = _zip_members(path) if path.name.endswith(".zip") else _tar_members(path)
    budget = min(LARGEST, max(64 * 2**20, MOST_EXPANSION * path.stat().st_size))
    number = 0
    try:
        for number, name, stream in members:
            if number > MOST_MEMBERS:
                raise _refused(path, number, f"more than {MOST_MEMBERS:,} files", "unpack it yourself")
            target = place.joinpath(*_safe_parts(name, path, number))
            if target.exists():
                raise _refused(path, number, f"holds {name!r} twice", "unpack it yourself")
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as out:
                while block := stream.read(BLOCK):
                    budget -= len(block)
                    if budget < 0:
                        remedy = "if it is genuine, unpack it yourself"
                        raise _refused(path, number, "expands beyond all proportion", remedy)
                    out.write(block)
    except BAD_STREAM as error:
        raise _refused(path, number + 1, f"cannot be unpacked: {error}", "get the archive again") from error


def _refused(path: Path, line: int, message: str, remedy: str) -> FormatError:
    return FormatError(message, path=str(path), line=line, column=1, remedy=remedy)


def _safe_parts(name: str, path: Path, number: int) -> tuple[str, ...]:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or ".." in parts or parts[0] == "/" or ":" in parts[0] or "\0" in name:
        raise _refused(path, number, f"holds the path {name!r}, outside the archive", "do not trust it")
    return parts


def _tar_members(path: Path) -> Iterator[tuple[int, str, IO[bytes]]]:
    with tarfile.open(path, "r|*") as archive:
        for number, member in enumerate(archive, 1):
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                yield number, member.name, stream
            elif not member.isdir():
                raise _refused(path, number, f"holds {member.name!r}, a link or device", "do not trust it")


def _zip_members(path: Path) -> Iterator[tuple[int, str, IO[bytes]]]:
    with zipfile.ZipFile(path) as archive:
        for number, member in enumerate(archive.infolist(), 1):
            if stat.S_ISLNK(member.external_attr >> 16):
                raise _refused(path, number, f"holds {member.filename!r}, a link", "do not trust it")
            if member.flag_bits & 1:
                raise _refused(path, number, "is encrypted", "unpack it yourself")
            if not member.is_dir():
                with archive.open(member) as stream:
                    yield number, member.filename, stream
