"""The chapters of a book, or the acts and scenes of a play, by their headings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language import lexicon

SHORTEST = 30
"""Tokens of a chapter at least; shorter ones are lines of a table of contents, or the heading of a
part above that of its first chapter.
"""
_NUMERAL = re.compile(r"[ivxlcdm]+|\d+", re.I)


class Chapter(NamedTuple):
    """`span` has the heading, too; a book without headings is one chapter without a title. What
    stands before the first chapter is in none.
    """

    number: int
    title: str
    span: Span


def chapters(document: Document) -> tuple[Chapter, ...]:
    """The chapters in their order, numbered from 1.

    Headings with a word such as *chapter*, or with a number alone, begin a chapter; where none
    does, all headings do.
    """
    whole = Span(0, len(document.tokens))
    headings = _headings(document)
    starts = [place for place in headings if _opens(document, place)] or headings
    chosen = _long_enough([place.start for place in starts], whole.end)
    if not chosen:
        return (Chapter(1, "", whole),)
    titles = {place.start: document.surface(place) for place in starts}
    if _continues(titles[chosen[0]]):
        titles[0] = ""
        chosen = [0, *chosen]
    ends = [*chosen[1:], whole.end]
    return tuple(
        Chapter(number, " ".join(titles[start].split()), Span(start, end))
        for number, (start, end) in enumerate(zip(chosen, ends, strict=True), 1)
    )


def _continues(title: str) -> bool:
    """Whether the first heading has a number other than one: what is before it is a chapter."""
    words = [word.strip(".,:;").lower() for word in title.split()]
    numbers = [word for word in words[:2] if _NUMERAL.fullmatch(word)]
    return bool(numbers) and numbers[0] not in ("i", "1")


def chapter_of(chapters: Sequence[Chapter], token: int) -> int:
    """The number of the chapter that a token is in; 0 before the first one."""
    return bisect_right([chapter.span.start for chapter in chapters], token)


def _headings(document: Document) -> list[Span]:
    """Runs of sentences that are headings."""
    runs = groupby(document.sentences, lambda sentence: sentence.heading)
    headings = [list(sentences) for heading, sentences in runs if heading]
    return [Span(run[0].span.start, run[-1].span.end) for run in headings]


def _opens(document: Document, heading: Span) -> bool:
    words = [token.form for token in document.words(heading) if token.upos != "PUNCT"]
    if not words:
        return False
    listed = lexicon.words(document.language, "books", "chapter")
    return (
        words[0].lower() in listed
        or words[-1].lower() in listed
        or _NUMERAL.fullmatch(words[0].rstrip(".")) is not None
    )


def _long_enough(starts: Sequence[int], end: int) -> list[int]:
    """Without those that another one follows at once."""
    return [start for start, after in pairwise([*starts, end]) if after - start >= SHORTEST]
