"""GAP (Webster et al. 2018): ambiguous pronouns, each with two names, as tab-separated values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Kind
from coindex.core.document import Span
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.building import TokenOffsets, from_text
from coindex.formats.pairs import JudgedCandidate, TableRow, candidate, judged, pronoun, read_rows
from coindex.formats.standoff import own
from coindex.io.files import File, Files
from coindex.language.languages import DEFAULT

_COLUMNS = (
    "ID",
    "Text",
    "Pronoun",
    "Pronoun-offset",
    "A",
    "A-offset",
    "A-coref",
    "B",
    "B-offset",
    "B-coref",
    "URL",
)
_TRUTH = {"TRUE": True, "FALSE": False}


@dataclass(frozen=True, slots=True)
class Gap:
    """One row is one document, called by its id; its page is in the metadata.
    Candidates are labelled A and B.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".tsv",)

    def recognise(self, file: File) -> float:
        return 0.95 if file.sample().startswith("\t".join(_COLUMNS[:6])) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        yield from read_rows(own(files, filter(self.recognise, files)), problems, _Row, "ID\t")


class _Row(TableRow):
    def annotated(self) -> Annotated | None:
        if len(self.cells) != len(_COLUMNS):
            self.report("wrong number of columns", 0, f"{len(self.cells)} for {len(_COLUMNS)}")
            return None
        places = [self._place(column) for column in (2, 4, 7)]
        truths = [self._truth(column) for column in (6, 9)]
        cuts = [end for place in places if place for end in place]
        document = from_text(
            self.cells[0], self.cells[1], cuts, language=DEFAULT, meta={"url": self.cells[10]}
        )
        offsets = TokenOffsets(document)
        spans: list[Span | None] = [offsets.span(*place) if place else None for place in places]
        if spans[0] is None:
            return None
        named = zip("AB", spans[1:], truths, strict=True)
        candidates = [
            JudgedCandidate(candidate(span, label, Kind.NAME), right)
            for label, span, right in named
            if span is not None
        ]
        return Annotated(document, judged(document, [pronoun(spans[0])], candidates))

    def _place(self, column: int) -> tuple[int, int] | None:
        """The place of a phrase, whose offset is in the next column."""
        phrase, offset = self.cells[column], self.cells[column + 1]
        if not (offset.isascii() and offset.isdigit() and len(offset) < 10):
            self.report("not an offset", column + 1, repr(offset[:20]))
            return None
        if not phrase.strip() or not self.cells[1].startswith(phrase, int(offset)):
            self.report("phrase not at its offset", column + 1, f"{phrase!r} at {offset}")
            return None
        return int(offset), int(offset) + len(phrase)

    def _truth(self, column: int) -> bool:
        value = self.cells[column].upper()
        if value not in _TRUTH:
            self.report(
                "neither TRUE nor FALSE", column, repr(value[:20]), leniently("treats it as FALSE")
            )
        return _TRUTH.get(value, False)
