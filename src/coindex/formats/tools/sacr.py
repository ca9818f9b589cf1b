"""SACR's files (Oberle 2018): a text with mentions in braces, each with the name of its chain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.annotation import Annotated, Attributes, Entity, Mention, in_order
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.building import TokenOffsets, with_mentions
from coindex.formats.markup import one_file_each
from coindex.formats.standoff import own
from coindex.formats.tools.marks import CARRIED
from coindex.formats.tools.sacr_text import BREAK, Notes, laid_out, types
from coindex.formats.tools.sacr_writer import written
from coindex.io.files import File, Files

_PROPERTY = r'[^\s=,"{}]+="[^"\n]*"'
_PROPERTIES = rf"(?:{_PROPERTY})?(?:,{_PROPERTY})*"
_OPEN = re.compile(rf"\{{([^\s:{{}}]+)(?::({_PROPERTIES}) ?| )")
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

    Lines that begin with `#` are not text: they name the document, its metadata and headings, and
    the colours of chains, which are attributes of entities.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".sacr",)
    carries: ClassVar[frozenset[Layer]] = CARRIED - {Layer.MARKABLES} | {
        *(Layer.LANGUAGE, Layer.META, Layer.SENTENCES, Layer.PARAGRAPHS, Layer.HEADINGS),
        *(Layer.ATTRIBUTES, Layer.ENTITY_NAMES, Layer.ENTITY_ATTRIBUTES),
    }
    language: str = ""
    """Code of the language of documents that do not state it."""
    typed_by: tuple[str, ...] = ("type", "EN")
    """Properties of mentions that name the type of their entity; of a value with several words, as
    in `EN="p PER"`, the last one. The first of them is written where the others do not name it.
    """

    def recognise(self, file: File) -> float:
        inside = _OPEN.search(file.sample()) is not None
        if file.suffix in self.suffixes:
            return 0.95 if inside else 0.3
        return 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            yield _Reading(file, problems, self.typed_by).result(self.language)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, lambda item: written(item, self.typed_by), ".sacr")


class _Reading:
    """One file, read from brace to brace."""

    def __init__(self, file: File, problems: Problems, typed_by: tuple[str, ...]) -> None:
        self._file, self._problems, self._typed_by = file, problems, typed_by
        self._pieces: list[str] = []
        self._length = 0
        self._open: list[_Opened] = []
        self._closed: list[tuple[_Opened, int]] = []
        self._notes = Notes()

    def result(self, language: str) -> Annotated:
        noted = False
        for number, line in enumerate(self._file.lines(self._problems), 1):
            if line.lstrip().startswith("#"):
                self._notes.read(line.strip(), self._length)
                noted = True
                continue
            # One empty line after such a line belongs to it.
            if line.strip() or not noted:
                self._line(line.removesuffix(BREAK), number)
                self._put("\n")
            noted = False
        for opened in self._open:
            self._report("mention without an end", opened.line, opened.chain)
        text = "".join(self._pieces).rstrip("\n")
        edges = {edge for opened, end in self._closed for edge in (opened.start, end)}
        document = laid_out(self._file.id, text, edges, self._notes, language)
        offsets = TokenOffsets(document)
        chains: dict[str, dict[Mention, None]] = {}
        # Outer mentions first, so that chains come in the order in which they begin.
        outermost = self._closed[::-1]
        outermost.sort(key=lambda one: (one[0].start, -one[1]))
        for opened, end in outermost:
            span = offsets.span(opened.start, end)
            if span is None:
                self._report("mention without a word", opened.line, opened.chain)
                continue
            mention = Mention((span,), attributes=opened.attributes)
            chains.setdefault(opened.chain, {})[mention] = None
        entities = [self._entity(name, list(chain)) for name, chain in chains.items()]
        return Annotated(document, with_mentions(document.id, entities))

    def _entity(self, name: str, mentions: list[Mention]) -> Entity:
        named = Counter(one for m in mentions for one in types(m.attributes, self._typed_by))
        color = self._notes.colors.get(name)
        return Entity(
            name,
            in_order(mentions),
            next(iter(dict(named.most_common(1))), ""),
            (("color", color),) if color else (),
        )

    def _line(self, line: str, number: int) -> None:
        place = 0
        while brace := _BRACE.search(line, place):
            self._put(line[place : brace.start()])
            place = brace.end()
            opening = _OPEN.match(line, brace.start()) if brace[0] == "{" else None
            if opening is not None:
                attributes = tuple(
                    (name, value.replace("&quot;", '"'))
                    for name, value in _VALUE.findall(opening[2] or "")
                )
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
