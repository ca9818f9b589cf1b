"""The sections of a document: the headings under which each of its sentences stands.

What the layout says about levels counts: the marks of Markdown, lines under headings, the numbers
of sections. Where it says nothing, a heading directly below another one is part of it, and one
below text is a section of the document: so none stands under a section beside it.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple

from coindex.core.document import Document
from coindex.language.languages import get_language

_MARKS = re.compile(r"(?:^|\n)[ ]{0,3}(#{1,6})[ \t]+$")
_UNDERLINED = re.compile(r"([^\n]+?)[ \t]*\n[ ]{0,3}(?:(={3,})|-{3,})[ \t]*(?:\n|$)")
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)[.):]?\s+(?=[^\W\d_])")
_COUNT = re.compile(r"\b(?:\d+|[IVXLC]+)\b")
_LONGEST_MARKS = 12
"""Characters before a heading that are examined."""
_STEP = 0.25
"""How far a heading of unknown level is below the one above it."""


class _Heading(NamedTuple):
    level: float
    """0 for the title of a document; whole numbers are those of the layout."""
    text: str
    marked: bool


def mark_start(document: Document, start: int) -> int:
    """Where the mark of Markdown before a heading begins that begins with this character."""
    marks = _MARKS.search(document.text[max(0, start - _LONGEST_MARKS) : start])
    return start - len(marks[0].lstrip("\n")) if marks else start


class Place(NamedTuple):
    """Where a sentence stands."""

    above: tuple[str, ...]
    """The headings above it, the outermost first; a heading is not above itself."""
    heading: bool
    """Whether it is one itself."""


def places(document: Document) -> list[Place]:
    """The place of each sentence of a document."""
    found: list[Place] = []
    open_: list[_Heading] = []
    after_heading = False
    groups = groupby(document.sentences, lambda sentence: sentence.paragraph)
    for number, (_, paragraph) in enumerate(groups):
        group = list(paragraph)
        words = [token for one in group for token in document.words(one.span)]
        start, end = (words[0].start, words[-1].end) if words else (0, 0)
        line = _UNDERLINED.match(document.text, start)
        text = " ".join((line[1] if line else document.text[start:end]).split())
        level = _marked(document, start) if words else 0
        is_heading = bool(level) or any(one.heading for one in group)
        if is_heading:
            heading = _Heading(level or _level(text, open_, after_heading), text, bool(level))
            if not number and not level and not _begins(document, text):
                heading = _Heading(0, text, False)
            while open_ and open_[-1].level >= heading.level:
                open_.pop()
        found += [Place(tuple(one.text for one in open_), is_heading)] * len(group)
        if is_heading:
            open_.append(heading)
        after_heading = is_heading
    return found


def _marked(document: Document, start: int) -> int:
    """The level that a mark gives to a heading that begins here; 0 without one."""
    marks = _MARKS.search(document.text[max(0, start - _LONGEST_MARKS) : start])
    if marks:
        return len(marks[1])
    line = _UNDERLINED.match(document.text, start)
    return 0 if line is None else 1 if line[2] else 2


def _level(text: str, open_: list[_Heading], after_heading: bool) -> float:
    """The level of a heading without a mark, below the ones that are open."""
    if number := _NUMBER.match(text):
        return number[1].count(".") + 1
    for one in open_:
        if _COUNT.search(text) and _COUNT.sub("#", one.text) == _COUNT.sub("#", text):
            return one.level  # *Chapter 2* is beside *Chapter 1*
    if after_heading and open_:
        return open_[-1].level + _STEP
    return max((one.level for one in open_ if one.marked), default=0.0) + _STEP


def _begins(document: Document, text: str) -> bool:
    """Whether a text calls its first section so, which is not its title: *Introduction*."""
    if _NUMBER.match(text):
        return True
    return text.casefold() in get_language(document.language).words("rewriting", "first_section")
