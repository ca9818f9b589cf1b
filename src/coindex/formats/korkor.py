"""KorKor (Vadász 2020): Hungarian CoNLL-U Plus with coreference between words, and zeros."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Relation,
    in_order,
)
from coindex.core.chains import connected
from coindex.core.document import ROOT, Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.building import Builder
from coindex.io.files import File, Files

_COLUMNS = re.compile(r"^# ?global\.columns\s*=\s*(.*)$", re.M)
_PLACE = re.compile(r"(\d{1,5}):(\d{1,5})")
_ZEROS = {"ZERO_SUBJ": "SUBJ", "ZERO_OBJ": "OBJ", "ZERO_POSS": "POSS"}
_HOLONYM = "holo"
"""The type of a link to what the mention is a part of."""
_KINDS = {
    "prs": Kind.PERSONAL,
    "dem": Kind.DEMONSTRATIVE,
    "rel": Kind.RELATIVE,
    "refl": Kind.REFLEXIVE,
    "recip": Kind.RECIPROCAL,
}


def _kind(type: str) -> Kind:
    return _KINDS.get(type, Kind.UNKNOWN)


class _Reference(NamedTuple):
    """A word that refers to another, `place` its sentence and number."""

    token: int
    place: tuple[int, int]
    type: str
    line: int


@dataclass(frozen=True, slots=True)
class KorKor:
    """KorKor: mentions are words, COREFHEAD is the antecedent of each. Verbs and nouns with a zero
    subject, object or possessor get an empty token; part-whole relations are bridging.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".conllup",)

    def recognise(self, file: File) -> float:
        match = _COLUMNS.search(file.sample())
        return 0.95 if match and "COREFHEAD" in match[1].split() else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                yield _Reading(file, problems).result()


class _Reading:
    """One file, which is a document."""

    def __init__(self, file: File, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._builder = Builder(file.id, "hu")
        self._columns: list[str] = []
        self._rows: list[tuple[int, dict[str, str]]] = []
        self._id = ""
        self._places: dict[tuple[int, int], int] = {}
        self._references: list[_Reference] = []
        self._zeros: list[int] = []
        self._number = 0

    def result(self) -> Annotated:
        for number, line in enumerate(self._file.lines(self._problems), 1):
            if match := _COLUMNS.match(line):
                self._columns = match[1].split()
            elif line.startswith("# sent_id"):
                self._id = line.partition("=")[2].strip()
            elif line.strip() and not line.startswith("#"):
                self._row(line, number)
            elif not line.strip():
                self._end_sentence()
        self._end_sentence()
        if not self._builder.tokens:
            raise FormatError(
                "contains no words",
                path=self._file.label,
                line=1,
                remedy="the file may be truncated",
            )
        document = self._builder.document()
        return Annotated(document, self._annotation(document.id))

    def _row(self, line: str, number: int) -> None:
        row = dict(zip(self._columns, line.split("\t"), strict=False))
        if len(row) != len(self._columns) or not row.get("ID", "").isdecimal():
            self._report("wrong number of columns", number, repr(line[:40]))
        else:
            self._rows.append((number, row))

    def _end_sentence(self) -> None:
        rows, self._rows = self._rows, []
        if not rows:
            return
        self._number += 1
        zeros = [[name for name in _ZEROS if row.get(name) == "YES"] for _, row in rows]
        places, index = {}, len(self._builder.tokens)
        for (_, row), own in zip(rows, zeros, strict=True):
            places[row["ID"]] = index
            self._places[self._number, int(row["ID"])] = index
            index += 1 + len(own)
        for (line, row), own in zip(rows, zeros, strict=True):
            self._word(row, places, line)
            for name in own:
                deps = f"{row['ID']}:{_ZEROS[name]}"
                self._zeros.append(self._builder.empty("", upos="PRON", deps=deps))
        self._builder.end_sentence(id=self._id)

    def _word(self, row: Mapping[str, str], places: Mapping[str, int], line: int) -> None:
        head = row.get("HEAD", "_")
        fields: dict[str, Any] = {
            name.lower(): value
            for name in ("LEMMA", "UPOS", "XPOS", "FEATS", "DEPREL")
            if (value := row.get(name, "_")) != "_"
        }
        token = self._builder.word(
            row.get("FORM", "_"), head=ROOT if head == "0" else places.get(head), **fields
        )
        if match := _PLACE.fullmatch(row.get("COREFHEAD", "")):
            place = int(match[1]), int(match[2])
            self._references.append(_Reference(token, place, row.get("COREFTYPE", ""), line))

    def _annotation(self, id: str) -> Annotation:
        """Words that references join are mentions of an entity; `???` is no reference."""
        types = {one.token: one.type for one in self._references}
        pairs: list[tuple[int, int, str]] = []
        for one in self._references:
            antecedent = self._places.get(one.place)
            if antecedent is None or antecedent == one.token:
                # The published corpus has twelve of them, so they do not make a file unreadable.
                self._problems.note(
                    "reference to no word or to itself (left out)",
                    f"{self._file.label}:{one.line}",
                )
            else:
                pairs.append((one.token, antecedent, one.type))
        indices = sorted({index for pair in pairs for index in pair[:2]})
        mentions = {
            index: Mention(
                (Span(index, index + 1),), index, _KINDS.get(types.get(index, ""), Kind.UNKNOWN)
            )
            for index in indices
        }
        zeros = [Mention((Span(one, one + 1),), one, Kind.ZERO) for one in self._zeros]
        # Parts are not the same as their wholes: they join no entity.
        same = [(a, b) for a, b, type in pairs if type != _HOLONYM]
        groups = [group for group in connected(indices, same) if len(group) > 1]
        entities = tuple(
            Entity(f"e{number}", tuple(mentions[index] for index in sorted(group)))
            for number, group in enumerate(groups, 1)
        )
        links = tuple(
            Link(
                mentions[a],
                (mentions[b],),
                Relation.BRIDGING if type == _HOLONYM else Relation.IDENTITY,
                "" if type == _HOLONYM else type,
            )
            for a, b, type in pairs
        )
        every = in_order([*mentions.values(), *zeros])
        return Annotation(id, mentions=every, entities=entities, links=links)

    def _report(self, message: str, line: int, detail: str) -> None:
        self._problems.report(
            message,
            path=self._file.label,
            line=line,
            column=1,
            detail=detail,
            remedy=leniently("leaves it out"),
        )
