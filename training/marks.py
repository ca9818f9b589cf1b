"""Texts with marked mentions: `{number:words}`, nested, where a number stands for one entity; among
them those in the folder `composed`, a page each, in files of a genre each, and in the folder
`discourses`, a few sentences each, in files of a phenomenon each.

In these every mention of what is mentioned again is marked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention, Source, in_order
from coindex.core.document import Document, Span

COMPOSED, DISCOURSES = map(Path(__file__).with_name, ("composed", "discourses"))
BETWEEN_TEXTS = "\n---\n"
"""What separates the texts of a file."""
_SIGN = re.compile(r"\{(\d+):|\}")


class Mark(NamedTuple):
    """The number of an entity, and first and last character of a mention of it."""

    number: int
    start: int
    end: int


class MarkedText(NamedTuple):
    """A text without its marks, and these."""

    plain: str
    marks: tuple[Mark, ...]

    def annotation(self, document: Document) -> Annotation:
        """The marks on a parse of the text; one that begins or ends inside a word is left out."""
        words = [(index, token) for index, token in enumerate(document.tokens) if not token.empty]
        first = {token.start: index for index, token in words}
        last = {token.end: index for index, token in words}
        mentions: dict[int, dict[Span, Mention]] = {}
        for number, start, end in self.marks:
            if start in first and end in last:
                span = Span(first[start], last[end] + 1)
                mentions.setdefault(number, {})[span] = Mention((span,))
        entities = tuple(
            Entity(str(number), in_order([*members.values()]))
            for number, members in sorted(mentions.items())
        )
        every = in_order(mention for entity in entities for mention in entity.mentions)
        return Annotation(document.id, Source(), every, entities)


def read_marks(text: str) -> MarkedText:
    """Takes the marks out of a text."""
    plain, last = "", 0
    begun: list[tuple[int, int]] = []
    marks: list[Mark] = []
    for sign in _SIGN.finditer(text):
        plain += text[last : sign.start()]
        last = sign.end()
        if sign[1]:
            begun.append((int(sign[1]), len(plain)))
        elif begun:
            marks.append(Mark(*begun.pop(), len(plain)))
        else:
            raise ValueError(f"a mark ends that did not begin: {text[: sign.end()][-60:]!r}")
    if begun:
        raise ValueError(f"a mark does not end: {text[:60]!r}")
    return MarkedText(plain + text[last:], tuple(marks))


def marked_texts(folder: Path) -> list[tuple[str, MarkedText]]:
    """The names and contents of the texts in a folder's files."""
    return [
        (f"{path.stem}-{number}", read_marks(text.strip("\n")))
        for path in sorted(folder.glob("*.txt"))
        for number, text in enumerate(path.read_text(encoding="utf-8").split(BETWEEN_TEXTS), 1)
    ]
