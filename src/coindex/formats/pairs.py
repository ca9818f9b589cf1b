"""Pronouns with candidate antecedents, each known to be right or wrong: the common part of pair
data sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Entity, Kind, Mention, in_order
from coindex.core.document import Document, Span
from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT, Remedy
from coindex.io.files import File


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of tab-separated values that is one document."""

    cells: list[str]
    file: File
    problems: Problems
    line: int

    def annotated(self) -> Annotated | None:
        """The document of the row; `None` if the row is malformed and problems are only counted."""
        raise NotImplementedError

    def report(
        self, message: str, column: int, detail: str, remedy: Remedy | str = LEFT_OUT
    ) -> None:
        at = sum(len(cell) + 1 for cell in self.cells[:column]) + 1
        path = self.file.label
        self.problems.report(
            message, path=path, line=self.line, column=at, detail=detail, remedy=remedy
        )


def read_rows(
    files: Iterable[File], problems: Problems, row: type[TableRow], heading: str = "\n"
) -> Iterator[Annotated]:
    """The documents of tables, whose first line may be a heading."""
    for file in files:
        any_row = False
        for number, line in enumerate(file.lines(problems), 1):
            if line.strip() and not (number == 1 and line.startswith(heading)):
                any_row = True
                if item := row(line.split("\t"), file, problems, number).annotated():
                    problems.begin(file.label, number)
                    yield item
        if not any_row:
            problems.report(
                "no rows", path=file.label, line=1, column=1, remedy="the file may be truncated"
            )


class JudgedCandidate(NamedTuple):
    """A candidate and whether it is what the pronoun refers to."""

    mention: Mention
    right: bool


def pronoun(span: Span) -> Mention:
    return Mention((span,), attributes=(("role", "pronoun"),))


def candidate(span: Span, label: str, kind: Kind = Kind.UNKNOWN) -> Mention:
    return Mention((span,), kind=kind, attributes=(("role", "candidate"), ("candidate", label)))


def judged(
    document: Document, pronouns: Sequence[Mention], candidates: Sequence[JudgedCandidate]
) -> Annotation:
    """The annotation: pronouns and right candidates are one entity; wrong ones, and pronouns
    without a right one, are in none.
    """
    right = [item.mention for item in candidates if item.right]
    entities = (Entity("1", in_order([*pronouns, *right])),) if right else ()
    mentions = in_order([*pronouns, *(item.mention for item in candidates)])
    return Annotation(document.id, mentions=mentions, entities=entities)
