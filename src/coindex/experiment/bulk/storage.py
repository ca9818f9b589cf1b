"""Files and folders, on this machine or at a URL; output gets its name when it is complete."""

from __future__ import annotations

import glob
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, Protocol

from coindex.core.errors import FormatError
from coindex.experiment.bulk.remote import RemoteFolder, container, filesystem, reached, reading
from coindex.io.output import naming_full

_MAGIC = "*?["


class Folder(Protocol):
    """The folder for a job's output; names are relative, with slashes."""

    def read(self, name: str) -> bytes | None: ...

    def write(self, name: str, content: bytes) -> None: ...

    def names(self, below: str) -> list[str]:
        """The files in one of its folders, sorted; empty if the folder does not exist."""
        ...


class StoredFile(NamedTuple):
    """A file of an input: `name` is its path inside the input, `address` where it is."""

    name: str
    address: str
    size: int


def is_url(address: str) -> bool:
    return "://" in address


def has_magic(address: str) -> bool:
    """Whether it is a pattern and not a name."""
    named = without_query(address)
    return any(character in named for character in _MAGIC) and not (
        not is_url(address) and Path(address).exists()
    )


def without_query(address: str) -> str:
    """A web address without its query, which may be a signature: its file is named
    after the rest.
    """
    return address.partition("?")[0] if address.startswith(("http://", "https://")) else address


def folder(address: str) -> Folder:
    return RemoteFolder(address) if is_url(address) else _Local(Path(address))


def files_at(address: str) -> list[StoredFile]:
    """The files of a path, folder, pattern or URL, sorted by name."""
    files = _remote_files(address) if is_url(address) else _local_files(address)
    if not files:
        raise FormatError("no such file or folder", path=address, remedy="check the path")
    return sorted(
        file._replace(name=file.name.encode("utf-8", "replace").decode()) for file in files
    )


def _local_files(address: str) -> list[StoredFile]:
    if has_magic(address):
        paths = [Path(path) for path in glob.glob(address, recursive=True)]  # noqa: PTH207 - absolute patterns, too
        fixed = fixed_part(address)
        names = ((path, _below(path.as_posix(), fixed)) for path in paths)
        return [
            StoredFile(name, str(path), path.stat().st_size)
            for path, name in names
            if path.is_file()
        ]
    root = Path(address)
    if root.is_file():
        return [StoredFile(root.name, str(root), root.stat().st_size)]
    inside = ((path, path.relative_to(root)) for path in root.rglob("*"))
    shown = [
        (path, name)
        for path, name in inside
        if not any(part.startswith(".") for part in name.parts)
    ]
    return [
        StoredFile(name.as_posix(), str(path), path.stat().st_size)
        for path, name in shown
        if path.is_file()
    ]


def _remote_files(address: str) -> list[StoredFile]:
    fs, path = filesystem(address)
    root = fixed_part(path)
    with reached(address):
        fs.invalidate_cache()
        if has_magic(address) and not fs.exists(path):
            known = fs.glob(path, detail=True)
        elif fs.isdir(path):
            root, known = path, fs.find(path, detail=True)
        else:
            known = {path: fs.info(path)}
    within = container(address)
    files = [
        StoredFile(
            _below(without_query(one), root),
            fs.unstrip_protocol(one) + within,
            int(info["size"] or 0),
        )
        for one, info in known.items()
        if info["type"] == "file" and not one.endswith("/")
    ]
    return [
        file for file in files if not any(part.startswith(".") for part in file.name.split("/"))
    ]


def fixed_part(address: str) -> str:
    """The folder that contains all names of a pattern; for a name, its own folder."""
    parts = without_query(address).split("/")
    magic = (
        number
        for number, part in enumerate(parts)
        if any(character in part for character in _MAGIC)
    )
    return "/".join(parts[: next(magic, len(parts) - 1)])


def is_below(address: str, folder: str) -> bool:
    """Whether a file is in a folder, judged by their names."""
    if is_url(address) or is_url(folder):
        return address.startswith(folder.rstrip("/") + "/")
    return Path(address).absolute().is_relative_to(Path(folder).absolute())


def _below(path: str, root: str) -> str:
    return path.removeprefix(root).strip("/")


@contextmanager
def opened(address: str) -> Iterator[IO[bytes]]:
    """The bytes of a file, as they are stored."""
    if not is_url(address):
        with Path(address).open("rb") as stream:
            yield stream
        return
    with reading(address) as remote:
        yield remote


@contextmanager
def local_copy(address: str) -> Iterator[Path]:
    """A path to the content of a file, for as long as it is needed."""
    if not is_url(address):
        yield Path(address)
        return
    fs, path = filesystem(address)
    with tempfile.TemporaryDirectory(prefix="coindex-") as place:
        copy = Path(place, PurePosixPath(without_query(path)).name)
        with reached(address):
            fs.get_file(path, str(copy))
        yield copy


class _Local:
    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str) -> bytes | None:
        path = self._root / name
        return path.read_bytes() if path.exists() else None

    def write(self, name: str, content: bytes) -> None:
        path = self._root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.parent / f".{path.name}.{secrets.token_hex(4)}"
        try:
            with naming_full(path), temporary.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)

    def names(self, below: str) -> list[str]:
        inside = self._root / below
        names = sorted(path.name for path in inside.iterdir()) if inside.is_dir() else []
        for name in names:
            if name.startswith("."):  # left by a job that was killed
                (inside / name).unlink(missing_ok=True)
        return [name for name in names if not name.startswith(".")]
