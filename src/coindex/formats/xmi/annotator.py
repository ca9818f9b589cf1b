"""XMI of Coref Annotator (Reiter 2018): entities with labels, and mentions of one or two parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Entity
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.markup import one_file_each, own_files, xml
from coindex.formats.running import with_tokens
from coindex.formats.xmi.reader import ANNOTATOR, CasReading
from coindex.formats.xmi.structures import cas_of
from coindex.formats.xmi.writer import SPACES, Cas
from coindex.io.files import File, Files

_API = f"http:///de/unistuttgart/ims{ANNOTATOR}"
_LABEL = "Label"
_COLOURS = (0x1F77B4, 0xD62728, 0x2CA02C, 0x9467BD, 0xFF7F0E, 0x17BECF, 0x8C564B, 0xE377C2)


@dataclass(frozen=True)
class CorefAnnotator:
    """Read like other XMI; written in the tool's types of version 1, with the words and sentences
    as DKPro has them. An entity without a label gets its first mention as one.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".xmi",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TOKENS, Layer.TEXT, Layer.LANGUAGE, Layer.SPACING, Layer.SENTENCES),
            *(Layer.PARAGRAPHS, Layer.HEADINGS, Layer.META, Layer.LEMMAS, Layer.UPOS, Layer.XPOS),
            *(Layer.FEATS, Layer.SYNTAX, Layer.MENTIONS, Layer.DISCONTINUOUS, Layer.ENTITIES),
            *(Layer.SINGLETONS, Layer.ENTITY_NAMES, Layer.ENTITY_ATTRIBUTES),
        }
    )

    def recognise(self, file: File) -> float:
        sample = file.sample()
        return 0.97 if ANNOTATOR in sample and "http:///uima/cas.ecore" in sample else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "XMI"):
            yield CasReading(cas_of(xml(file, problems)), "").result(file.id)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, ".xmi")


def _written(item: Annotated) -> Iterator[str]:
    cas = Cas(with_tokens(item.document))
    cas.analysis()
    cas.add("api:Meta", [("TypeSystemVersion", "v1")], None, in_text=False)
    for number, entity in enumerate(item.annotation.entities):
        _add_entity(cas, entity, number)
    yield from cas.rendered({**SPACES, "api": f"{_API}.ecore", "v1": f"{_API}/v1.ecore"})


def _add_entity(cas: Cas, entity: Entity, number: int) -> None:
    overt = [
        (mention, places)
        for mention in entity.mentions
        if (places := [place for part in mention.parts if (place := cas.extent(part))])
    ]
    if not overt:
        return
    label = dict(entity.attributes).get(_LABEL) or overt[0][0].text(cas.document)
    features = [
        (_LABEL, label),
        ("Color", str(_COLOURS[number % len(_COLOURS)])),
        ("Hidden", "false"),
        ("XmlId", "" if entity.id.isdecimal() else entity.id),
    ]
    id = cas.add("v1:Entity", features, None, in_text=False)
    for _, (first, *others) in overt:
        own, part = cas.number(), cas.number() if others else ""
        cas.add("v1:Mention", [("Entity", id), ("Discontinuous", part)], first, own)
        if others:
            cas.add("v1:DetachedMentionPart", [("Mention", own)], others[0], part)
