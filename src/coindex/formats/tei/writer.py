"""Writes TEI in the profile that the package describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from coindex.core.annotation import Annotated, Attributes, Link, Mention, in_order
from coindex.core.document import ROOT, UPOS, Document, Multiword, Sentence, Span
from coindex.formats.markup import DECLARATION, Positions, encoded_name, escaped, labels, tag
from coindex.formats.running import Tags, inline, paragraphs, with_tokens
from coindex.formats.tei.reader import FURTHER

NAMESPACE = "http://www.tei-c.org/ns/1.0"


def written(item: Annotated) -> Iterator[str]:
    document = with_tokens(item.document)
    body = _Body(Annotated(document, item.annotation))
    yield DECLARATION
    yield tag("TEI", [("xmlns", NAMESPACE), ("xml:lang", document.language)]) + "\n"
    yield from _header(document)
    yield '<text xml:space="preserve"><body>'
    yield from body.text()
    yield "</body></text>\n"
    yield from body.standoff()
    yield "</TEI>\n"


def _header(document: Document) -> Iterator[str]:
    yield "<teiHeader><fileDesc>\n"
    yield f"<titleStmt><title>{escaped(document.meta.get('title', ''))}</title></titleStmt>\n"
    yield '<publicationStmt><publisher/><idno type="document">'
    yield f"{escaped(document.id)}</idno></publicationStmt>\n"
    if document.meta:
        yield "<notesStmt>"
        for name, value in document.meta.items():
            yield f'<note type="meta"{tag("", (), [("n", name)])[1:]}{escaped(value)}</note>'
        yield "</notesStmt>\n"
    yield "<sourceDesc><p/></sourceDesc>\n</fileDesc></teiHeader>\n"


class _Body:
    def __init__(self, item: Annotated) -> None:
        self.document, self.annotation = item.document, item.annotation
        self.mentions: tuple[Mention, ...] = in_order(item.annotation.mentions)
        self.words = [f"w{index + 1}" for index in range(len(self.document.tokens))]
        sentences = [f"s{number + 1}" for number in range(len(self.document.sentences))]
        taken = {*self.words, *sentences}
        self.entity_ids = labels(
            (entity.id for entity in item.annotation.entities), "e", taken=taken
        )
        taken.update(self.entity_ids)
        self.ids = labels((mention.id for mention in self.mentions), "m", taken=taken)
        taken.update(self.ids)
        self.links = labels(("" for _ in item.annotation.links), "l", taken=taken)
        self._places = Positions(self.mentions)
        self._entity = {
            place: f"#{id}"
            for entity, id in zip(item.annotation.entities, self.entity_ids, strict=True)
            for mention in entity.mentions
            if (place := self._places.of(mention)) is not None
        }
        fitting, others = inline(self.document, self.mentions)
        self._inside = [index for index in fitting if not self._in_multiword(self.mentions[index])]
        self._outside = sorted({*others, *fitting} - {*self._inside})

    def _in_multiword(self, mention: Mention) -> bool:
        """Whether an element would begin or end inside a multiword token, which is impossible."""
        multiwords = (
            self.document.sentence_of(mention.start).multiwords if self.document.sentences else ()
        )
        return any(m.span.covers(mention.span) and m.span != mention.span for m in multiwords)

    def text(self) -> Iterator[str]:
        elements = [(span, "<p>", "</p>") for span in paragraphs(self.document)]
        for number, sentence in enumerate(self.document.sentences):
            elements.append((sentence.span, *self._sentence(number, sentence)))
        for index in self._inside:
            attributes = [("xml:id", self.ids[index]), ("ref", self._entity.get(index, ""))]
            elements.append(
                (self.mentions[index].span, tag("rs", attributes, self._name(index)), "</rs>")
            )
        for sentence in self.document.sentences:
            elements += [(m.span, *_outer(self.document, m)) for m in sentence.multiwords]
        tags = Tags()
        for span, start, end in sorted(
            elements, key=lambda element: (element[0].start, -element[0].end)
        ):
            tags.add(span, start, end)
        inner = {
            index for s in self.document.sentences for m in s.multiwords for index in range(*m.span)
        }
        return tags.over(
            self.document, lambda index, own: self._word(index, own, index in inner), escaped
        )

    def _name(self, index: int) -> Attributes:
        """The id of a mention, if it cannot be that of the element."""
        own = self.mentions[index].id
        return (("n", own),) if own != self.ids[index] else ()

    def _sentence(self, number: int, sentence: Sentence) -> tuple[str, str]:
        kind = [("xml:id", f"s{number + 1}"), ("type", "heading" if sentence.heading else "")]
        start, end = (
            tag("s", kind, [("n", sentence.id)]),
            f"{self._dependencies(number, sentence)}</s>",
        )
        if not sentence.speaker:
            return start, end
        return f"{tag('said', [('who', '#' + quote(sentence.speaker))])}{start}", f"{end}</said>"

    def _dependencies(self, number: int, sentence: Sentence) -> str:
        links = []
        for index in range(*sentence.span):
            token = self.document.tokens[index]
            if token.head is not None:
                head = f"s{number + 1}" if token.head == ROOT else self.words[token.head]
                label = quote(token.deprel, safe=":+@<>*").replace("_", "%5F").replace(":", "_")
                attributes = [
                    ("ana", f"ud-syn:{label}"),
                    ("target", f"#{head} #{self.words[index]}"),
                ]
                links.append(tag("link", attributes, close=True))
        group = tag("linkGrp", [("type", "UD-SYN"), ("targFunc", "head argument")])
        return f"{group}{''.join(links)}</linkGrp>" if links else ""

    def _word(self, index: int, own: str, inner: bool) -> str:
        token = self.document.tokens[index]
        # Without the mark, a reader would take a tag that looks universal for a universal one.
        tagged = token.upos or (
            "_" if token.xpos in UPOS or token.feats.startswith("UPosTag=") else ""
        )
        msd = "|".join(
            part for part in (f"UPosTag={tagged}" if tagged else "", token.feats) if part
        )
        mark = not inner and not token.empty and token.upos == "PUNCT"
        attributes = [
            ("xml:id", self.words[index]),
            ("type", "empty" if token.empty else ""),
            ("norm", token.form if inner or token.form != own else ""),
            ("lemma", token.lemma),
            ("pos", token.xpos),
            ("msd", msd),
        ]
        name = "pc" if mark else "w"
        if inner or not own:
            return tag(name, attributes, close=True)
        return f"{tag(name, attributes)}{escaped(own)}</{name}>"

    def standoff(self) -> Iterator[str]:
        yield "<standOff>\n"
        if self._outside:
            yield '<spanGrp type="mention">\n'
            for index in self._outside:
                yield tag("span", self._pointing(index), self._name(index), close=True) + "\n"
            yield "</spanGrp>\n"
        for entity, id in zip(self.annotation.entities, self.entity_ids, strict=True):
            name = [("n", entity.id)] if entity.id != id else []
            features = [
                *([("type", entity.type)] if entity.type else []),
                *_further(entity.attributes),
            ]
            yield _structure([("type", "entity"), ("xml:id", id), *name], features)
        for index, mention in enumerate(self.mentions):
            features = list(self._features(mention))
            if features:
                yield _structure(
                    [("type", "mention"), ("corresp", f"#{self.ids[index]}")], features
                )
        yield from self._relations()
        yield "</standOff>\n"

    def _pointing(self, index: int) -> Attributes:
        mention = self.mentions[index]
        entity = self._entity.get(index, "")
        start = (("xml:id", self.ids[index]),)
        if len(mention.parts) > 1:
            return (*start, ("target", self._pointers(mention.tokens)), ("ana", entity))
        first, last = self.words[mention.start], self.words[mention.end - 1]
        return (*start, ("from", f"#{first}"), ("to", f"#{last}"), ("ana", entity))

    def _pointers(self, tokens: Iterable[int]) -> str:
        return " ".join(f"#{self.words[index]}" for index in tokens)

    def _features(self, mention: Mention) -> Iterator[tuple[str, str]]:
        minimum = mention.minimum or Span(0, 0)
        plain = [
            ("kind", str(mention.kind)),
            ("head", "" if mention.head is None else f"#{self.words[mention.head]}"),
            ("minimum", self._pointers(range(*minimum))),
            ("reference", str(mention.reference)),
            ("subtype", mention.subtype),
        ]
        yield from ((name, value) for name, value in plain if value)
        yield from _further(mention.attributes)

    def _relations(self) -> Iterator[str]:
        if not self.annotation.links:
            return
        yield '<listRelation type="coreference">\n'
        for link, id in zip(self.annotation.links, self.links, strict=True):
            yield self._relation(link, id)
        yield "</listRelation>\n"
        for link, id in zip(self.annotation.links, self.links, strict=True):
            if link.attributes:
                yield _structure(
                    [("type", "relation"), ("corresp", f"#{id}")], _further(link.attributes)
                )

    def _relation(self, link: Link, id: str) -> str:
        source = self._places.of(link.anaphor)
        targets = [self._places.of(mention) for mention in link.antecedents]
        if source is None or None in targets:
            return ""
        attributes = [
            ("xml:id", id),
            ("name", str(link.relation)),
            ("type", link.subtype),
            ("subtype", "optional" if link.optional else ""),
            ("active", f"#{self.ids[source]}"),
            ("passive", " ".join(f"#{self.ids[place]}" for place in targets if place is not None)),
        ]
        return tag("relation", attributes, close=True) + "\n"


def _outer(document: Document, multiword: Multiword) -> tuple[str, str]:
    """A multiword token: its text first, then its words without text."""
    attributes = [("msd", multiword.feats), ("n", multiword.misc)]
    return f"{tag('w', attributes)}{escaped(multiword.form)}", "</w>"


def _further(attributes: Attributes) -> list[tuple[str, str]]:
    return [(f"{FURTHER}{encoded_name(name)}", value) for name, value in attributes]


def _structure(attributes: list[tuple[str, str]], features: list[tuple[str, str]]) -> str:
    inside = "".join(
        f"{tag('f', [('name', name)])}<string>{escaped(value)}</string></f>"
        for name, value in features
    )
    return f"{tag('fs', attributes)}{inside}</fs>\n"
