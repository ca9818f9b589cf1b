"""The text that is read: without the markup, invisible characters and line-break hyphens that
pasted text carries, each of its characters with its place in the text as given.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple


class Edit(NamedTuple):
    """A stretch of a text, and what is read in its place."""

    start: int
    end: int
    words: str = ""


class PlainText:
    """A text of which some stretches are left out or read otherwise; `start` and `end` give the
    place in the text as given where one of its characters begins and ends.
    """

    def __init__(self, text: str, source: PlainText | None = None) -> None:
        self.text = text
        self._source = source
        self._runs: list[int] = []
        """Where each run begins that is kept, or that stands for something else."""
        self._places: list[Edit] = []
        """Its place in the source; with words, if it stands for something else."""

    def edited(self, edits: Iterable[Edit]) -> PlainText:
        """The text with some edits, in textual order; of two that overlap, the first counts."""
        parts: list[str] = []
        runs: list[int] = []
        places: list[Edit] = []
        done = length = 0
        for start, end, words in [*sorted(edits), Edit(len(self.text), len(self.text))]:
            if start < done:
                continue
            for place, read in (
                (Edit(done, start), self.text[done:start]),
                ((start, end, words), words),
            ):
                if read:
                    parts.append(read)
                    runs.append(length)
                    places.append(Edit(*place))
                    length += len(read)
            done = end
        if len(places) <= 1 and "".join(parts) == self.text:
            return self
        plain = PlainText("".join(parts), self)
        plain._runs, plain._places = runs, places
        return plain

    @property
    def is_given(self) -> bool:
        """Whether it is the text as given."""
        return self._source is None

    def start(self, place: int) -> int:
        """Where in the text as given a character begins."""
        if self._source is None:
            return place
        if not self._runs:
            return self._source.start(0)
        run = bisect_right(self._runs, place) - 1
        begin, _, words = self._places[run]
        return self._source.start(begin if words else begin + place - self._runs[run])

    def end(self, place: int) -> int:
        """Where in the text as given the character before a place ends."""
        if self._source is None:
            return place
        if not self._runs or place <= 0:
            return self._source.end(0)
        run = bisect_right(self._runs, place - 1) - 1
        begin, end, words = self._places[run]
        return self._source.end(end if words else begin + place - self._runs[run])


_BLOCK = """
    address article aside blockquote body center dd details div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p pre section summary table
    tbody tfoot thead title tr ul
"""
_INLINE = """
    a abbr b bdi bdo big button cite code del dfn em font i img ins kbd label mark q s samp
    small span strike strong sub sup td th time tt u var wbr
"""
_NAMES = "|".join([*_BLOCK.split(), *_INLINE.split(), "br", "meta", "link"])
_TAG = re.compile(
    rf"""
    <!doctype[^<>]*>
    | <(?P<closes>/?)(?P<name>{_NAMES})\b(?:\s[^<>]*)?/?>
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CLOSED = re.compile(rf"</(?:{_NAMES})\s*>|<br\s*/?>", re.IGNORECASE)
"""What a text in HTML has, and none that only speaks of a tag."""
_UNREAD = re.compile(r"<!--|<(script|style)\b", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,31}\d{0,2}|\#\d{1,7}|\#[xX][\da-fA-F]{1,6});")
_BLOCKS = frozenset(_BLOCK.split())


def _html(text: str) -> Iterator[Edit]:
    """Tags and entities, comments and scripts."""
    if "&" in text:
        for found in _ENTITY.finditer(text):
            if (words := html.unescape(found[0])) != found[0]:
                yield Edit(*found.span(), words.replace("\xa0", " "))
    if "<" in text and _CLOSED.search(text):
        yield from _unread(text.lower())
        for found in _TAG.finditer(text):
            yield Edit(*found.span(), _read(found))


def _unread(text: str) -> Iterator[Edit]:
    """Comments and scripts up to their ends."""
    end = 0
    for found in _UNREAD.finditer(text):
        closing = f"</{found[1]}>" if found[1] else "-->"
        if found.start() >= end:
            if (end := text.find(closing, found.end())) < 0:
                return
            end += len(closing)
            yield Edit(found.start(), end, " ")


def _read(tag: re.Match[str]) -> str:
    """What a tag does to the words around it."""
    name = (tag["name"] or "").lower()
    if name in _BLOCKS:
        return "\n\n"
    if name == "q":
        return "”" if tag["closes"] else "“"
    return {"br": "\n", "td": "\t", "th": "\t", "": " "}.get(name, "")


_MARKDOWN = (
    # headings, which are paragraphs of their own
    re.compile(r"(?m)^[ ]{0,3}\#{1,6}[ \t]+(?=\S)"),
    # quoted lines
    re.compile(r"(?m)^[ ]{0,3}>(?:[ ]?>)*[ \t]?"),
    # rules between paragraphs
    re.compile(r"(?m)^[ ]{0,3}(?:(?:\*[ ]*){3,}|(?:_[ ]*){3,}|(?:-[ ]*){3,})$"),
    # fences of code
    re.compile(r"(?m)^[ ]{0,3}(?:```|~~~)[\w+-]*[ \t]*$"),
)
_HEADING = re.compile(r"(?m)^[ ]{0,3}\#{1,6}[ \t]+\S[^\n]*(?P<line>\n)(?=[^\n])")
_STARS = re.compile(
    r"(?<![\w*\\])(?P<mark>\*{1,3})(?=[^\s*])(?:[^\n]|\n(?!\n)){0,300}?(?<=[^\s*\\])(?P=mark)(?![\w*])"
)
_EMPHASIS = (
    _STARS,
    re.compile(
        r"(?<![\w\\])(?P<mark>_{1,3})(?=[^\W_])(?:[^\n]|\n(?!\n)){0,300}?(?<=[^\s_\\])(?P=mark)(?!\w)"
    ),
    re.compile(r"(?<![\w~])(?P<mark>~~)(?=[^\s~])[^\n]*?(?<=[^\s~])(?P=mark)(?![\w~])"),
    re.compile(r"(?<![\w`])(?P<mark>`)(?=[^\s`])[^\n`]*?(?<=[^\s`])(?P=mark)(?![\w`'])"),
)
_LINK = re.compile(r"(?P<opens>!?\[)[^\[\]\n]+(?P<closes>\]\([^()\s]*(?:[ ]\"[^\"\n]*\")?\))")
_ESCAPE = re.compile(r"\\(?=[*_`#\[\]>~])")


def _markdown(text: str) -> Iterator[Edit]:
    """Marks at the beginning of lines, and links."""
    for pattern in _MARKDOWN:
        for found in pattern.finditer(text):
            yield Edit(*found.span())
    for found in _HEADING.finditer(text):
        yield Edit(*found.span("line"), "\n\n")
    for found in _LINK.finditer(text):
        yield Edit(*found.span("opens"))
        yield Edit(*found.span("closes"))


def _emphasis(text: str, pattern: re.Pattern[str]) -> Iterator[Edit]:
    """The marks around emphasised words."""
    for found in pattern.finditer(text):
        size = len(found["mark"])
        yield Edit(found.start(), found.start() + size)
        yield Edit(found.end() - size, found.end())


_HYPHEN = re.compile(r"(?<=[^\W\d_]{2})-[ \t]*\r?\n[ \t]*(?=[^\W\d_]{2})")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
_PICTURE = (
    "[\u231a\u231b\u23e9-\u23ff\u25fb-\u25fe\u2600-\u27bf\u2b05-\u2b55\u3030\U0001f000-\U0001faff]"
)
_MODIFIER = "[\ufe0f\u20e3\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_EMOJI = re.compile(rf"(?<![ \t])[ \t]*(?:{_PICTURE}{_MODIFIER}*[ ]*)+")
_SENTENCE_END = frozenset(".!?…:;,)\"'”’\n")


def _typeset(text: str) -> Iterator[Edit]:
    """Hyphens at line breaks, and characters that are not seen."""
    if "-" in text:
        for found in _HYPHEN.finditer(text):
            if text[found.end()].islower():
                yield Edit(*found.span())
    for found in _INVISIBLE.finditer(text):
        yield Edit(*found.span())


def _emoji(text: str) -> Iterator[Edit]:
    """Emoji between sentences; within one they may stand for a word: *I* ❤ *Lima*."""
    for found in _EMOJI.finditer(text):
        start, end = found.span()
        before, behind = text[start - 1 : start] or "\n", text[end : end + 1] or "\n"
        if before in _SENTENCE_END or behind in _SENTENCE_END:
            yield Edit(start, end, "" if before == "\n" or behind in _SENTENCE_END else " ")


@lru_cache(maxsize=8)
def plain_text(text: str) -> PlainText:
    """The text without HTML, Markdown, invisible characters and hyphens at line breaks."""
    plain = PlainText(text)
    plain = plain.edited(_html(plain.text))
    plain = plain.edited(_markdown(plain.text))
    for pattern in (_STARS, *_EMPHASIS):
        plain = plain.edited(_emphasis(plain.text, pattern))
    plain = plain.edited(Edit(*found.span()) for found in _ESCAPE.finditer(plain.text))
    plain = plain.edited(_typeset(plain.text))
    return plain.edited(_emoji(plain.text))
