"""SACR's files (Oberle 2018): a text with mentions in braces, each with the name of its chain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.annotation import Annotated, Attributes, Entity, Mention, in_order
from coindex.core.files import File, Files
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.building import TokenOffsets, from_text, with_mentions
from coindex.formats.standoff import own

_PROPERTY = r'[^\s=,"{}]+="[^"\n]*"'
_OPEN = re.compile(rf"\{{([^\s:{{}}]+):((?:{_PROPERTY})?(?:,{_PROPERTY})*) ?")
_BRACE = re.compile(r"[{}]")
_VALUE = re.compile(r'([^\s=,"{}]+)="([^"\n]*)"')


class _Opened(NamedTuple):
    chain: str
    attributes: Attributes
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Sacr:
    """`{ann:type="person" Ann} lost {ann:type="person" her} key`: one document per file.

    Lines that begin with `#` before the text are comments, and are left out.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".sacr",)
    language: str = ""
    """Code of the language of the documents, which the files do not state."""
    typed_by: tuple[str, ...] = ("type", "EN")
    """Properties of mentions that name the type of their entity; of a value with several words, as
    in `EN="p PER"`, the last one.
    """

    def recognise(self, file: File) -> float:
        inside = _OPEN.search(file.sample()) is not None
        if file.suffix in self.suffixes:
            return 0.95 if inside else 0.3
        return 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            yield _Reading(file, problems, self.typed_by).result(self.language)


class _Reading:
    """One file, read from brace to brace."""

    def __init__(self, file: File, problems: Problems, typed_by: tuple[str, ...]) -> None:
        self._file, self._problems, self._typed_by = file, problems, typed_by
        self._pieces: list[str] = []
        self._length = 0
        self._open: list[_Opened] = []
        self._closed: list[tuple[_Opened, int]] = []

    def result(self, language: str) -> Annotated:
        lines = [line.rstrip("\n") for line in self._file.lines(self._problems)]
        begin = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
        for number, line in enumerate(lines[begin:], begin + 1):
            self._line(line, number)
            self._put("\n")
        for opened in self._open:
            self._report("mention without an end", opened.line, opened.chain)
        text = "".join(self._pieces).rstrip("\n")
        edges = {edge for opened, end in self._closed for edge in (opened.start, end)}
        document = from_text(self._file.id, text, edges, language=language)
        offsets = TokenOffsets(document)
        chains: dict[str, dict[Mention, None]] = {}
        types: dict[str, Counter[str]] = {}
        for opened, end in self._closed:
            span = offsets.span(opened.start, end)
            if span is None:
                self._report("mention without a word", opened.line, opened.chain)
                continue
            mention = Mention((span,), attributes=opened.attributes)
            chains.setdefault(opened.chain, {})[mention] = None
            types.setdefault(opened.chain, Counter()).update(self._types(opened.attributes))
        entities = [
            Entity(name, in_order(list(chain)), next(iter(dict(types[name].most_common(1))), ""))
            for name, chain in chains.items()
        ]
        return Annotated(document, with_mentions(document.id, entities))

    def _types(self, attributes: Attributes) -> list[str]:
        values = [value for name, value in attributes if name in self._typed_by]
        return [value.split()[-1] for value in values if value.split()]

    def _line(self, line: str, number: int) -> None:
        place = 0
        while brace := _BRACE.search(line, place):
            self._put(line[place : brace.start()])
            place = brace.end()
            opening = _OPEN.match(line, brace.start()) if brace[0] == "{" else None
            if opening is not None:
                attributes = tuple(_VALUE.findall(opening[2]))
                self._open.append(_Opened(opening[1], attributes, self._length, number))
                place = opening.end()
            elif brace[0] == "}" and self._open:
                self._closed.append((self._open.pop(), self._length))
            else:
                self._report("brace that belongs to no mention", number, brace[0])
                self._put(brace[0])
        self._put(line[place:])

    def _put(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)

    def _report(self, message: str, line: int, detail: str) -> None:
        self._problems.report(
            message,
            path=self._file.label,
            line=line,
            detail=detail,
            remedy=leniently("takes it as text", "write {chain:properties words}"),
        )
