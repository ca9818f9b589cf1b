"""A part of a document as it is shown to a model, and the way back from its words to tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from coindex.core.annotation import Mention
from coindex.core.document import Document, Span
from coindex.resolvers.llm.marks import read

ZERO = "∅"
"""Represents an empty token, a zero pronoun for instance."""
_PLAIN = str.maketrans("[]", "()")


class ShownText(NamedTuple):
    """`tokens` are the first and the last token of each of the `words`; `mentions` are those that
    are marked, in the order of their numbers from 1.
    """

    text: str
    words: list[str]
    tokens: list[tuple[int, int]]
    mentions: tuple[Mention, ...]


def shown(
    document: Document, window: Span, mentions: Sequence[Mention], number: Callable[[int], str]
) -> ShownText:
    """The text of a window with brackets around mentions, followed by the result of `number`.
    Square brackets of the text itself become round ones.
    """
    nested = tuple(_nested(window, mentions))
    pieces, tokens = list[str](), list[int]()
    for piece, token in _pieces(document, window, nested, number):
        pieces.append(piece)
        tokens += [token] * len(piece)
    text = "".join(pieces)
    marked = read(text)
    ends = [place + len(word) - 1 for place, word in zip(marked.places, marked.words, strict=True)]
    return ShownText(
        text,
        marked.words,
        [(tokens[place], tokens[end]) for place, end in zip(marked.places, ends, strict=True)],
        nested,
    )


def _nested(window: Span, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions inside a window that brackets can show: the first of those with the same span,
    and none that crosses a preceding one.
    """
    seen: set[Span] = set()
    enclosing: list[Span] = []
    for mention in mentions:
        span = mention.span
        while enclosing and enclosing[-1].end <= span.start:
            enclosing.pop()
        crossing = bool(enclosing) and not enclosing[-1].covers(span)
        if window.covers(span) and span not in seen and not crossing:
            seen.add(span)
            enclosing.append(span)
            yield mention


def _pieces(
    document: Document, window: Span, mentions: Sequence[Mention], number: Callable[[int], str]
) -> Iterator[tuple[str, int]]:
    """The pieces of the text with the token of each, or -1."""
    opening: dict[int, int] = {}
    closing: dict[int, list[tuple[int, int]]] = {}
    for count, mention in enumerate(mentions, 1):
        opening[mention.start] = opening.get(mention.start, 0) + 1
        closing.setdefault(mention.end - 1, []).append((-mention.start, count))
    for index in range(*window):
        if index > window.start:
            yield _gap(document, index), -1
        yield "[" * opening.get(index, 0), -1
        token = document.tokens[index]
        yield (ZERO if token.empty else token.form.translate(_PLAIN)) or ZERO, index
        for _, count in sorted(closing.get(index, ())):
            yield f"]({number(count)})", -1


def _gap(document: Document, index: int) -> str:
    """The text between a token and the preceding one: nothing, a space, or a line end."""
    before, token = document.tokens[index - 1], document.tokens[index]
    if before.empty or token.empty or token.start < before.end:
        return " "
    between = document.text[before.end : token.start]
    return "\n" if "\n" in between else " " if between else ""
