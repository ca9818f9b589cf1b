"""A document under construction, sentence by sentence."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.document import Multiword, Sentence, Span, Token
from coindex.formats.conllu.entities import EntityReader, Reporter
from coindex.formats.conllu.fields import Header
from coindex.formats.conllu.lines import ConlluLines


class SentenceLines(NamedTuple):
    """The lines of a sentence and the values of its comments.

    `line` is the number of the first row; `parted` is true if a paragraph begins.
    """

    rows: list[bytes]
    line: int
    comments: tuple[str, ...]
    id: str
    parted: bool
    speaker: str
    heading: bool


class DocumentDraft:
    """The tokens and the text that they form; `gap` is the text before the next word."""

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
        self.empty: list[str] = []
        """Head and relation of empty nodes that have them: `7=0/_`."""
        self.lines = ConlluLines()
        self.entities = EntityReader(header, reporter, self.lines)

    def put(self, form: str, misc: str) -> tuple[int, int]:
        """Add a surface token to the text; returns its first character and the one
        after its last.
        """
        self.pieces += [self.gap, form]
        start = self.length + len(self.gap)
        self.length = start + len(form)
        self.gap = gap_after(misc)
        return start, self.length

    def begin(self, block: SentenceLines) -> None:
        """Begin a sentence; what is added next belongs to it."""
        self.parted |= block.parted
        if self.parted and self.pieces:
            self.gap = PARTED

    def end(self, block: SentenceLines, span: Span, multiwords: tuple[Multiword, ...]) -> None:
        """End the sentence with these tokens."""
        _, _, comments, id, parted, speaker, heading = block
        self.paragraph += self.parted or parted or not self.sentences
        self.parted = False
        self.sentences.append(
            Sentence(span, id, self.paragraph, speaker, heading, comments, multiwords)
        )


PARTED = "\n\n"
"""The text between paragraphs."""


def gap_after(misc: str) -> str:
    return "" if "SpaceAfter=No" in misc else " "


def bare(value: str) -> str:
    """The value of a column; an underscore, which stands for nothing, becomes empty."""
    return "" if value == "_" else value


def word_range(number: str) -> tuple[int, int] | None:
    """The first and last word in the number of a multiword token, `3-4`."""
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
