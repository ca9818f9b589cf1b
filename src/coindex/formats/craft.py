"""CRAFT's coreference (Cohen et al. 2017): Knowtator-2 XML over the articles' plain texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Link,
    Mention,
    Reference,
    Relation,
    in_order,
)
from coindex.core.document import Document
from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT, Remedy, leniently
from coindex.formats.building import TokenOffsets, from_text
from coindex.formats.markup import Xml, xml
from coindex.formats.standoff import disjoint, original, own, spells
from coindex.io.files import File, Files, uncompressed
from coindex.language.languages import DEFAULT

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_TEXT = re.compile(r"""\btext-file\s*=\s*["']([^"'<>]+)""")
_CHAIN = "IDENTITY chain"
_APPOSITION = "APPOS relation"
_PHRASE = "Noun Phrase"
_NONREFERENTIAL = "Nonreferential pronoun"
_MEMBER, _HEAD, _ATTRIBUTE = "Coreferring strings", "APPOS Head", "APPOS Attributes"


class _Marked(NamedTuple):
    """An annotation of Knowtator's."""

    element: Element
    kind: str
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Craft:
    """Noun phrases and non-referential pronouns are mentions; identity chains are
    entities, called by their ids.

    An apposition is a link from its attribute to its head. Where an apposition is a member of a
    chain or of another apposition, its head stands for it, unless its span is not its head's: then
    it is a mention of its own. Texts are found by name anywhere in the input.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".xml",)

    def recognise(self, file: File) -> float:
        return 0.95 if file.suffix == ".xml" and "<knowtator-project" in file.sample() else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        texts = {_last(file): file for file in files.with_suffix(".txt")}
        for file in own(files, (file for file in files if self.recognise(file))):
            source = xml(file, problems)
            for element in source.root.iter("document"):
                name = element.get("text-file") or f"{element.get('id')}.txt"
                if name in texts:
                    text = original(texts[name], problems)
                    yield _Reading(source, element, element.get("id") or file.id, text).result()
                else:
                    remedy = leniently(
                        "leaves it out", "read the folder that holds the articles too"
                    )
                    source.report(
                        "annotations without their text", element, detail=name, remedy=remedy
                    )

    def parts(self, files: Files) -> Iterator[File]:
        """Annotations, and the texts that they name."""
        named: set[str] = set()
        for file in files:
            if self.recognise(file):
                yield file
                named |= {f"{file.stem}.txt", *_TEXT.findall(file.sample())}
        yield from (file for file in files.with_suffix(".txt") if _last(file) in named)


def _last(file: File) -> str:
    return uncompressed(file.name).rpartition("/")[2]


class _Reading:
    """One document element and its text."""

    def __init__(self, source: Xml, element: Element, name: str, text: str) -> None:
        self.source, self.name, self.text = source, name, text
        self.marked = dict(self._annotations(element))
        self.nodes = {node.get("id"): node.get("annotation") for node in element.iter("vertex")}
        self.members: dict[str, list[str]] = {}
        self.appositions: dict[str, dict[str, str]] = {}
        for triple in element.iter("triple"):
            self._triple(triple)
        self.annotators = sorted(
            {who for item in element.iter("annotation") if (who := item.get("annotator"))}
        )

    def _report(
        self, message: str, element: Element, detail: str, remedy: Remedy | str = ""
    ) -> None:
        self.source.report(message, element, detail=detail, remedy=remedy or LEFT_OUT)

    def _annotations(self, element: Element) -> Iterator[tuple[str, _Marked]]:
        seen: set[str] = set()
        for item in element.iter("annotation"):
            name, kind = item.get("id") or "", item.find("class")
            places = tuple(
                sorted(place for span in item.iter("span") if (place := self._place(span)))
            )
            if name in seen:
                self._report("annotation id occurs twice", item, name)
            elif kind is None or not places:
                self._report("annotation without class or span", item, name)
            else:
                seen.add(name)
                yield name, _Marked(item, kind.get("id") or "", places)

    def _place(self, span: Element) -> tuple[int, int] | None:
        start, end = (span.get(key) or "" for key in ("start", "end"))
        digits = all(
            value.isascii() and value.isdigit() and len(value) < 10 for value in (start, end)
        )
        if not digits or not int(start) < int(end) <= len(self.text):
            self._report("span outside the text", span, span.get("id") or "")
            return None
        if span.text and not spells(self.text, [(int(start), int(end))], span.text):
            remedy = leniently("uses the offsets", "check that this is the right text")
            self._report(
                "text differs from the text under the offsets", span, span.get("id") or "", remedy
            )
        return int(start), int(end)

    def _triple(self, triple: Element) -> None:
        subject, target = (self.nodes.get(triple.get(end)) for end in ("subject", "object"))
        if subject not in self.marked or target not in self.marked:
            self._report("relation to an unknown annotation", triple, triple.get("id") or "")
        elif triple.get("property") == _MEMBER:
            self.members.setdefault(subject, []).append(target)
        elif triple.get("property") in (_HEAD, _ATTRIBUTE):
            self.appositions.setdefault(subject, {})[str(triple.get("property"))] = target
        else:
            self._report("unknown relation", triple, triple.get("property") or "")

    def result(self) -> Annotated:
        cuts = [end for item in self.marked.values() for place in item.places for end in place]
        document = from_text(self.name, self.text, cuts, language=DEFAULT)
        standing: dict[str, str] = {}
        for name in self.marked:
            self._stand(name, standing)
        mentions = dict(self._mentions(document, standing))
        return Annotated(
            document,
            Annotation(
                self.name,
                mentions=in_order(list(mentions.values())),
                entities=tuple(self._entities(mentions, standing)),
                links=tuple(self._links(mentions, standing)),
                attributes=tuple(("annotator", name) for name in self.annotators),
            ),
        )

    def _stand(self, name: str, standing: dict[str, str]) -> None:
        """The annotation that represents another one: itself, or the head of an apposition with the
        same span.
        """
        path = {name: None}
        current = name
        while current not in standing and self.marked[current].kind == _APPOSITION:
            head = self.appositions.get(current, {}).get(_HEAD)
            if head is None or head in path or self.marked[head].places != self.marked[name].places:
                break
            path[head] = None
            current = head
        standing |= dict.fromkeys(path, standing.get(current, current))

    def _mentions(
        self, document: Document, standing: dict[str, str]
    ) -> Iterator[tuple[str, Mention]]:
        offsets = TokenOffsets(document)
        used = {standing[name] for members in self.members.values() for name in members}
        used |= {standing[name] for ends in self.appositions.values() for name in ends.values()}
        for name, item in self.marked.items():
            # A chain is a set of mentions; an apposition is a mention only if something else names
            # it.
            if item.kind == _CHAIN or (item.kind == _APPOSITION and name not in used):
                continue
            spans = (offsets.span(*place) for place in item.places)
            parts = disjoint(span for span in spans if span is not None)
            if not parts:
                self._report("no word under the offsets", item.element, name)
                continue
            plain = item.kind in (_PHRASE, _NONREFERENTIAL)
            yield (
                name,
                Mention(
                    parts,
                    id=name,
                    reference=Reference.NONREFERENTIAL
                    if item.kind == _NONREFERENTIAL
                    else Reference.UNMARKED,
                    attributes=() if plain else (("class", item.kind),),
                ),
            )

    def _entities(self, mentions: dict[str, Mention], standing: dict[str, str]) -> Iterator[Entity]:
        entities = []
        for chain, members in self.members.items():
            names = dict.fromkeys(standing[name] for name in members)
            if group := [mentions[name] for name in names if name in mentions]:
                entities.append(Entity(chain, in_order(group)))
        yield from sorted(
            entities, key=lambda entity: (entity.mentions[0].start, -entity.mentions[0].end)
        )

    def _links(self, mentions: dict[str, Mention], standing: dict[str, str]) -> Iterator[Link]:
        for name, ends in self.appositions.items():
            head, attribute = (
                mentions.get(standing.get(ends.get(end, ""), "")) for end in (_HEAD, _ATTRIBUTE)
            )
            if head is None or attribute is None:
                self._report(
                    "apposition without head or attribute", self.marked[name].element, name
                )
            else:
                yield Link(attribute, (head,), Relation.APPOSITION, attributes=(("id", name),))
