"""Tables of texts: comma-separated values, one document in each row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError, suggestion
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Action, doing, leniently
from coindex.formats.jsonl.rows import ROW, row
from coindex.formats.standoff import own
from coindex.io.files import NOT_UTF_8, File, Files

_DELIMITERS = ",;\t|"
LONGEST = 10_000_000
"""Characters of a cell, which is a whole document."""


@dataclass(frozen=True, slots=True)
class Csv:
    """A table with a heading: a column with texts, and perhaps `id` and `lang`; other columns are
    kept as `extra`. The separator is a comma, a semicolon, a tab or a bar, whichever the heading
    has.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    carries: ClassVar[frozenset[Layer]] = frozenset({Layer.TEXT, Layer.SPACING})
    text_field: str = ROW[1]
    """The column with the texts."""

    def recognise(self, file: File) -> float:
        if file.suffix not in self.suffixes:
            return 0.0
        return 0.6 if self.text_field in _cells(file.sample().partition("\n")[0]) else 0.1

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        csv.field_size_limit(LONGEST)
        for file in own(files, files):
            text = _decoded(file, problems)
            delimiter = _delimiter(text.partition("\n")[0])
            table = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            names = table.fieldnames or ()
            if self.text_field not in names:
                raise FormatError(
                    Message("no column {name!r}", name=self.text_field),
                    path=file.label,
                    line=1,
                    remedy=doing(Action.NAME_TEXT_FIELD, str(suggestion(self.text_field, names))),
                )
            try:
                for number, cells in enumerate(table, 1):
                    if None in cells or None in cells.values():
                        problems.report(
                            "wrong number of columns",
                            path=file.label,
                            line=table.line_num,
                            column=1,
                            remedy=leniently("takes missing cells as empty and drops others"),
                        )
                    values = {name: cells.get(name) or "" for name in names}
                    text, id, language = (
                        values.pop(name, "") for name in (self.text_field, "id", "lang")
                    )
                    text = text.replace("\r\n", "\n")
                    yield row(text, id, language, f"{file.id}-{number}", values)
            except csv.Error as error:
                raise FormatError(
                    Message("not a table: {error}", error=error),
                    path=file.label,
                    line=table.line_num,
                ) from error


def _decoded(file: File, problems: Problems) -> str:
    """The content with its line ends as they are: programs end rows in one way and lines inside a
    cell in another.
    """
    raw = b"".join(file.utf8_pieces(problems))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.report(
            "not UTF-8",
            path=file.label,
            line=raw[: error.start].count(b"\n") + 1,
            column=1,
            detail=Message(
                "byte 0x{raw:02x} at offset {offset:,}", raw=raw[error.start], offset=error.start
            ),
            remedy=NOT_UTF_8,
        )
        return raw.decode("utf-8-sig", errors="replace")


def _cells(heading: str) -> list[str]:
    return next(csv.reader([heading.strip()], delimiter=_delimiter(heading)), [])


def _delimiter(heading: str) -> str:
    """The mark that divides the heading most often."""
    return max(_DELIMITERS, key=heading.count)
