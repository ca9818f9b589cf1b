"""Writes MATE: the words, and their coreference."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Annotated, Annotation, Link, Mention, Relation, in_order
from coindex.core.document import ROOT, Document, Span
from coindex.formats.markup import DECLARATION, Positions, encoded_name, escaped, labels, tag
from coindex.formats.mate.links import LINK
from coindex.formats.mate.reader import DE, NAMESPACE
from coindex.formats.running import Tags, inline, paragraphs, with_tokens

Attribute = tuple[str, str]


def words(document: Document) -> Iterator[str]:
    """The file of words: the text itself, every word an element."""
    yield DECLARATION
    yield tag("words", _root(document))
    yield from _meta(document)
    yield from _text(with_tokens(document), [])
    yield "</words>\n"


def coreference(item: Annotated, words: str) -> Iterator[str]:
    """The file of coreference over a file of words."""
    body = _Coreference(item)
    yield DECLARATION
    yield (
        tag(
            "coref:coreference",
            [("xmlns:coref", NAMESPACE), ("document", item.document.id), ("words", words)],
        )
        + "\n"
    )
    yield from body.universe()
    yield from body.entities()
    for index in range(len(body.mentions)):
        yield tag("coref:de", body.attributes(index, words), body.further(index), close=True) + "\n"
    for link in body.links():
        yield link + "\n"
    yield "</coref:coreference>\n"


def inline_document(item: Annotated) -> Iterator[str]:
    """Both in one file: elements around the words where they nest, pointing to words where they do
    not.
    """
    document = with_tokens(item.document)
    body = _Coreference(Annotated(document, item.annotation))
    around, pointing = inline(document, body.mentions)
    yield DECLARATION
    yield tag("coref:document", [("xmlns:coref", NAMESPACE), *_root(document)])
    yield from _meta(document)
    elements = [
        (
            body.mentions[index].span,
            tag("coref:de", body.attributes(index, None), body.further(index)),
            "</coref:de>",
        )
        for index in around
    ]
    yield from _text(document, elements)
    yield from body.universe()
    yield from body.entities()
    for index in pointing:
        yield tag("coref:de", body.attributes(index, ""), body.further(index), close=True)
    yield from body.links()
    yield "</coref:document>\n"


def _root(document: Document) -> list[Attribute]:
    return [("xml:space", "preserve"), ("document", document.id), ("lang", document.language)]


def _meta(document: Document) -> Iterator[str]:
    for name, value in document.meta.items():
        yield f"{tag('meta', [('name', name)])}{escaped(value)}</meta>"


def _text(document: Document, elements: list[tuple[Span, str, str]]) -> Iterator[str]:
    """The text, with elements that nest in each other."""
    everything = [(span, "<p>", "</p>") for span in paragraphs(document)]
    for sentence in document.sentences:
        described = [
            ("id", sentence.id),
            ("who", sentence.speaker),
            ("heading", "yes" if sentence.heading else ""),
        ]
        everything.append((sentence.span, tag("s", described), "</s>"))
    everything += elements
    for sentence in document.sentences:
        for span, form, feats, misc in sentence.multiwords:
            everything.append(
                (span, tag("mw", [("form", form), ("feats", feats), ("misc", misc)]), "</mw>")
            )
    tags = Tags()
    for span, start, end in sorted(
        everything, key=lambda element: (element[0].start, -element[0].end)
    ):
        tags.add(span, start, end)
    return tags.over(document, lambda index, own: _word(document, index, own), escaped)


def _word(document: Document, index: int, own: str) -> str:
    token = document.tokens[index]
    head = "" if token.head is None else "root" if token.head == ROOT else f"w_{token.head + 1}"
    attributes = [
        ("id", f"w_{index + 1}"),
        ("form", token.form if token.form != own else ""),
        ("lemma", token.lemma),
        ("upos", token.upos),
        ("xpos", token.xpos),
        ("feats", token.feats),
        ("head", head),
        ("deprel", token.deprel),
        ("deps", token.deps),
        ("misc", token.misc),
        ("empty", "yes" if token.empty else ""),
    ]
    return f"{tag('w', attributes)}{escaped(own)}</w>" if own else tag("w", attributes, close=True)


class _Coreference:
    def __init__(self, item: Annotated) -> None:
        self.annotation: Annotation = item.annotation
        self.mentions: tuple[Mention, ...] = in_order(item.annotation.mentions)
        self.ids = labels((mention.id for mention in self.mentions), "de_")
        self._places = Positions(self.mentions)
        self._entity = {
            place: entity.id
            for entity in item.annotation.entities
            for mention in entity.mentions
            if (place := self._places.of(mention)) is not None
        }

    def attributes(self, index: int, words: str | None) -> list[Attribute]:
        """The attributes; `words` is the file that a reference points into; `None` if no reference
        is needed.
        """
        mention = self.mentions[index]
        href = f"{words}#{','.join(map(_range, mention.parts))}" if words is not None else ""
        minimum = f"#{_range(mention.minimum)}" if mention.minimum else ""
        return [
            ("id", self.ids[index]),
            ("href", href),
            ("entity", self._entity.get(index, "")),
            ("head", "" if mention.head is None else f"w_{mention.head + 1}"),
            ("min", minimum),
            ("kind", mention.kind),
            ("reference", mention.reference),
            ("subtype", mention.subtype),
        ]

    def further(self, index: int) -> list[Attribute]:
        """The id of the mention, if it cannot be that of the element, and its other attributes."""
        mention = self.mentions[index]
        own = [("name", mention.id)] if mention.id != self.ids[index] else []
        return own + [
            (encoded_name(name, DE), value) for name, value in mention.attributes if name != "ue"
        ]

    def universe(self) -> Iterator[str]:
        objects = [
            (name[3:], text) for name, text in self.annotation.attributes if name.startswith("ue:")
        ]
        if objects:
            inside = "".join(
                f"{tag('coref:ue', [('id', id)])}{escaped(text)}</coref:ue>" for id, text in objects
            )
            yield f"<coref:universe>{inside}</coref:universe>"

    def entities(self) -> Iterator[str]:
        for entity in self.annotation.entities:
            more = (
                (encoded_name(name, ("id", "type")), value) for name, value in entity.attributes
            )
            yield tag("coref:entity", [("id", entity.id), ("type", entity.type)], more, close=True)

    def links(self) -> Iterator[str]:
        for link in self.annotation.links:
            yield from self._link(link)
        for index, mention in enumerate(self.mentions):
            if mention.attribute("ue"):
                yield _element(
                    [("type", "ident"), ("href", f"#id({self.ids[index]})")],
                    [mention.attribute("ue")],
                )
        yield from self._implied()

    def _link(self, link: Link) -> Iterator[str]:
        source = self._places.of(link.anaphor)
        targets = [self._places.of(mention) for mention in link.antecedents]
        # Without one of its ends the link would be another statement, so it is not written.
        if source is None or None in targets or not targets:
            return
        bridging = link.relation is Relation.BRIDGING
        identity = link.relation is Relation.IDENTITY
        # Of alternatives the reader takes the first and keeps the ids of the rest in this
        # attribute.
        others = next((value for name, value in link.attributes if name == "anchors"), "")
        attributes = [
            ("type", (link.subtype or "bridge") if bridging else "ident"),
            ("href", f"#id({self.ids[source]})"),
            ("relation", "" if bridging or identity else link.relation),
            ("subtype", "" if bridging else link.subtype),
            ("optional", "yes" if link.optional else ""),
            ("anchors", "all" if len(targets) > 1 else ""),
        ]
        attributes = [pair for pair in attributes if pair[1]]
        attributes += [
            (encoded_name(name, LINK), value)
            for name, value in link.attributes
            if name != "anchors"
        ]
        yield _element(
            attributes,
            [*(self.ids[place] for place in targets if place is not None), *others.split()],
        )

    def _implied(self) -> Iterator[str]:
        """Links for readers that know only links: from each mention to the one before it in its
        entity.
        """
        linked = {self._places.of(link.anaphor) for link in self.annotation.links}
        before: dict[str, int] = {}
        for index in range(len(self.mentions)):
            entity = self._entity.get(index, "")
            if entity and entity in before and index not in linked:
                attributes = [
                    ("type", "ident"),
                    ("href", f"#id({self.ids[index]})"),
                    ("implied", "yes"),
                ]
                yield _element(attributes, [self.ids[before[entity]]])
            if entity:
                before[entity] = index


def _element(attributes: list[Attribute], anchors: list[str]) -> str:
    inside = "".join(tag("coref:anchor", [("href", f"#id({id})")], close=True) for id in anchors)
    return f"{tag('coref:link', (), attributes)}{inside}</coref:link>"


def _range(span: Span) -> str:
    first, last = f"id(w_{span.start + 1})", f"id(w_{span.end})"
    return first if span.length == 1 else f"{first}..{last}"
