"""Writes WebAnno TSV 3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from coindex.core import chains
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import ROOT, Document, Sentence, Span, Token, features
from coindex.formats.misc import unescaped
from coindex.formats.webanno.layout import (
    DEPENDENCY,
    FORMAT,
    TOKEN_FIELDS,
    Roles,
    TsvLayer,
    escaped,
    joined_items,
    layers_for,
)
from coindex.formats.webanno.links import joins, label_of
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
    # Reversed, so that the row of a word itself counts, not a later one of its parts.
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
        # What a file had and a token cannot hold was put into MISC when it was read.
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


Cells = list[list[str]]


class CoreferenceCells:
    """Knows the rows of each mention. `rows` are addresses with the tokens they stand for."""

    def __init__(self, annotation: Annotation, rows: Sequence[tuple[str, Span]]) -> None:
        self._annotation = annotation
        self._rows = rows
        tokens: dict[int, list[int]] = {}
        for number, (_, span) in enumerate(rows):
            for token in range(*span):
                tokens.setdefault(token, []).append(number)
        self._mentions = list(annotation.mentions)
        self._places = [_rows_of(mention, tokens, rows) for mention in self._mentions]
        self._inside: list[list[int]] = [[] for _ in rows]
        for index, places in enumerate(self._places):
            for place in places:
                self._inside[place].append(index)
        self._numbers = self._numbered()
        self._equal = {mention: index for index, mention in enumerate(self._mentions)}
        self._same = {id(mention): index for index, mention in enumerate(self._mentions)}

    def _index(self, mention: Mention) -> int | None:
        """The index of a mention; of several equal ones, that of the very object, if it is among
        them.
        """
        return self._same.get(id(mention), self._equal.get(mention))

    def _numbered(self) -> list[str]:
        """Whether a mention needs a number; one that is alone in its row does not."""
        taken = {mention.id for mention in self._mentions}
        seen, numbers, fresh = set[str](), [], 1
        for mention, places in zip(self._mentions, self._places, strict=True):
            own = mention.id
            alone = len(places) == 1 and len(self._inside[places[0]]) == 1
            if own in seen or not (
                own.isascii() and own.isdigit() and 0 < len(own) < 10 and own[0] != "0"
            ):
                own = ""
                if not alone:
                    while str(fresh) in taken:
                        fresh += 1
                    own = str(fresh)
                    taken.add(own)
            seen.add(own)
            numbers.append(own)
        return numbers

    def spans(self, layer: TsvLayer, type_column: str) -> Cells:
        values = [dict(mention.attributes) for mention in self._mentions]
        for entity in self._annotation.entities:
            for mention in entity.mentions:
                index = self._index(mention)
                if type_column and entity.type and index is not None:
                    values[index].setdefault(type_column, entity.type)
        return [
            [
                joined_items(_item(values[i].get(name, ""), self._numbers[i]) for i in inside)
                for name in layer.columns
            ]
            for inside in self._inside
        ]

    def chains(self, layer: TsvLayer) -> Cells:
        linking = next(
            (name for name in layer.columns if name.endswith("Relation")), layer.columns[-1]
        )
        numbers = _chain_numbers([entity.id for entity in self._annotation.entities])
        chain: dict[int, tuple[str, int, str]] = {}
        for number, entity in zip(numbers, self._annotation.entities, strict=True):
            for position, mention in enumerate(entity.mentions, 1):
                index = self._index(mention)
                if index is not None:
                    chain[index] = number, position, entity.type
        return [
            [
                joined_items(
                    _chained(self._mentions[i], name, chain[i], name == linking)
                    for i in inside
                    if i in chain
                )
                for name in layer.columns
            ]
            for inside in self._inside
        ]

    def links(self, layer: TsvLayer) -> Cells:
        labels: list[list[str]] = [[] for _ in self._rows]
        targets: list[list[str]] = [[] for _ in self._rows]
        for label, anaphor, antecedent in self._relations():
            row = self._places[antecedent][0]
            labels[row].append(escaped(label) or "*")
            numbers = self._numbers[anaphor] or "0", self._numbers[antecedent] or "0"
            ends = "" if numbers == ("0", "0") else f"[{'_'.join(numbers)}]"
            targets[row].append(self._rows[self._places[anaphor][0]][0] + ends)
        width = len(layer.columns) - 1
        return [
            [
                *([joined_items(own)] * min(width, 1)),
                *(_blank(own) for _ in range(width - 1)),
                joined_items(to),
            ]
            for own, to in zip(labels, targets, strict=True)
        ]

    def _relations(self) -> Iterator[tuple[str, int, int]]:
        """Links, and unlabelled relations where links alone would not connect an entity."""
        pairs = []
        for link in self._annotation.links:
            label = label_of(link)
            for antecedent in link.antecedents:
                ends = self._placed(link.anaphor), self._placed(antecedent)
                if ends[0] is not None and ends[1] is not None:
                    yield label, ends[0], ends[1]
                    pairs += [(ends[1], ends[0])] if joins(label) else []
        joined = {
            index: number
            for number, group in enumerate(chains.connected(range(len(self._mentions)), pairs))
            for index in group
        }
        for entity in self._annotation.entities:
            members = [
                index for mention in entity.mentions if (index := self._placed(mention)) is not None
            ]
            seen = {joined[members[0]]} if members else set[int]()
            for before, member in pairwise(members):
                if joined[member] not in seen:
                    seen.add(joined[member])
                    yield "", member, before

    def _placed(self, mention: Mention) -> int | None:
        """The index of a mention that has a row; a zero does not, and others are
        connected past it.
        """
        index = self._index(mention)
        return index if index is not None and self._places[index] else None


def _rows_of(
    mention: Mention, tokens: dict[int, list[int]], rows: Sequence[tuple[str, Span]]
) -> list[int]:
    """Rows of whole tokens that are covered completely, else rows of their parts."""
    own = set(mention.tokens)
    places = {place for token in own for place in tokens.get(token, ())}
    whole = {place for place in places if own.issuperset(range(*rows[place][1]))}
    wholes = {
        token for place in whole if rows[place][1].length > 1 for token in range(*rows[place][1])
    }
    # A row of several tokens covers each of them: rows of their own would say it twice.
    kept = {
        place for place in whole if rows[place][1].length > 1 or rows[place][1].start not in wholes
    }
    covered = {token for place in kept for token in range(*rows[place][1])}
    partly = {tokens[token][0] for token in own - covered if token in tokens}
    return sorted(kept | partly)


def _chain_numbers(names: Sequence[str]) -> list[str]:
    usable = all(name.isascii() and name.isdigit() and len(name) < 10 for name in names)
    return (
        list(names)
        if usable and len(set(names)) == len(names)
        else [str(n + 1) for n in range(len(names))]
    )


def _chained(mention: Mention, name: str, chain: tuple[str, int, str], linking: bool) -> str:
    number, position, kind = chain
    value = escaped(mention.attribute(name))
    if linking:
        return f"{value or '*'}->{number}-{position}"
    return f"{value or escaped(kind) or '*'}[{number}]"


def _item(value: str, number: str) -> str:
    return f"{escaped(value) or '*'}[{number}]" if number else escaped(value) or "*"


def _blank(items: Sequence[str]) -> str:
    return joined_items("*" for _ in items)
