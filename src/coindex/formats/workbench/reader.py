"""Reads one document of the evaluation workbench, tag by tag."""

from __future__ import annotations

from typing import Any

from coindex.core.annotation import Annotated
from coindex.core.document import ROOT
from coindex.core.messages import Message
from coindex.core.remedies import leniently
from coindex.formats.corefs import Corefs
from coindex.formats.running import Running
from coindex.formats.sgml import SgmlPage, Tag, TextRun
from coindex.formats.workbench.words import KNOWN, NONE, NUMBERS
from coindex.language.syntax.fdg import TAGS


class WorkbenchReading:
    """One document, built tag by tag."""

    def __init__(self, page: SgmlPage, universal: bool) -> None:
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
            if isinstance(part, TextRun):
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

    def _text(self, part: TextRun) -> None:
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
            f"{key}={value}" for key, value in tag.attributes if key.upper() not in KNOWN
        )
        return {
            "lemma": own.get("LEMMA", ""),
            "upos": _plain(own.get("UPOS", self._upos(pos))),
            "xpos": _plain(own.get("XPOS", pos)),
            "feats": _plain(own.get("FEATS", NUMBERS.get(number, ""))),
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
                Message("wrong {name}", name=name),
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
