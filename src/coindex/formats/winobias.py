"""WinoBias (Zhao et al. 2018): numbered sentences with a pronoun and its antecedent in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, NamedTuple

from coindex.core.annotation import Annotated
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.building import TokenOffsets, from_text
from coindex.formats.pairs import JudgedCandidate, candidate, judged, pronoun
from coindex.formats.standoff import own
from coindex.io.files import File, Files
from coindex.language.languages import DEFAULT

_LINE = re.compile(r"(\d{1,9}) (.*\S)\s*")
_NAME = re.compile(r"(pro|anti)_stereotyped_type(\d)")
_PRONOUNS = frozenset(
    {"he", "him", "his", "himself", "she", "her", "hers", "herself", "they", "them", "their"}
)
_MARKED = re.compile(r"\[[^\[\]]+\]")


class _Row(NamedTuple):
    line: int
    number: str
    text: str
    pronouns: list[tuple[int, int]]
    antecedents: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class WinoBias:
    """One line is one document. Lines come in pairs about the same two people, and
    only the antecedent is marked.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".txt.dev", ".txt.test")
    partner: bool = True
    """Whether what the other line of the pair marks is read as the wrong candidate."""

    def recognise(self, file: File) -> float:
        lines = [line for line in file.sample().splitlines() if line.strip()]
        marked = sum(line[0].isdigit() and len(_MARKED.findall(line)) >= 2 for line in lines)
        if marked and marked >= 0.9 * len(lines) - 1:
            return 0.95 if _NAME.search(file.name) else 0.8
        return 0.2 if _NAME.search(file.name) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            waiting: list[_Row] = []
            any_row = False
            for row in chain(_rows(file, problems), (None,)):
                any_row |= row is not None
                odd = row is not None and int(row.number) % 2 == 1
                if row is None or odd or len(waiting) == 2:
                    yield from self._pair(waiting, file)
                    waiting = []
                waiting += [row] if row else []
            if not any_row:
                problems.report(
                    "no sentences",
                    path=file.label,
                    line=1,
                    column=1,
                    remedy="the file may be truncated",
                )

    def _pair(self, rows: list[_Row], file: File) -> Iterator[Annotated]:
        together = len(rows) == 2 and int(rows[0].number) + 1 == int(rows[1].number)
        for row, other in zip(rows, reversed(rows), strict=True):
            yield _annotated(row, other if self.partner and together else None, file)


def _rows(file: File, problems: Problems) -> Iterator[_Row]:
    for number, line in enumerate(file.lines(problems), 1):
        if line.strip():
            row = _row(line, number, file, problems)
            if row:
                yield row


def _row(line: str, number: int, file: File, problems: Problems) -> _Row | None:
    match = _LINE.fullmatch(line)
    if match is None:
        _report("sentence without number", 1, number, file, problems)
        return None
    pieces, length, opened = list[str](), 0, -1
    pronouns, antecedents = list[tuple[int, int]](), list[tuple[int, int]]()
    for piece in re.split(r"([\[\]])", match[2]):
        if piece not in ("[", "]"):
            pieces.append(piece)
            length += len(piece)
        elif (piece == "[") == (opened >= 0):
            _report("bracket that does not fit", line.find(piece) + 1, number, file, problems)
            return None
        elif piece == "[":
            opened = length
        else:
            inside = pieces[-1].strip().lower()
            (pronouns if inside in _PRONOUNS else antecedents).append((opened, length))
            opened = -1
    if opened >= 0 or not pronouns or not antecedents:
        _report("sentence without a marked pronoun and antecedent", 1, number, file, problems)
        return None
    return _Row(number, match[1], "".join(pieces), pronouns, antecedents)


def _report(message: str, column: int, line: int, file: File, problems: Problems) -> None:
    remedy = leniently("leaves the sentence out")
    problems.report(message, path=file.label, line=line, column=column, remedy=remedy)


def _annotated(row: _Row, other: _Row | None, file: File) -> Annotated:
    wrong = _other_place(row, other) if other else None
    marked = [*row.pronouns, *row.antecedents, *([wrong] if wrong else [])]
    named = _NAME.search(file.name)
    meta = dict(zip(("stereotype", "type"), named.groups(), strict=True)) if named else {}
    name = f"{file.name.rpartition('/')[2].replace('.txt', '')}-{row.number}"
    document = from_text(
        name, row.text, [end for place in marked for end in place], language=DEFAULT, meta=meta
    )
    offsets = TokenOffsets(document)
    pronouns = [pronoun(span) for place in row.pronouns if (span := offsets.span(*place))]
    right = [
        JudgedCandidate(candidate(span, "A"), True)
        for place in row.antecedents
        if (span := offsets.span(*place))
    ]
    span = offsets.span(*wrong) if wrong else None
    return Annotated(
        document,
        judged(
            document,
            pronouns,
            [*right, *([JudgedCandidate(candidate(span, "B"), False)] if span else [])],
        ),
    )


def _other_place(row: _Row, other: _Row) -> tuple[int, int] | None:
    """The place of the antecedent of the partner's pronoun in this sentence, if it differs from the
    one marked here.
    """
    start, end = other.antecedents[0]
    phrase = other.text[start:end].strip()
    match = re.search(rf"\b{re.escape(phrase)}\b", row.text, re.IGNORECASE)
    if match is None or any(
        match.start() < last and first < match.end() for first, last in row.antecedents
    ):
        return None
    return match.span()
