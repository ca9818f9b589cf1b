"""Finds the spans of quotation marks and dialogue dashes: nested, across sentences and paragraphs,
typographic or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from coindex.core.document import Document, Sentence, Span, Token
from coindex.language.speech.speakers import is_reporting

LONGEST = 20
"""The number of sentences after which an unclosed mark is given up, if no paragraph ends before."""
LONGEST_TERM = 6
"""The number of words up to which a single mark may close after a word: ‘poison’, but
the boys’ ...
"""

_OPENING = {
    "“": "double",
    "„": "double",
    "``": "double",
    "«": "double",
    "“‘": "double",
    "‘": "single",
    "`": "single",
}
_CLOSING = {"”": "double", "''": "double", "»": "double", "’”": "double", "’": "single"}
_STRAIGHT = {'"': "double", "'": "single", "\uff02": "double"}
_MARKS = _STRAIGHT | _CLOSING | _OPENING
_NOWHERE = (-1, -1)
_DASHES = frozenset({"—", "--", "–", "―", "---"})
_ENDS = frozenset(
    {
        ".",
        ",",
        "!",
        "?",
        ";",
        ":",
        "—",
        "--",
        "–",
        "-",
        "…",
        "...",
        "----",
        ". . .",
        "?!",
        "!!",
        "!?",
    }
)


class MarkRole(Enum):
    OPENS = 1
    CLOSES = 2
    NEITHER = 3


class Quoted(NamedTuple):
    """A span with its marks. `sentential`: it looks like speech, not like a term or title.

    `continues`: it continues a quotation of an earlier paragraph that was not closed.
    """

    span: Span
    depth: int
    sentential: bool
    continues: bool = False


class _Open(NamedTuple):
    kind: str
    start: int
    sentence: int
    straight: bool
    continues: bool


def quoted(document: Document) -> list[Quoted]:
    """All quoted spans in textual order, outer ones first."""
    marked = sorted(_Marks(document).spans(), key=lambda item: (item.span.start, -item.span.end))
    dashed = list(_dashed(document))
    return dashed if len(dashed) > 2 * len(marked) else marked


class _Marks:
    """Scans the document with a stack of open quotations."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.opened: list[_Open] = []
        self.unfinished = ""
        self.closed = _NOWHERE

    def spans(self) -> Iterator[Quoted]:
        tokens, paragraph = self.document.tokens, 0
        for number, sentence in enumerate(self.document.sentences):
            if sentence.paragraph != paragraph:
                paragraph = sentence.paragraph
                yield from self._end_of_paragraph(sentence)
            for index in range(*sentence.span):
                if kind := _MARKS.get(tokens[index].form):
                    yield from self._mark(index, kind, number, sentence)
        yield from self._give_up(len(self.document.tokens))

    def _mark(self, index: int, kind: str, number: int, sentence: Sentence) -> Iterator[Quoted]:
        form = self.document.tokens[index].form
        role = self._role(index, kind, sentence)
        top = next(
            (
                place
                for place in reversed(range(len(self.opened)))
                if self.opened[place].kind == kind
            ),
            None,
        )
        if top is not None and number - self.opened[top].sentence > LONGEST and form in _STRAIGHT:
            del self.opened[top:]
            role, top = MarkRole.OPENS, None
        if role is MarkRole.CLOSES and top is not None:
            yield from self._close(top, index + 1)
            self.closed = index, number
        elif (
            role is MarkRole.CLOSES
            and form in _STRAIGHT
            and number - self.closed[1] <= LONGEST
            and self.closed[0] >= 0
        ):
            # What seemed to close the last quotation opened this one.
            self.opened.append(_Open(kind, self.closed[0], self.closed[1], True, False))
            yield from self._close(len(self.opened) - 1, index + 1)
            self.closed = _NOWHERE
        elif role is MarkRole.OPENS:
            continues = top is not None or self.unfinished == kind
            if top is not None:
                yield from self._close(top, index)
            self.opened.append(_Open(kind, index, number, form in _STRAIGHT, continues))
            self.unfinished = ""

    def _close(self, place: int, end: int) -> Iterator[Quoted]:
        """Close a quotation; one opened inside it was not a quotation."""
        opened = self.opened[place]
        del self.opened[place:]
        if end - opened.start > 1:
            span = Span(opened.start, end)
            yield Quoted(span, place, _sentential(self.document, span), opened.continues)

    def _end_of_paragraph(self, following: Sentence) -> Iterator[Quoted]:
        first = self.document.tokens[following.span.start].form
        again = _OPENING.get(first) or _STRAIGHT.get(first) or ""
        self.unfinished = ""
        for place in reversed(range(len(self.opened))):
            if place == 0 and self.opened[0].kind == again:
                self.unfinished = again
                yield from self._close(0, following.span.start)
        yield from self._give_up(following.span.start)

    def _give_up(self, end: int) -> Iterator[Quoted]:
        """Drop open marks: a typographic double mark that is never closed extends to the end;
        others were not quotation marks.
        """
        if self.opened and self.opened[0].kind == "double" and not self.opened[0].straight:
            yield from self._close(0, end)
        self.opened.clear()

    def _role(self, index: int, kind: str, sentence: Sentence) -> MarkRole:
        token = self.document.tokens[index]
        if token.form in _OPENING:
            return MarkRole.OPENS
        is_open = any(opened.kind == kind for opened in self.opened)
        if kind == "single":
            return self._single(index, sentence, is_open)
        if token.form in _CLOSING:
            return MarkRole.CLOSES if is_open else MarkRole.NEITHER
        return self._straight(index, sentence, is_open)

    def _straight(self, index: int, sentence: Sentence, is_open: bool) -> MarkRole:
        """Whether a straight mark opens or closes: by the white space next to it, else by what is
        open already.
        """
        before, behind = self._beside(self.document.tokens[index])
        if before != behind:
            return MarkRole.OPENS if before else MarkRole.CLOSES
        first = index == sentence.span.start
        if is_open and first and index and self.document.tokens[index - 1].form in (".", "!", "?"):
            return MarkRole.OPENS
        last = index == sentence.span.end - 1 and index > sentence.span.start
        return MarkRole.CLOSES if is_open or last else MarkRole.OPENS

    def _single(self, index: int, sentence: Sentence, is_open: bool) -> MarkRole:
        """Whether a single mark is a quotation mark: next to punctuation or around few words; else
        it is an apostrophe.
        """
        token = self.document.tokens[index]
        previous = self.document.tokens[index - 1].form if index > sentence.span.start else ""
        if is_open:
            opened = next(item for item in reversed(self.opened) if item.kind == "single")
            # A closing mark within a word or clause is rather an apostrophe, unless few words are
            # enclosed.
            short = index - opened.start <= LONGEST_TERM + 1
            following = (
                self.document.tokens[index + 1].form if index + 1 < sentence.span.end else "."
            )
            edge = previous in _ENDS or previous in _CLOSING or following in _ENDS
            return MarkRole.CLOSES if edge or short else MarkRole.NEITHER
        before, _ = self._beside(token)
        outside = not previous or previous in _ENDS or previous in _OPENING or previous in _STRAIGHT
        return MarkRole.OPENS if token.form == "'" and before and outside else MarkRole.NEITHER

    def _beside(self, token: Token) -> tuple[bool, bool]:
        """Whether there is white space, an edge or a bracket before and after a token."""
        text = self.document.text
        before = (
            token.start == 0 or text[token.start - 1].isspace() or text[token.start - 1] in "([{—-"
        )
        behind = (
            token.end >= len(text) or text[token.end].isspace() or text[token.end] in ")]}.,;:!?—-"
        )
        return before, behind


def _sentential(document: Document, span: Span) -> bool:
    """Whether a quotation is speech, which ends in punctuation inside the marks; a term or title
    does not.
    """
    inner = [token.form for token in document.tokens[span.start + 1 : span.end]]
    if inner and (inner[-1] in _CLOSING or inner[-1] in _STRAIGHT):
        inner.pop()
    while inner and (inner[-1] in _CLOSING or inner[-1] in _STRAIGHT):
        inner.pop()
    return bool(inner) and inner[-1] in _ENDS


def _dashed(document: Document) -> Iterator[Quoted]:
    """Paragraphs, or sentences if there are no paragraphs, that begin with a dash; two or more form
    a dialogue, one only if dashes enclose the narrator's words.
    """
    starts = [
        number
        for number, sentence in enumerate(document.sentences)
        if _begins_with_dash(document, sentence)
    ]
    sentences = document.sentences
    marked = bool(sentences) and sentences[-1].paragraph > 0
    for start in starts:
        end = start + 1
        while (
            marked
            and end < len(sentences)
            and sentences[end].paragraph == sentences[start].paragraph
        ):
            end += 1
        span = Span(sentences[start].span.start, sentences[end - 1].span.end)
        pieces = list(_between_dashes(document, span))
        if pieces:
            for number, piece in enumerate(pieces):
                yield Quoted(piece, 0, True, number > 0)
        elif len(starts) > 1:
            yield Quoted(Span(span.start, _told_from(document, span)), 0, True)


def _between_dashes(document: Document, span: Span) -> Iterator[Span]:
    """The speech around a narrator's words in dashes, *—No sé —dijo—. Tal vez.*; empty if there are
    none.
    """
    tokens = document.tokens
    start, narrated = span.start, False
    dashes = [index for index in range(span.start + 1, span.end) if tokens[index].form in _DASHES]
    place = 0
    while place < len(dashes):
        dash = dashes[place]
        end = dashes[place + 1] if place + 1 < len(dashes) else span.end
        if dash > start + 1 and _narrates(document, Span(dash + 1, end)):
            narrated = True
            yield Span(start, dash)
            start, place = end, place + 1
        place += 1
    if narrated and any(tokens[index].upos != "PUNCT" for index in range(start, span.end)):
        yield Span(start, span.end)


def _narrates(document: Document, span: Span) -> bool:
    """Whether it begins in lower case with a verb of saying, ignoring pronouns."""
    words = [i for i in range(*span) if not document.tokens[i].empty]
    if not words or not document.tokens[words[0]].form[:1].islower():
        return False
    for index in words:
        if document.tokens[index].upos not in ("PRON", "ADV", "AUX"):
            return is_reporting(document, index)
    return False


def _told_from(document: Document, span: Span) -> int:
    """Where the narrator continues after a mark: *, said Ann* or *, he cried*."""
    tokens = document.tokens
    for index in range(span.start + 2, span.end):
        if tokens[index - 1].form in _ENDS and tokens[index].form[:1].islower():
            verb = is_reporting(document, index)
            subject = tokens[index].upos in ("PRON", "") and index + 1 < span.end
            if verb or (subject and is_reporting(document, index + 1)):
                return index
    return span.end


def _begins_with_dash(document: Document, sentence: Sentence) -> bool:
    return document.tokens[sentence.span.start].form in _DASHES and sentence.span.length > 1
