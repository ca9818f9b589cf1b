"""UIMA CAS as XMI: INCEpTION's and DKPro's coreference chains, and Coref Annotator's entities.

Offsets count UTF-16 units, as Java does. Written are DKPro's types, without any feature that their
type system lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.markup import one_file_each, own_files, xml
from coindex.formats.xmi.reader import CasReading
from coindex.formats.xmi.structures import cas_of
from coindex.formats.xmi.writer import written
from coindex.io.files import File, Files


@dataclass(frozen=True)
class Xmi:
    """One view of the CAS is one document."""

    view: str = "_InitialView"
    """Name of the view to read; where it does not exist, the first view that has text."""

    suffixes: ClassVar[tuple[str, ...]] = (".xmi",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.TEXT,
            Layer.LANGUAGE,
            Layer.MENTIONS,
            Layer.ENTITIES,
            Layer.SPACING,
            Layer.SENTENCES,
            Layer.PARAGRAPHS,
            Layer.HEADINGS,
            Layer.META,
            Layer.LEMMAS,
            Layer.UPOS,
            Layer.XPOS,
            Layer.FEATS,
            Layer.SYNTAX,
            Layer.KINDS,
            Layer.MARKABLES,
            Layer.SINGLETONS,
        }
    )

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if "http://www.omg.org/XMI" in sample and "http:///uima/cas.ecore" in sample:
            return 0.95
        return 0.2 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "XMI"):
            yield CasReading(cas_of(xml(file, problems)), self.view).result(file.id)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, written, ".xmi")
