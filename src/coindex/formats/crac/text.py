"""CRAC's plain text for LLMs: one document per line, with marks after words: `Ana|[e1] lost
her|[e1]`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats import brackets
from coindex.formats.building import Builder
from coindex.formats.crac.words import CARRIED, add, part, word
from coindex.io.files import File, Files

BAR = "|"
NOTATION = brackets.Notation("[", "]", ",")
LONGEST = 100_000_000
"""The maximum number of characters in a line, which is a whole document."""
_MARK = r"(?:\[[^\[\],|\s]+\]?|[^\[\],|\s]+\])"
_MARKS = re.compile(rf"{_MARK}(?:,{_MARK})*")
_MARKED = re.compile(rf"(?:^| )[^ \t\n]+\|{_MARK}(?:,{_MARK})*(?= |$)", re.M)


@dataclass(frozen=True)
class Crac:
    """One document per line; words are separated by single spaces, marks follow a bar: `[e1` opens
    a mention of `e1`, `e1]` closes it, `[e1]` does both, and commas part several. A word that
    begins with `##` is a zero pronoun.

    The files hold neither names of documents nor sentences: documents are called after their file
    and line, and each is one sentence.
    """

    blind: bool = False
    """Whether only words are written, as a system is given them."""

    suffixes: ClassVar[tuple[str, ...]] = (".crac", ".crac.txt")
    carries: ClassVar[frozenset[Layer]] = CARRIED | {Layer.ENTITY_NAMES}

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if "\t" not in sample and len(_MARKED.findall(sample)) > 1:
            return 0.9
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                yield from _documents(file, problems)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            marks = {} if self.blind else _marks(item)
            words = (
                _closed(word(token)) + _behind(marks.get(index, ()))
                for index, token in enumerate(item.document.tokens)
            )
            yield Chunk(" ".join(words) + "\n")


def _documents(file: File, problems: Problems) -> Iterator[Annotated]:
    any_document = False
    for number, line in enumerate(file.lines(problems, longest=LONGEST), 1):
        if line.strip():
            problems.begin(file.label, number)
            any_document = True
            yield _document(line, f"{file.id}-{number}", number, file, problems)
    if not any_document:
        remedy = "a document is a line of words, with marks such as |[e1] behind some"
        raise FormatError("contains no document", path=file.label, line=1, remedy=remedy)


def _document(line: str, name: str, number: int, file: File, problems: Problems) -> Annotated:
    builder, columns = Builder(name), list[int]()
    collected = brackets.Brackets(
        problems, file.label, lambda token: (number, columns[token]), NOTATION
    )
    for piece in re.finditer(r"\S+", line):
        form, bar, marks = piece[0].rpartition(BAR)
        marked = bool(bar and form) and (not marks or _MARKS.fullmatch(marks) is not None)
        columns.append(piece.start() + (len(form) + 2 if marked else 1))
        index = add(builder, form if marked else piece[0])
        if marked and marks:
            collected.cell(marks, index)
    return Annotated(builder.document(), collected.annotation(name))


def _marks(item: Annotated) -> dict[int, list[str]]:
    """The marks of each token in the order of the task's own converter, which sorts them as
    strings, so that opening marks come first; but if a mention of one entity ends at the word where
    another begins, closing marks do.
    """
    opening, closing = defaultdict[int, list[str]](list), defaultdict[int, list[str]](list)
    single = defaultdict[int, list[str]](list)
    names = brackets.numbered(item.annotation.entities, NOTATION, "e")
    for name, entity in zip(names, item.annotation.entities, strict=True):
        for mention in entity.mentions:
            start, end = part(mention)
            if end - start == 1:
                single[start].append(name)
            else:
                opening[start].append(name)
                closing[end - 1].append(name)
    marks = {}
    for index in {*opening, *closing, *single}:
        first = sorted([f"[{name}" for name in opening[index]] + [f"[{n}]" for n in single[index]])
        then = sorted(f"{name}]" for name in closing[index])
        crossing = set(opening[index]) & set(closing[index])
        marks[index] = [*then, *first] if crossing else [*first, *then]
    return marks


def _behind(marks: Iterable[str]) -> str:
    joined = NOTATION.separator.join(marks)
    return f"{BAR}{joined}" if joined else ""


def _closed(form: str) -> str:
    """A word without marks that could be read as one with marks is written with a bar."""
    before, bar, behind = form.rpartition(BAR)
    taken = bool(bar and before) and (not behind or _MARKS.fullmatch(behind) is not None)
    return f"{form}{BAR}" if taken else form
