"""Mentions, entities and links from the columns of a coreference layer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from coindex.core import chains
from coindex.core.annotation import Annotation, Entity, Link, Mention, Relation
from coindex.core.document import Span
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats.webanno.layout import TsvLayer, split_items, unescaped
from coindex.formats.webanno.links import SPLIT, joins, meaning
from coindex.formats.webanno.rows import RowUnit

_NUMBERED = re.compile(r"(.*)(?<!\\)\[(\d{1,9})\]", re.S)
_CHAINED = re.compile(r"(.*)->(\d{1,9})-(\d{1,9})(?:\[\d+\])?", re.S)
_RELATED = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d{1,9})_(\d{1,9})\])?")

Key = tuple[str, int]
"""The number of a mention, or the row of one without a number."""


@dataclass(slots=True)
class _Draft:
    tokens: list[int] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    chain: str = ""


class Coreference:
    """Collects the values in the rows of one document."""

    def __init__(self, units: Sequence[RowUnit], problems: Problems, path: str) -> None:
        self._units, self._problems, self._path = units, problems, path
        self._drafts: dict[Key, _Draft] = {}
        self._relations: list[tuple[str, Key, Key]] = []
        self._grouped = False

    def add_spans(self, layer: TsvLayer, column: int) -> None:
        for index, unit in enumerate(self._units):
            cells = unit.row.cells[column : column + len(layer.columns)]
            seen = set[Key]()
            for name, cell in zip(layer.columns, cells, strict=False):
                for item in split_items(cell) if cell != "_" else ():
                    match = _NUMBERED.fullmatch(item)
                    key = (match[2], 0) if match and int(match[2]) else ("", index)
                    draft = self._drafts.setdefault(key, _Draft())
                    if key not in seen:
                        draft.tokens.extend(range(*unit.span))
                        seen.add(key)
                    value = match[1] if match else item
                    if value not in ("*", "_"):
                        draft.values.setdefault(name, unescaped(value))

    def add_chains(self, layer: TsvLayer, column: int) -> None:
        self._grouped = True
        for unit in self._units:
            cells = unit.row.cells[column : column + len(layer.columns)]
            linking = next((place for place, cell in enumerate(cells) if "->" in cell), None)
            if linking is None:
                continue
            others = [
                (name, split_items(cell)) for name, cell in zip(layer.columns, cells, strict=False)
            ]
            for place, item in enumerate(split_items(cells[linking])):
                match = _CHAINED.fullmatch(item)
                if match is None:
                    self._report(
                        "malformed chain cell", unit, repr(item[:60]), leniently("ignores it")
                    )
                    continue
                draft = self._drafts.setdefault(
                    (f"{match[2]}-{match[3]}", 0), _Draft(chain=match[2])
                )
                draft.tokens.extend(range(*unit.span))
                for name, items in others:
                    text = match[1] if name == layer.columns[linking] else _at(items, place)
                    if text not in ("*", "_", ""):
                        draft.values.setdefault(name, unescaped(text))

    def add_links(self, layer: TsvLayer, column: int) -> None:
        self._grouped = True
        rows = {unit.row.address: index for index, unit in enumerate(self._units)}
        for index, unit in enumerate(self._units):
            cells = unit.row.cells[column : column + len(layer.columns)]
            if not cells or cells[-1] == "_":
                continue
            labels = split_items(cells[0]) if len(cells) > 1 else []
            for place, item in enumerate(split_items(cells[-1])):
                match = _RELATED.fullmatch(item)
                if match is None or match[1] not in rows:
                    self._report(
                        "malformed relation", unit, repr(item[:60]), leniently("ignores it")
                    )
                    continue
                anaphor, antecedent = (
                    self._key(match[2], rows[match[1]]),
                    self._key(match[3], index),
                )
                if anaphor not in self._drafts or antecedent not in self._drafts:
                    self._report(
                        "dangling reference", unit, item, leniently("ignores the relation")
                    )
                    continue
                label = unescaped(_at(labels, place))
                self._relations.append(("" if label in ("*", "_") else label, anaphor, antecedent))

    def _key(self, number: str | None, row: int) -> Key:
        return (number, 0) if number and int(number) else ("", row)

    def annotation(self, document: str, type_column: str) -> Annotation:
        keys = sorted(self._drafts, key=self._position)
        groups = self._groups(keys) if self._grouped else []
        types = {
            key: self._drafts[group[0]].values.get(type_column, "")
            for _, group in groups
            for key in group
        }
        mentions = {key: self._mention(key, type_column, types.get(key, "")) for key in keys}
        entities = tuple(
            Entity(name, tuple(mentions[key] for key in group), types[group[0]])
            for name, group in groups
        )
        links = tuple(_links(self._relations, mentions))
        return Annotation(
            document, mentions=tuple(mentions.values()), entities=entities, links=links
        )

    def _groups(self, keys: list[Key]) -> list[tuple[str, list[Key]]]:
        """Entities by name: chains keep their number, others are numbered in order of first
        mention.
        """
        if keys and self._drafts[keys[0]].chain:
            named: dict[str, list[Key]] = {}
            for key in keys:
                named.setdefault(self._drafts[key].chain, []).append(key)
            return list(named.items())
        pairs = [
            (antecedent, anaphor) for label, anaphor, antecedent in self._relations if joins(label)
        ]
        return [
            (str(number), group) for number, group in enumerate(chains.connected(keys, pairs), 1)
        ]

    def _position(self, key: Key) -> tuple[int, int, list[int], str]:
        """The order of `in_order`."""
        tokens = self._drafts[key].tokens
        return tokens[0], -tokens[-1], tokens, key[0]

    def _mention(self, key: Key, type_column: str, entity_type: str) -> Mention:
        draft = self._drafts[key]
        values = draft.values.items()
        attributes = [
            (name, value) for name, value in values if (name, value) != (type_column, entity_type)
        ]
        return Mention(
            tuple(_runs(draft.tokens)),
            id="" if draft.chain else key[0],
            attributes=tuple(attributes),
        )

    def _report(self, message: str, unit: RowUnit, detail: str, remedy: Remedy | str) -> None:
        self._problems.report(
            message, path=self._path, line=unit.row.line, column=1, detail=detail, remedy=remedy
        )


def _links(
    relations: Sequence[tuple[str, Key, Key]], mentions: dict[Key, Mention]
) -> Iterator[Link]:
    """One link for each labelled relation; those of split antecedents are collected at the place of
    the first.
    """
    split: dict[Key, list[Mention]] = {}
    for label, anaphor, antecedent in relations:
        if label == SPLIT:
            split.setdefault(anaphor, []).append(mentions[antecedent])
    for label, anaphor, antecedent in relations:
        if label == SPLIT and anaphor in split:
            parts = tuple(split.pop(anaphor))
            yield Link(mentions[anaphor], parts, Relation.IDENTITY, "" if len(parts) > 1 else SPLIT)
        elif label and label != SPLIT:
            relation, subtype = meaning(label)
            yield Link(mentions[anaphor], (mentions[antecedent],), relation, subtype)


def _runs(tokens: list[int]) -> Iterator[Span]:
    ordered = sorted(set(tokens))
    for _, run in groupby(enumerate(ordered), key=lambda pair: pair[1] - pair[0]):
        members = [token for _, token in run]
        yield Span(members[0], members[-1] + 1)


def _at(items: Sequence[str], place: int) -> str:
    """The item that corresponds to another column's item, without its number."""
    item = items[place] if place < len(items) else items[-1] if items else ""
    match = _NUMBERED.fullmatch(item)
    return match[1] if match else item
