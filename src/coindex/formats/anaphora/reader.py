"""Sentences and words of Universal Anaphora's files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from coindex.core.annotation import Annotated
from coindex.core.document import ROOT, Multiword
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.anaphora.markables import (
    Annotator,
    Column,
    Columns,
    Fields,
    Numbering,
    fields_of,
)
from coindex.formats.building import Builder
from coindex.io.files import File

_COMMENT = re.compile(r"# ?([^=]+?)\s*=\s*(.*)")
_ID = re.compile(r"\d{1,9}(?:[-.]\d{1,9})?")
_GROUP = re.compile(r"[^()@]+")

Row = tuple[int, dict[str, str]]


class AnaphoraReading:
    """One document, line by line."""

    def __init__(self, file: File, problems: Problems, name: str, columns: list[str]) -> None:
        self._file, self._problems, self._names = file, problems, columns
        self._builder = Builder(name)
        self._columns = Columns(Column(), Column(), [], {})
        self._numbering = Numbering()
        self._rows: list[Row] = []
        self._comments: Fields = {}
        self._paragraph = 0

    @property
    def any_word(self) -> bool:
        return bool(self._rows or self._builder.tokens)

    def line(self, line: str, number: int) -> None:
        if line.startswith("#"):
            if line.startswith("# newpar") and self._builder.tokens:
                self._paragraph += 1
            elif match := _COMMENT.fullmatch(line):
                self._comments[match[1]] = match[2]
            return
        # The task's own files separate by blanks, too; cells are empty where two tabs meet.
        cells = [cell.strip() for cell in line.split("\t" if "\t" in line else None)]
        if len(cells) < 2 or any(cell not in ("", "_") for cell in cells[len(self._names) :]):
            self._report(
                "wrong number of columns",
                number,
                str(len(cells)),
                leniently("ignores what is not declared"),
            )
        row = dict(zip(self._names, cells, strict=False))
        if not _ID.fullmatch(row.get("ID", "")) or "FORM" not in row:
            self._report(
                "token id is not a number",
                number,
                repr(cells[0][:40]),
                leniently("leaves the line out"),
            )
            return
        self._rows.append(
            (number, {key: cell for key, cell in row.items() if cell not in ("", "_")})
        )

    def end_sentence(self) -> None:
        """Token ids run through the document; heads may instead count from the sentence's first
        word.
        """
        rows, self._rows = self._rows, []
        comments, self._comments = self._comments, {}
        words = [row for row in rows if "-" not in row[1]["ID"]]
        self._check_order(words)
        begin = len(self._builder.tokens)
        places = {row["ID"]: begin + position for position, (_, row) in enumerate(words)}
        if any((head := row.get("HEAD", "0")) != "0" and head not in places for _, row in words):
            places = {str(position + 1): begin + position for position in range(len(words))}
        multiwords = self._add(rows, places)
        speaker = comments.get("speaker", comments.get("speaker_id", ""))
        self._numbering.end_sentence(len(self._builder.tokens))
        self._builder.end_sentence(
            id=comments.get("sent_id", ""),
            paragraph=self._paragraph,
            speaker=speaker,
            multiwords=tuple(multiwords),
        )

    def _add(self, rows: list[Row], places: Mapping[str, int]) -> list[Multiword]:
        multiwords, position = [], 0
        while position < len(rows):
            number, row = rows[position]
            first, dash, last = row["ID"].partition("-")
            if dash:
                count = max(0, min(int(last) - int(first) + 1, len(rows) - position - 1))
                parts = rows[position + 1 : position + 1 + count]
                if not parts or any(not part["ID"].isdigit() for _, part in parts):
                    self._report(
                        "range without its words",
                        number,
                        row["ID"],
                        leniently("leaves the line out"),
                    )
                    position += 1
                    continue
                index = len(self._builder.tokens)
                pairs = [(part.get("FORM", "_"), self._fields(part, places)) for _, part in parts]
                multiwords.append(
                    self._builder.multiword(row.get("FORM", "_"), pairs, space_after=_spaced(row))
                )
                for offset, part in enumerate(parts):
                    self._note(part, index + offset)
                position += 1 + count
                continue
            fields = self._fields(row, places)
            if "." in row["ID"]:
                index = self._builder.empty(row.get("FORM", ""), **fields)
            else:
                index = self._builder.word(row.get("FORM", "_"), space_after=_spaced(row), **fields)
            self._note(rows[position], index)
            position += 1
        return multiwords

    def _fields(self, row: Mapping[str, str], places: Mapping[str, int]) -> dict[str, Any]:
        names = ("LEMMA", "UPOS", "XPOS", "FEATS", "DEPREL", "DEPS", "MISC")
        fields: dict[str, Any] = {name.lower(): row[name] for name in names if name in row}
        head = row.get("HEAD", "")
        return {**fields, "head": ROOT if head == "0" else places.get(head)}

    def _note(self, row: Row, index: int) -> None:
        number, cells = row
        self._numbering.add(cells["ID"], index)
        layers = (self._columns.identity, "IDENTITY"), (self._columns.deixis, "DISCOURSE_DEIXIS")
        for column, name in layers:
            if message := column.cell(cells.get(name, ""), index, number):
                self._report(message, number, repr(cells[name][:60]), leniently("ignores it"))
        bridging = _GROUP.findall(cells.get("BRIDGING", ""))
        self._columns.bridging.extend((number, fields_of(group)) for group in bridging)
        semantics = fields_of(cells.get("NOM_SEM", "").strip("()"))
        if "REFERENCE" in cells:
            semantics["Reference"] = cells["REFERENCE"]
        if semantics:
            self._columns.semantics[index] = semantics

    def _check_order(self, words: list[Row]) -> None:
        ids = [(number, int(row["ID"])) for number, row in words if row["ID"].isdigit()]
        for (_, before), (number, after) in pairwise(ids):
            if after != before + 1:
                remedy = leniently("continues", "lines may be missing or shuffled")
                self._report("token id out of order", number, str(after), remedy)
                return

    def done(self, *, deixis: bool) -> Annotated:
        self.end_sentence()
        document = self._builder.document()
        annotator = Annotator(self._columns, self._numbering, self._report)
        return Annotated(document, annotator.annotation(document.id, deixis=deixis))

    def _report(self, message: str, line: int, detail: str, remedy: Remedy | str) -> None:
        self._problems.report(
            message, path=self._file.label, line=line, column=1, detail=detail, remedy=remedy
        )


def _spaced(row: Mapping[str, str]) -> bool:
    return "SpaceAfter=No" not in row.get("MISC", "")
