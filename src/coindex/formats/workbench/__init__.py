"""The XML of the evaluation workbench: COREF and NP elements around
analysed words (Barbu & Mitkov 2001).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.markup import own_files
from coindex.formats.sgml import pages
from coindex.formats.workbench.reader import WorkbenchReading
from coindex.formats.workbench.writer import written
from coindex.io.files import File, Files

_CONTENT = re.compile(r"<w\s[^<>]*\b(SENT|PAR)\s*=", re.IGNORECASE)


@dataclass(frozen=True)
class Workbench:
    """Words keep their FDG tags."""

    universal: bool = True
    """Whether a universal tag is added to each word whose FDG tag determines it."""

    suffixes: ClassVar[tuple[str, ...]] = (".wb.xml", ".wbx")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.TEXT,
            Layer.LANGUAGE,
            Layer.SENTENCE_NAMES,
            Layer.MENTIONS,
            Layer.ZEROS,
            Layer.MENTION_NAMES,
            Layer.ENTITIES,
            Layer.ENTITY_NAMES,
            Layer.EMPTY_FORMS,
            Layer.SPACING,
            Layer.SENTENCES,
            Layer.PARAGRAPHS,
            Layer.LEMMAS,
            Layer.UPOS,
            Layer.XPOS,
            Layer.FEATS,
            Layer.SYNTAX,
            Layer.ENHANCED,
            Layer.MISC,
            Layer.EMPTY,
            Layer.MINIMA,
            Layer.MARKABLES,
            Layer.ATTRIBUTES,
            Layer.SINGLETONS,
            Layer.LINKS,
            Layer.OPTIONAL,
        }
    )

    def recognise(self, file: File) -> float:
        if _CONTENT.search(file.sample()):
            return 0.95
        return 0.15 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "workbench"):
            for number, page in enumerate(pages(file, problems)):
                reading = WorkbenchReading(page, self.universal)
                stem = file.id.removesuffix(".wb")
                yield reading.result(stem if not number else f"{stem}-{number + 1}")

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield Chunk("".join(written(item, self.universal)))
