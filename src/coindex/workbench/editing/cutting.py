"""Tokens for texts in any language and script, by simple rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from unicodedata import category

from coindex.core.document import Document, Sentence, Span, Token
from coindex.language.scripts import is_unspaced

_WORD = re.compile(r"\w+(?:['’\-]\w+)*|[^\w\s]")
AVERAGE, LONGEST = 4, 12
"""Letters of words in scripts without spaces, at most; longer tokens are clauses."""


def cut(text: str) -> tuple[Token, ...]:
    """Words and marks; in a script without spaces every character, so that any
    part of a clause can be marked.
    """
    return tuple(
        Token(start, end, text[start:end])
        for word in _words(text)
        for start, end in _pieces(text, *word)
    )


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Split into words: a vowel sign or accent belongs to the preceding letter, and joins the
    letters around it.
    """
    start = end = 0
    for match in _WORD.finditer(text):
        joined = match.start() == end > start and (
            _is_mark(text[end]) or (_is_mark(text[end - 1]) and text[end].isalnum())
        )
        if not joined:
            if end > start:
                yield start, end
            start = match.start()
        end = match.end()
    if end > start:
        yield start, end


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for place in range(start + 1, end):
        apart = is_unspaced(text[place]) or is_unspaced(text[begin])
        if apart and not _is_mark(text[place]):
            yield begin, place
            begin = place
    yield begin, end


def _is_mark(character: str) -> bool:
    return category(character).startswith("M")


def with_short_tokens(document: Document) -> Document:
    """A document whose tokens are whole clauses, cut into characters; any other as it is.

    Formats that cut at spaces give such tokens. Tokens of the length of words stay, and so do
    tagged ones.
    """
    if any(token.upos or token.xpos or token.lemma or token.empty for token in document.tokens):
        return document
    lengths = [
        len(token.form)
        for token in document.tokens
        if token.form.isalpha() and is_unspaced(token.form[0])
    ]
    # Only scripts without spaces are measured, in which a reader cannot mark a part of a token.
    if not lengths or (max(lengths) <= LONGEST and sum(lengths) <= AVERAGE * len(lengths)):
        return document
    pieces = [
        [
            token._replace(start=start, end=end, form=document.text[start:end])
            for start, end in _inside(document, token)
        ]
        for token in document.tokens
    ]
    before = [0]
    for group in pieces:
        before.append(before[-1] + len(group))

    def moved(sentence: Sentence) -> Sentence:
        return sentence._replace(
            span=Span(before[sentence.span.start], before[sentence.span.end]), multiwords=()
        )

    tokens = tuple(token for group in pieces for token in group)
    return replace(
        document, tokens=tokens, sentences=tuple(map(moved, document.sentences)), arcs=()
    )


def _inside(document: Document, token: Token) -> Iterator[tuple[int, int]]:
    if document.text[token.start : token.end] != token.form:
        return iter([(token.start, token.end)])
    return _pieces(document.text, token.start, token.end)
