"""Annotated documents written as text: `bracketed("[Ann]1 saw [her]1 dog")`."""

from __future__ import annotations

import re

from coindex.core.annotation import Annotated, Annotation, Mention, in_order
from coindex.core.chains import entities
from coindex.core.errors import FormatError
from coindex.formats.building import TokenOffsets, from_text

_BRACKET = re.compile(r"\[|\](\w*)")


def bracketed(text: str, *, id: str = "test") -> Annotated:
    """The text without its brackets; each bracket is a mention, followed by the name of its entity.

    Brackets nest. A mention without a name is in no entity. A line is a sentence, a blank line ends
    a paragraph.
    """
    plain, last = "", 0
    opened: list[int] = []
    brackets: list[tuple[str, int, int]] = []
    for match in _BRACKET.finditer(text):
        plain += text[last : match.start()]
        last = match.end()
        if match[0] == "[":
            opened.append(len(plain))
        elif opened:
            brackets.append((match[1], opened.pop(), len(plain)))
        else:
            raise FormatError(
                "closing bracket without an opening one",
                line=1,
                column=match.start() + 1,
                remedy="write [words]entity",
            )
    if opened:
        raise FormatError(
            "bracket is not closed", line=1, column=opened[-1] + 1, remedy="write [words]entity"
        )
    # Tokens are cut at the brackets, so that a mention may also be a part of a word.
    document = from_text(
        id, plain + text[last:], [cut for _, *bounds in brackets for cut in bounds]
    )
    spans = TokenOffsets(document)
    mentions = [
        (name, Mention((span,)))
        for name, start, end in brackets
        if (span := spans.span(start, end))
    ]
    ordered = in_order([mention for _, mention in mentions])
    named = {
        id_: [mention for name, mention in mentions if name == id_] for id_, _ in mentions if id_
    }
    chains = entities((name, mention) for name, group in named.items() for mention in group)
    chains = tuple(
        sorted(chains, key=lambda entity: (entity.mentions[0].start, -entity.mentions[0].end))
    )
    return Annotated(document, Annotation(id, mentions=ordered, entities=chains))
