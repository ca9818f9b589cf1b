"""What the adapters to other parsers share: importing them, and putting their words together as a document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from typing import Any

from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.errors import MissingExtra

_BLANK_LINES = re.compile(r"(?:\r\n|[\n\r])[^\S\n\r]*[\n\r]\s*")

LEFT_OUT = ("table", "code", "contents", "references")
"""Roles of blocks that are no prose."""


def imported(library: str, extra: str) -> Any:
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtra(library, extra) from error


def prose(document: Document, leave_out: Iterable[str] = LEFT_OUT) -> list[tuple[int, int]]:
    """The stretches of the text that are to be parsed, by character; no sentence goes beyond one."""
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


def assembled(document: Document, sentences: Iterable[Sequence[Token]], language: str) -> Document:
    """The document with these words, whose heads count through the document. Sentences without words are left out."""
    tokens: list[Token] = []
    found: list[Sentence] = []
    blocks = sorted(document.blocks)
    starts = [block.start for block in blocks]
    paragraph = 0
    for words in sentences:
        if words:
            begin, block = words[0].start, bisect_right(starts, words[0].start) - 1
            paragraph += bool(tokens) and _parted(
                document.text, tokens[-1].end, begin, starts[block] if block >= 0 else -1
            )
            heading = block >= 0 and blocks[block].role == "heading" and begin < blocks[block].end
            span = Span(len(tokens), len(tokens) + len(words))
            found.append(Sentence(span, str(len(found) + 1), paragraph, heading=heading))
            tokens.extend(words)
    return replace(document, language=language, tokens=tuple(tokens), sentences=tuple(found), arcs=())


def _parted(text: str, end: int, start: int, block: int) -> bool:
    """Whether a blank line or the start of a block lies between two characters."""
    return end <= block or bool(_BLANK_LINES.search(text, end, start))
