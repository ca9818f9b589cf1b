"""What the adapters to other parsers share: importing them, and putting their words together as a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.errors import MissingExtra

LEFT_OUT = ("table", "code", "contents", "references")
"""Roles of blocks that are no prose."""


def imported(library: str, extra: str) -> Any:
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtra(library, extra) from error


def prose(document: Document, leave_out: Iterable[str] = LEFT_OUT) -> list[tuple[int, int]]:
    """The stretches of the text that are to be parsed, by character."""
    stretches, start = [], 0
    unwanted = frozenset(leave_out)
    for block in sorted(document.blocks):
        if block.role in unwanted and block.start >= start:
            stretches.append((start, block.start))
            start = block.end
    stretches.append((start, len(document.text)))
    return [(begin, end) for begin, end in stretches if document.text[begin:end].strip()]


def assembled(document: Document, sentences: Iterable[Sequence[Token]], language: str) -> Document:
    """The document with these words, whose heads count through the document. Sentences without words are left out."""
    tokens: list[Token] = []
    found: list[Sentence] = []
    headings = [block for block in document.blocks if block.role == "heading"]
    paragraph = 0
    for words in sentences:
        if not words:
            continue
        if tokens and "\n\n" in _unspaced(document.text[tokens[-1].end : words[0].start]):
            paragraph += 1
        heading = any(block.start <= words[0].start < block.end for block in headings)
        span = Span(len(tokens), len(tokens) + len(words))
        found.append(Sentence(span, str(len(found) + 1), paragraph, heading=heading))
        tokens.extend(words)
    return replace(document, language=language, tokens=tuple(tokens), sentences=tuple(found), arcs=())


def _unspaced(gap: str) -> str:
    return "\n".join(line.strip() for line in gap.replace("\r\n", "\n").split("\n"))
