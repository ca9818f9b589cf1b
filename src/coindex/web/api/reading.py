"""Uploaded files, read as documents: in a folder of their own, under names of ours."""

from __future__ import annotations

import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from fastapi import UploadFile

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.archives import BAD_STREAM, is_archive
from coindex.core.errors import CoindexError, FormatError
from coindex.core.files import File, Files, opened
from coindex.core.problems import Problems

BLOCK = 1 << 20
_SUFFIX = re.compile(r"(\.[A-Za-z0-9_-]{1,16}){1,3}$")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def plain_name(filename: str | None) -> str:
    """What a file is called, without folders and odd characters; never used as a path."""
    last = PurePosixPath((filename or "").replace("\\", "/")).name
    return _ODD.sub("_", last).strip(" .")[-150:] or "upload"


def one_line(name: str) -> str:
    """A document's name, without what no name has in it."""
    return " ".join(_ODD.sub(" ", name).split())[:200] or "document"


@contextmanager
def received(uploads: Sequence[UploadFile], most: int) -> Iterator[Files]:
    """The files of an upload; an archive counts by what is in it, and may not expand beyond `most` bytes."""
    with tempfile.TemporaryDirectory(prefix="coindex-upload-") as place:
        files: list[File] = []
        room = most
        for number, upload in enumerate(uploads):
            name = plain_name(upload.filename)
            suffix = _SUFFIX.search(name)
            path = Path(place) / f"{number}{suffix[0].lower() if suffix else ''}"
            with path.open("wb") as out:
                shutil.copyfileobj(upload.file, out, BLOCK)
            room -= expanded(path, room, name)
            files.append(File(path, name, name))
        with _without_path(place):
            if len(files) == 1 and is_archive(files[0].path):
                with opened(files[0].path) as inside:
                    yield Files([File(f.path, f.name, f"{files[0].name}/{f.name}") for f in inside], files[0].name)
            else:
                yield Files(files, files[0].name if len(files) == 1 else "upload")


@contextmanager
def _without_path(place: str) -> Iterator[None]:
    """Messages name the file as the sender does, not where it lies on the server."""
    try:
        yield
    except FormatError as error:
        raise FormatError(
            error.message.replace(place, ""),
            path=PurePosixPath(error.path).name if place in error.path else error.path,
            line=error.line,
            column=error.column,
            remedy=_for_the_web(error.remedy),
        ) from error
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}") from error


def _for_the_web(remedy: str) -> str:
    return remedy.replace("--lenient", "reading leniently").replace(
        "name it with --from; `coindex list formats`", "name it"
    )


def expanded(path: Path, most: int, name: str) -> int:
    """How many bytes a file becomes when it is unpacked."""
    total = 0
    try:
        for stream in _contents(path):
            while block := stream.read(BLOCK):
                total += len(block)
                if total > most:
                    raise FormatError(f"expands to more than {most:,} bytes", path=name, remedy="upload it in parts")
    except BAD_STREAM as error:
        raise FormatError(f"cannot be unpacked: {error}", path=name, remedy="get the file again") from error
    return total


def _contents(path: Path) -> Iterator[IO[bytes]]:
    if path.name.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if member.flag_bits & 1:
                    raise FormatError("is encrypted")
                with archive.open(member) as stream:
                    yield stream
    elif is_archive(path):
        with tarfile.open(path, "r|*") as tar:
            for item in tar:
                found = tar.extractfile(item) if item.isfile() else None
                if found is not None:
                    yield found
    elif path.suffix in (".gz", ".xz"):
        with File(path, path.name, path.name).open() as stream:
            yield stream
    else:
        with path.open("rb") as plain:
            yield plain


def read(files: Files, format: str, problems: Problems) -> Iterator[Annotated]:
    """As `formats.read_files`; what a format trips over is the file's fault."""
    try:
        yield from formats.read_files(files, format, problems)
    except CoindexError:
        raise
    except RecursionError as error:
        raise FormatError("is nested too deeply", path=files.label) from error
