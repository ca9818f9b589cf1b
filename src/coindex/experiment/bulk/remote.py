"""Storage that fsspec can access (https://filesystem-spec.readthedocs.io): `coindex[files]`."""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO, Any, cast

from coindex.core.errors import CoindexError, FormatError, MissingExtra
from coindex.core.messages import Message

_OBJECT_STORES = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss"})
"""Protocols whose objects appear when they are complete, and whose folders need not be created."""
_READ_AT_ONCE = 1 << 20
"""Bytes: fewer would be many requests, more would be waited for in one piece."""


class Unreachable(CoindexError):  # noqa: N818 - what became of the storage
    """Raised for storage that refuses or does not answer: the documents are not the cause, and a
    later attempt may succeed.
    """


def _chained(address: str) -> bool:
    return "::" in address and "://" in address.rpartition("::")[2]


def container(address: str) -> str:
    """The part of an address that contains the files: for `zip://*.txt::s3://crawl/texts.zip`, that
    of the archive.
    """
    first, _, rest = address.partition("::")
    return f"::{rest}" if _chained(address) and "://" in first else ""


def filesystem(address: str) -> tuple[Any, str]:
    """The driver for a URL, and the driver's name for it."""
    try:
        import fsspec
    except ModuleNotFoundError as error:
        raise MissingExtra("fsspec") from error
    try:
        if _chained(address):
            fs, path = fsspec.url_to_fs(address)
        else:  # the other function treats two colons in a name as a chain of drivers
            fs = fsspec.filesystem(address.partition("://")[0])
            path = fs._strip_protocol(address)
    except (ImportError, ValueError) as error:
        raise CoindexError(Message("{address}: {error}", address=address, error=error)) from error
    return fs, str(path)


@contextmanager
def reached(address: str) -> Iterator[None]:
    """Turn any exception of a driver into one line with a remedy."""
    try:
        yield
    except CoindexError:
        raise
    except FileNotFoundError as error:
        raise FormatError(
            "no such file, folder or bucket", path=address, remedy="check the URL"
        ) from error
    except Exception as error:  # drivers have their own exceptions, without a common base class
        raise Unreachable(
            Message("{address}: {first_line}", address=address, first_line=_first_line(error)),
            remedy=_remedy(error),
        ) from error


def _first_line(error: Exception) -> str:
    line = next(iter(str(error).splitlines()), "").strip()
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


def _remedy(error: Exception) -> str:
    if "Credential" in type(error).__name__:
        return (
            "give it credentials; for S3 AWS_PROFILE, AWS_ACCESS_KEY_ID with "
            "AWS_SECRET_ACCESS_KEY, or a role"
        )
    if isinstance(error, PermissionError):
        return "have it allowed, or renew the credentials"
    return "check the URL, its endpoint and the network"


def reading(address: str) -> IO[bytes]:
    """The bytes of a file."""
    fs, path = filesystem(address)
    with reached(address):
        stream = fs.open(path, "rb")
    # A reader of bytes, which its type does not say.
    return cast(IO[bytes], io.BufferedReader(_Reading(stream, address), _READ_AT_ONCE))


class _Reading(io.RawIOBase):
    """Distinguishes errors of the storage from errors in the stored data."""

    def __init__(self, stream: Any, address: str) -> None:
        self._stream, self._address = stream, address

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._stream.seekable())

    def readinto(self, buffer: Any) -> int:
        with reached(self._address):
            content = self._stream.read(len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with reached(self._address):
            return int(self._stream.seek(offset, whence))

    def tell(self) -> int:
        return int(self._stream.tell())

    def close(self) -> None:
        self._stream.close()
        super().close()


class RemoteFolder:
    """The folder for a job's output, through a driver; a bucket that does not exist is
    not created.
    """

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._fs, path = filesystem(address)
        self._root = path.rstrip("/")
        protocols = self._fs.protocol
        self._of_objects = not _OBJECT_STORES.isdisjoint(
            [protocols] if isinstance(protocols, str) else protocols
        )

    def read(self, name: str) -> bytes | None:
        with reached(f"{self._address}/{name}"):
            try:
                content: bytes = self._fs.cat_file(f"{self._root}/{name}")
            except FileNotFoundError:
                return None
            return content

    def write(self, name: str, content: bytes) -> None:
        path = PurePosixPath(self._root, name)
        with reached(f"{self._address}/{name}"):
            if self._of_objects:
                self._write_object(path, content)
            else:
                self._write_then_rename(path, content)

    def _write_object(self, path: PurePosixPath, content: bytes) -> None:
        try:
            self._fs.pipe_file(str(path), content)
        except FileNotFoundError as error:
            raise FormatError(
                "no such bucket", path=self._address, remedy="make it, or check its name"
            ) from error

    def _write_then_rename(self, path: PurePosixPath, content: bytes) -> None:
        temporary = path.parent / f".{path.name}.{secrets.token_hex(4)}"
        self._fs.makedirs(str(path.parent), exist_ok=True)
        self._fs.pipe_file(str(temporary), content)
        if self._fs.exists(str(path)):
            self._fs.rm_file(str(path))
        self._fs.mv(str(temporary), str(path))

    def names(self, below: str) -> list[str]:
        inside = f"{self._root}/{below}"
        with reached(f"{self._address}/{below}"):
            self._fs.invalidate_cache()
            try:
                paths = self._fs.ls(inside, detail=False)
            except FileNotFoundError:
                return []
        names = sorted(PurePosixPath(path).name for path in paths if path.rstrip("/") != inside)
        return [name for name in names if not name.startswith(".")]
