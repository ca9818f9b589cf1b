"""MUC-7 SGML: COREF elements in the text (Hirschman & Chinchor 1997)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from coindex.core.annotation import Annotated, in_order
from coindex.core.document import Block, Document
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.coref_tags import start_tags
from coindex.formats.corefs import Corefs
from coindex.formats.markup import decoded_name, encoded_name, escaped, labels, own_files, tag
from coindex.formats.running import Running, Tags, Word, fragments, paragraphs, plainly_cut
from coindex.formats.sgml import SgmlPage, Tag, TextRun, pages
from coindex.io.files import File, Files

ZONES = ("SLUG", "DATE", "NWORDS", "PREAMBLE", "TEXT", "TRAILER")
_STRUCTURE = frozenset({"DOC", "DOCID", "P", "S", "W", "COREF", *ZONES})


@dataclass(frozen=True)
class Muc:
    """Each COREF element is a mention; REF joins it to the entity of its antecedent."""

    words: bool = True
    """Whether words that cannot be derived from the text alone are marked with an element `W`."""

    suffixes: ClassVar[tuple[str, ...]] = (".sgm", ".sgml", ".muc")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TEXT,
            Layer.TOKENS,
            Layer.LANGUAGE,
            Layer.BLOCKS,
            Layer.SENTENCE_NAMES,
            Layer.MENTIONS,
            Layer.MENTION_NAMES,
            Layer.ENTITIES,
            Layer.ENTITY_NAMES,
            Layer.SPACING,
            Layer.SENTENCES,
            Layer.PARAGRAPHS,
            Layer.META,
            Layer.MINIMA,
            Layer.ATTRIBUTES,
            Layer.SINGLETONS,
            Layer.LINKS,
            Layer.OPTIONAL,
        }
    )

    def recognise(self, file: File) -> float:
        sample = file.sample().upper()
        if "<COREF " in sample and " SENT=" not in sample:
            return 0.9
        fits = file.suffix in self.suffixes
        return 0.6 if fits and "<DOC" in sample else 0.15 if fits else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "MUC"):
            for number, page in enumerate(pages(file, problems)):
                yield _Reading(page).result(file.id if not number else f"{file.id}-{number + 1}")

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield Chunk("".join(_written(item, self.words)))


class _Reading:
    """One document, built tag by tag."""

    def __init__(self, page: SgmlPage) -> None:
        self.page = page
        self.running = Running()
        self.corefs = Corefs(page)
        self.meta: dict[str, str] = {}
        self.zones: list[Block] = []
        self.id = self.language = ""
        self._zoned = any(f"<{zone}" in page.raw.upper() for zone in ZONES)
        self._inside = not self._zoned
        self._header: tuple[str, list[str]] | None = None
        self._word: tuple[Tag, list[str]] | None = None

    def result(self, fallback: str) -> Annotated:
        for part in self.page.parts():
            if isinstance(part, TextRun):
                self._text(part.text)
                continue
            if part.name != "W":
                self._end_word(broken=True)
            if part.name in ZONES and self._zoned:
                self._zone(part)
            elif part.name == "DOC":
                self.language = self.language or part.attribute("LANG")
            elif self._inside and part.name != "DOCID":
                self._tag(part)
            else:
                self._heading(part)
        self._end_word(broken=True)
        if not self.running.marked_sentences:
            self.running.part_at_blank_lines()
        blocks = tuple(self.zones) if any(zone.role != "text" for zone in self.zones) else ()
        document = self.running.document(self.id or fallback, self.language, self.meta, blocks)
        return Annotated(document, self.corefs.annotation(document))

    def _text(self, text: str) -> None:
        if self._word:
            self._word[1].append(text)
        elif self._header:
            self._header[1].append(text)
        elif self._inside:
            self.running.text(text)

    def _zone(self, tag: Tag) -> None:
        self.running.paragraph()
        self._header = None
        if tag.closing:
            if self._inside and self.zones and self.zones[-1].role == tag.name.lower():
                self.zones[-1] = self.zones[-1]._replace(end=self.running.length)
            self._inside = False
            return
        if self.zones:
            self.running.text("\n")
        self.zones.append(Block(self.running.length, self.running.length, tag.name.lower()))
        self._inside = True

    def _heading(self, tag: Tag) -> None:
        if not tag.closing:
            self._header = (tag.name, [])
        elif self._header and self._header[0] == tag.name:
            text = "".join(self._header[1]).strip()
            if tag.name == "DOCID":
                self.id = self.id or text
            else:
                self.meta[decoded_name(tag.name.lower())] = text
            self._header = None

    def _tag(self, tag: Tag) -> None:
        if tag.name == "COREF" and tag.closing:
            self.corefs.close("COREF", self.running.words(), tag.start)
        elif tag.name == "COREF":
            self.corefs.open(tag, self.running.words())
        elif tag.name == "P":
            self.running.paragraph()
        elif tag.name == "S" and tag.closing:
            self.running.end_sentence()
        elif tag.name == "S":
            self.running.begin_sentence(id=tag.attribute("ID"))
        elif tag.name == "W" and not tag.closing:
            self._end_word(broken=True)
            self._word = (tag, [])
        elif tag.name == "W":
            self._end_word()

    def _end_word(self, *, broken: bool = False) -> None:
        if self._word:
            (tag, pieces), self._word = self._word, None
            if broken:
                self.page.report(
                    "word is not closed", tag.start, remedy=leniently("closes it", "add </W>")
                )
            self.running.word("".join(pieces), form=tag.attribute("FORM"))


def _written(item: Annotated, words: bool) -> Iterator[str]:
    document = item.document
    yield tag("DOC", [("LANG", document.language)]) + f"<DOCID>{escaped(document.id)}</DOCID>\n"
    for name, value in document.meta.items():
        key = encoded_name(name.lower(), (name.lower(),) if name.upper() in _STRUCTURE else ())
        yield f"<{key}>{escaped(value)}</{key}>\n"
    tags, zeros = _tags(item)
    word = _words(document, zeros, words)
    for start, end, role in _zones(document):
        yield f"<{role.upper()}>"
        yield from tags.over(document, word, escaped, (start, end))
        yield f"</{role.upper()}>\n"
    yield "</DOC>\n"


def _zones(document: Document) -> tuple[Block, ...]:
    """The document's own zones if they are MUC's and contain all the text, else one zone."""
    blocks, text = document.blocks, document.text
    between = [text[before.end : after.start] for before, after in pairwise(blocks)]
    whole = (
        bool(blocks)
        and blocks[0].start == 0
        and blocks[-1].end == len(text)
        and set(between) <= {"\n"}
    )
    return (
        blocks
        if whole and all(block.role.upper() in ZONES for block in blocks)
        else (Block(0, len(text), "text"),)
    )


def _words(document: Document, zeros: dict[int, str], marked: bool) -> Word:
    plain = plainly_cut(document)

    def word(index: int, own: str) -> str:
        token = document.tokens[index]
        if token.empty:
            return zeros.get(index, "")
        if plain[index] or not marked:
            return escaped(own)
        return f"{tag('W', [('FORM', token.form if token.form != own else '')])}{escaped(own)}</W>"

    return word


def _tags(item: Annotated) -> tuple[Tags, dict[int, str]]:
    """The tags to insert into the text, and a comment at the place of each zero."""
    tags, document, annotation = Tags(), item.document, item.annotation
    for span in paragraphs(document):
        tags.add(span, "<p>", "</p>")
    for sentence in document.sentences:
        tags.add(sentence.span, tag("s", [("ID", sentence.id)]), "</s>")
    overt = [mention for mention in annotation.mentions if any(document.words(mention.span))]
    hidden = [mention for mention in annotation.mentions if not any(document.words(mention.span))]
    overt, hidden = list(in_order(overt)), list(in_order(hidden))
    ids = labels((mention.id for mention in overt), "", fits=bool)
    starts = start_tags(item, overt, ids)
    begun: set[int] = set()
    for index, span in fragments([mention.span for mention in overt]):
        start = tag("COREF", [("CONT", ids[index])]) if index in begun else starts[index]
        tags.add(span, start, "</COREF>")
        begun.add(index)
    entity = annotation.entity_of()
    zeros = {
        mention.start: (
            f"<!-- zero {entity[mention].id.replace('--', '- -') if mention in entity else ''} -->"
        )
        for mention in hidden
    }
    return tags, zeros
