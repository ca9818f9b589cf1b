"""A tolerant scanner of SGML tags: case does not matter, quotes may be
missing, elements need not nest.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from html.entities import html5
from typing import NamedTuple

from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.io.files import File

_TAG = re.compile(
    r"<!--(?>(?:[^-<]|-(?!->)|<(?!!--))*)-->"
    r"|<(?P<end>/?)(?P<name>[A-Za-z][\w.:-]*+)(?P<inside>(?>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*))>"
    r"|<[!?][^<>]*+>"
)
_ATTRIBUTE = re.compile(
    r"(?<![\w.:-])([A-Za-z_][\w.:-]*+)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))"
)
_ENTITY = re.compile(r"&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{0,30});")
_END_OF_DOCUMENT = re.compile(r"</doc\s*>", re.IGNORECASE)
_START_OF_DOCUMENT = re.compile(r"<doc[\s>]", re.IGNORECASE)


class TextRun(NamedTuple):
    """Text between tags, with entities resolved, and its start in the raw text."""

    text: str
    start: int


class Tag(NamedTuple):
    """A tag; `name` is in capitals, `attributes` keep their spelling."""

    name: str
    closing: bool
    attributes: tuple[tuple[str, str], ...]
    start: int
    end: int

    def attribute(self, name: str) -> str:
        return next((value for key, value in self.attributes if key.upper() == name), "")


class SgmlPage:
    """The raw text of one document, and its place in the file."""

    def __init__(self, raw: str, first_line: int, file: File, problems: Problems) -> None:
        self.raw, self.first_line, self.file, self.problems = raw, first_line, file, problems

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.raw))]

    def report(self, message: str, at: int, *, detail: str = "", remedy: Remedy | str = "") -> None:
        """Report a problem; `at` is a character of the raw text."""
        line = bisect_right(self._line_starts, at) - 1
        self.problems.report(
            message,
            path=self.file.label,
            line=self.first_line + line,
            column=at - self._line_starts[line] + 1,
            detail=detail,
            remedy=remedy,
        )

    def parts(self) -> Iterator[TextRun | Tag]:
        """Text and tags in turn; a `<` that begins no tag is text, and is reported."""
        done = 0
        for match in _TAG.finditer(self.raw):
            if match.start() > done:
                yield self._text(done, match.start())
            done = match.end()
            if match["name"]:
                yield Tag(
                    match["name"].upper(),
                    bool(match["end"]),
                    tuple(_attributes(match["inside"])),
                    match.start(),
                    match.end(),
                )
        if done < len(self.raw):
            yield self._text(done, len(self.raw))

    def _text(self, start: int, end: int) -> TextRun:
        piece = self.raw[start:end]
        if "<" in piece:
            at = start + piece.index("<")
            self.report(
                "broken tag",
                at,
                detail=repr(self.raw[at : at + 20]),
                remedy=leniently("treats it as text", "close the tag, or write &lt; for the sign"),
            )
        return TextRun(unescaped(piece), start)


def _attributes(inside: str) -> Iterator[tuple[str, str]]:
    for name, double, single, bare in _ATTRIBUTE.findall(inside):
        yield name, unescaped(double or single or bare.rstrip("/"))


def unescaped(text: str) -> str:
    """Text with its character entities resolved; unknown ones are kept."""
    return _ENTITY.sub(_resolved, text) if "&" in text else text


def _resolved(match: re.Match[str]) -> str:
    name = match[1]
    if not name.startswith("#"):
        return html5.get(f"{name};", match[0])
    code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid else match[0]


def pages(file: File, problems: Problems) -> Iterator[SgmlPage]:
    """The documents of a file, which is split after each `</DOC>`; a file without one is one
    document.
    """
    lines: list[str] = []
    first = 1
    empty = True
    for number, line in enumerate(file.lines(problems), 1):
        done = 0
        for match in _END_OF_DOCUMENT.finditer(line):
            lines.append(line[done : match.end()])
            yield SgmlPage("\n".join(lines), first, file, problems)
            lines, first, done, empty = [], number, match.end(), False
        lines.append(line[done:])
    raw = "\n".join(lines)
    if not raw.strip():
        if empty:
            problems.report(
                "empty file",
                path=file.label,
                line=1,
                column=1,
                remedy=leniently("skips it", "download or copy the file again"),
            )
        return
    page = SgmlPage(raw, first, file, problems)
    if opened := _START_OF_DOCUMENT.search(raw):
        page.report(
            "document is not closed",
            opened.start(),
            remedy=leniently("uses the rest of the file", "the file may be truncated"),
        )
    elif not empty:
        page.report(
            "text after the last document",
            len(raw) - len(raw.lstrip()),
            remedy=leniently("leaves it out", "wrap it in <DOC> ... </DOC>"),
        )
        return
    yield page
