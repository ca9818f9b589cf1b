"""Lines of a file for places in its documents, where sentences have names: in CoNLL-U."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from coindex.checking.issue import Issue
from coindex.core.document import Document

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
