"""Text and markup interleaved: builds a document while reading, and adds markup to a document's
text.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from coindex.core.annotation import Mention
from coindex.core.document import Block, Document, Multiword, Sentence, Span, Token
from coindex.formats.building import from_text

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SPACE = re.compile(r"\s+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")

Word = Callable[[int, str], str]
"""How to write a token, given its index and its own characters."""


class Running:
    """A document being read: pieces of text, with words, sentences and paragraphs where the markup
    has them.

    Text outside marked words is split into words and punctuation marks, and at the places that
    `words` names.
    """

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.sentences: list[Sentence] = []
        self.marked_sentences = False
        self.length = 0
        self._pieces: list[str] = []
        self._pending: list[str] = []
        self._begin = 0
        self._fields: dict[str, Any] = {}
        self._paragraph = 0
        self._break = False
        self._multiwords: list[Multiword] = []

    @property
    def last(self) -> str:
        """The last character so far."""
        return next((piece[-1] for piece in reversed(self._pieces) if piece), "")

    def text(self, piece: str) -> None:
        self._pieces.append(piece)
        self._pending.append(piece)
        self.length += len(piece)

    def replace_last(self, character: str) -> None:
        """Replace the last character."""
        for pieces in (self._pieces, self._pending):
            index = next((i for i in range(len(pieces) - 1, -1, -1) if pieces[i]), None)
            if index is not None:
                pieces[index] = pieces[index][:-1] + character

    def words(self) -> int:
        """Split the text so far into words, and return the number of tokens."""
        if self._pending:
            pending = "".join(self._pending)
            start = self.length - len(pending)
            self._pending.clear()
            for match in _WORD.finditer(pending):
                self.tokens.append(Token(start + match.start(), start + match.end(), match[0]))
        return len(self.tokens)

    def word(
        self, content: str, *, form: str = "", empty: bool = False, **fields: Any
    ) -> int | None:
        """Add a marked word, without the white space around it. A word without content shares the
        characters of the preceding one, or is empty; without a form either, nothing is added and
        the result is `None`.
        """
        self.words()
        core = content.strip()
        begin = self.length + len(content) - len(content.lstrip()) if core else self.length
        self._pieces.append(content)
        self.length += len(content)
        if not core and not form and not empty:
            return None
        if empty:
            self.tokens.append(Token(begin, begin, form, empty=True, **fields))
        elif core:
            self.tokens.append(Token(begin, begin + len(core), form or core, **fields))
        else:
            before = self.tokens[-1] if self.tokens else Token(self.length, self.length, "")
            self.tokens.append(Token(before.start, before.end, form, **fields))
        return len(self.tokens) - 1

    def multiword(self, multiword: Multiword) -> None:
        self._multiwords.append(multiword)

    def begin_sentence(self, **fields: Any) -> None:
        self.end_sentence()
        self.marked_sentences = True
        self._fields = fields

    def end_sentence(self) -> None:
        self.words()
        if len(self.tokens) > self._begin:
            self._paragraph += self._break and bool(self.sentences)
            self._break = False
            span = Span(self._begin, len(self.tokens))
            self.sentences.append(
                Sentence(
                    span,
                    paragraph=self._paragraph,
                    multiwords=tuple(self._multiwords),
                    **self._fields,
                )
            )
            self._begin = len(self.tokens)
            self._multiwords.clear()
        self._fields = {}

    def paragraph(self) -> None:
        """End one paragraph and begin another."""
        self.end_sentence()
        self._break = True

    def document(
        self,
        id: str,
        language: str = "",
        meta: Mapping[str, str] | None = None,
        blocks: tuple[Block, ...] = (),
    ) -> Document:
        self.end_sentence()
        return Document(
            id,
            "".join(self._pieces),
            language,
            tuple(self.tokens),
            tuple(self.sentences),
            dict(meta or {}),
            blocks=blocks,
        )

    def part_at_blank_lines(self) -> None:
        """If no sentences are marked, let blank lines separate paragraphs and sentences."""
        self.end_sentence()
        text = "".join(self._pieces)
        parted: list[Sentence] = []
        for sentence in self.sentences:
            begin, end = sentence.span
            for index in range(begin + 1, end):
                if _BLANK_LINE.search(text[self.tokens[index - 1].end : self.tokens[index].start]):
                    parted.append(Sentence(Span(begin, index), paragraph=len(parted)))
                    begin = index
            parted.append(Sentence(Span(begin, end), paragraph=len(parted)))
        self.sentences = parted


def plainly_cut(document: Document) -> list[bool]:
    """Which tokens come out the same when only the text is read."""
    cut = {match.span() for match in _WORD.finditer(document.text)}
    return [
        (token.start, token.end) in cut and token.form == document.text[token.start : token.end]
        for token in document.tokens
    ]


class XmlFlow:
    """Adds pieces of XML text to a document: as they are, or with insignificant white space
    removed.
    """

    def __init__(self, running: Running, *, preserve: bool) -> None:
        self.running, self.preserve = running, preserve

    def text(self, piece: str) -> None:
        if not self.preserve:
            piece = _SPACE.sub(" ", piece)
            if piece.startswith(" ") and (not self.running.length or self.running.last.isspace()):
                piece = piece[1:]
        if piece:
            self.running.text(piece)

    def line(self) -> None:
        """Begin a new line."""
        last = self.running.last
        if self.preserve or not last or last == "\n":
            return
        if last == " ":
            self.running.replace_last("\n")
        else:
            self.running.text("\n")


class Tags:
    """Start and end tags by the token before or after which they stand; outer ones open first."""

    def __init__(self) -> None:
        self.opening: dict[int, list[str]] = {}
        self.closing: dict[int, list[str]] = {}

    def add(self, span: Span, start: str, end: str) -> None:
        self.opening.setdefault(span.start, []).append(start)
        self.closing.setdefault(span.end - 1, []).append(end)

    def over(
        self,
        document: Document,
        word: Word,
        escape: Callable[[str], str],
        within: tuple[int, int] | None = None,
    ) -> Iterator[str]:
        """The text with its tags, whole or between two characters."""
        text = document.text
        position, stop = within or (0, len(text))
        for index, token in enumerate(document.tokens):
            if within and not within[0] <= token.start <= token.end <= within[1]:
                continue
            if token.start > position:
                yield escape(text[position : token.start])
                position = token.start
            yield from self.opening.get(index, ())
            yield word(index, text[position : token.end])
            position = max(position, token.end)
            yield from reversed(self.closing.get(index, ()))
        yield escape(text[position:stop])


def nesting(spans: Sequence[Span]) -> tuple[list[int], list[int]]:
    """Which of the spans, sorted by start with longer ones first, nest in each other, and which
    cross one that does.
    """
    ends: list[int] = []
    nested, crossing = [], []
    for index, span in enumerate(spans):
        while ends and ends[-1] <= span.start:
            ends.pop()
        if ends and span.end > ends[-1]:
            crossing.append(index)
        else:
            ends.append(span.end)
            nested.append(index)
    return nested, crossing


def inline(document: Document, mentions: Sequence[Mention]) -> tuple[list[int], list[int]]:
    """Which mentions, in textual order, can be elements within their sentence, and which cannot:
    those in several parts, in several sentences, or across another mention or a multiword token.
    """
    fitting: list[int] = []
    others: list[int] = []
    for index, mention in enumerate(mentions):
        sentence = document.sentence_of(mention.start) if document.sentences else None
        fits = len(mention.parts) == 1 and (sentence is None or sentence.span.covers(mention.span))
        crossed = sentence and any(
            multiword.span.crosses(mention.span) for multiword in sentence.multiwords
        )
        (fitting if fits and not crossed else others).append(index)
    nested, crossing = nesting([mentions[index].span for index in fitting])
    return [fitting[i] for i in nested], sorted([*others, *(fitting[i] for i in crossing)])


def fragments(spans: Sequence[Span]) -> Iterator[tuple[int, Span]]:
    """The spans, cut so that they nest: index and piece, outer pieces first."""
    queue = [(span.start, -span.end, index) for index, span in enumerate(spans)]
    heapq.heapify(queue)
    ends: list[int] = []
    while queue:
        start, negative, index = heapq.heappop(queue)
        end = -negative
        while ends and ends[-1] <= start:
            ends.pop()
        if ends and end > ends[-1]:
            heapq.heappush(queue, (ends[-1], negative, index))
            end = ends[-1]
        ends.append(end)
        yield index, Span(start, end)


def joined(parts: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order; those that touch or overlap are merged."""
    return _united(parts, 0)


def apart(parts: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order; only those that overlap are merged."""
    return _united(parts, 1)


def _united(parts: Iterable[Span], overlap: int) -> tuple[Span, ...]:
    whole: list[Span] = []
    for span in sorted(parts):
        if whole and span.start + overlap <= whole[-1].end:
            whole[-1] = Span(whole[-1].start, max(whole[-1].end, span.end))
        else:
            whole.append(span)
    return tuple(whole)


def with_tokens(document: Document) -> Document:
    """The document, tokenised if it is not yet."""
    if document.tokens or not document.text.strip():
        return document
    cut = from_text(document.id, document.text, language=document.language)
    return replace(document, tokens=cut.tokens, sentences=cut.sentences)


def paragraphs(document: Document) -> Iterator[Span]:
    """The tokens of each paragraph."""
    begin = 0
    for sentence, after in zip(document.sentences, (*document.sentences[1:], None), strict=False):
        if after is None or after.paragraph != sentence.paragraph:
            yield Span(begin, sentence.span.end)
            begin = sentence.span.end
