"""Reading CoNLL-U: lines into sentences, sentences into documents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coindex.core.annotation import Annotated
from coindex.core.document import Document, Sentence, Span
from coindex.core.files import File
from coindex.core.problems import Problems
from coindex.formats.conllu.columns import read_columns
from coindex.formats.conllu.draft import Draft
from coindex.formats.conllu.entities import Fields
from coindex.formats.conllu.rows import read_rows

_HEADING = re.compile(r"^# newpar_block = .*?\bhead\b[^|]*\((\d+) s\)")


def documents(file: File, problems: Problems, *, language: str = "") -> Iterator[Annotated]:
    """The documents of one file."""
    reader = _Reader(file, problems, language)
    block: list[str] = []
    number = 0
    for line in file.lines(problems):
        number += 1
        if line:
            block.append(line)
        elif block:
            yield from reader.sentence(block, number - len(block))
            block = []
    if block:
        remedy = "the file may be truncated; --lenient goes on"
        reader.report("no blank line after the last sentence", number, remedy=remedy)
        yield from reader.sentence(block, number - len(block) + 1)
    if not reader.begun:
        reader.report("no sentence", max(number, 1), remedy="the file is empty, or not CoNLL-U")
    yield from reader.finish()


class _Reader:
    """Keeps what outlasts a document: the header of `Entity=`, and the language."""

    def __init__(self, file: File, problems: Problems, language: str) -> None:
        self.file, self.problems, self.language = file, problems, language
        self.header: list[str] = []
        self.fields: dict[str, Fields] = {}
        self.begun = False
        self.draft = self._new(file.stem)

    def _new(self, id: str) -> Draft:
        return Draft(id or self.file.stem, self.header, self.fields, self)

    def report(self, message: str, line: int, column: int = 1, *, detail: str = "", remedy: str = "") -> None:
        self.problems.report(message, path=self.file.label, line=line, column=column, detail=detail, remedy=remedy)

    def sentence(self, block: list[str], line: int) -> Iterator[Annotated]:
        """One sentence; yields the document before it if a new one begins."""
        self.begun = True
        comments = 0
        while comments < len(block) and block[comments][0] == "#":
            comments += 1
        new = next((text for text in block[:comments] if text.startswith("# newdoc")), None)
        if new is not None:
            yield from self.finish()
            self.draft = self._new(new.partition("=")[2].strip())
        if comments == len(block):
            self.report("sentence without words", line, remedy="remove its comments; --lenient drops it")
            return
        speaker, name = self._comments(block[:comments], line)
        draft = self.draft
        first = len(draft.tokens)
        multiwords = read_columns(draft, block[comments:], line + comments)
        if multiwords is None:
            multiwords = read_rows(draft, block[comments:], line + comments)
        if len(draft.tokens) == first:
            return
        heading = draft.headings > 0
        draft.headings -= heading
        span, paragraph = Span(first, len(draft.tokens)), max(draft.paragraph, 0)
        draft.sentences.append(Sentence(span, name, paragraph, speaker, heading, tuple(block[:comments]), multiwords))

    def _comments(self, comments: list[str], line: int) -> tuple[str, str]:
        """Speaker and id of a sentence; the rest goes to the document."""
        draft = self.draft
        speaker = name = ""
        for offset, text in enumerate(comments):
            key, _, value = text[1:].lstrip().partition(" = ")
            if key == "text":
                continue
            if key == "sent_id":
                name = value.strip()
                if name in draft.ids:
                    remedy = "rename one; --lenient keeps both"
                    self.report("sent_id occurs twice", line + offset, detail=name, remedy=remedy)
                draft.ids.add(name)
            elif key == "newpar_block":
                match = _HEADING.match(text)
                draft.headings = min(int(match[1][:6]), 1000) if match else draft.headings
            elif key.startswith(("newpar", "newdoc")):
                draft.new_paragraph()
            elif key == "speaker":
                speaker = value.strip()
            elif key.startswith("meta::"):
                draft.meta[key[6:]] = value
            elif key == "global.Entity":
                self._set_header(value.strip().split("-"))
            elif key == "language":
                self.language = value.strip()
        return speaker, name

    def _set_header(self, header: list[str]) -> None:
        if header != self.header:
            self.header[:] = header
            self.fields.clear()

    def finish(self) -> Iterator[Annotated]:
        """The document as it stands, if there is one."""
        draft = self.draft
        if not draft.tokens:
            return
        annotation = draft.entities.annotation(draft.id, draft.tokens)
        text, tokens = "".join(draft.pieces), tuple(draft.tokens)
        document = Document(draft.id, text, self.language, tokens, tuple(draft.sentences), draft.meta)
        self.draft = self._new(draft.id)
        yield Annotated(document, annotation)
