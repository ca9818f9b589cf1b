"""SUPAR's tagged corpus: one token per line between `<@NAME,arguments>` tags."""

from __future__ import annotations

import re
from dataclasses import replace

from coindex.core.document import Span
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.supar.texts import Collecting, Phrase, SuparText, SuparWord
from coindex.io.files import File

_TAG = re.compile(r"<@(/?)([A-Za-z0-9]+)(?:,(.*))?>")


def tagged_text(file: File, problems: Problems) -> SuparText:
    return _Reading(file, problems).text()


class _Reading:
    def __init__(self, file: File, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._collecting = Collecting(file, problems)
        self._sentence: tuple[int, str, int] | None = None
        self._words: list[SuparWord] = []
        self._open: list[tuple[str, str, int, int]] = []
        self._phrases: list[Phrase] = []
        self._kept: list[Phrase] = []
        self._begin = 0

    def text(self) -> SuparText:
        line = 0
        for line, text in enumerate(self._file.lines(self._problems), 1):
            match = _TAG.fullmatch(text.strip())
            if match is None and text.startswith("<@"):
                self._report("malformed tag", line, repr(text[:60]), leniently("leaves it out"))
            elif match is None:
                self._token(text, line)
            elif match[2] == "000" and not match[1]:
                self._end_sentence(line)
                self._begin_sentence(match[3] or "", line)
            elif match[1]:
                self._close(match[2], line)
            else:
                self._open.append((match[2], match[3] or "", len(self._words), line))
        self._end_sentence(line)
        return replace(self._collecting.text(), phrases=tuple(self._kept))

    def _begin_sentence(self, arguments: str, line: int) -> None:
        number, _, label = arguments.partition(",")
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            self._report(
                "sentence number is not a number",
                line,
                repr(number[:20]),
                leniently("leaves the sentence out"),
            )
            self._sentence = None
        else:
            self._sentence = int(number), label, line

    def _token(self, text: str, line: int) -> None:
        cells = text.split()
        if not cells:
            return
        if len(cells) != 3 or self._sentence is None:
            remedy = leniently("leaves it out", "a token is `form TAG lemma` in a sentence")
            self._report("malformed token", line, repr(text[:60]), remedy)
            return
        form, tag, lemma = cells
        self._words.append(SuparWord(form, lemma, tag))

    def _close(self, name: str, line: int) -> None:
        """Close a tag; tags that cross are closed where the enclosing one ends."""
        if all(name != opened for opened, *_ in self._open):
            self._report("phrase closed but never opened", line, name, leniently("ignores the tag"))
            return
        while self._open:
            opened, arguments, start, begun = self._open.pop()
            if opened != name:
                self._report(
                    "phrase never closed",
                    begun,
                    opened,
                    leniently("closes it with the phrase around it"),
                )
            if start == len(self._words):
                self._report("phrase without words", begun, opened, leniently("leaves it out"))
            else:
                self._phrases.append(Phrase(Span(start, len(self._words)), opened, arguments))
            if opened == name:
                return

    def _end_sentence(self, line: int) -> None:
        for name, *_, begun in self._open:
            self._report("phrase never closed", begun, name, leniently("leaves it out"))
        words, phrases, sentence = self._words, self._phrases, self._sentence
        self._open, self._words, self._phrases, self._sentence = [], [], [], None
        if sentence and self._collecting.add(sentence[0], sentence[1], words, sentence[2] or line):
            phrases.sort(key=lambda phrase: (phrase.span.start, -phrase.span.end))
            for phrase in phrases:
                start, end = phrase.span
                self._kept.append(
                    phrase._replace(span=Span(self._begin + start, self._begin + end))
                )
            self._begin += len(words)

    def _report(self, message: str, line: int, detail: str, remedy: Remedy | str) -> None:
        self._problems.report(
            message, path=self._file.label, line=line, column=1, detail=detail, remedy=remedy
        )
