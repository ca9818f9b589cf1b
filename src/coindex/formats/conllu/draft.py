"""A document while its sentences come in."""

from __future__ import annotations

from coindex.core.document import Sentence, Token
from coindex.formats.conllu.entities import EntityReader, Fields, Reporter


class Draft:
    """Tokens and the text they make; `gap` is what stands before the next word."""

    def __init__(self, id: str, header: list[str], fields: dict[str, Fields], reporter: Reporter) -> None:
        self.id, self.reporter = id, reporter
        self.tokens: list[Token] = []
        self.sentences: list[Sentence] = []
        self.pieces: list[str] = []
        self.length = 0
        self.gap = ""
        self.paragraph = -1
        self.headings = 0
        self.meta: dict[str, str] = {}
        self.ids: set[str] = set()
        self.entities = EntityReader(header, fields, reporter)

    def put(self, form: str, misc: str) -> tuple[int, int]:
        """Add a surface token to the text; its first character and the one after its last."""
        self.pieces += [self.gap, form]
        start = self.length + len(self.gap)
        self.length = start + len(form)
        self.gap = "" if "SpaceAfter=No" in misc else " "
        return start, self.length

    def new_paragraph(self) -> None:
        if self.paragraph < 0 or (self.sentences and self.sentences[-1].paragraph == self.paragraph):
            self.paragraph += 1
        self.gap = "\n\n" if self.pieces else ""


def bare(value: str) -> str:
    """A column without the underscore that stands for nothing."""
    return "" if value == "_" else value


def word_range(number: str) -> tuple[int, int] | None:
    """The first and last word of a multiword token's number, `3-4`."""
    left, dash, right = number.partition("-")
    if dash and left.isdecimal() and right.isdecimal() and len(right) < 7 and int(left) <= int(right):
        return int(left), int(right)
    return None


def circle(heads: list[int]) -> int | None:
    """The number of a word on a circle, or `None`; `heads[n - 1]` is the head of word n, 0 or less for none."""
    seen = [0] * (len(heads) + 1)
    for start in range(1, len(heads) + 1):
        node = start
        while node > 0 and not seen[node]:
            seen[node] = start
            node = heads[node - 1]
        if node > 0 and seen[node] == start:
            return node
    return None
