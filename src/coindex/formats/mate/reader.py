"""Reads MATE: a file of words, or of text with elements around it, and its coreference."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Attributes,
    Entity,
    Kind,
    Mention,
    Reference,
    in_order,
)
from coindex.core.chains import connected, entities
from coindex.core.document import ROOT, Document, Multiword, Span
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.markup import (
    XML_SPACE,
    Xml,
    content,
    decoded_name,
    local,
    member,
    truncated,
    walk,
    xml,
)
from coindex.formats.mate.links import Links
from coindex.formats.running import Running, XmlFlow, apart
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

NAMESPACE = "urn:coindex:mate:coref"
WORD_TAGS = frozenset({"w", "word", "tok", "token"})
WORD = frozenset(
    {
        "id",
        "lemma",
        "upos",
        "xpos",
        "pos",
        "feats",
        "head",
        "deprel",
        "deps",
        "misc",
        "form",
        "empty",
    }
)
DE = frozenset({"id", "name", "href", "head", "min", "kind", "reference", "subtype", "entity"})
_SKIPPED = frozenset({"link", "universe", "entity", "meta"})
_RANGE = re.compile(r"id\(([^()]*)\)(?:\.\.id\(([^()]*)\))?")


@dataclass
class De:
    """A `de` element, and the tokens that it contains."""

    element: Element
    span: Span | None = None


class Base:
    """A file of words that has been read; `de` elements around words are kept."""

    def __init__(self, file: File, problems: Problems) -> None:
        self.source: Xml = xml(file, problems, prefixes={"coref": NAMESPACE})
        self.running = Running()
        self.places: dict[str, int] = {}
        self.des: list[De] = []
        self.meta: dict[str, str] = {}
        self._heads: list[tuple[int, Element]] = []
        self._open: list[tuple[int, De | None]] = []
        self._walk()
        self._fill_heads()
        root = self.source.root
        id = root.get("document") or file.id.removesuffix(".words").removesuffix(
            ".coref"
        ).removesuffix(".mate")
        self.document: Document = self.running.document(id, root.get("lang", ""), self.meta)

    def unannotated(self) -> Annotated:
        if not self.document.tokens:
            raise truncated(self.source.file, "no words")
        return Annotated(self.document, Annotation(self.document.id))

    def _walk(self) -> None:
        root = self.source.root
        flow = XmlFlow(self.running, preserve=root.get(XML_SPACE) == "preserve")
        steps = walk(root)
        for event, element in steps:
            if event == "end":
                self._end(element)
                if element is not root and element.tail:
                    flow.text(element.tail)
            elif self._start(element):
                steps.send(True)
            elif element.text:
                flow.text(element.text)

    def _start(self, element: Element) -> bool:
        """Process a start tag; returns whether to skip the content."""
        name = local(element)
        if name in WORD_TAGS:
            self._word(element)
            return True
        if name == "meta":
            self.meta[element.get("name", "")] = content(element)
        if name in _SKIPPED:
            return True
        if name == "s":
            self.running.begin_sentence(
                id=element.get("id", ""),
                speaker=element.get("who", ""),
                heading=element.get("heading") == "yes",
            )
        elif name == "p":
            self.running.paragraph()
        elif name == "de":
            self.des.append(De(element))
            self._open.append((self.running.words(), self.des[-1]))
        elif name == "mw":
            self._open.append((self.running.words(), None))
        return False

    def _end(self, element: Element) -> None:
        name = local(element)
        if name == "s":
            self.running.end_sentence()
        elif name == "p":
            self.running.paragraph()
        elif name in ("de", "mw"):
            start, de = self._open.pop()
            span = Span(start, self.running.words())
            if de and span.length:
                de.span = span
            elif not de and span.length:
                form, feats, misc = (element.get(key, "") for key in ("form", "feats", "misc"))
                self.running.multiword(Multiword(span, form, feats, misc))

    def _word(self, element: Element) -> None:
        other = "|".join(f"{key}={value}" for key, value in attributes(element, WORD))
        fields: dict[str, Any] = {
            key: element.get(key, "") for key in ("lemma", "upos", "feats", "deprel", "deps")
        }
        index = self.running.word(
            content(element),
            form=element.get("form", ""),
            empty=element.get("empty") == "yes",
            xpos=element.get("xpos", element.get("pos", "")),
            misc=element.get("misc", other),
            **fields,
        )
        if index is None:
            self.source.report(
                "word without text", element, remedy=leniently("leaves it out", "remove it")
            )
            return
        self.source.enter(self.places, element.get("id", ""), index, element)
        if element.get("head"):
            self._heads.append((index, element))

    def _fill_heads(self) -> None:
        tokens = self.running.tokens
        for index, element in self._heads:
            name = element.get("head", "")
            head = ROOT if name == "root" else self.places.get(name)
            if head is None:
                self.source.report(
                    "head is not a word",
                    element,
                    detail=name,
                    remedy=leniently("leaves the head unknown"),
                )
            tokens[index] = tokens[index]._replace(head=head)


def attributes(element: Element, known: frozenset[str]) -> Attributes:
    """The attributes that the profile does not use."""
    return tuple(
        (decoded_name(str(key)), str(value))
        for key, value in element.attrib.items()
        if str(key) not in known and not str(key).startswith("{")
    )


@dataclass
class MateReading:
    """A file with coreference: stand-off over a file of words, or around its own text."""

    types: str
    files: Files
    file: File
    problems: Problems
    used: set[str] = field(default_factory=set)

    def result(self) -> Annotated:
        own = Base(self.file, self.problems)
        self.source = own.source
        words = self._words(own)
        name = own.source.root.get("document") or words.document.id
        document = Document(
            name,
            words.document.text,
            words.document.language or own.document.language,
            words.document.tokens,
            words.document.sentences,
            {**words.meta, **own.meta},
        )
        self.places = words.places
        mentions: dict[str, Mention] = {}
        grouped: list[tuple[str, str]] = []
        for de in own.des:
            self._add(de, mentions, grouped)
        if not own.des and not document.tokens:
            raise truncated(self.file, "no words")
        return Annotated(document, self._annotation(document, mentions, grouped))

    def _words(self, own: Base) -> Base:
        """The file that the elements point to; their own if they point to none."""
        names = {de.element.get("href", "").partition("#")[0] for de in own.des}
        names = (names | {own.source.root.get("words", "")}) - {""}
        if not names:
            return own
        if len(names) > 1:
            self.source.report(
                "points to several files of words",
                own.source.root,
                detail=min(names),
                remedy=leniently("uses the first"),
            )
        folder = PurePosixPath(self.file.name).parent
        for name in (min(names), unquote(min(names))):
            for extra in ("", ".gz", ".xz"):
                words = self.files.named((folder / (name + extra)).as_posix())
                if words:
                    self.used.add(words.name)
                    return Base(words, self.problems)
        raise FormatError(
            Message("the file of words is missing: {names}", names=min(names)),
            path=self.file.label,
            line=1,
            column=1,
            remedy="read the folder that holds both files",
        )

    def _add(self, de: De, mentions: dict[str, Mention], grouped: list[tuple[str, str]]) -> None:
        element = de.element
        id = element.get("id", "")
        href = element.get("href", "")
        parts = self._spans(element, href) if href else (de.span,) if de.span else ()
        if not id or id in mentions:
            self.source.report(
                "id is missing or occurs twice",
                element,
                detail=id,
                remedy=leniently("leaves it out", "give each its own"),
            )
        elif not parts:
            self.source.report(
                "element without words", element, detail=id, remedy=leniently("leaves it out")
            )
        else:
            minimum = self._spans(element, element.get("min", "")) if element.get("min") else ()
            head = self.places.get(element.get("head", ""))
            if element.get("head") and not any(head in part for part in parts):
                self.source.report(
                    "head is not in the mention",
                    element,
                    detail=element.get("head", ""),
                    remedy=leniently("ignores it"),
                )
                head = None
            mentions[id] = Mention(
                parts,
                head,
                member(Kind, element.get("kind", "")),
                minimum[0] if minimum else None,
                element.get("name", id),
                member(Reference, element.get("reference", "")),
                element.get("subtype", ""),
                attributes(element, DE),
            )
            grouped.append((element.get("entity", ""), id))

    def _spans(self, element: Element, href: str) -> tuple[Span, ...]:
        """The spans of `#id(w_3)..id(w_5)`; commas separate several ranges."""
        spans = []
        for first, last in _RANGE.findall(href):
            start, end = self.places.get(first), self.places.get(last or first)
            if start is None or end is None or end < start:
                self.source.report(
                    "points to a word that does not exist",
                    element,
                    detail=first if start is None else last or first,
                    remedy=leniently("drops it", "correct the reference"),
                )
            else:
                spans.append(Span(start, end + 1))
        return apart(spans)

    def _annotation(
        self, document: Document, mentions: dict[str, Mention], grouped: list[tuple[str, str]]
    ) -> Annotation:
        links = Links(self.source, mentions, self.types)
        mentions = links.anchored
        ordered = in_order(list(mentions.values()))
        key = {id(mention): name for name, mention in mentions.items()}
        order = [key[id(mention)] for mention in ordered]
        # Where mentions name their entities, these are not made of links.
        if any(entity for entity, _ in grouped):
            known = {name: entity for entity, name in grouped if entity}
            entities_of_text = entities(
                (known[name], mentions[name]) for name in order if name in known
            )
        else:
            chains = connected([*order, *links.universe], links.pairs)
            entities_of_text = tuple(
                Entity(members[0], tuple(mentions[name] for name in members))
                for chain in chains
                if len(chain) > 1 and (members := [name for name in chain if name in mentions])
            )
        return Annotation(
            document.id,
            mentions=ordered,
            entities=self._described(entities_of_text),
            links=links.links(order),
            attributes=tuple((f"ue:{name}", text) for name, text in links.universe.items()),
        )

    def _described(self, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """Entities with the attributes of their own elements, in the order of these if there are
        any.
        """
        elements = {e.get("id", ""): e for e in self.source.root.iter() if local(e) == "entity"}
        order = {id: number for number, id in enumerate(elements)}
        described = [
            Entity(
                entity.id,
                entity.mentions,
                e.get("type", ""),
                attributes(e, frozenset({"id", "type"})),
            )
            if (e := elements.get(entity.id)) is not None
            else entity
            for entity in entities
        ]
        return tuple(sorted(described, key=lambda entity: order.get(entity.id, len(order))))
