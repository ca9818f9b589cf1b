"""Splits a long document into parts that a model reads one at a time: whole sentences, the last of
which are repeated in the next part.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.document import Document, Span


def windows(document: Document, size: int, overlap: int) -> list[Span]:
    """Spans of at most `size` tokens that cover the document; each but the first begins with whole
    sentences of the one before, of at most `overlap` tokens in all.

    A sentence that is longer than a window is cut.
    """
    pieces = list(_pieces(document, size))
    spans: list[Span] = []
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces) and pieces[last + 1].end - pieces[first].start <= size:
            last += 1
        spans.append(Span(pieces[first].start, pieces[last].end))
        if last + 1 == len(pieces):
            break
        following = last + 1
        while following - 1 > first and pieces[last].end - pieces[following - 1].start <= overlap:
            following -= 1
        first = following
    return spans


def _pieces(document: Document, size: int) -> Iterator[Span]:
    for sentence in document.sentences:
        for start in range(sentence.span.start, sentence.span.end, size):
            yield Span(start, min(start + size, sentence.span.end))
