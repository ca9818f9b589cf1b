"""Files as issues: what a reader could not read, and the lines of sentences in CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from coindex.checking.issue import Issue, Severity
from coindex.checking.structure import broken_references
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems

_NAME = "# sent_id = "


class FileLines:
    """The lines of one file, which messages call `label`; it is searched only if one of its
    documents has issues.
    """

    def __init__(self, path: Path | None, label: str = "") -> None:
        self._path, self._label = path, label or str(path or "")

    def place(self, issues: Iterable[Issue], document: Document) -> Iterator[Issue]:
        """Issues of a document with the file, and with the lines of their first words as far as
        these are known.
        """
        for issue in issues:
            line = self._line(issue, document)
            yield issue._replace(path=self._label, line=line, column=1 if line else 0)

    def _line(self, issue: Issue, document: Document) -> int:
        numbers = self._rows.get(issue.sentence_id) if issue.sentence else None
        if not numbers:
            return 0
        span = document.sentences[issue.sentence - 1].span
        tokens = document.tokens[span.start : span.end]
        at = next((n for n, token in enumerate(tokens) if token.start >= issue.start), 0)
        return numbers[at] if at < len(numbers) else 0

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        """The lines of the words of each sentence, by its name; a name that occurs twice is left
        out. Lines of multiword tokens (`3-4`) are not words.
        """
        rows: dict[str, list[int]] = {}
        if self._path is None or self._path.suffix != ".conllu":
            return rows
        twice: set[str] = set()
        current: list[int] = []
        with self._path.open(encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, 1):
                if line.startswith(_NAME):
                    name, current = line[len(_NAME) :].strip(), []
                    twice |= {name} & rows.keys()
                    rows[name] = current
                elif line[:1].isdecimal() and "-" not in line.partition("\t")[0]:
                    current.append(number)
        return {name: numbers for name, numbers in rows.items() if name not in twice}


UNREADABLE = "unreadable"
EXPLANATION = "The file does not follow its format."
BROKEN = frozenset(
    {
        "Bridge names an unknown entity",
        "SplitAnte names an unknown entity",
        "dangling reference",
        "unknown mention",
        "link to a missing element",
        "REF to an unknown ID",
        "chain continues with a link that does not exist",
        "mention of an entity that does not exist",
    }
)
"""What readers call a relation that leads nowhere."""


class IssueProblems(Problems):
    """Lists every problem of the files that are read, and lets their readers continue."""

    def __init__(self) -> None:
        super().__init__(lenient=True)
        self.issues: list[Issue] = []

    def add(self, error: FormatError, kind: str) -> None:
        broken = kind in BROKEN
        issue = Issue(
            broken_references.name if broken else UNREADABLE,
            Severity.ERROR,
            error.message,
            broken_references.remedy if broken else error.remedy.advice or "correct the file",
            path=error.path,
            line=error.line,
            column=error.column,
        )
        self.issues.append(issue)

    def taken(self) -> list[Issue]:
        """The issues since this was asked last."""
        issues, self.issues = self.issues, []
        return issues
