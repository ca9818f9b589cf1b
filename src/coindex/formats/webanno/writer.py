"""Writes WebAnno TSV 3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from coindex.core.annotation import Annotated
from coindex.core.document import ROOT, Document, Sentence, Span, Token, features
from coindex.formats.misc import unescaped
from coindex.formats.webanno.cells import CoreferenceCells
from coindex.formats.webanno.layout import (
    DEPENDENCY,
    FORMAT,
    TOKEN_FIELDS,
    Roles,
    TsvLayer,
    escaped,
    layers_for,
)
from coindex.formats.webanno.rows import java_length


class Style(NamedTuple):
    chains: bool = False
    utf16: bool = True


class Surface(NamedTuple):
    """A row to be written: its address and the tokens it stands for."""

    address: str
    span: Span
    start: int
    end: int


def text_of(item: Annotated, roles: Roles, style: Style) -> str:
    layers = layers_for(item, roles, chains=style.chains)
    lines = [f"#FORMAT={dict(item.annotation.attributes).get('FORMAT', FORMAT)}", *map(str, layers)]
    lines += [
        f"#{_key(key)}={' '.join(value.splitlines())}" for key, value in item.document.meta.items()
    ]
    lines += ["", ""]
    surfaces = list(surfaces_of(item.document))
    mention, link = roles.coreference(layers)
    rows = [surface for sentence in surfaces for surface in sentence]
    cells = CoreferenceCells(item.annotation, [(row.address, row.span) for row in rows])
    columns: dict[str, Sequence[Sequence[str]]] = {}
    if mention:
        own = (
            cells.chains(mention)
            if mention.kind == "CH"
            else cells.spans(mention, roles.type_column(mention))
        )
        columns[str(mention)] = own
    if link:
        columns[str(link)] = cells.links(link)
    heads = {index: row.address for row in reversed(rows) for index in range(*row.span)}
    count = _Counting(item.document.text, style)
    position = 0
    for sentence, own_rows in zip(item.document.sentences, surfaces, strict=True):
        lines += _head(item.document, sentence, own_rows)
        for row in own_rows:
            token = item.document.tokens[row.span.start]
            given = [
                columns[str(layer)][position]
                if str(layer) in columns
                else _cells(layer, token, row, heads)
                for layer in layers
            ]
            offsets = f"{count(row.start)}-{count(row.end)}"
            form = escaped_text(item.document.text[row.start : row.end])
            lines.append(
                "\t".join(
                    (row.address, offsets, form, *(cell for cells in given for cell in cells), "")
                )
            )
            position += 1
        lines.append("")
    return "\n".join(lines)


class _Counting:
    """Converts characters to UTF-16 units as in Java; requests come in ascending order, except for
    parts of tokens.
    """

    def __init__(self, text: str, style: Style) -> None:
        self._text, self._plain = text, not style.utf16 or java_length(text) == len(text)
        self._place = self._count = 0

    def __call__(self, place: int) -> int:
        if self._plain:
            return place
        if place >= self._place:
            self._count += java_length(self._text[self._place : place])
        else:
            self._count -= java_length(self._text[place : self._place])
        self._place = place
        return self._count


def _head(document: Document, sentence: Sentence, rows: Sequence[Surface]) -> Iterator[str]:
    if sentence.id:
        yield f"#Sentence.id={sentence.id}"
    text = document.text[rows[0].start : rows[-1].end] if rows else ""
    yield from (f"#Text={escaped_text(line)}" for line in text.split("\n"))


def surfaces_of(document: Document) -> Iterator[list[Surface]]:
    """Rows sentence by sentence: words; multiword tokens with their words as parts, if these spell
    them.
    """
    number = 0
    for sentence in document.sentences:
        rows: list[Surface] = []
        wholes = {multiword.span.start: multiword.span for multiword in sentence.multiwords}
        token = 0
        index = sentence.span.start
        number += any(True for _ in document.words(sentence.span))
        while index < sentence.span.end:
            first = document.tokens[index]
            if first.empty:
                index += 1
                continue
            span = wholes.get(index, Span(index, index + 1))
            words = list(document.words(span))
            token += 1
            address = f"{number}-{token}"
            rows.append(Surface(address, span, first.start, words[-1].end))
            if span.length > 1 and all(a.end == b.start for a, b in pairwise(words)):
                rows += [
                    Surface(
                        f"{address}.{part + 1}",
                        Span(span.start + part, span.start + part + 1),
                        word.start,
                        word.end,
                    )
                    for part, word in enumerate(words)
                    if len(words) == span.length
                ]
            index = span.end
        yield rows


def _cells(layer: TsvLayer, token: Token, row: Surface, heads: Mapping[int, str]) -> Iterator[str]:
    """The cells of a token in a layer without coreference."""
    misc, whole = features(token.misc), "whole:" if row.span.length > 1 else ""
    known = token.head is not None and not whole and layer.name == DEPENDENCY
    for name in layer.columns:
        kept = misc.get(f"{whole}{layer.name}:{name}")
        field = TOKEN_FIELDS.get((layer.name, name))
        if kept is not None:
            yield unescaped(kept)
        elif field and not whole and getattr(token, field):
            yield escaped(getattr(token, field))
        elif known and name.startswith("BT_"):
            yield row.address if token.head == ROOT else heads.get(token.head or 0, row.address)
        elif known:
            yield (escaped(token.deprel) or "*") if name == "DependencyType" else "basic"
        else:
            yield "*" if not whole and _has(layer, token) else "_"


def _has(layer: TsvLayer, token: Token) -> bool:
    """Whether another column of the layer has a value, so that the absence of one here must be
    written explicitly.
    """
    fields = (TOKEN_FIELDS.get((layer.name, name)) for name in layer.columns)
    return any(field and getattr(token, field) for field in fields)


def escaped_text(text: str) -> str:
    return (
        text.replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
        if not text.isprintable()
        else text
    )


def _key(key: str) -> str:
    return "".join("_" if c in "=\t\n" or c.isspace() else c for c in key) or "_"
