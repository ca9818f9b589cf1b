"""Texts with marked mentions: `{number:words}`, nested, where a number stands for one entity; among
them those in the folder `composed`, a page each, in files of a genre each, in the folder
`discourses`, a few sentences each, in files of a phenomenon each, and in `everyday`, mails, minutes
and the like, in files of a writer each.

In these every mention of what is mentioned again is marked; in `everyday` every pronoun besides,
with 0 where it refers to nothing, and new things that could be mistaken for old ones. There
`{5=1+2:They}` is the first mention of a group whose members were mentioned apart, and `∅` a zero
pronoun, with a space after it that is not part of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention, Source, in_order
from coindex.core.document import Document, Span

COMPOSED, DISCOURSES, SPANISH_DISCOURSES, EVERYDAY = map(
    Path(__file__).with_name, ("composed", "discourses", "discourses-es", "everyday")
)
BETWEEN_TEXTS = "\n---\n"
"""What separates the texts of a file."""
ZERO = "∅"
NEAR = 20
"""Characters by which a zero pronoun may stand elsewhere than in the key: before an auxiliary or a
clitic.
"""
_SIGN = re.compile(r"\{(\d+)(?:=(\d+(?:\+\d+)+))?:|\}|∅ ?")
_HEADER = re.compile(r"# (\w+): (.*)\n+")


class Mark(NamedTuple):
    """The number of an entity, first and last character of a mention of it, and the numbers of the
    members of a group that is mentioned first there.

    A zero pronoun has no characters.
    """

    number: int
    start: int
    end: int
    members: tuple[int, ...] = ()


class MarkedText(NamedTuple):
    """A text without its marks, and these; what its header says."""

    plain: str
    marks: tuple[Mark, ...]
    meta: Mapping[str, str] = {}

    def annotation(self, document: Document) -> Annotation:
        """The marks on a parse of the text; one that begins or ends inside a word is left out, and
        so are what refers to nothing and zero pronouns that the parse does not have.
        """
        words = [(index, token) for index, token in enumerate(document.tokens) if not token.empty]
        first = {token.start: index for index, token in words}
        last = {token.end: index for index, token in words}
        mentions: dict[int, dict[Span, Mention]] = {}
        zeros = [index for index, token in enumerate(document.tokens) if token.empty]
        for number, start, end, _ in sorted(self.marks, key=lambda mark: mark.start):
            if start == end and (near := self._near(document, zeros, start)) is not None:
                zeros.remove(near)
                span = Span(near, near + 1)
                mentions.setdefault(number, {})[span] = Mention((span,), head=near)
            if number and start < end and start in first and end in last:
                span = Span(first[start], last[end] + 1)
                mentions.setdefault(number, {})[span] = Mention((span,))
        mentions.pop(0, None)
        entities = tuple(
            Entity(str(number), in_order([*members.values()]))
            for number, members in sorted(mentions.items())
        )
        every = in_order(mention for entity in entities for mention in entity.mentions)
        return Annotation(document.id, Source(), every, entities)

    @staticmethod
    def _near(document: Document, zeros: Sequence[int], place: int) -> int | None:
        """The zero of the parse that is nearest to a place."""
        distance = {index: abs(document.tokens[index].start - place) for index in zeros}
        near = [index for index in zeros if distance[index] <= NEAR]
        return min(near, key=distance.__getitem__, default=None)


def read_marks(text: str) -> MarkedText:
    """Takes the header and the marks out of a text."""
    meta: dict[str, str] = {}
    while header := _HEADER.match(text):
        meta[header[1]] = header[2]
        text = text[header.end() :]
    plain, last = "", 0
    begun: list[tuple[int, tuple[int, ...], int]] = []
    marks: list[Mark] = []
    for sign in _SIGN.finditer(text):
        plain += text[last : sign.start()]
        last = sign.end()
        if sign[1]:
            members = tuple(map(int, sign[2].split("+"))) if sign[2] else ()
            begun.append((int(sign[1]), members, len(plain)))
        elif sign[0] == "}" and begun:
            number, members, start = begun.pop()
            last += text.startswith(f"{ZERO}}} ", sign.start() - len(ZERO))
            marks.append(Mark(number, start, len(plain), members))
        elif sign[0] == "}":
            raise ValueError(f"a mark ends that did not begin: {text[: sign.end()][-60:]!r}")
    if begun:
        raise ValueError(f"a mark does not end: {text[:60]!r}")
    return MarkedText(plain + text[last:], tuple(marks), meta)


def marked_texts(folder: Path) -> list[tuple[str, MarkedText]]:
    """The names and contents of the texts in a folder's files."""
    return [
        (f"{path.stem}-{number}", read_marks(text.strip("\n")))
        for path in sorted(folder.glob("*.txt"))
        for number, text in enumerate(path.read_text(encoding="utf-8").split(BETWEEN_TEXTS), 1)
    ]
