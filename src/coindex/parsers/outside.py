"""Common parts of the adapters to other parsers: importing them, and building a document from their
words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import accumulate, pairwise
from typing import Any

from coindex.core.document import Document, Multiword, Sentence, Span, Token, spelled_by
from coindex.core.errors import MissingExtra
from coindex.language.discourse.prose import NOT_PROSE
from coindex.language.zeros.zeros import with_zeros

_BLANK_LINES = re.compile(r"(?:\r\n|[\n\r])[^\S\n\r]*[\n\r]\s*")


def imported(library: str) -> Any:
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtra(library) from error


def prose(document: Document, leave_out: Iterable[str] = NOT_PROSE) -> list[tuple[int, int]]:
    """The parts of the text that are to be parsed, by character; no sentence extends beyond one."""
    text, unwanted = document.text, frozenset(leave_out)
    cuts = {0, len(text), *(match.end() for match in _BLANK_LINES.finditer(text))}
    cuts.update(edge for block in document.blocks for edge in block[:2])
    skipped = [block for block in sorted(document.blocks) if block.role in unwanted]
    stretches, position = [], 0
    for start, end in pairwise(sorted(cuts)):
        while position < len(skipped) and skipped[position].end <= start:
            position += 1
        inside = position < len(skipped) and skipped[position].start <= start
        if not inside and text[start:end].strip():
            stretches.append((start, end))
    return stretches


def assembled(
    document: Document,
    sentences: Iterable[Sequence[Token]],
    language: str,
    multiwords: Iterable[Span] = (),
) -> Document:
    """The document with these words, whose heads count through the document; omitted subjects are
    inserted.

    Sentences without words are left out. `multiwords` are words of one surface token.
    """
    tokens: list[Token] = []
    parsed_sentences: list[Sentence] = []
    blocks = sorted(document.blocks)
    starts = [block.start for block in blocks]
    paragraph, waiting = 0, deque(multiwords)
    for words in sentences:
        if words:
            begin, block = words[0].start, bisect_right(starts, words[0].start) - 1
            paragraph += bool(tokens) and _parted(
                document.text, tokens[-1].end, begin, starts[block] if block >= 0 else -1
            )
            heading = block >= 0 and blocks[block].role == "heading" and begin < blocks[block].end
            span = Span(len(tokens), len(tokens) + len(words))
            tokens.extend(words)
            inside = []
            while waiting and span.covers(waiting[0]):
                first, end = shared = waiting.popleft()
                inside.append(
                    Multiword(shared, document.text[tokens[first].start : tokens[end - 1].end])
                )
                tokens[first:end] = _spread(tokens[first:end], inside[-1].form)
            parsed_sentences.append(
                Sentence(
                    span,
                    str(len(parsed_sentences) + 1),
                    paragraph,
                    heading=heading,
                    multiwords=tuple(inside),
                )
            )
    return with_zeros(
        replace(
            document,
            language=language,
            tokens=tuple(tokens),
            sentences=tuple(parsed_sentences),
            arcs=(),
        )
    )


def _spread(words: list[Token], surface: str) -> list[Token]:
    """Words of a surface token, each with its own characters if they spell it."""
    if not spelled_by([word.form for word in words], surface):
        return words
    places = pairwise(accumulate((len(word.form) for word in words), initial=words[0].start))
    return [
        word._replace(start=start, end=end)
        for word, (start, end) in zip(words, places, strict=True)
    ]


def _parted(text: str, end: int, start: int, block: int) -> bool:
    """Whether a blank line or the start of a block lies between two characters."""
    return end <= block or bool(_BLANK_LINES.search(text, end, start))
