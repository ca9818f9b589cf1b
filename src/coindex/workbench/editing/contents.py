"""Documents as stored (the document part of `coindex-doc/1`), and short lists for the browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.problems import Problems
from coindex.formats.jsonl import documents
from coindex.formats.jsonl.writer import values_of
from coindex.formats.records import Record
from coindex.workbench.editing.cutting import cut
from coindex.workbench.editing.zeros import pronouns

_END = re.compile(r"[.!?…。！？]+")
_WIDE = frozenset("。！？")
"""Marks that are not followed by a space."""
_CLOSING = frozenset("\"'”’»›)]}")


def stored(document: Document) -> dict[str, Any]:
    """The JSON value of a document."""
    return values_of(Annotated(document, Annotation(document.id)))


def document_of(values: dict[str, Any], name: str) -> Document:
    return documents.document(Record(values, Problems(), name), name)


def simply_cut(document: Document) -> Document:
    """Tokenise a text in any language by simple rules; sentences end at their marks."""
    tokens = cut(document.text)
    return with_sentences(
        replace(document, tokens=tokens, sentences=tuple(_paragraphs(document.text, tokens)))
    )


def _paragraphs(text: str, tokens: tuple[Token, ...]) -> Iterator[Sentence]:
    start, number = 0, 0
    for index, token in enumerate(tokens):
        last = index + 1 == len(tokens)
        if last or text[token.end : tokens[index + 1].start].count("\n") > 1:
            yield Sentence(Span(start, index + 1), paragraph=number)
            start, number = index + 1, number + 1


def with_sentences(document: Document) -> Document:
    """Split unsplit paragraphs into sentences at their marks; tokens
    without sentences are one paragraph.
    """
    if not document.tokens:
        return document
    sentences = document.sentences or (Sentence(Span(0, len(document.tokens))),)
    whole = len({sentence.paragraph for sentence in sentences}) == len(sentences)
    if not whole or any(token.upos for token in document.tokens):
        return replace(document, sentences=sentences)
    return replace(
        document, sentences=tuple(part for one in sentences for part in _parts(document, one))
    )


def _parts(document: Document, paragraph: Sentence) -> Iterator[Sentence]:
    start, end = paragraph.span
    for index in range(start, end):
        if index + 1 == end or _ends(document, index):
            yield paragraph._replace(span=Span(start, index + 1))
            start = index + 1


def _ends(document: Document, index: int) -> bool:
    """Whether a sentence ends at a token: at a mark, or at quotes and brackets after it."""
    token, following = document.tokens[index : index + 2]
    mark = index
    while mark and document.tokens[mark].form in _CLOSING:
        mark -= 1
    last = document.tokens[mark].form
    apart = document.text[token.end : following.start] or last[-1:] in _WIDE
    return bool(apart and _END.fullmatch(last)) and not following.form[:1].islower()


def short(document: Document) -> dict[str, Any]:
    """What a page needs to draw a document, in columns: characters of tokens,
    sentences by their first token.
    """
    tokens = document.tokens
    return {
        "starts": [token.start for token in tokens],
        "ends": [token.end for token in tokens],
        "forms": {
            i: t.form for i, t in enumerate(tokens) if t.form != document.text[t.start : t.end]
        },
        "empty": [index for index, token in enumerate(tokens) if token.empty],
        "zeros": pronouns(document),
        "tags": _numbered(token.upos for token in tokens)
        if any(token.upos for token in tokens)
        else None,
        "sentences": [
            [s.span.start, s.span.end, s.paragraph, s.speaker, s.heading]
            for s in document.sentences
        ],
    }


def _numbered(values: Iterable[str]) -> dict[str, Any]:
    """Distinct values, and the index of each value among them."""
    places: dict[str, int] = {}
    codes = [places.setdefault(value, len(places)) for value in values]
    return {"names": list(places), "codes": codes}
