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
    """Unpack an archive into a folder, or raise a FormatError that says what is wrong with it."""
    members = _zip_members(path) if path.name.endswith(".zip") else _tar_members(path)
    budget = min(LARGEST, max(64 * 2**20, MOST_EXPANSION * path.stat().st_size))
    try:
        for count, (name, stream) in enumerate(members):
            if count >= MOST_MEMBERS:
                raise FormatError(f"more than {MOST_MEMBERS:,} files", path=str(path), remedy="unpack it yourself")
            target = place.joinpath(*_safe_parts(name, path))
            if target.exists():
                raise FormatError(f"holds {name!r} twice", path=str(path), remedy="unpack it yourself")
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as out:
                while block := stream.read(BLOCK):
                    budget -= len(block)
                    if budget < 0:
                        raise FormatError(
                            "expands beyond all proportion",
                            path=str(path),
                            remedy="if it is genuine, unpack it yourself",
                        )
                    out.write(block)
    except BAD_STREAM as error:
        raise FormatError(f"cannot be unpacked: {error}", path=str(path), remedy="get the archive again") from error


def _safe_parts(name: str, path: Path) -> tuple[str, ...]:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or ".." in parts or parts[0] == "/" or ":" in parts[0] or "\0" in name:
        raise FormatError(f"holds the path {name!r}, outside the archive", path=str(path), remedy="do not trust it")
    return parts


def _tar_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                yield member.name, stream
            elif not member.isdir():
                raise FormatError(f"holds {member.name!r}, a link or device", path=str(path), remedy="do not trust it")


def _zip_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if stat.S_ISLNK(member.external_attr >> 16):
                raise FormatError(f"holds {member.filename!r}, a link", path=str(path), remedy="do not trust it")
            if member.flag_bits & 1:
                raise FormatError("is encrypted", path=str(path), remedy="unpack it yourself")
            if not member.is_dir():
                with archive.open(member) as stream:
                    yield member.filename, stream
