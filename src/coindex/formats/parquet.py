"""Parquet tables (https://arrow.apache.org) with a document in each row: the extra `files`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, ClassVar, NamedTuple

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError, MissingExtra
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.jsonl.rows import document_of, row
from coindex.formats.standoff import own
from coindex.io.files import File, Files

ROWS = 64
"""How many rows are read at a time."""


class ParquetRow(NamedTuple):
    """The content of a row: a document in full, or a text."""

    document: str | None
    text: Any
    id: Any
    language: Any

    def annotated(self, source: str, number: int, *, lenient: bool = False) -> Annotated:
        """The document; without an id it is named after the source and the number of the row."""
        if self.document is not None:
            return document_of(self.document, source, number, lenient=lenient)
        return row(self.text, self.id, self.language, f"{source}:{number}")


@dataclass(frozen=True, slots=True)
class Parquet:
    """Columns `text`, `id` and `lang`, or `document` with a line of JSON; others are not read."""

    suffixes: ClassVar[tuple[str, ...]] = (".parquet",)

    def recognise(self, file: File) -> float:
        return (
            0.95
            if file.sample().startswith("PAR1")
            else 0.2
            if file.suffix in self.suffixes
            else 0.0
        )

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            file.expansion.check_opaque(file.label, "Parquet")
            with file.open() as stream:
                yield from _documents(file, stream, problems)


def _documents(file: File, stream: IO[bytes], problems: Problems) -> Iterator[Annotated]:
    packed, size = file.path.stat().st_size, 0
    for number, values in enumerate(rows(stream, file.label), 1):
        problems.begin(file.label, number)
        size += sum(len(value) for value in values if isinstance(value, str))
        file.expansion.reach(file.label, size, packed=packed)
        try:
            item = values.annotated(file.id, number, lenient=problems.lenient)
        except FormatError as error:
            remedy = leniently("leaves it out")
            kind = "row without a document"
            problems.report(kind, path=file.label, line=number, detail=error.message, remedy=remedy)
        else:
            yield item


def rows(stream: IO[bytes], label: str) -> Iterator[ParquetRow]:
    """The rows of a table, a few at a time."""
    for values in _values(stream, label):
        yield ParquetRow(
            values.get("document"), values.get("text"), values.get("id"), values.get("lang")
        )


def _values(stream: IO[bytes], label: str) -> Iterator[dict[str, Any]]:
    arrow = pyarrow()
    from pyarrow.parquet import ParquetFile

    try:
        file = ParquetFile(stream)
        columns = _columns(file.schema_arrow.names, label)
        for batch in file.iter_batches(ROWS, columns=columns):
            yield from batch.to_pylist()
    except (
        arrow.ArrowException,
        OSError,
        ValueError,
        LookupError,
        OverflowError,
        MemoryError,
    ) as error:
        raise FormatError(
            Message("not Parquet, or damaged: {error}", error=error),
            path=label,
            remedy="download or copy the file again",
        ) from error


def _columns(names: list[str], label: str) -> list[str]:
    if "document" in names:
        return ["document"]
    if "text" not in names:
        raise FormatError(
            "no column `text` or `document`",
            path=label,
            remedy=Message("its columns are {names}", names=", ".join(names)),
        )
    return [name for name in ("text", "id", "lang") if name in names]


def pyarrow() -> Any:
    """The library, or an error that says how to install it."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra("pyarrow") from error
    return pa
