"""The layout of plain text: headings, tables, code, contents, references and lists, recognised by
their appearance.

What is not prose can thus be left out before parsing, as Barbu & Mitkov's workbench (2001) prepared
its input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from coindex.core.document import Block, Document

LONGEST_HEADING = 12
"""The maximum number of words in a heading."""
LOOKED_AT = 400
"""How many characters of a line are examined."""

_FENCE = re.compile(r"\s*(```|~~~)")
_UNDERLINE = re.compile(r"\s*(=+|-+|~+|\*+)\s*")
_MARKED = re.compile(r"\s{0,3}#{1,6}\s+\S")
_NUMBERED = re.compile(
    r"\s*(?:(?:chapter|part|section|appendix|book|act|scene)\s+[\divxlc]+\b|\d+(?:\.\d+)+\.?\s+[A-Z])",
    re.I,
)
_COUNTED = re.compile(r"\s*\d{1,2}\.?\s+(?=[A-Z])")
_ROMAN = re.compile(r"\s*(?:[IVXLC]+|\d{1,3})\.?\s*")
_CONTENTS = re.compile(r"[\W\d]*(?:table of contents|contents|index)\W*", re.I)
_REFERENCES = re.compile(
    r"[\W\d]*(?:references|bibliography|works cited|literature(?: cited)?|cited works|sources)\W*",
    re.I,
)
_PAGE = re.compile(r".*\S(?:\s*\.(?:\s?\.){2,}\s*|\s{2,}|\t\s*)(?:\d{1,4}|[ivxlc]+)\s*")
_LEADERS = re.compile(r".*\S\s*\.(?:\s?\.){3,}\s*(?:\d{1,4}|[ivxlc]+)\s*")
_ENTRY = re.compile(
    r"\s*(?:\[\w{1,12}\]\s+\S|[A-Z][\w'’-]+,\s+(?:[A-Z][\w-]*+\.?+,?+\s*+)+.{0,200}?\(?\b(?:1[5-9]|20)\d\d[a-z]?\b)"
)
_ITEM = re.compile(r"\s*(?:[-*•◦▪–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_RULE = re.compile(r"[\s|+:=-]*-{2,}[\s|+:=-]*")
_CODE_LINE = re.compile(
    r".*[{};]\s*|\s*(?:def|class|import|from|return|if|for|while|else|elif|try|function|var|let|const|public|private|#include)\b"
    r".*[:;({=].*|\s*(?:[$>]{1,3}\s+\S|//|/\*|\w+(?:\.\w+)*\s*=\s*\S|\w+\(.*\)).*"
)
_END = re.compile(r"[.!?;,:…][\"'”’)\]]*$")


class _Paragraph(NamedTuple):
    """The lines between blank ones, with the character at which each begins."""

    lines: tuple[str, ...]
    starts: tuple[int, ...]

    def block(self, role: str, first: int = 0, end: int | None = None) -> Block:
        lines, starts = self.lines[first:end], self.starts[first:end]
        start = starts[0] + len(lines[0]) - len(lines[0].lstrip())
        return Block(start, starts[-1] + len(lines[-1].rstrip()), role)


def prepared(document: Document) -> Document:
    """The document with its blocks recognised by appearance, unless its format already names more
    than paragraphs.
    """
    if any(block.role != "paragraph" for block in document.blocks):
        return document
    return replace(document, blocks=blocks(document.text))


def blocks(text: str) -> tuple[Block, ...]:
    """Blocks in textual order: paragraph, heading, table, code, contents, references or list."""
    divided: list[Block] = []
    section = ""
    listed: set[str] = set()
    paragraphs = list(_paragraphs(text))
    counted = [not fenced and _is_counted(paragraph.lines) for paragraph, fenced in paragraphs]
    for number, (paragraph, fenced) in enumerate(paragraphs):
        if (
            section == "contents"
            and len(paragraph.lines) == 1
            and _title(paragraph.lines[0]) in listed
        ):
            section = ""
        single = counted[number] and not any(
            (*counted[:number][-1:], *counted[number + 1 : number + 2])
        )
        for block in [paragraph.block("code")] if fenced else _of(paragraph, section, single):
            if block.role == "heading":
                section = _section(text[block.start : block.end])
            elif section == "contents" and block.role != "contents":
                section = ""
            if block.role == "contents":
                listed.update(map(_title, paragraph.lines))
            divided.append(block)
    return tuple(divided)


def _is_counted(lines: Sequence[str]) -> bool:
    """Whether a paragraph is one line that begins with a number and is not a sentence: a heading or
    an item.
    """
    return (
        len(lines) == 1
        and bool(_COUNTED.match(lines[0]))
        and _titled(lines[0])
        and not _PAGE.fullmatch(lines[0])
    )


def _title(line: str) -> str:
    """The words of a heading or of an entry of the contents, without numbers and leaders."""
    return " ".join(re.findall(r"[^\W\d_]+", line[:LOOKED_AT])).lower()


def _section(heading: str) -> str:
    """The kind of the paragraphs below a heading."""
    if _CONTENTS.fullmatch(heading):
        return "contents"
    return "references" if _REFERENCES.fullmatch(heading) else ""


def _paragraphs(text: str) -> Iterator[tuple[_Paragraph, bool]]:
    """Paragraphs, and whether each is a fenced piece of code; inside a fence, blank lines do not
    separate paragraphs.
    """
    lines: list[tuple[str, int]] = []
    start, fenced = 0, False
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
        if _FENCE.match(bare):
            if not fenced and lines:
                yield _paragraph(lines), False
                lines = []
            lines.append((bare, start))
            if fenced:
                yield _paragraph(lines), True
                lines = []
            fenced = not fenced
        elif bare.strip() or fenced:
            lines.append((bare, start))
        elif lines:
            yield _paragraph(lines), False
            lines = []
        start += len(line)
    while lines and not lines[-1][0].strip():
        lines.pop()
    if lines:
        yield _paragraph(lines), fenced


def _paragraph(lines: Sequence[tuple[str, int]]) -> _Paragraph:
    return _Paragraph(tuple(line for line, _ in lines), tuple(start for _, start in lines))


def _of(paragraph: _Paragraph, section: str, single: bool) -> Iterator[Block]:
    """The blocks of a paragraph: it may begin with a heading, or be a `single` numbered line."""
    looks = [line[:LOOKED_AT] for line in paragraph.lines]
    first = 1 if single and section != "contents" else _heading_lines(looks)
    if first:
        yield paragraph.block("heading", 0, first)
    if first < len(looks):
        yield paragraph.block(_role(looks[first:], section), first)


def _heading_lines(lines: Sequence[str]) -> int:
    """How many lines at the start are a heading."""
    if (
        len(lines) > 1
        and _UNDERLINE.fullmatch(lines[1])
        and len(lines[1].strip()) >= 3
        and _titled(lines[0])
    ):
        return 2
    if _MARKED.match(lines[0]):
        return 1
    if _NUMBERED.match(lines[0]) and _titled(lines[0]) and not _PAGE.fullmatch(lines[0]):
        return 1
    return 1 if len(lines) == 1 and _alone(lines[0]) else 0


def _titled(line: str) -> bool:
    """Whether a line is short and not a sentence."""
    return (
        len(line) < LOOKED_AT
        and 0 < len(line.split()) <= LONGEST_HEADING
        and not re.search(r"[.!?;,]\s*$", line)
        and "|" not in line
    )


def _alone(line: str) -> bool:
    """Whether a line by itself is a heading: in capitals, a bare number, or the words
    of a title.
    """
    if _ROMAN.fullmatch(line) or _CONTENTS.fullmatch(line) or _REFERENCES.fullmatch(line):
        return True
    if (
        not _titled(line)
        or _END.search(line)
        or _ITEM.match(line)
        or _PAGE.fullmatch(line)
        or _CODE_LINE.fullmatch(line)
    ):
        return False
    return in_title_case(line)


def in_title_case(line: str, least: int = 0) -> bool:
    """Whether a line is in capitals, or its first word and every longer one begin with a capital;
    there must be at least `least` longer ones.
    """
    words = re.findall(r"[^\W\d_]+", line)
    if not words or line.lstrip()[:1] in "\"'“‘«—–-":
        return False
    long = [word for word in words if len(word) > 3]
    return line.isupper() or (
        words[0][0].isupper() and len(long) >= least and all(word[0].isupper() for word in long)
    )


def _role(lines: Sequence[str], section: str) -> str:
    # Kinds that share marks with others come first: contents and references may look like tables or
    # lists. The shares are by eye.
    if _share(lines, _PAGE if section == "contents" else _LEADERS) >= 0.6:
        return "contents"
    if section == "references" or (len(lines) >= 2 and _share(lines, _ENTRY) >= 0.5):
        return "references"
    if _tabular(lines):
        return "table"
    if _code(lines):
        return "code"
    if section == "contents" and all(
        len(line.split()) <= LONGEST_HEADING and not _END.search(line) for line in lines
    ):
        return "contents"
    if _ITEM.match(lines[0]) and (len(lines) == 1 or _share(lines, _ITEM) >= 0.3):
        return "list"
    return "paragraph"


def _share(lines: Sequence[str], pattern: re.Pattern[str]) -> float:
    return sum(bool(pattern.match(line)) for line in lines) / len(lines)


def _tabular(lines: Sequence[str]) -> bool:
    """Whether there are two or more lines with the same number of cells, separated by bars, tabs,
    or several spaces.
    """
    content = [line for line in lines if not _RULE.fullmatch(line)]
    if len(content) < 2:
        return False
    for cut, least in ((r"\|", 2), (r"\t+", 2), (r"(?<=\S) {2,}(?=\S)", 2)):
        counts = [
            len([cell for cell in re.split(cut, line.strip().strip("|")) if cell.strip()])
            for line in content
        ]
        columns = max(set(counts), key=counts.count)
        if columns >= least and counts.count(columns) / len(content) >= 0.7:
            return (
                cut != r"(?<=\S) {2,}(?=\S)"
                or columns >= 3
                or _share(content, re.compile(r".*\d\s*$")) >= 0.5
            )
    return False


def _code(lines: Sequence[str]) -> bool:
    share = sum(bool(_CODE_LINE.fullmatch(line)) for line in lines) / len(lines)
    indented = all(line.startswith(("    ", "\t")) for line in lines)
    return (indented and share >= 0.3) or (len(lines) >= 2 and share >= 0.7)
