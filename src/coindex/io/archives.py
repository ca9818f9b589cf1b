"""Unpacks untrusted archives: no path outside the folder, no links, a limit on expansion."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import IO, Any

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.remedies import Remedy
from coindex.io.expansion import BLOCK, Expansion, counted

DIRECTORY_ENTRY = 1_024
"""Bytes that an entry in the directory of a zip archive may take on average; names are far shorter.
"""

BAD_STREAM = (
    OSError,
    EOFError,
    lzma.LZMAError,
    zlib.error,
    tarfile.TarError,
    zipfile.BadZipFile,
    ValueError,
)
"""The errors that the standard library raises when compressed data is damaged."""


def is_archive(path: Path) -> bool:
    return path.name.endswith((".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar", ".zip"))


def unpack(path: Path, place: Path, expansion: Expansion | None = None) -> None:
    """Unpack an archive into a folder, or raise a FormatError that says what is wrong with it.

    The line of the error is the position of the faulty member in the archive's list of members.
    """
    expansion = expansion or Expansion()
    members = (
        _zip_members(path, expansion)
        if path.name.endswith(".zip")
        else _tar_members(path, expansion)
    )
    number = 0
    try:
        # Closed here, since the error that ends the loop would keep the archive open.
        with closing(members):
            for number, name, stream in members:
                target = place.joinpath(*_safe_parts(name, path, number))
                if target.exists():
                    raise _refused(
                        path,
                        number,
                        Message("holds {name!r} twice", name=name),
                        "unpack it yourself",
                    )
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as out:
                    while block := stream.read(BLOCK):
                        out.write(block)
    except BAD_STREAM as error:
        raise _refused(
            path,
            number + 1,
            Message("cannot be unpacked: {error}", error=error),
            "get the archive again",
        ) from error


def _refused(path: Path, line: int, message: str, remedy: Remedy | str) -> FormatError:
    return FormatError(message, path=str(path), line=line, column=1, remedy=remedy)


def _safe_parts(name: str, path: Path, number: int) -> tuple[str, ...]:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or ".." in parts or parts[0] == "/" or ":" in parts[0] or "\0" in name:
        raise _refused(
            path,
            number,
            Message("holds the path {name!r}, outside the archive", name=name),
            "do not trust it",
        )
    return parts


def _tar_members(path: Path, expansion: Expansion) -> Generator[tuple[int, str, IO[bytes]]]:
    with _decompressed(path, expansion) as raw, tarfile.open(fileobj=raw, mode="r|") as archive:
        for number, member in enumerate(archive, 1):
            expansion.begin_member(str(path))
            expansion.expect(f"{path}!/{member.name}", member.size, packed=member.size)
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                yield number, member.name, stream
            elif not member.isdir():
                raise _refused(
                    path,
                    number,
                    Message("holds {member!r}, a link or device", member=member.name),
                    "do not trust it",
                )


_DECOMPRESSORS: dict[bytes, Callable[..., Any]] = {
    b"\x1f\x8b": gzip.open,
    b"\xfd7zXZ": lzma.open,
    b"BZh": bz2.open,
}


def _decompressed(path: Path, expansion: Expansion) -> IO[bytes]:
    """The bytes of the tar file itself, counted: a header in it may also be of any size."""
    with path.open("rb") as stream:
        begin = stream.read(6)
    opening = next(
        (opening for magic, opening in _DECOMPRESSORS.items() if begin.startswith(magic)), open
    )
    most, packed = expansion.limits.total, path.stat().st_size
    return counted(opening(path, "rb"), expansion, str(path), packed=packed, most=most)


def _zip_members(path: Path, expansion: Expansion) -> Generator[tuple[int, str, IO[bytes]]]:
    with path.open("rb") as raw:
        check_directory(raw, str(path), expansion)
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        size, packed = sum(member.file_size for member in members), path.stat().st_size
        expansion.expect(str(path), size, packed=packed, most=expansion.limits.total)
        for number, member in enumerate(members, 1):
            expansion.begin_member(str(path))
            if stat.S_ISLNK(member.external_attr >> 16):
                raise _refused(
                    path,
                    number,
                    Message("holds {filename!r}, a link", filename=member.filename),
                    "do not trust it",
                )
            if member.flag_bits & 1:
                raise _refused(path, number, "is encrypted", "unpack it yourself")
            if not member.is_dir():
                label = f"{path}!/{member.filename}"
                expansion.expect(label, member.file_size, packed=packed)
                with member_opened(archive, member, expansion, label, packed=packed) as stream:
                    yield number, member.filename, stream


def member_opened(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    expansion: Expansion,
    label: str,
    *,
    packed: int,
    most: int = 0,
) -> IO[bytes]:
    """The content of a member, counted whatever size the archive claims.

    Methods other than Deflate are refused: zipfile decompresses their data in one go, and 300 bytes
    of bzip2 may become 600 MB.
    """
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        remedy = "unpack it yourself, or pack it with Deflate"
        raise FormatError(
            Message("{filename!r} is not compressed with Deflate", filename=member.filename),
            path=label,
            remedy=remedy,
        )
    return counted(archive.open(member), expansion, label, packed=packed, most=most)


def check_directory(stream: IO[bytes], label: str, expansion: Expansion) -> None:
    """Refuse a zip archive whose directory alone would exhaust the memory, before anything reads
    it.
    """
    stream.seek(0, 2)
    stream.seek(max(0, stream.tell() - (1 << 16) - 22))
    tail = stream.read()
    at = tail.rfind(b"PK\5\6")
    if at >= 0 and len(tail) >= at + 22:
        (size,) = struct.unpack_from("<I", tail, at + 12)
        wide = tail.rfind(b"PK\6\6", 0, at)
        if wide >= 0 and len(tail) >= wide + 56:
            (size,) = struct.unpack_from("<Q", tail, wide + 40)
        if size > DIRECTORY_ENTRY * expansion.limits.members:
            raise expansion.too_many(label)
    stream.seek(0)
