"""Writes SACR's files, and counts what they cannot hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from coindex.core.annotation import Annotated, Entity, Mention
from coindex.core.document import Document, Span
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.formats.markup import labels
from coindex.formats.running import nesting
from coindex.formats.standoff import characters
from coindex.formats.tools.sacr_text import (
    BREAK,
    COLOR,
    COMMENT,
    HEADING,
    ID,
    LANGUAGE,
    RESERVED,
    types,
)

_CHAIN = re.compile(r"[-a-zA-Z0-9_]+")
_NAME = re.compile(r'[^\s=,"{}:#]+')
_META = re.compile(r"[^\s:#]+")
_UNFIT = re.compile(r"[{}]|\\n|^[ \t]*#", re.MULTILINE)
_BEFORE = re.compile(r"\n[ \t]*\n\Z")
_INDENTED = 100
"""Characters of the empty line before a heading that are looked at."""
_COLOR = "color"


class _Piece(NamedTuple):
    """A mention in its chain, over characters."""

    start: int
    end: int
    entity: int
    mention: Mention


def written(item: Annotated, typed_by: Sequence[str]) -> Iterator[str]:
    """The file of a document, in pieces."""
    document, annotation = item
    _refuse(document)
    pieces, _ = _pieces(item)
    names = _names(annotation.entities)
    yield from _header(document)
    opening: dict[int, list[str]] = {}
    closing: Counter[int] = Counter()
    added = [_added_type(entity, typed_by) for entity in annotation.entities]
    for piece in pieces:
        inside = ",".join(_properties(added[piece.entity], piece.mention, typed_by))
        mark = f"{{{names[piece.entity]}:{inside} " if inside else f"{{{names[piece.entity]} "
        opening.setdefault(piece.start, []).append(mark)
        closing[piece.end] += 1
    headings = _headings(document)
    text = document.text.rstrip("\n")
    breaks = _breaks(text)
    for start, end in pairwise(sorted({0, *opening, *closing, *headings, *breaks, len(text)})):
        yield "}" * closing[start]
        if start in headings:
            yield f"#{HEADING}:level=1\n\n"
        if start in breaks:
            yield BREAK
        yield from opening.get(start, ())
        yield text[start:end]
    yield "}" * closing[len(text)] + "\n"
    colored = [
        f"#{COLOR}:{name}={color}\n"
        for name, entity in zip(names, annotation.entities, strict=True)
        if (color := _color(entity))
    ]
    yield "".join(["\n\n", *colored]) if colored else ""


def _refuse(document: Document) -> None:
    unfit = _UNFIT.search(document.text)
    if unfit is not None:
        raise FormatError(
            Message("SACR cannot hold {unfit!r} in a text", unfit=unfit[0].strip()),
            remedy="remove it from the text, or choose another format",
        )


def _pieces(item: Annotated) -> tuple[list[_Piece], int]:
    """The mentions that nest, outer ones first, and how many are left out because they cross
    others or go beyond a paragraph. Of a mention with several parts the whole stretch is taken.
    """
    document, annotation = item
    every = []
    for number, entity in enumerate(annotation.entities):
        for mention in entity.mentions:
            places = [place for place in characters(document, mention) if place[0] < place[1]]
            if places:
                every.append(_Piece(places[0][0], places[-1][1], number, mention))
    inside = [one for one in every if not re.search(r"\n\s*\n", document.text[one.start : one.end])]
    inside.sort(key=lambda one: (one.start, -one.end))
    nested, _ = nesting([Span(one.start, one.end) for one in inside])
    return [inside[index] for index in nested], len(every) - len(nested)


def _names(entities: Sequence[Entity]) -> list[str]:
    return labels((entity.id for entity in entities), "M", fits=_CHAIN.fullmatch)


def _header(document: Document) -> Iterator[str]:
    yield f"#{ID}: {' '.join(document.id.split())}\n"
    if document.language:
        yield f"#{LANGUAGE}: {document.language}\n"
    for name, value in document.meta.items():
        if _is_fitting(name, value):
            yield from (
                f"# {line}\n" if name == COMMENT else f"#{name}: {line}\n"
                for line in value.split("\n")
            )
    yield "\n"


def _is_fitting(name: str, value: str) -> bool:
    """Whether metadata come back as they are."""
    trimmed = all(line == line.strip() and not line.startswith("#") for line in value.split("\n"))
    named = name != COMMENT or not any(":" in line for line in value.split("\n"))
    return bool(_META.fullmatch(name)) and name not in RESERVED and trimmed and named


def _is_property(name: str, value: str) -> bool:
    return bool(_NAME.fullmatch(name)) and "\n" not in value and "&quot;" not in value


def _added_type(entity: Entity, typed_by: Sequence[str]) -> str:
    """The type of an entity, if the properties of its mentions do not name it."""
    named = Counter(one for m in entity.mentions for one in types(m.attributes, typed_by))
    known = next(iter(dict(named.most_common(1))), "")
    added = bool(typed_by) and entity.type not in ("", known)
    return entity.type if added and _is_property(typed_by[0], entity.type) else ""


def _properties(added: str, mention: Mention, typed_by: Sequence[str]) -> Iterator[str]:
    pairs = [pair for pair in mention.attributes if _is_property(*pair)]
    if added:
        pairs = [(typed_by[0], added), *(pair for pair in pairs if pair[0] != typed_by[0])]
    for name, value in pairs:
        escaped = value.replace('"', "&quot;")
        yield f'{name}="{escaped}"'


def _color(entity: Entity) -> str:
    value = dict(entity.attributes).get(_COLOR, "")
    return "" if "\n" in value or value != value.strip() else value


def _headings(document: Document) -> set[int]:
    """The first characters of paragraphs that are headings."""
    marked = {one.paragraph for one in document.sentences if one.heading}
    starts: dict[int, int] = {}
    for one in document.sentences:
        words = list(document.words(one.span))
        if words and one.paragraph in marked:
            starts.setdefault(one.paragraph, words[0].start)
    return {
        start
        for start in starts.values()
        if not start or _BEFORE.search(document.text[max(0, start - _INDENTED) : start])
    }


def _breaks(text: str) -> set[int]:
    """The ends of lines within paragraphs."""
    lines = text.split("\n")
    ends = accumulate(len(line) + 1 for line in lines)
    return {
        end - 1
        for end, (line, after) in zip(ends, pairwise(lines), strict=False)
        if line.strip() and after.strip()
    }
