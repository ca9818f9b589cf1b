"""What SACR's files say about a text beside its mentions, and the document that results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from coindex.core.annotation import Attributes
from coindex.core.document import Document
from coindex.formats.building import from_text

ID, LANGUAGE, COLOR, HEADING, COMMENT = "textid", "language", "COLOR", "part-heading", "comment"
RESERVED = frozenset({ID, LANGUAGE, COLOR, HEADING})
BREAK = "\\n"
"""What stands before the end of a line within a paragraph: SACR joins other lines."""
_NAMED = re.compile(r"#([^\s:#]+)\s*:\s*(.*)")
_COLOR = re.compile(r"([^\s=]+)\s*=\s*(.+)")


@dataclass(slots=True)
class Notes:
    """The lines of a file that begin with `#`."""

    id: str = ""
    language: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    """By name; lines with the same name are lines of one value."""
    colors: dict[str, str] = field(default_factory=dict)
    """By the names of chains."""
    headings: list[int] = field(default_factory=list)
    """The first characters of paragraphs that are headings."""

    def read(self, line: str, place: int) -> None:
        """Add a line; `place` is the first character of the text after it."""
        named = _NAMED.fullmatch(line)
        name, value = (named[1], named[2].strip()) if named else (COMMENT, line[1:].strip())
        color = _COLOR.fullmatch(value) if name == COLOR else None
        if name == ID and value:
            self.id = value
        elif name == LANGUAGE:
            self.language = value
        elif name == HEADING:
            self.headings.append(place)
        elif color is not None:
            self.colors[color[1]] = color[2]
        elif name in self.meta:
            self.meta[name] += f"\n{value}"
        else:
            self.meta[name] = value


def laid_out(
    id: str, text: str, edges: Iterable[int], notes: Notes, language: str = ""
) -> Document:
    """The document of a text in which mentions begin and end at `edges`."""
    document = from_text(
        notes.id or id, text, edges, language=notes.language or language, meta=notes.meta
    )
    if not notes.headings:
        return document
    starts = [document.tokens[sentence.span.start].start for sentence in document.sentences]
    marked = {
        next(
            (
                one.paragraph
                for one, at in zip(document.sentences, starts, strict=True)
                if at >= place
            ),
            None,
        )
        for place in notes.headings
    }
    return replace(
        document,
        sentences=tuple(
            one._replace(heading=one.paragraph in marked) for one in document.sentences
        ),
    )


def types(attributes: Attributes, typed_by: Sequence[str]) -> list[str]:
    """The types of an entity that the properties of a mention name."""
    values = [value for name, value in attributes if name in typed_by]
    return [value.split()[-1] for value in values if value.split()]
