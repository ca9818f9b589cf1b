"""A document while its sentences come in."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.document import Multiword, Sentence, Span, Token
from coindex.formats.conllu.entities import EntityReader, Reporter
from coindex.formats.conllu.fields import Header
from coindex.formats.conllu.lines import Lines


class SentenceLines(NamedTuple):
    """The lines of a sentence and what its comments say of it.

    `line` is that of the first row; `parted` tells that a paragraph begins.
    """

    rows: list[bytes]
    line: int
    comments: tuple[str, ...]
    id: str
    parted: bool
    speaker: str
    heading: bool


class Draft:
    """Tokens and the text they make; `gap` is what stands before the next word."""

    def __init__(self, id: str, line: int, header: Header, reporter: Reporter) -> None:
        self.id, self.line, self.reporter = id, line, reporter
        self.tokens: list[Token] = []
        self.sentences: list[Sentence] = []
        self.pieces: list[str] = []
        self.length = 0
        self.gap = ""
        self.parted = False
        self.paragraph = -1
        self.meta: dict[str, str] = {}
        self.lines = Lines()
        self.entities = EntityReader(header, reporter, self.lines)

    def put(self, form: str, misc: str) -> tuple[int, int]:
        """Add a surface token to the text; its first character and the one after its last."""
        self.pieces += [self.gap, form]
        start = self.length + len(self.gap)
        self.length = start + len(form)
        self.gap = gap_after(misc)
        return start, self.length

    def begin(self, block: SentenceLines) -> None:
        """What is put next belongs to this sentence."""
        self.parted |= block.parted
        if self.parted and self.pieces:
            self.gap = PARTED

    def end(self, block: SentenceLines, span: Span, multiwords: tuple[Multiword, ...]) -> None:
        """These tokens are this sentence."""
        _, _, comments, id, parted, speaker, heading = block
        self.paragraph += self.parted or parted or not self.sentences
        self.parted = False
        self.sentences.append(
            Sentence(span, id, self.paragraph, speaker, heading, comments, multiwords)
        )


PARTED = "\n\n"
"""What stands between paragraphs."""


def gap_after(misc: str) -> str:
    return "" if "SpaceAfter=No" in misc else " "


def bare(value: str) -> str:
    """A column without the underscore that stands for nothing."""
    return "" if value == "_" else value


def word_range(number: str) -> tuple[int, int] | None:
    """The first and last word of a multiword token's number, `3-4`."""
    left, dash, right = number.partition("-")
    if (
        dash
        and left.isdecimal()
        and right.isdecimal()
        and len(right) < 7
        and int(left) <= int(right)
    ):
        return int(left), int(right)
    return None
