"""Reads WebAnno TSV 3."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

from coindex.core import chains
from coindex.core.annotation import (
    Annotated,
    Annotation,
    Attributes,
    Entity,
    Link,
    Mention,
    Relation,
)
from coindex.core.document import ROOT, Span
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently
from coindex.formats import misc
from coindex.formats.webanno.layout import (
    DEPENDENCY,
    FORMAT,
    TOKEN_FIELDS,
    Roles,
    TsvLayer,
    default_layers,
    layer_of,
    split_items,
    unescaped,
)
from coindex.formats.webanno.links import SPLIT, joins, meaning
from coindex.formats.webanno.rows import Assembly, RowUnit, TsvRow, row_of
from coindex.io.files import File

MOST_COLUMNS = 1000
"""More columns than any scheme has: such a header is damaged."""

_HEADER = re.compile(r"#([^=\s]+)=(.*)")


def document_of(file: File, problems: Problems, roles: Roles, *, chains: bool = False) -> Annotated:
    return _Reading(file, problems).document(roles, chains=chains)


class _Reading:
    """One file, which is one document."""

    def __init__(self, file: File, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._assembly = Assembly()
        self._layers: list[TsvLayer] = []
        self._meta: dict[str, str] = {}
        self._format = ""
        self._rows: list[TsvRow] = []
        self._texts: list[str] = []
        self._sentence = ""
        self._seen = (0, 0)

    def document(self, roles: Roles, *, chains: bool) -> Annotated:
        for number, line in enumerate(self._file.lines(self._problems), 1):
            if number == 1 and not line.startswith("#FORMAT=WebAnno TSV 3"):
                self._report("no #FORMAT=WebAnno TSV 3", 1, repr(line[:40]), leniently("reads on"))
            if line.startswith("#"):
                self._comment(line, number)
            elif line.strip():
                self._row(line, number)
            else:
                self._end_sentence()
        self._end_sentence()
        if not self._assembly.tokens:
            raise FormatError(
                "contains no tokens",
                path=self._file.label,
                line=1,
                remedy="the file may be truncated",
            )
        return self._annotated(roles, chains=chains)

    def _comment(self, line: str, number: int) -> None:
        match = _HEADER.fullmatch(line)
        key, value = (match[1], match[2]) if match else ("", "")
        if key == "Text":
            if self._rows:
                self._end_sentence()
            self._texts.append(unescaped(value))
        elif key == "Sentence.id":
            self._end_sentence()
            self._sentence = value
        elif key == "FORMAT":
            self._format = value
        elif key in ("T_SP", "T_CH", "T_RL"):
            if self._seen[0]:
                self._report(
                    "layer declared after tokens", number, key, leniently("ignores the layer")
                )
            else:
                self._layers.append(layer_of(key[2:], value))
        elif key:
            self._meta[key] = value

    def _row(self, line: str, number: int) -> None:
        row = row_of(line, number)
        if row is None:
            remedy = leniently("leaves it out", "a row is sentence-token, begin-end, form, cells")
            self._report("malformed row", number, repr(line[:60]), remedy)
            return
        width, cells = self._width, row.cells
        if len(cells) < width or any(cell not in ("", "_") for cell in cells[width:]):
            remedy = leniently(
                "treats missing ones as empty", Message("the header declares {width}", width=width)
            )
            self._report("wrong number of columns", number, str(len(cells)), remedy)
        before, self._seen = self._seen, (row.sentence, row.token)
        follows = row.sentence == before[0] and row.token == before[1] + (0 if row.part else 1)
        if not follows and not (row.sentence == before[0] + 1 and row.token == 1):
            remedy = leniently("continues", "rows may be missing or shuffled")
            self._report("token number out of order", number, row.address, remedy)
        form = (
            unescaped(row.form)
            if "\\" in row.form and row.end - row.start < len(row.form)
            else row.form
        )
        padded = (*(cell or "_" for cell in cells[:width]), *("_",) * (width - len(cells)))
        self._rows.append(row._replace(cells=padded, form=form))

    def _end_sentence(self) -> None:
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        texts, self._texts = self._texts, []
        name, self._sentence = self._sentence, ""
        for row, message in self._assembly.sentence(rows, "\n".join(texts), name):
            self._report(
                message,
                row.line,
                f"{row.start}-{row.end}",
                leniently("uses the tokens in their order"),
            )

    def _annotated(self, roles: Roles, *, chains: bool) -> Annotated:
        name, units = self._file.id, self._assembly.units
        mention, link = roles.coreference(self._layers)
        self._fill_tokens([layer for layer in self._layers if layer not in (mention, link)])
        document = self._assembly.document(name, self._meta)
        annotation = Annotation(name)
        if mention:
            coreference = Coreference(units, self._problems, self._file.label)
            column, type_column = self._column(mention), roles.type_column(mention)
            if mention.kind == "CH":
                coreference.add_chains(mention, column)
            else:
                coreference.add_spans(mention, column)
            if link:
                coreference.add_links(link, self._column(link))
            annotation = coreference.annotation(name, type_column)
        item = Annotated(document, annotation)
        attributes: Attributes = () if self._format == FORMAT else (("FORMAT", self._format),)
        if tuple(self._layers) != default_layers(item, chains=chains):
            attributes += tuple(
                (f"T_{layer.kind}", str(layer).partition("=")[2]) for layer in self._layers
            )
        return Annotated(document, replace(annotation, attributes=attributes))

    @cached_property
    def _width(self) -> int:
        width = sum(len(layer.columns) for layer in self._layers)
        if width > MOST_COLUMNS:
            message = Message(
                "more than {most_columns} columns declared", most_columns=MOST_COLUMNS
            )
            raise FormatError(
                message, path=self._file.label, line=2, column=1, remedy="the header may be damaged"
            )
        return width

    def _column(self, layer: TsvLayer) -> int:
        return sum(len(other.columns) for other in self._layers[: self._layers.index(layer)])

    def _fill_tokens(self, layers: Sequence[TsvLayer]) -> None:
        heads = {unit.row.address: unit.span.start for unit in self._assembly.units}
        columns = [(layer, self._column(layer)) for layer in layers]
        for unit in self._assembly.units:
            if all(cell == "_" for cell in unit.row.cells):
                continue
            fields: dict[str, str | int] = {}
            kept = []
            for layer, column in columns:
                cells = unit.row.cells[column : column + len(layer.columns)]
                if unit.span.length == 1 and layer.name == DEPENDENCY and cells[-1] in heads:
                    head = heads[cells[-1]]
                    fields["head"] = ROOT if head == unit.span.start else head
                    label = dict(zip(layer.columns, cells, strict=False)).get("DependencyType", "*")
                    fields["deprel"] = "" if label == "*" else unescaped(label)
                else:
                    kept += list(_own(layer, cells, fields, whole=unit.span.length > 1))
            self._change(unit, fields, kept)

    def _change(self, unit: RowUnit, fields: dict[str, str | int], kept: list[str]) -> None:
        token = self._assembly.tokens[unit.span.start]
        if fields or kept:
            misc = "|".join(filter(None, (token.misc, *kept)))
            self._assembly.change(unit.span.start, **fields, misc=misc)

    def _report(self, message: str, line: int, detail: str, remedy: Remedy | str) -> None:
        self._problems.report(
            message, path=self._file.label, line=line, column=1, detail=detail, remedy=remedy
        )


def _own(
    layer: TsvLayer, cells: Sequence[str], fields: dict[str, str | int], *, whole: bool
) -> Iterator[str]:
    """The fields of a token from its cells; values without a field are kept in MISC."""
    for name, cell in zip(layer.columns, cells, strict=False):
        field = TOKEN_FIELDS.get((layer.name, name))
        simple = not re.search(r"(?<!\\)[\[|]", cell)
        if cell == "_" or (field and cell == "*"):
            continue
        if field and simple and not whole:
            fields[field] = unescaped(cell)
        else:
            yield f"{'whole:' if whole else ''}{layer.name}:{name}={misc.escaped(cell)}"


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
