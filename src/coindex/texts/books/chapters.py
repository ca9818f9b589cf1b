"""The chapters of a book, or the acts and scenes of a play, by their headings.

A heading is a line of its own: *Chapter 3*, *Part the Second*, or a number alone, *XIV*. Numbers
alone count only where they ascend by one, as no page, list or stanza does all through a book.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from itertools import groupby, pairwise
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.language import lexicon
from coindex.language.discourse.layout import in_title_case

SHORTEST = 30
"""Tokens of a chapter at least; shorter ones are lines of a table of contents, or the heading of a
part above that of its first chapter.
"""
LONGEST = 90
"""The maximum number of characters of a line that is a heading."""
DESCRIBED = 250
"""The same with a word and a number: *Chapter IV. In which our hero meets a stranger.*"""
SUMMARY = 100
"""Tokens between two entries of a table of contents that says what happens, at most."""
LATEST = 0.25
"""Where in a book its first chapter begins at the latest, if it has a number alone."""
SECTIONED = 8
"""From how many numbers on, what is numbered anew inside each is a section of a chapter."""
_END = re.compile(r"\W*END OF (?:THE|THIS) PROJECT GUTENBERG\b.*", re.I)
_ROMAN = r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})"
_DIGITS = r"\d{1,3}"
_ALONE = re.compile(rf"(?:[^\w\"“‘«¿¡]|_)*(?:({_ROMAN})|({_DIGITS}))[\W_]*")
_TITLED = re.compile(
    rf"[-–—_*\[\s]*(?:({_ROMAN})|({_DIGITS}))[\]_*\s]*[.:)–—-][-–—_*\s]*(?=[\"“‘«¿¡]?[^\W\d_])(?![\"“‘«¿¡]?[a-zà-ÿ])(.+)"
)
_NUMBER = re.compile(rf"{_ROMAN}|{_DIGITS}", re.I)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_WORD = re.compile(r"[^\W_]+\.?")
_CLOSED = tuple('.!?…:;"”’»)*_-–—')


class Chapter(NamedTuple):
    """`span` has the heading, too; a book without headings is one chapter without a title. What
    stands before the first chapter, or behind the last one, is in none.
    """

    number: int
    title: str
    span: Span

    @property
    def label(self) -> str:
        """The title, or else the number."""
        return self.title or str(self.number)


class _Level(IntEnum):
    """What a heading begins, the largest first."""

    PART = 0
    CHAPTER = 1
    ROMAN = 2
    ARABIC = 3


class _Heading(NamedTuple):
    start: int
    """The first token."""
    level: _Level
    number: int
    """As printed; 0 if it is not in figures."""
    title: str
    interrupts: bool
    """Whether the line before it ends within a sentence, as above the number of a page."""


class _Line(NamedTuple):
    start: int
    text: str
    before: str
    """The line before it, without empty ones."""
    opens: bool
    """Whether an empty line is before it, or the text has hardly any."""
    closes: bool
    """Whether an empty line is behind it, or the text has hardly any."""
    alone: bool = False
    """Whether an empty line is behind it."""


def chapters(document: Document) -> tuple[Chapter, ...]:
    """The chapters in their order, numbered as printed, or from 1 if that begins anew in each part.

    Headings with a word such as *chapter*, or with numbers alone, begin a chapter; where there are
    none, all headings do.
    """
    lines = list(_lines(document))
    end = next((line.start for line in lines if _END.fullmatch(line.text)), len(document.tokens))
    headings = _numbered(document, lines) or [
        _Heading(start, _Level.CHAPTER, 0, title, False) for start, title in _any(document).items()
    ]
    chosen = _long_enough([heading for heading in headings if heading.start < end], end)
    if not chosen:
        return (Chapter(1, "", Span(0, end)),)
    if chosen[0].number == 2 and chosen[0].start:
        # What is before the second chapter is the first one.
        chosen.insert(0, chosen[0]._replace(start=0, number=1, title=""))
    ends = [*(heading.start for heading in chosen[1:]), end]
    return tuple(
        Chapter(number, heading.title, Span(heading.start, after))
        for heading, number, after in zip(chosen, _numbers(chosen), ends, strict=True)
    )


def _numbers(headings: Sequence[_Heading]) -> list[int]:
    """As printed if they ascend; what has no number in figures is the next one."""
    numbers: list[int] = []
    for heading in headings:
        numbers.append(heading.number or (numbers[-1] + 1 if numbers else 1))
    ascending = all(one < other for one, other in pairwise(numbers))
    return numbers if ascending else list(range(1, len(headings) + 1))


def chapter_of(chapters: Sequence[Chapter], token: int) -> int:
    """The number of the chapter that a token is in; 0 before the first one and behind the last."""
    place = bisect_right([chapter.span.start for chapter in chapters], token) - 1
    return chapters[place].number if place >= 0 and token < chapters[place].span.end else 0


def _long_enough(headings: Sequence[_Heading], end: int) -> list[_Heading]:
    """Without those that another one follows at once."""
    starts = [*(heading.start for heading in headings), end]
    return [
        heading
        for heading, (start, after) in zip(headings, pairwise(starts), strict=True)
        if after - start >= SHORTEST
    ]


def _any(document: Document) -> dict[int, str]:
    """Titles of all runs of sentences that are headings, by their first token."""
    runs = groupby(document.sentences, lambda sentence: sentence.heading)
    headings = [list(sentences) for heading, sentences in runs if heading]
    spans = [Span(run[0].span.start, run[-1].span.end) for run in headings]
    return {span.start: " ".join(document.surface(span).split()) for span in spans}


def _lines(document: Document) -> Iterator[_Line]:
    """The lines that have words, and the headings that are marked in a text without lines."""
    starts = [token.start for token in document.tokens]
    texts = document.text.splitlines(keepends=True)
    dense = sum(not text.strip() for text in texts) < 0.05 * len(texts)
    place, before, blank = 0, "", True
    for number, text in enumerate(texts):
        bare = " ".join(text.split())
        if bare:
            alone = number + 1 < len(texts) and not texts[number + 1].strip()
            token = bisect_left(starts, place)
            yield _Line(token, bare, before, blank or dense, alone or dense, alone)
            before = bare
        blank = not bare
        place += len(text)


def _numbered(document: Document, lines: Sequence[_Line]) -> list[_Heading]:
    """The headings of chapters: those with a word, or else those with a number alone."""
    marked = [_Line(start, text, "", True, True) for start, text in _any(document).items()]
    by_start = {line.start: line for line in (*marked, *lines)}
    found: dict[_Level, list[_Heading]] = {level: [] for level in _Level}
    ordered = [by_start[start] for start in sorted(by_start)]
    often = Counter(line.text for line in ordered)
    for place, line in enumerate(ordered):
        heading = _heading(line, document.language)
        if heading is not None:
            below = ordered[place + 1] if place + 1 < len(ordered) else None
            if below is not None and (often[below.text] > 1 or " " not in below.text):
                below = None  # who speaks, in a play
            titled = heading._replace(title=_with_subtitle(heading, below, document.language))
            found[heading.level].append(titled)
    size = len(document.tokens)
    runs = {level: _runs(headings, level, size) for level, headings in found.items()}
    parts = [heading for run in runs[_Level.PART] for heading in run]
    chosen, above = _chosen(runs, parts, size)
    return _titled(chosen, above, size)


def _heading(line: _Line, language: str) -> _Heading | None:
    if len(line.text) > DESCRIBED or not line.opens:
        return None
    interrupts = bool(line.before) and not line.before.endswith(_CLOSED)
    named = _named(line.text, language)
    if named is not None:
        return _Heading(line.start, *named, line.text.strip("_* "), interrupts)
    if len(line.text) > LONGEST:
        return None
    alone = _ALONE.fullmatch(line.text) or (line.closes and _TITLED.fullmatch(line.text)) or None
    if alone is None or line.text.endswith((",", ";")):
        return None
    level = _Level.ROMAN if alone[1] else _Level.ARABIC
    number = _value(alone[1] or alone[2])
    return _Heading(line.start, level, number, line.text.strip("-–—_* "), interrupts)


def _named(text: str, language: str) -> tuple[_Level, int] | None:
    """The level and number of a heading with a word: *Chapter 3*, *Part the Second: The Sea*,
    *Tercera parte*, *Epilogue*.
    """
    words = [(_plain(found[0]), found.end()) for found in _WORD.finditer(text)]
    listed = {
        level: {_plain(word) for word in lexicon.words(language, "books", name)}
        for level, name in ((_Level.PART, "heading.part"), (_Level.CHAPTER, "heading.chapter"))
    }
    numerals = {_plain(word) for word in lexicon.words(language, "books", "heading_number")}
    joining = {
        *lexicon.words(language, "grammar", "definite"),
        *lexicon.words(language, "grammar", "joining"),
    }
    place = _behind_number(words, 0, numerals, joining)
    if place == len(words):
        return None
    level = next((level for level, some in listed.items() if words[place][0] in some), None)
    if level is None:
        closing = {_plain(word) for word in lexicon.words(language, "books", "heading.closing")}
        return (_Level.CHAPTER, 0) if len(words) == 1 and words[0][0] in closing else None
    behind = place + 1
    number = 0
    if not place and behind < len(words) and _NUMBER.fullmatch(words[behind][0]):
        number, behind = _value(words[behind][0]), behind + 1
    elif not place:
        behind = _behind_number(words, 1, numerals, joining)
        if behind == 1:
            return None
    rest = text[words[behind - 1][1] - text[: words[behind - 1][1]].endswith(".") :].strip(" _*")
    # *Part two of the plan failed* is a sentence, *Part Two: the plan failed* is not.
    is_heading = not rest or rest[0] in ".:-–—([]"
    if len(text) <= LONGEST:
        is_heading = is_heading or rest[0] in ",;" or in_title_case(rest)
    return (level, number) if is_heading and text[:1] not in "\"“‘«'" else None


def _behind_number(
    words: Sequence[tuple[str, int]],
    place: int,
    numerals: Collection[str],
    joining: Collection[str],
) -> int:
    """The place behind a number in words, *the twenty-first*; the same place if there is none."""
    end = place
    while end < len(words) and (words[end][0] in numerals or words[end][0] in joining):
        end += 1
    return end if any(word in numerals for word, _ in words[place:end]) else place


def _plain(word: str) -> str:
    """In small letters, without accents and a final full stop."""
    parts = unicodedata.normalize("NFD", word.lower().removesuffix("."))
    return "".join(part for part in parts if not unicodedata.combining(part))


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    values = [_VALUES[letter] for letter in number.lower()]
    return sum(-value if value < after else value for value, after in pairwise([*values, 0]))


def _with_subtitle(heading: _Heading, below: _Line | None, language: str) -> str:
    """The title with the line below it, if that has a title, too: *I. The House by the Sea*."""
    if (
        below is None
        or not (below.alone or below.text.isupper())
        or len(below.text) > LONGEST
        or below.text.endswith((",", ";", ":", "?", "!"))
        or (below.text.endswith(".") and not below.text.isupper())
        or not in_title_case(below.text, 1)
        or _heading(below, language) is not None
    ):
        return heading.title
    return f"{heading.title.rstrip('.:')}. {below.text.strip('_* ')}"


def _runs(headings: Sequence[_Heading], level: _Level, size: int) -> list[list[_Heading]]:
    """Headings whose numbers ascend by one, without tables of contents; those with a number alone
    must be at least two, and no numbers of pages.
    """
    runs: list[list[_Heading]] = []
    for heading in headings:
        run = _continued(runs, heading)
        if run is None:
            runs.append([heading])
        elif not heading.number or run[-1].number != heading.number:
            run.append(heading)
    if level in (_Level.ROMAN, _Level.ARABIC):
        runs = [
            run
            for run in runs
            if len(run) > (1 if run[0].number == 1 else 2)
            and 2 * sum(heading.interrupts for heading in run) <= len(run)
        ]
    runs.sort(key=lambda run: run[0].start)
    starts = [*(run[0].start for run in runs), size][1:]
    return [run for run, end in zip(runs, starts, strict=False) if not _is_contents(run, end, runs)]


def _continued(runs: Sequence[list[_Heading]], heading: _Heading) -> list[_Heading] | None:
    """The run that a heading goes on with; one number may be missing."""
    if heading.level in (_Level.PART, _Level.CHAPTER):
        # With a word, every one counts; only a new beginning begins a run.
        return runs[-1] if runs and (heading.number != 1 or runs[-1][-1].number == 1) else None
    for step in (1, 2):
        for run in reversed(runs):
            if run[-1].number + step == heading.number and (step == 1 or len(run) > 1):
                return run
    return None


def _is_contents(run: Sequence[_Heading], end: int, runs: Sequence[Sequence[_Heading]]) -> bool:
    """Whether hardly anything is between most headings; or a little, and all come again."""
    gaps = [after.start - one.start for one, after in pairwise(run)]
    if len(run) < 2:
        return end - run[0].start < SHORTEST
    if 2 * sum(gap < SHORTEST for gap in gaps) > len(gaps):
        return True
    again = any(
        other is not run and len(other) >= 0.8 * len(run) and other[0].start > run[-1].start
        for other in runs
    )
    return again and sum(gaps) < SUMMARY * len(gaps)


def _chosen(
    runs: dict[_Level, list[list[_Heading]]], parts: list[_Heading], size: int
) -> tuple[list[_Heading], list[_Heading]]:
    """The headings that begin chapters, and those above them."""
    named = [heading for run in runs[_Level.CHAPTER] for heading in run]
    alone = [
        level
        for level in (_Level.ROMAN, _Level.ARABIC)
        if runs[level] and (parts or runs[level][0][0].start <= LATEST * size)
    ]
    numbers = {level: [heading for run in runs[level] for heading in run] for level in alone}
    alone.sort(key=lambda level: len(numbers[level]))
    fine = alone[-1] if alone else None
    if fine is not None:
        # What begins anew in each chapter are its sections.
        restarts = len(runs[fine]) > 1
        closing = [heading for heading in named if not heading.number]
        if len(named) > 1 and (restarts or len(numbers[fine]) <= len(named)):
            fine = None
        elif len(alone) > 1:
            coarse = numbers[alone[0]]
            if restarts and len(coarse) >= SECTIONED:
                fine = alone[0]
            else:
                parts = sorted([*parts, *coarse])
    if fine is not None:
        return sorted([*numbers[fine], *closing]), parts
    return (named, parts) if named else (parts, [])


def _titled(chosen: Sequence[_Heading], above: Sequence[_Heading], size: int) -> list[_Heading]:
    """The headings with those of their parts in the title; a part without chapters is one itself,
    and its number is none of theirs.
    """
    several = len({heading.title for heading in above}) > 1
    titled: list[_Heading] = []
    part: _Heading | None = None
    merged = sorted([*above, *chosen])
    for heading, after in pairwise([*merged, None]):
        assert heading is not None
        gap = (size if after is None else after.start) - heading.start
        if heading in above:
            part = heading
            if (after is None or after in above) and gap >= SHORTEST:
                titled.append(heading._replace(number=0))
        elif part is None:
            titled.append(heading)
        else:
            start = part.start if heading.start - part.start < SHORTEST else heading.start
            title = f"{part.title.rstrip('.')}, {heading.title}" if several else heading.title
            titled.append(heading._replace(start=start, title=title))
    return titled
