"""WebAnno and INCEpTION TSV 3: tokens in rows, annotation
layers in columns, one document per file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.webanno.layout import Roles
from coindex.formats.webanno.reader import document_of
from coindex.formats.webanno.writer import Style, text_of
from coindex.io.files import File, Files


@dataclass(frozen=True)
class WebAnno:
    """WebAnno TSV 3.x.

    A relation goes from the anaphor to the antecedent, as in GUM: `bridge:...` are bridging links,
    all `bridge:aggr` of one anaphor are its split antecedents, the others join entities. A relation
    without a label joins, too, but makes no link. A layer is named by the end of its name.
    """

    mentions: str = ""
    """Span or chain layer with the mentions; empty for the first chain layer, or else
    the span layer of the relations.
    """
    links: str = ""
    """Relation layer that holds coreference; empty for the first one
    that does not hold dependencies.
    """
    type: str = ""
    """Feature that is the type of the entity; empty for *entity*, *etype*,
    *type*, *value* or *referenceType*.
    """
    chains: bool = False
    """Whether a chain layer is written instead of a span and a relation layer."""
    utf16: bool = True
    """Whether offsets count UTF-16 units, as Java does, or characters, as Python does."""

    suffixes: ClassVar[tuple[str, ...]] = (".tsv", ".webanno.tsv")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.SENTENCE_NAMES,
            Layer.MENTIONS,
            Layer.MENTION_NAMES,
            Layer.ENTITIES,
            Layer.RELATIONS,
            Layer.LINK_SUBTYPES,
            Layer.MARKS,
            Layer.SPACING,
            Layer.SENTENCES,
            Layer.META,
            Layer.LEMMAS,
            Layer.UPOS,
            Layer.XPOS,
            Layer.FEATS,
            Layer.SYNTAX,
            Layer.MULTIWORDS,
            Layer.MISC,
            Layer.DISCONTINUOUS,
            Layer.MARKABLES,
            Layer.ATTRIBUTES,
            Layer.TYPES,
            Layer.SINGLETONS,
            Layer.LINKS,
            Layer.SPLIT,
            Layer.BRIDGING,
        }
    )

    def recognise(self, file: File) -> float:
        """Certain by its first line: with many layers, rows look like CoNLL-U's."""
        return 1.0 if file.sample().startswith("#FORMAT=WebAnno TSV 3") else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                yield document_of(
                    file, problems, Roles(self.mentions, self.links, self.type), chains=self.chains
                )

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        roles = Roles(self.mentions, self.links, self.type)
        for item in items:
            text = text_of(item, roles, Style(chains=self.chains, utf16=self.utf16))
            yield Chunk(text, f"{item.document.id}.tsv")
