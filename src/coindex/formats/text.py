"""Plain text: one document per file, not yet parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Block, Document
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.markup import one_file_each
from coindex.formats.standoff import original, own, stored
from coindex.io.files import File, Files

_BLANK_LINES = re.compile(r"\n\s*\n|\Z")


@dataclass(frozen=True, slots=True)
class Text:
    """Words and nothing about them. Blank lines separate paragraphs; each becomes a block.

    The document is called after its file. Several documents are written to one file each.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".txt", ".md")
    carries: ClassVar[frozenset[Layer]] = frozenset({Layer.TEXT, Layer.SPACING})
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        return 0.1 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            text = original(file, problems)
            if not text.strip():
                remedy = leniently("reads an empty document")
                problems.report("no text", path=file.label, line=1, column=1, remedy=remedy)
            document = Document(file.id, text, self.language, blocks=tuple(paragraphs(text)))
            yield Annotated(document, Annotation(document.id))

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, lambda item: iter([stored(item.document.text)]), ".txt")


def paragraphs(text: str) -> Iterator[Block]:
    """The parts between blank lines, without the white space around them."""
    start = 0
    for match in _BLANK_LINES.finditer(text):
        piece = text[start : match.start()]
        begin = start + len(piece) - len(piece.lstrip())
        if piece.strip():
            yield Block(begin, begin + len(piece.strip()))
        start = match.end()
