"""From the lines of a TSV file to its tokens, their parts and their text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from coindex.core.document import Document, Multiword, Sentence, Span, Token

MOST_BLANKS = 1_000_000
"""A file whose tokens have more than this many characters between them in total has
wrong offsets.
"""

_ROW = re.compile(
    r"(\d{1,9})-(\d{1,9})(?:\.(\d{1,9}))?\t(\d{1,12})-(\d{1,12})\t([^\t]*)(?:\t(.*))?"
)


class TsvRow(NamedTuple):
    """`part` is 0 for a whole token; `cells` are those of the layers."""

    sentence: int
    token: int
    part: int
    start: int
    end: int
    form: str
    cells: tuple[str, ...]
    line: int

    @property
    def address(self) -> str:
        return f"{self.sentence}-{self.token}" + (f".{self.part}" if self.part else "")


def row_of(line: str, number: int) -> TsvRow | None:
    match = _ROW.fullmatch(line)
    if match is None:
        return None
    sentence, token, part, start, end, form, cells = match.groups()
    values = tuple(cells.split("\t")) if cells else ()
    return TsvRow(
        int(sentence), int(token), int(part or 0), int(start), int(end), form, values, number
    )


def java_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class RowUnit(NamedTuple):
    """A row and the tokens it stands for."""

    row: TsvRow
    span: Span


class Assembly:
    """Assembles rows into a document; offsets of the file count UTF-16 units, ours count
    characters.
    """

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.sentences: list[Sentence] = []
        self.units: list[RowUnit] = []
        self._text: list[str] = []
        self._length = 0
        self._offset = 0
        self._blanks = MOST_BLANKS

    def sentence(self, rows: Sequence[TsvRow], text: str, name: str) -> list[tuple[TsvRow, str]]:
        """Add a sentence; returns the rows that do not fit."""
        wrong: list[tuple[TsvRow, str]] = []
        begin, multiwords = len(self.tokens), list[Multiword]()
        origin = rows[0].start if rows else 0
        groups = _groups(rows)
        for whole, parts in groups:
            gap = whole.start - self._offset
            if not 0 <= gap <= self._blanks:
                wrong.append((whole, "offsets out of order"))
                gap = 1
            self._blanks -= max(0, gap - 1)
            between = (
                text[self._offset - origin : whole.start - origin] if self._offset >= origin else ""
            )
            self._put(between if len(between) == gap and not between.strip() else " " * gap)
            if whole.end - whole.start not in (len(whole.form), java_length(whole.form)):
                wrong.append((whole, "offsets do not fit the token"))
            self._offset = max(whole.end, whole.start)
            multiwords += self._token(whole, parts, wrong)
        if len(self.tokens) > begin:
            span = Span(begin, len(self.tokens))
            self.sentences.append(Sentence(span, id=name, multiwords=tuple(multiwords)))
        return wrong

    def document(self, name: str, meta: dict[str, str]) -> Document:
        return Document(
            name, "".join(self._text), "", tuple(self.tokens), tuple(self.sentences), meta
        )

    def _token(
        self, whole: TsvRow, parts: list[TsvRow], wrong: list[tuple[TsvRow, str]]
    ) -> list[Multiword]:
        start, index = self._length, len(self.tokens)
        self._put(whole.form)
        fitting = []
        for part in parts:
            if whole.start <= part.start < part.end <= whole.end and part.end - whole.start <= len(
                whole.form
            ):
                fitting.append(part)
            else:
                wrong.append((part, "part outside its token"))
        cuts = sorted(
            {
                0,
                len(whole.form),
                *(end - whole.start for part in fitting for end in (part.start, part.end)),
            }
        )
        if len(cuts) <= 2:
            self._add(start, whole.form)
        for first, last in pairwise(cuts) if len(cuts) > 2 else ():
            self._add(start + first, whole.form[first:last])
        span = Span(index, len(self.tokens))
        self.units.append(RowUnit(whole, span))
        place = {cut: index + position for position, cut in enumerate(cuts)}
        for part in fitting:
            if len(cuts) > 2:
                own = Span(place[part.start - whole.start], place[part.end - whole.start])
                self.units.append(RowUnit(part, own))
            else:
                self.units.append(RowUnit(part, span))
        return [Multiword(span, whole.form)] if span.length > 1 else []

    def _add(self, start: int, form: str) -> None:
        self.tokens.append(Token(start, start + len(form), form))

    def _put(self, piece: str) -> None:
        self._text.append(piece)
        self._length += len(piece)

    def change(self, index: int, **fields: Any) -> None:
        self.tokens[index] = self.tokens[index]._replace(**fields)


def _groups(rows: Sequence[TsvRow]) -> list[tuple[TsvRow, list[TsvRow]]]:
    """Whole tokens with their parts; a part without its token counts as one."""
    groups: list[tuple[TsvRow, list[TsvRow]]] = []
    for row in rows:
        if row.part and groups and groups[-1][0].token == row.token:
            groups[-1][1].append(row)
        else:
            groups.append((row, []))
    return groups
