"""brat's stand-off files (Stenetorp et al. 2012): a text and, beside it, an
`.ann` file with its annotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.brat.lines import scanned
from coindex.formats.brat.reader import annotated
from coindex.formats.brat.writer import annotation_lines
from coindex.formats.markup import file_stems
from coindex.formats.standoff import companion, original, stored, with_texts
from coindex.io.files import File, Files

_LINE = re.compile(
    r"T\d+\t\S+ \d+ \d+|R\d+\t\S+ \S+:[TE]|\*\t\S+ T|E\d+\t\S+:T|[AM]\d+\t\S+ [TER]|#\d+\t\S+ "
)
_CONFIGURATION = ("annotation.conf", "visual.conf", "tools.conf", "kb_shortcuts.conf", "acl.cfg")


@dataclass(frozen=True, slots=True)
class Brat:
    """Text-bound annotations are mentions; their type is that of the entity if all its mentions
    agree.

    Relations with the name of one of ours are links; everything else, events included, is kept in
    the annotation's attributes and written back. A mention in no coreference relation is in no
    entity, unless it is marked `Singleton`.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".ann",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TEXT,
            Layer.MENTIONS,
            Layer.TOKENS,
            Layer.SUBTYPES,
            Layer.ENTITIES,
            Layer.RELATIONS,
            Layer.LINK_SUBTYPES,
            Layer.LINK_ATTRIBUTES,
            Layer.MARKS,
            Layer.SPACING,
            Layer.KINDS,
            Layer.DISCONTINUOUS,
            Layer.REFERENCE,
            Layer.MARKABLES,
            Layer.ATTRIBUTES,
            Layer.TYPES,
            Layer.SINGLETONS,
            Layer.LINKS,
            Layer.OPTIONAL,
            Layer.SPLIT,
            Layer.BRIDGING,
        }
    )
    coreference: tuple[str, ...] = ("Coreference", "Coref", "Identity", "Ident", "Equiv")
    """Types of the relations (R) and equivalences (*) that make entities, in upper or lower
    case; the first is the one written.
    """
    mentions: tuple[str, ...] = ()
    """Types of the text-bound annotations that are mentions; empty for all."""
    singletons: bool = False
    """Whether a mention in no relation of coreference is an entity of its own."""
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        if file.suffix != ".ann":
            return 0.0
        first = next((line for line in file.sample().splitlines() if line.strip()), "")
        return 0.9 if _LINE.match(first) else 0.0 if first else 0.2

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files.with_suffix(".ann"):
            text = companion(files, file, ".txt")
            if text is None:
                remedy = leniently("leaves it out", "put the .txt file beside it")
                problems.report("annotations without their text", path=file.label, remedy=remedy)
                continue
            scan = scanned(file, problems)
            yield annotated(scan, original(text, problems), self, file.id)

    def parts(self, files: Files) -> Iterable[File]:
        """Annotations, their texts, and brat's configuration."""
        yield from with_texts(files)
        yield from (file for file in files if PurePosixPath(file.name).name in _CONFIGURATION)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        stem = file_stems()
        for item in items:
            name = stem(item.document.id)
            yield Chunk(stored(item.document.text), f"{name}.txt")
            yield Chunk("".join(annotation_lines(item, self.coreference[0])), f"{name}.ann")
