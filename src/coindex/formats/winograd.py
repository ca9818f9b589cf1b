"""The cross-lingual Winograd collection (Tikhonov & Ryabinin 2021), as tab-separated values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.document import Document, Span
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.building import Builder
from coindex.formats.pairs import JudgedCandidate, TableRow, candidate, judged, pronoun, read_rows
from coindex.formats.standoff import own, places
from coindex.io.files import File, Files

_ROW = re.compile(r'[a-z]{2,3}\t[^\t\n]+\t[^\t\n]*\t[^\t\n]+\t\["[^\t\n]*\t\["[^\t\n]*\t\[\[')


@dataclass(frozen=True, slots=True)
class Winograd:
    """One row is one document: language, subset, origin, sentence, words, pronoun
    and candidates with their truth.

    Documents are called by the file's name and the line; candidates are labelled A, B and so on.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".tsv",)

    def recognise(self, file: File) -> float:
        return 0.95 if _ROW.match(file.sample()) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        yield from read_rows(own(files, filter(self.recognise, files)), problems, _Row)


class _Row(TableRow):
    def annotated(self) -> Annotated | None:
        if len(self.cells) != 7:
            self.report("wrong number of columns", 0, f"{len(self.cells)} for 7")
            return None
        words = self._words()
        marked = self._span(self._json(5), 5, words)
        document = self._document(words)
        if marked is None or not words:
            return None
        candidates = []
        for number, value in enumerate(self._list(6)):
            span = self._span(value, 6, words)
            right = value[3] if isinstance(value, list) and len(value) > 3 else None
            if not isinstance(right, bool):
                self.report("candidate without truth", 6, str(number))
            elif span is not None:
                candidates.append(
                    JudgedCandidate(candidate(span, chr(ord("A") + number % 26)), right)
                )
        return Annotated(document, judged(document, [pronoun(marked)], candidates))

    def _document(self, words: list[str]) -> Document:
        language, subset, origin, sentence = self.cells[:4]
        builder = Builder(f"{self.file.id}-{self.line}", language)
        for word in words:
            builder.word(word)
        about = {"subset": subset, "origin": "" if origin == "?" else origin}
        document = builder.document({key: value for key, value in about.items() if value})
        offsets = places(sentence, words)
        if offsets is None:
            self.report(
                "words do not spell the sentence", 4, "", leniently("separates them by spaces")
            )
            return document
        pairs = zip(document.tokens, offsets, strict=True)
        tokens = tuple(token._replace(start=start, end=end) for token, (start, end) in pairs)
        return replace(document, text=sentence, tokens=tokens)

    def _words(self) -> list[str]:
        return [word for word in self._list(4) if isinstance(word, str) and word]

    def _list(self, column: int) -> list[Any]:
        value = self._json(column)
        return value if isinstance(value, list) else []

    def _json(self, column: int) -> Any:
        try:
            value = json.loads(self.cells[column])
            json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate raises an error here
            return value
        except (ValueError, RecursionError) as error:
            self.report("not JSON", column, str(error)[:60])
            return None

    def _span(self, value: Any, column: int, words: list[str]) -> Span | None:
        """`["the words", [start, end], ["the", "words"], ...]`."""
        match value:
            case [str(), [int(start), int(end)], [*forms], *_] if (
                words[start:end] == forms and 0 <= start < end
            ):
                return Span(start, end)
        self.report("phrase is not at its position", column, str(value)[:60])
        return None
