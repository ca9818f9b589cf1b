"""SUPAR's text files: words between boundary numbers, or Prolog facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.building import Builder
from coindex.formats.supar.stems import stem
from coindex.io.files import File

_FACT = re.compile(r"\s*o\((\d{1,9}),\s*('(?:[^']|'')*'|\w*)\s*,\s*\[(.*)\]\s*\)\s*\.\s*", re.S)
_WORD = re.compile(
    r"\s*,?\s*w\(((?:'(?:[^']|'')*'|[^',()]+)(?:,\s*(?:'(?:[^']|'')*'|[^',()]+))*)\)"
)
_ATOM = re.compile(r"'((?:[^']|'')*)'|([^',()\s]+)")


class SuparWord(NamedTuple):
    form: str
    lemma: str = ""
    tag: str = ""
    misc: tuple[tuple[str, str], ...] = ()


class Phrase(NamedTuple):
    """A tagged sequence of words, with `arguments` as written in the tag."""

    span: Span
    name: str
    arguments: str


@dataclass(frozen=True)
class SuparText:
    """Sentence numbers with their labels and words; phrases, if the text is tagged."""

    numbers: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    sentences: tuple[tuple[SuparWord, ...], ...] = ()
    phrases: tuple[Phrase, ...] = field(default=())

    @property
    def forms(self) -> list[list[str]]:
        """The forms, without the spaces that a tagged corpus cannot hold."""
        return [["_".join(word.form.split()) for word in words] for words in self.sentences]

    def with_tags(self, tagged: SuparText) -> SuparText:
        return replace(self, phrases=tagged.phrases) if self.sentences else tagged

    def document(self, name: str) -> Document:
        """The document; sentence ids are kept unless they simply count from 1, and phrases that are
        not mentions are kept in MISC.
        """
        builder = Builder(name)
        starting: dict[int, list[Phrase]] = {}
        for phrase in self.phrases:
            if phrase.name not in ("SNS", "NSN", "ANF"):
                starting.setdefault(phrase.span.start, []).append(phrase)
        plain = self.numbers == tuple(range(1, len(self.numbers) + 1))
        for number, label, words in zip(self.numbers, self.labels, self.sentences, strict=True):
            for word in words:
                misc = [f"{key}={_escaped(value)}" for key, value in word.misc]
                if own := starting.get(len(builder.tokens)):
                    misc.append(f"Phrases={';'.join(map(_phrase, own))}")
                builder.word(word.form, lemma=word.lemma, xpos=word.tag, misc="|".join(misc))
            comments = (f"label = {label}",) if label else ()
            builder.end_sentence(id="" if plain else str(number), comments=comments)
        return builder.document()


def _phrase(phrase: Phrase) -> str:
    return f"{_escaped(phrase.name)},{_escaped(phrase.arguments)}~{phrase.span.length}"


def _escaped(value: str) -> str:
    for character in "%|;~":
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def unescaped(value: str) -> str:
    for character in "~;|%":
        value = value.replace(f"%{ord(character):02X}", character)
    return value


class Collecting:
    """Collects sentences; numbers must be new, and a sentence must have words."""

    def __init__(self, file: File, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._sentences: dict[int, tuple[str, tuple[SuparWord, ...]]] = {}

    def add(self, number: int, label: str, words: list[SuparWord], line: int) -> bool:
        if not words:
            self.report("sentence without words", line, str(number), leniently("leaves it out"))
            return False
        if number in self._sentences:
            self.report(
                "sentence number occurs twice", line, str(number), leniently("keeps the first")
            )
            return False
        self._sentences[number] = label, tuple(words)
        return True

    def text(self) -> SuparText:
        if not self._sentences:
            raise FormatError(
                "contains no sentence",
                path=self._file.label,
                line=1,
                remedy="the file may be truncated",
            )
        labels, words = zip(*self._sentences.values(), strict=True)
        return SuparText(tuple(self._sentences), labels, words)

    def report(self, message: str, line: int, detail: str, remedy: Remedy | str) -> None:
        self._problems.report(
            message, path=self._file.label, line=line, column=1, detail=detail, remedy=remedy
        )


def numbered_text(file: File, problems: Problems) -> SuparText:
    """`13 0 The 1 fact 2`: sentence number, then boundaries and words in turn."""
    collecting = Collecting(file, problems)
    for line, text in enumerate(file.lines(problems), 1):
        cells = text.split(" ")
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        forms, boundaries = cells[2::2], cells[1::2]
        if not _number(cells[0]) or not forms:
            collecting.report(
                "malformed sentence", line, repr(text[:60]), leniently("leaves it out")
            )
            continue
        if boundaries != [str(place) for place in range(len(forms) + 1)]:
            remedy = leniently("counts again", "the words lie between 0, 1, 2 ...")
            collecting.report("boundaries out of order", line, repr(text[:60]), remedy)
        collecting.add(int(cells[0]), "", [SuparWord(form) for form in forms], line)
    return collecting.text()


def facts_text(file: File, problems: Problems) -> SuparText:
    """`o(13,'Label',[w('The','the','AT0','the'),...]).`"""
    collecting = Collecting(file, problems)
    for line, fact in _facts(file, problems):
        match = _FACT.fullmatch(fact)
        words = list(_words(match[3])) if match else []
        if match is None or not words:
            collecting.report("malformed fact", line, repr(fact[:60]), leniently("leaves it out"))
            continue
        if any(word is None for word in words):
            collecting.report(
                "malformed word", line, repr(fact[:60]), leniently("leaves the word out")
            )
        collecting.add(int(match[1]), _atom(match[2]), [word for word in words if word], line)
    return collecting.text()


def _facts(file: File, problems: Problems) -> Iterator[tuple[int, str]]:
    """The facts, each with the line on which it begins."""
    begin, parts = 0, list[str]()
    for line, text in enumerate(file.lines(problems), 1):
        if not parts and (not text.strip() or text.lstrip().startswith("%")):
            continue
        begin = begin if parts else line
        parts.append(text)
        if text.rstrip().endswith(")."):
            yield begin, "\n".join(parts)
            parts = []
    if parts:
        yield begin, "\n".join(parts)


def _words(text: str) -> Iterator[SuparWord | None]:
    position = 0
    while match := _WORD.match(text, position):
        position = match.end()
        yield _word([quoted.replace("''", "'") or bare for quoted, bare in _ATOM.findall(match[1])])
    if text[position:].strip():
        yield None


def _word(atoms: list[str]) -> SuparWord | None:
    if not 4 <= len(atoms) <= 5 or not atoms[0]:
        return None
    form, lemma, tag = atoms[:3]
    misc = [("Extra", atoms[3])] if len(atoms) == 5 else []
    if atoms[-1] != stem(lemma.lower()):
        misc.append(("Stem", atoms[-1]))
    return SuparWord(form, lemma, tag, tuple(misc))


def _atom(text: str) -> str:
    return text[1:-1].replace("''", "'") if text.startswith("'") else text


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
