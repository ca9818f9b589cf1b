"""Reads CoNLL-U: lines into sentences, sentences into documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from coindex.core.annotation import Annotated
from coindex.core.document import Document, Sentence
from coindex.core.fast import pause_gc
from coindex.core.problems import Problems
from coindex.core.remedies import Action, Remedy, doing, leniently
from coindex.formats.conllu.columns import Plain, plain, read_columns
from coindex.formats.conllu.draft import DocumentDraft, SentenceLines
from coindex.formats.conllu.fields import Header
from coindex.formats.conllu.rows import read_rows
from coindex.io.files import File

AT_ONCE = 64
"""The maximum number of sentences that are read together."""

_COMMENT = ord("#")
_HEADING = re.compile(r"^# newpar_block = .*?\bhead\b[^|]*\((\d+) s\)")
_TELLING = frozenset(
    f"#{space}{key}"[:5]
    for space in ("", " ")
    for key in ("sent_id", "speaker", "newpar", "newdoc", "meta::", "global.Entity", "language")
)
"""The beginnings of comments that carry information and are not just kept."""

HEADER_COMMENT = "# global.Entity = "
EMPTY_HEADS = "HEAD and DEPREL of empty nodes"
"""An attribute of the annotation: what these columns have, which mean nothing for empty nodes."""
INHERITED = "global.Entity"
"""An attribute: the fields that an earlier document of the file declared."""
AS_READ = ("comments", "as read")
"""A style: sentences have no more comments than they had, though they could have."""


def documents(file: File, problems: Problems, *, language: str = "") -> Iterator[Annotated]:
    """The documents of one file."""
    reader = _Reader(file, problems, language)
    block: list[bytes] = []
    number = 0
    for lines in file.batches(problems):
        begin = 0
        for end in [at for at, line in enumerate(lines) if not line]:
            block = [*block, *lines[begin:end]] if block else lines[begin:end]
            begin = end + 1
            if block:
                finished = reader.sentence(block, number + begin - len(block))
                if finished:
                    yield finished
                block = []
        block += lines[begin:]
        number += len(lines)
    if block:
        reader.look_at_first(block, number - len(block) + 1)
        remedy = leniently("continues", "the file may be truncated")
        reader.report_in_turn("no blank line after the last sentence", number, remedy=remedy)
        finished = reader.sentence(block, number - len(block) + 1)
        if finished:
            yield finished
    if not reader.begun:
        reader.report_in_turn(
            "no sentence", max(number, 1), remedy="the file is empty, or not CoNLL-U"
        )
    finished = reader.finish()
    if finished:
        yield finished


class _Reader:
    """Holds what outlasts a document: the header of `Entity=`, and the language."""

    def __init__(self, file: File, problems: Problems, language: str) -> None:
        self.file, self.problems, self.language = file, problems, language
        self.header = Header()
        self.declared = False
        self.begun = False
        self.nameless, self.any_document = 0, False
        self._begin(file.id, 1)

    def _begin(self, id: str, line: int) -> None:
        self.draft = DocumentDraft(id or self.file.id, line, self.header, self)
        self.waiting: list[SentenceLines] = []
        self.ids: set[str] = set()
        self.headings = 0

    def report(
        self,
        message: str,
        line: int,
        column: int = 1,
        *,
        detail: str = "",
        remedy: Remedy | str = "",
    ) -> None:
        self.problems.report(
            message, path=self.file.label, line=line, column=column, detail=detail, remedy=remedy
        )

    def report_in_turn(
        self, message: str, line: int, *, detail: str = "", remedy: Remedy | str
    ) -> None:
        """Report a problem, after the problems of the sentences before this line."""
        self._read_waiting()
        self.report(message, line, detail=detail, remedy=remedy)

    def look_at_first(self, lines: list[bytes], line: int) -> None:
        """Raise an error if the first row of the file has no columns, since it is then of another
        format.
        """
        if self.begun:
            return
        self.begun = True
        for at, row in enumerate(lines, line):
            if row[0] != _COMMENT:
                if b"\t" not in row:
                    remedy = doing(
                        Action.NAME_FORMAT, "words stand in ten columns with tabs between them"
                    )
                    self.report("not CoNLL-U", at, detail=row.decode()[:40], remedy=remedy)
                return

    def sentence(self, lines: list[bytes], line: int) -> Annotated | None:
        """Add a sentence; returns the preceding document if a new one begins."""
        self.look_at_first(lines, line)
        finished = None
        count = 0
        for row in lines:
            if row[0] != _COMMENT:
                break
            count += 1
        comments = list(map(bytes.decode, lines[:count]))
        telling = [text for text in comments if text[:5] in _TELLING]
        for text in telling:
            if text.startswith("# newdoc"):
                finished = self.finish()
                self._begin(self._id(text), line + _place(text, comments))
                break
        if count == len(lines):
            self.report_in_turn(
                "sentence without words", line, remedy=leniently("drops it", "remove its comments")
            )
            return finished
        id, speaker, parted = self._read_comments(telling, comments, line)
        heading = self.headings > 0
        self.headings -= heading
        block = SentenceLines(
            lines[count:], line + count, tuple(comments), id, parted, speaker, heading
        )
        self.waiting.append(block)
        if len(self.waiting) == AT_ONCE:
            with pause_gc():
                self._read_waiting()
        return finished

    def _id(self, newdoc: str) -> str:
        """The id of a new document; those without one are numbered, from the second on."""
        id = newdoc.partition("=")[2].strip()
        if id:
            return id
        if not self.nameless:
            self.nameless = int(self.any_document)
        self.nameless += 1
        return self.file.id if self.nameless == 1 else f"{self.file.id}-{self.nameless}"

    def _read_comments(
        self, telling: list[str], comments: list[str], line: int
    ) -> tuple[str, str, bool]:
        """Read the id and speaker of a sentence, and whether it begins a paragraph; other comments
        belong to the document.
        """
        id = speaker = ""
        parted = False
        for text in telling:
            key, _, value = text[1:].lstrip().partition(" = ")
            if key == "sent_id":
                id = value.strip()
                if id in self.ids:
                    remedy = leniently("keeps both", "rename one")
                    self.report_in_turn(
                        "sent_id occurs twice",
                        line + _place(text, comments),
                        detail=id,
                        remedy=remedy,
                    )
                self.ids.add(id)
            elif key == "newpar_block":
                match = _HEADING.match(text)
                self.headings = min(int(match[1][:6]), 1000) if match else self.headings
            elif key.startswith(("newpar", "newdoc")):
                parted = True
            elif key == "speaker":
                speaker = value.strip()
            elif key.startswith("meta::"):
                self.draft.meta[key[6:]] = value
            elif key == "global.Entity":
                self._set_header(value.strip().split("-"))
            elif key == "language":
                self.language = value.strip()
        return id, speaker, parted

    def _set_header(self, names: list[str]) -> None:
        self.declared = True
        if names != self.header.names:
            self._read_waiting()
            self.header = self.draft.entities.header = Header(names)

    def _read_waiting(self) -> None:
        waiting, self.waiting = self.waiting, []
        run: list[Plain] = []
        for block in waiting:
            sentence = plain(block)
            if sentence:
                run.append(sentence)
            else:
                self._read(run)
                run = []
                read_rows(self.draft, block)
        self._read(run)

    def _read(self, run: list[Plain]) -> None:
        """Read sentences by columns where possible, and otherwise one by one."""
        if not run or read_columns(self.draft, run):
            return
        for sentence in run:
            if len(run) == 1 or not read_columns(self.draft, [sentence]):
                read_rows(self.draft, sentence.block)

    def finish(self) -> Annotated | None:
        """The current document, if there is one."""
        with pause_gc():
            self._read_waiting()
            draft = self.draft
            if not draft.tokens:
                return None
            self.any_document = True
            annotation = draft.entities.annotation(draft.id, draft.tokens)
            marks = [(EMPTY_HEADS, " ".join(draft.empty))] if draft.empty else []
            if self.declared and not header_of(draft.sentences):
                marks.append((INHERITED, "-".join(self.header.names)))
            if not all(sentence.comments for sentence in draft.sentences):
                marks.append(AS_READ)
            if marks:
                attributes = (*annotation.attributes, *marks)
                annotation = replace(annotation, attributes=attributes)
        text, tokens = "".join(draft.pieces), tuple(draft.tokens)
        document = Document(
            draft.id, text, self.language, tokens, tuple(draft.sentences), draft.meta
        )
        self._begin(draft.id, draft.line)
        self.problems.begin(self.file.label, draft.line)
        return Annotated(document, annotation)


def header_of(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The fields of `Entity=` that the first sentence of a document declares."""
    for sentence in sentences[:1]:
        for line in sentence.comments:
            if line.startswith(HEADER_COMMENT):
                return tuple(line[len(HEADER_COMMENT) :].strip().split("-"))
    return ()


def _place(text: str, comments: list[str]) -> int:
    """The position of this very comment object among them; another one may have the same text."""
    return next(at for at, comment in enumerate(comments) if comment is text)
