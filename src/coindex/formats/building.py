"""Builds documents from words, or from text and the places where something begins or ends."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from coindex.core.annotation import Annotation, Entity, in_order
from coindex.core.document import Block, Document, Multiword, Sentence, Span, Token

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


class Builder:
    """Collects words and sentences of formats that have tokens but no text; the text is the forms,
    with the spaces that the format gives.
    """

    def __init__(self, id: str, language: str = "") -> None:
        self.id, self.language = id, language
        self.tokens: list[Token] = []
        self.sentences: list[Sentence] = []
        self._pieces: list[str] = []
        self._length = 0
        self._gap = ""
        self._begin = 0

    def word(self, form: str, *, space_after: bool = True, **fields: Any) -> int:
        """Add a word and return its index. `fields` are those of Token."""
        self._put(self._gap)
        start = self._length
        self._put(form)
        self._gap = " " if space_after else ""
        self.tokens.append(Token(start, self._length, form, **fields))
        return len(self.tokens) - 1

    def empty(self, form: str = "", **fields: Any) -> int:
        """Add an empty token, a zero pronoun for instance."""
        self.tokens.append(Token(self._length, self._length, form, empty=True, **fields))
        return len(self.tokens) - 1

    def multiword(
        self, form: str, words: Iterable[tuple[str, Mapping[str, Any]]], *, space_after: bool = True
    ) -> Multiword:
        """Add a surface token that stands for several words; if they spell the form, each gets its
        own characters.
        """
        self._put(self._gap)
        base = self._length
        self._put(form)
        self._gap = " " if space_after else ""
        first, pairs = len(self.tokens), list(words)
        spelled = "".join(word for word, _ in pairs) == form
        position = base
        for word, fields in pairs:
            start, end = (position, position + len(word)) if spelled else (base, self._length)
            self.tokens.append(Token(start, end, word, **fields))
            position += len(word)
        return Multiword(Span(first, len(self.tokens)), form)

    def end_sentence(self, *, gap: str = " ", **fields: Any) -> None:
        """Close the sentence, if it has words; `gap` separates it from the next one. `fields` are
        those of Sentence.
        """
        if len(self.tokens) > self._begin:
            self.sentences.append(Sentence(Span(self._begin, len(self.tokens)), **fields))
            self._begin = len(self.tokens)
            self._gap = gap if self._gap else ""

    def document(self, meta: Mapping[str, str] | None = None) -> Document:
        """Return the document of all words so far."""
        self.end_sentence()
        return Document(
            self.id,
            "".join(self._pieces),
            self.language,
            tuple(self.tokens),
            tuple(self.sentences),
            dict(meta or {}),
        )

    def _put(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)


def from_text(
    id: str,
    text: str,
    cuts: Iterable[int] = (),
    *,
    language: str = "",
    meta: Mapping[str, str] | None = None,
    sentence_ends: Iterable[int] | None = None,
    blocks: tuple[Block, ...] = (),
) -> Document:
    """A document tokenised into words and punctuation marks, and wherever an annotation begins or
    ends.

    Sentences end at line ends, or at the given characters. Blank lines separate paragraphs.
    """
    tokens = tuple(
        Token(start, end, text[start:end]) for start, end in _pieces(text, sorted(set(cuts)))
    )
    ends = sorted(set(_line_ends(text) if sentence_ends is None else sentence_ends) | {len(text)})
    starts = [token.start for token in tokens]
    sentences: list[Sentence] = []
    begin = paragraph = last = 0
    for end in ends:
        stop = bisect_left(starts, end)
        if stop > begin:
            gap = text[last : starts[begin]]
            paragraph += bool(sentences) and bool(re.search(r"\n\s*\n", gap))
            sentences.append(Sentence(Span(begin, stop), paragraph=paragraph))
            begin, last = stop, tokens[stop - 1].end
    return Document(id, text, language, tokens, tuple(sentences), dict(meta or {}), blocks=blocks)


def _line_ends(text: str) -> list[int]:
    return [match.end() for match in re.finditer(r"\n", text)]


def _pieces(text: str, cuts: list[int]) -> Iterable[tuple[int, int]]:
    for match in _WORD.finditer(text):
        start, end = match.span()
        for cut in cuts[bisect_left(cuts, start + 1) : bisect_left(cuts, end)]:
            yield start, cut
            start = cut
        yield start, end


def with_mentions(document: str, entities: Sequence[Entity]) -> Annotation:
    """The annotation of a document whose mentions are those of its entities."""
    every = [mention for entity in entities for mention in entity.mentions]
    return Annotation(document, mentions=in_order(every), entities=tuple(entities))


class TokenOffsets:
    """Maps characters to tokens of a document."""

    def __init__(self, document: Document) -> None:
        words = [(index, token) for index, token in enumerate(document.tokens) if not token.empty]
        self._indices = [index for index, _ in words]
        self._starts = [token.start for _, token in words]
        self._ends = [token.end for _, token in words]

    def span(self, start: int, end: int) -> Span | None:
        """The words between two characters; `None` if there are none."""
        first = bisect_left(self._starts, start)
        stop = bisect_left(self._ends, end + 1)
        if stop <= first:
            return None
        return Span(self._indices[first], self._indices[stop - 1] + 1)

    def overlapping(self, start: int, end: int) -> Span | None:
        """The words that have at least one character between two characters."""
        first = bisect_left(self._ends, start + 1)
        stop = bisect_left(self._starts, end)
        if stop <= first:
            return None
        return Span(self._indices[first], self._indices[stop - 1] + 1)
