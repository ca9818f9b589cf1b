"""The sources of a job's documents: files of any format, JSON Lines and Parquet, local
or remote.
"""

from __future__ import annotations

import gzip
import lzma
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, cast

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError, FormatError, MissingExtra
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.experiment.bulk import storage
from coindex.experiment.bulk.items import Item, Unreadable
from coindex.experiment.bulk.remote import Unreachable
from coindex.formats import parquet
from coindex.formats.jsonl.rows import document_of
from coindex.io.archives import is_archive
from coindex.io.files import SAMPLE, File, Files, Sampled, uncompressed, without_suffix

LINED = (".jsonl", ".ndjson", ".jsonlines")
LONGEST = 100_000_000
"""Bytes of a line, which is a whole document."""
_LIKE_JSON_LINES = ("jsonl", "")


def beyond_paths(argument: str) -> bool:
    """Whether an argument is not just a path but a pattern or a URL."""
    return (
        storage.is_url(argument)
        or storage.has_magic(argument)
        or argument.lower().endswith(".parquet")
    )


def fixed_name(argument: str) -> str:
    """The name of a whole argument: that of its file, or of the folder that contains a pattern."""
    return PurePosixPath(_fixed(argument)).stem or "files"


def _fixed(argument: str) -> str:
    return (
        storage.fixed_part(argument)
        if storage.has_magic(argument)
        else storage.without_query(argument)
    )


class Position(NamedTuple):
    """The position of an item: the place of its source in the job, and its number there."""

    place: int = 0
    number: int = 0


@dataclass(frozen=True)
class Sources:
    """The files in their order. The format of each is recognised, unless it is named."""

    files: tuple[storage.StoredFile, ...]
    format: str = ""
    lenient: bool = False

    @classmethod
    def of(cls, arguments: Sequence[str], format: str = "", *, lenient: bool = False) -> Sources:
        """Sources from paths, folders, patterns and URLs; the files of several folders keep the
        folders' names.
        """
        files = [
            _named(file, argument, len(arguments) > 1)
            for argument in arguments
            for file in storage.files_at(argument)
        ]
        return cls(tuple(files), format, lenient)

    def outside(self, folder: str) -> Sources:
        """Leave out the files in a folder, so that the output of a job is not its input when it is
        resumed.
        """
        files = tuple(file for file in self.files if not storage.is_below(file.address, folder))
        if self.files and not files:
            raise CoindexError(
                Message(
                    "{folder}: all input is in the output folder; choose another", folder=folder
                )
            )
        return replace(self, files=files)

    def check(self) -> None:
        """Raise an error if a library is missing that is needed to read some of the files."""
        if any(file.name.lower().endswith(".parquet") for file in self.files):
            parquet.pyarrow()

    def items(self, after: Position = Position()) -> Iterator[Item]:  # noqa: B008 - a value
        """All documents after a position; if a file cannot be read, or not to its end, one item
        says so.
        """
        for place, file in enumerate(self.files[after.place :], after.place):
            number = behind = after.number if place == after.place else 0
            try:
                for number, given in self._given(file):
                    if number > behind:
                        yield Item(place, file.name, number, given)
            except (
                Unreachable,
                MissingExtra,
            ):  # neither this file nor the following ones are the cause
                raise
            except (
                Exception
            ) as error:  # a reader may raise anything; the other files are still read
                reason = (
                    str(error)
                    if isinstance(error, CoindexError)
                    else f"{type(error).__name__}: {error}"
                )
                if number + 1 > behind:
                    yield Item(place, file.name, number + 1, Unreadable(reason))

    def documents(self, problems: Problems) -> Iterator[Annotated]:
        """The documents only; what cannot be read is reported as a problem."""
        for item in self.items():
            if isinstance(item.given, Unreadable):
                remedy = leniently("leaves it out")
                problems.report(
                    "not readable",
                    path=item.source,
                    line=item.number,
                    detail=item.given.reason,
                    remedy=remedy,
                )
            elif isinstance(item.given, str):
                yield document_of(item.given, item.source, item.number, lenient=problems.lenient)
            else:
                yield item.given

    def _given(
        self, file: storage.StoredFile
    ) -> Iterator[tuple[int, Annotated | str | Unreadable]]:
        suffix = PurePosixPath(uncompressed(file.name)).suffix.lower()
        if suffix == ".parquet":
            yield from _rows(file)
        elif suffix in LINED and (self.format or _format_of_lines(file)) in _LIKE_JSON_LINES:
            yield from _lines(file)
        else:
            yield from self._documents(file)

    def _documents(self, file: storage.StoredFile) -> Iterator[tuple[int, Annotated]]:
        problems = Problems(lenient=self.lenient)
        with storage.local_copy(file.address) as path, _told_of(path, file.name):
            if is_archive(path):
                yield from enumerate(formats.read(path, self.format, problems), 1)
            else:
                whole = File(path, path.name, file.name, self._id(file))
                yield from enumerate(
                    formats.read_files(Files([whole], file.name), self.format, problems), 1
                )

    def _id(self, file: storage.StoredFile) -> str:
        """The id of a document; if it is the name of its file, the folders are added to make it
        unique.
        """
        name = without_suffix(file.name)
        return uncompressed(file.name) if name in self._shared else name

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Names without suffix that several files have; suffixes of unknown formats do
        not count.
        """
        suffixes = tuple(
            {suffix for reader in formats.readers().values() for suffix in reader.suffixes}
        )
        known = (
            file.name for file in self.files if uncompressed(file.name).lower().endswith(suffixes)
        )
        often = Counter(map(without_suffix, known))
        return frozenset(name for name, count in often.items() if count > 1)


def _named(file: storage.StoredFile, argument: str, several: bool) -> storage.StoredFile:
    """Make names distinct: files of different arguments may have the same name."""
    folder = PurePosixPath(_fixed(argument)).name
    if not several or file.name == folder:
        return file
    return file._replace(name=f"{folder}/{file.name}".lstrip("/"))


@contextmanager
def _told_of(path: Path, name: str) -> Iterator[None]:
    """The reason with the source as it was given instead of the local copy, so that it is the same
    in each run.
    """
    try:
        yield
    except CoindexError as error:
        raise CoindexError(str(error).replace(str(path), name)) from error


def _format_of_lines(file: storage.StoredFile) -> str:
    with ExitStack() as stack:
        stream = _decompressed(stack.enter_context(storage.opened(file.address)), file.name, stack)
        sample = stream.read(SAMPLE).decode("utf-8-sig", errors="replace")
    return formats.recognised(Sampled(Path(file.name), file.name, file.name, beginning=sample))


def _lines(file: storage.StoredFile) -> Iterator[tuple[int, str | Unreadable]]:
    with ExitStack() as stack:
        stream = _decompressed(stack.enter_context(storage.opened(file.address)), file.name, stack)
        number = 0
        while raw := stream.readline(LONGEST + 1):
            number += 1
            if len(raw) > LONGEST:
                raise FormatError(
                    Message("line longer than {longest:,} bytes", longest=LONGEST),
                    path=file.name,
                    line=number,
                )
            if raw.strip():
                yield number, _decoded(raw)


def _decoded(raw: bytes) -> str | Unreadable:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Unreadable(f"not UTF-8: byte 0x{raw[error.start]:02x} at {error.start:,}")


def _decompressed(stream: IO[bytes], name: str, stack: ExitStack) -> IO[bytes]:
    # The types of gzip and lzma do not say that their files are IO[bytes].
    if name.endswith(".gz"):
        return cast(IO[bytes], stack.enter_context(gzip.open(stream)))
    if name.endswith(".xz"):
        return cast(IO[bytes], stack.enter_context(lzma.open(stream)))
    return stream


def _rows(file: storage.StoredFile) -> Iterator[tuple[int, Annotated | str | Unreadable]]:
    with storage.opened(file.address) as stream:
        for number, row in enumerate(parquet.rows(stream, file.name), 1):
            yield number, _from_row(row, file.name, number)


def _from_row(row: parquet.ParquetRow, source: str, number: int) -> Annotated | str | Unreadable:
    if row.document is not None:
        return row.document
    try:
        return row.annotated(source, number)
    except FormatError as error:
        return Unreadable(str(error))
