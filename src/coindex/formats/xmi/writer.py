"""Writes a CAS with DKPro's types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from coindex.core.annotation import Annotated, Kind, Mention
from coindex.core.document import ROOT, Document, Span
from coindex.formats.markup import DECLARATION, Positions, quoted
from coindex.formats.running import paragraphs, with_tokens
from coindex.formats.xmi.reader import UNSPECIFIED

_DKPRO = "http:///de/tudarmstadt/ukp/dkpro/core/api"
SPACES = {
    "xmi": "http://www.omg.org/XMI",
    "cas": "http:///uima/cas.ecore",
    "tcas": "http:///uima/tcas.ecore",
    "metadata": f"{_DKPRO}/metadata/type.ecore",
    "segmentation": f"{_DKPRO}/segmentation/type.ecore",
    "pos": f"{_DKPRO}/lexmorph/type/pos.ecore",
    "morph": f"{_DKPRO}/lexmorph/type/morph.ecore",
    "dependency": f"{_DKPRO}/syntax/type/dependency.ecore",
    "coref": f"{_DKPRO}/coref/type.ecore",
}
SOFA = "1"
"""The id of the text."""
_ORIGIN = ("documentUri", "documentBaseUri", "collectionId")


def written(item: Annotated) -> Iterator[str]:
    cas = Cas(with_tokens(item.document))
    cas.analysis()
    cas.chains(item)
    yield from cas.rendered(SPACES)


class Part(NamedTuple):
    """A feature structure; values of references are ids."""

    kind: str
    """The prefix of its package and the name of its type."""
    id: str
    values: list[tuple[str, str]]
    begin: int | None
    end: int | None
    in_text: bool


class Cas:
    """The feature structures of a CAS, as they are collected."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.parts: list[Part] = []
        self._next = int(SOFA)
        text = document.text
        wide = bool(text) and max(text) > "\uffff"
        self._units = (
            [0, *accumulate(1 + (character > "\uffff") for character in text)] if wide else None
        )

    def analysis(self) -> None:
        """Add what is known about the document itself."""
        self.metadata()
        self.structure()
        self.words()

    def rendered(self, spaces: Mapping[str, str]) -> Iterator[str]:
        """The file as XMI; `spaces` are the namespaces by their prefixes."""
        yield DECLARATION
        declared = " ".join(f"xmlns:{prefix}={quoted(uri)}" for prefix, uri in spaces.items())
        yield f'<xmi:XMI {declared} xmi:version="2.0">\n'
        yield '<cas:NULL xmi:id="0"/>\n'
        yield from map(_element, self.parts)
        yield (
            f'<cas:Sofa xmi:id="{SOFA}" sofaNum="1" sofaID="_InitialView" mimeType="text" '
            f"sofaString={quoted(self.document.text)}/>\n"
        )
        members = " ".join(part.id for part in self.parts)
        yield f'<cas:View sofa="{SOFA}" members="{members}"/>\n</xmi:XMI>\n'

    def number(self) -> str:
        self._next += 1
        return str(self._next)

    def add(
        self,
        kind: str,
        attributes: list[tuple[str, str]],
        extent: tuple[int, int] | None,
        id: str = "",
        *,
        in_text: bool = True,
    ) -> str:
        """Add a structure over characters of the text, or over none; without `in_text`, its type is
        not one of annotations.
        """
        id = id or self.number()
        begin, end = (self._unit(at) for at in extent) if extent else (None, None)
        values = [(name, value) for name, value in attributes if value]
        self.parts.append(Part(kind, id, values, begin, end, in_text))
        return id

    def _unit(self, at: int) -> int:
        return self._units[at] if self._units else at

    def metadata(self) -> None:
        document = self.document
        meta = dict(document.meta)
        attributes = [
            ("language", document.language or UNSPECIFIED),
            ("documentId", document.id),
            ("documentTitle", meta.pop("title", "")),
            *((name, meta.pop(name, "")) for name in _ORIGIN),
        ]
        self.add("metadata:DocumentMetaData", attributes, (0, len(document.text)))
        for name, value in meta.items():
            self.add("metadata:MetaDataStringField", [("key", name), ("value", value)], (0, 0))

    def structure(self) -> None:
        several = any(sentence.paragraph for sentence in self.document.sentences)
        for span in paragraphs(self.document) if several else ():
            self._over("segmentation:Paragraph", span)
        for sentence in self.document.sentences:
            self._over("segmentation:Sentence", sentence.span)
            if sentence.heading:
                self._over("segmentation:Heading", sentence.span)

    def _over(self, kind: str, span: Span) -> None:
        extent = self.extent(span)
        if extent:
            self.add(kind, [], extent)

    def extent(self, span: Span) -> tuple[int, int] | None:
        words = list(self.document.words(span))
        return (words[0].start, words[-1].end) if words else None

    def words(self) -> None:
        ids: dict[int, str] = {}
        for index, token in enumerate(self.document.tokens):
            if token.empty:
                continue
            extent = (token.start, token.end)
            tagged = [("PosValue", token.xpos), ("coarseValue", token.upos)]
            written = self.document.text[token.start : token.end]
            parts = [
                (
                    "form",
                    "segmentation:TokenForm",
                    [("value", token.form if token.form != written else "")],
                ),
                ("lemma", "segmentation:Lemma", [("value", token.lemma)]),
                ("pos", "pos:POS", tagged),
                ("morph", "morph:MorphologicalFeatures", [("value", token.feats)]),
            ]
            own = [
                (name, self.add(kind, features, extent))
                for name, kind, features in parts
                if any(v for _, v in features)
            ]
            ids[index] = self.add("segmentation:Token", own, extent)
        for index, id in ids.items():
            head = self.document.tokens[index].head
            if head == ROOT or head in ids:
                self._dependency(index, id, id if head == ROOT or head is None else ids[head])

    def _dependency(self, index: int, dependent: str, governor: str) -> None:
        token = self.document.tokens[index]
        kind = "dependency:ROOT" if dependent == governor else "dependency:Dependency"
        attributes = [
            ("Governor", governor),
            ("Dependent", dependent),
            ("DependencyType", token.deprel),
            ("flavor", "basic"),
        ]
        self.add(kind, attributes, (token.start, token.end))

    def chains(self, item: Annotated) -> None:
        for entity in item.annotation.entities:
            overt = [
                (mention, extent)
                for mention in entity.mentions
                if (extent := self.extent(mention.span))
            ]
            ids = [self.number() for _ in overt]
            for (mention, extent), id, following in zip(overt, ids, [*ids[1:], ""], strict=True):
                self.add(
                    "coref:CoreferenceLink", [("next", following), *_features(mention)], extent, id
                )
            if ids:
                self.add("coref:CoreferenceChain", [("first", ids[0])], None)
        grouped = Positions(
            mention for entity in item.annotation.entities for mention in entity.mentions
        )
        for mention in item.annotation.mentions:
            alone = self.extent(mention.span) if grouped.of(mention) is None else None
            if alone:
                self.add("coref:CoreferenceLink", _features(mention), alone)


def _element(part: Part) -> str:
    sofa = f' sofa="{SOFA}"' if part.in_text else ""
    place = "" if part.begin is None else f' begin="{part.begin}" end="{part.end}"'
    inside = "".join(f" {name}={quoted(value)}" for name, value in part.values)
    return f'<{part.kind} xmi:id="{part.id}"{sofa}{place}{inside}/>\n'


def _features(mention: Mention) -> list[tuple[str, str]]:
    kind = "" if mention.kind is Kind.UNKNOWN else str(mention.kind)
    return [
        ("referenceType", kind or mention.attribute("referenceType")),
        ("referenceRelation", mention.attribute("referenceRelation")),
    ]
