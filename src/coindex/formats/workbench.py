"""The XML of the evaluation workbench: COREF and NP elements around
analysed words (Barbu & Mitkov 2001).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, in_order
from coindex.core.document import ROOT, Document, Span, Token, features
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.coref_tags import renamed, start_tags
from coindex.formats.corefs import Corefs
from coindex.formats.markup import Positions, escaped, labels, own_files, quoted, tag
from coindex.formats.running import Running, Tags, fragments, paragraphs, with_tokens
from coindex.formats.sgml import Page, Tag, Text, pages
from coindex.language.fdg import TAGS

_CONTENT = re.compile(r"<w\s[^<>]*\b(SENT|PAR)\s*=", re.IGNORECASE)
_NUMBERS = {"SG": "Number=Sing", "PL": "Number=Plur"}
_TEXT = ("FORM", "EMPTY", "JOINED")
_KNOWN = frozenset(
    {
        "ID",
        "SENT",
        "PAR",
        "LEMMA",
        "DEP",
        "GFUN",
        "POS",
        "NR",
        "UPOS",
        "XPOS",
        "FEATS",
        "DEPS",
        "MISC",
        *_TEXT,
    }
)
NONE = "_"


@dataclass(frozen=True)
class Workbench:
    """Words keep their FDG tags."""

    universal: bool = True
    """Whether a universal tag is added to each word whose FDG tag determines it."""

    suffixes: ClassVar[tuple[str, ...]] = (".wb.xml", ".wbx")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.TEXT,
            Layer.LANGUAGE,
            Layer.SENTENCE_NAMES,
            Layer.MENTIONS,
            Layer.ZEROS,
            Layer.MENTION_NAMES,
            Layer.ENTITIES,
            Layer.ENTITY_NAMES,
            Layer.EMPTY_FORMS,
            Layer.SPACING,
            Layer.SENTENCES,
            Layer.PARAGRAPHS,
            Layer.LEMMAS,
            Layer.UPOS,
            Layer.XPOS,
            Layer.FEATS,
            Layer.SYNTAX,
            Layer.ENHANCED,
            Layer.MISC,
            Layer.EMPTY,
            Layer.MINIMA,
            Layer.MARKABLES,
            Layer.ATTRIBUTES,
            Layer.SINGLETONS,
            Layer.LINKS,
            Layer.OPTIONAL,
        }
    )

    def recognise(self, file: File) -> float:
        if _CONTENT.search(file.sample()):
            return 0.95
        return 0.15 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "workbench"):
            for number, page in enumerate(pages(file, problems)):
                reading = _Reading(page, self.universal)
                stem = file.id.removesuffix(".wb")
                yield reading.result(stem if not number else f"{stem}-{number + 1}")

    def losses(self, item: Annotated) -> Mapping[Layer, int]:
        return {Layer.ENTITY_NAMES: renamed(item.annotation)}

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield Chunk("".join(_written(item, self.universal)))


class _Reading:
    """One document, built tag by tag."""

    def __init__(self, page: Page, universal: bool) -> None:
        self.page, self.universal = page, universal
        self.running = Running()
        self.corefs = Corefs(page)
        self.id = self.language = ""
        self._word: Tag | None = None
        self._content: list[str] = []
        self._spaced = False
        self._heads: list[tuple[int, Tag]] = []
        self._first = self._sentence = 0

    def result(self, fallback: str) -> Annotated:
        for part in self.page.parts():
            if isinstance(part, Text):
                self._text(part)
            elif part.name == "W" and part.closing:
                self._end_word()
            else:
                self._end_word(broken=True)
                self._tag(part)
        self._end_word(broken=True)
        self._end_sentence()
        document = self.running.document(self.id or fallback, self.language)
        return Annotated(document, self.corefs.annotation(document))

    def _text(self, part: Text) -> None:
        outside = part.text.strip()
        if self._word is not None:
            self._content.append(part.text)
        elif outside:
            self.page.report(
                "text outside of words",
                part.start + part.text.find(outside[0]),
                detail=repr(outside[:20]),
                remedy=leniently("leaves it out", "put it into a w element"),
            )
        else:
            self._spaced = True

    def _tag(self, tag: Tag) -> None:
        if tag.name == "W":
            self._word = tag
        elif tag.name in ("COREF", "NP"):
            token = len(self.running.tokens)
            if tag.closing:
                self.corefs.close(tag.name, token, tag.start)
            else:
                self.corefs.open(tag, token)
        elif tag.name == "S":
            self._end_sentence()
            if not tag.closing:
                self.running.begin_sentence(id=tag.attribute("ID"))
        elif tag.name == "P":
            self._end_sentence()
            self.running.paragraph()
        elif tag.name == "DOC" and not tag.closing:
            self.id, self.language = tag.attribute("ID"), tag.attribute("LANG")

    def _end_word(self, *, broken: bool = False) -> None:
        tag, self._word = self._word, None
        if tag is None:
            return
        if broken:
            self.page.report(
                "word is not closed", tag.start, remedy=leniently("closes it", "add </w>")
            )
        content = "".join(self._content)
        self._content.clear()
        empty = tag.attribute("EMPTY").upper() == "YES"
        if (
            self.running.length
            and not self.running.last.isspace()
            and (self._spaced or self._apart(tag, content))
        ):
            self.running.text(" ")
        self._spaced = False
        index = self.running.word(
            content, form=tag.attribute("FORM"), empty=empty, **self._fields(tag)
        )
        if index is None:
            self.page.report(
                "word without text", tag.start, remedy=leniently("leaves it out", "remove it")
            )
            return
        self._check(tag, "ID", index - self._first)
        self._check(tag, "SENT", self._sentence)
        if tag.attribute("DEP"):
            self._heads.append((index, tag))

    def _apart(self, tag: Tag, content: str) -> bool:
        """Whether two words are separate although nothing stands between their elements: letters
        meet, and nothing marks them as one word of the text.
        """
        joined = tag.attribute("JOINED").upper() == "YES"
        return not joined and content[:1].isalnum() and self.running.last.isalnum()

    def _fields(self, tag: Tag) -> dict[str, Any]:
        pos, number = tag.attribute("POS"), tag.attribute("NR").upper()
        own = {key.upper(): value for key, value in tag.attributes}
        other = "|".join(
            f"{key}={value}" for key, value in tag.attributes if key.upper() not in _KNOWN
        )
        return {
            "lemma": own.get("LEMMA", ""),
            "upos": _plain(own.get("UPOS", self._upos(pos))),
            "xpos": _plain(own.get("XPOS", pos)),
            "feats": _plain(own.get("FEATS", _NUMBERS.get(number, ""))),
            "deprel": own.get("GFUN", ""),
            "deps": own.get("DEPS", ""),
            "misc": own.get("MISC", other),
        }

    def _upos(self, pos: str) -> str:
        return TAGS.get(pos.upper(), "") if self.universal else ""

    def _check(self, tag: Tag, name: str, expected: int) -> None:
        value = tag.attribute(name)
        if value and value != str(expected):
            self.page.report(
                f"wrong {name}",
                tag.start,
                detail=f"{value} instead of {expected}",
                remedy=leniently("counts for itself", "correct the number"),
            )

    def _end_sentence(self) -> None:
        """End a sentence: dependencies can point forward, so heads are filled in once it is
        complete.
        """
        tokens = self.running.tokens
        for index, element in self._heads:
            value = element.attribute("DEP")
            number = int(value) if value.isdecimal() and len(value) < 9 else -1
            head = self._first + number - 1
            if number == 0:
                tokens[index] = tokens[index]._replace(head=ROOT)
            elif 0 < number <= len(tokens) - self._first and head != index:
                tokens[index] = tokens[index]._replace(head=head)
            else:
                message = (
                    "word depends on itself"
                    if number > 0 and head == index
                    else "DEP is not a word of the sentence"
                )
                self.page.report(
                    message,
                    element.start,
                    detail=value,
                    remedy=leniently("leaves the head unknown", "correct DEP"),
                )
        self._heads.clear()
        if len(tokens) > self._first:
            self._sentence += 1
            self._first = len(tokens)
        self.running.end_sentence()


def _plain(value: str) -> str:
    """The value of an attribute; our writer marks an absent value explicitly where the format's own
    attribute would imply one.
    """
    return "" if value == NONE else value


def _written(item: Annotated, universal: bool) -> Iterator[str]:
    document = with_tokens(item.document)
    tags = _tags(Annotated(document, item.annotation))
    yield tag("DOC", [("ID", document.id), ("LANG", document.language)]) + "\n"
    tokens = document.tokens
    position = 0
    for index, token in enumerate(tokens):
        before = document.text[position : token.start] if index == 0 else ""
        following = tokens[index + 1].start if index + 1 < len(tokens) else len(document.text)
        start = max(position, token.start)
        own, gap = (
            document.text[start : token.end],
            document.text[max(start, token.end) : following],
        )
        position = max(position, token.end, following)
        yield from tags.opening.get(index, ())
        yield _word(document, index, own, _numbers(document, index), universal)
        yield f"{escaped(_space(before) + own + _space(gap))}</w>"
        yield from reversed(tags.closing.get(index, ()))
    yield "</DOC>\n"


def _space(gap: str) -> str:
    return "".join(character for character in gap if character.isspace())


def _numbers(document: Document, index: int) -> tuple[int, int, int]:
    """The number of the word in its sentence, of the sentence in the document, and of the
    paragraph.
    """
    number = document.sentence_index(index)
    sentence = document.sentences[number]
    return index - sentence.span.start, number, sentence.paragraph + 1


def _word(
    document: Document, index: int, own: str, numbers: tuple[int, int, int], universal: bool
) -> str:
    token = document.tokens[index]
    within, sentence, paragraph = numbers
    pos, number = token.xpos or _fdg(token.upos), features(token.feats).get("Number", "")
    nr = {"Sing": "SG", "Plur": "PL"}.get(number, "")
    implied = TAGS.get(pos.upper(), "") if universal else ""
    attributes = [
        ("LEMMA", token.lemma),
        ("DEP", _head(document, index)),
        ("GFUN", token.deprel),
        ("POS", pos),
        ("NR", nr),
        ("UPOS", (token.upos or NONE) if token.upos != implied else ""),
        ("XPOS", NONE if pos and not token.xpos else ""),
        ("FEATS", (token.feats or NONE) if token.feats != _NUMBERS.get(nr, "") else ""),
        ("DEPS", token.deps),
        ("MISC", token.misc),
        ("FORM", token.form if token.form != own else ""),
        ("EMPTY", "YES" if token.empty else ""),
        ("JOINED", "YES" if _letters_meet(document.text, token, own) else ""),
    ]
    inside = "".join(f" {name}={quoted(value)}" for name, value in attributes if value)
    return f'<w ID="{within}" SENT="{sentence}" PAR="{paragraph}"{inside}>'


def _letters_meet(text: str, token: Token, own: str) -> bool:
    """Whether a word begins directly after a letter, as *n't* does."""
    return own[:1].isalnum() and text[token.start - 1 : token.start].isalnum()


def _fdg(upos: str) -> str:
    return next((name for name, universal in TAGS.items() if universal == upos), upos)


def _head(document: Document, index: int) -> str:
    token: Token = document.tokens[index]
    if token.head is None:
        return ""
    sentence = document.sentence_of(index).span
    return (
        "0"
        if token.head == ROOT
        else str(token.head - sentence.start + 1)
        if token.head in sentence
        else ""
    )


def _tags(item: Annotated) -> Tags:
    tags, document, annotation = Tags(), item.document, item.annotation
    for span in paragraphs(document):
        tags.add(span, "<P>", f"</P>{_new_line(document, span)}")
    for sentence in document.sentences:
        tags.add(
            sentence.span,
            tag("S", [("ID", sentence.id)]),
            f"</S>{_new_line(document, sentence.span)}",
        )
    mentions = list(in_order(annotation.mentions))
    ids = labels((mention.id for mention in mentions), "r", fits=bool)
    grouped = Positions(mention for entity in annotation.entities for mention in entity.mentions)
    starts, begun = start_tags(item, mentions, ids), set[int]()
    for index, span in fragments([mention.span for mention in mentions]):
        name = "NP" if grouped.of(mentions[index]) is None else "COREF"
        if index in begun:
            tags.add(span, tag(name, [("CONT", ids[index])]), f"</{name}>")
        elif name == "NP":
            tags.add(span, starts[index].replace("COREF", "NP", 1), "</NP>")
        else:
            tags.add(span, f"{starts[index]}<NP>", "</NP></COREF>")
        begun.add(index)
    return tags


def _new_line(document: Document, span: Span) -> str:
    """A line end, allowed only where the text has white space, because the reader keeps white space
    between words.
    """
    end = document.tokens[span.end - 1].end
    return "\n" if end == len(document.text) or document.text[end].isspace() else ""
