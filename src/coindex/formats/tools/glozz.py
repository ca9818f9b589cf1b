"""Glozz (Widlöcher & Mathet 2012): a text (`.ac`) and, beside it, units, relations and schemas
(`.aa`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.markup import DECLARATION, Xml, content, escaped, file_stems, quoted, xml
from coindex.formats.records import Record
from coindex.formats.standoff import companion, original, utf16_units
from coindex.formats.tools.marks import CARRIED, MENTION, Mark, Marks, from_marks, to_marks
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

TEXT, ANNOTATION = ".ac", ".aa"
_AUTHOR, _PARAGRAPH, _CHAIN, _TYPE = "coindex", "paragraph", "CHAIN", "type"
_MODULUS = 99_999_999
"""The modulus of the check sum by which Glozz recognises the text of an annotation."""


@dataclass(frozen=True, slots=True)
class Glozz:
    """The units of a schema are an entity, and so are units that relations connect; the feature
    `type` of units is that of the entity.

    Written are units of the type `MENTION`, in schemas of the type `CHAIN`. Glozz keeps a text in
    one line: its lines are units of the type `paragraph`.
    """

    suffixes: ClassVar[tuple[str, ...]] = (ANNOTATION, TEXT)
    carries: ClassVar[frozenset[Layer]] = CARRIED
    language: str = ""
    """Code of the language of the documents, which the files do not state."""
    mentions: tuple[str, ...] = ("MENTION", "N", "PR")
    """Types of units that are mentions even if they are in no schema and no relation."""
    chain_feature: str = "REF"
    """Feature of units whose value names their entity."""
    unread_relations: tuple[str, ...] = ("ASSOC", "ASSOC_PRONOM", "ASSOCIATIVE")
    """Types of relations that are not coreference."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if "<annotations" in sample and ("<positioning" in sample or "corpusHashcode" in sample):
            return 0.95
        return 0.2 if file.suffix in self.suffixes else 0.0

    def parts(self, files: Files) -> Iterator[File]:
        """Files of annotations, and the texts beside them."""
        for file in files.with_suffix(ANNOTATION):
            yield file
            if text := companion(files, file, TEXT):
                yield text

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files.with_suffix(ANNOTATION) if len(files) > 1 else files:
            text = companion(files, file, TEXT)
            if text is None:
                problems.report(
                    "annotation without its text",
                    path=file.label,
                    remedy=leniently(
                        "leaves it out", Message("put the file {text} beside it", text=TEXT)
                    ),
                )
            else:
                yield self._document(xml(file, problems), original(text, problems))

    def _document(self, source: Xml, text: str) -> Annotated:
        units = utf16_units(text)
        characters = list(text)
        marks, chains = Marks([], []), _Chains()
        spans: dict[str, Mark] = {}
        kinds: dict[str, str] = {}
        for unit in source.root.iterfind("unit"):
            id, kind, features = _described(unit)
            place = _place(unit, units)
            if place is None:
                source.report("unit without a place", unit, detail=id, remedy=leniently("drops it"))
            elif kind == _PARAGRAPH:
                # Glozz puts a space where a paragraph ends; the length of the text stays.
                if place[1] < len(text) and text[place[1]] == " ":
                    characters[place[1]] = "\n"
            else:
                spans[id], kinds[id] = Mark(id, *place, features.get(_TYPE, "")), kind
                if name := features.get(self.chain_feature, ""):
                    chains.add(f"feature {name}", [id])
        for number, schema in enumerate(source.root.iterfind("schema")):
            ids = [one.get("id") or "" for one in schema.iterfind("positioning/embedded-unit")]
            chains.add(Message("schema {number}", number=number), ids)
        for number, relation in enumerate(source.root.iterfind("relation")):
            if _described(relation)[1].upper() not in self.unread_relations:
                ids = [one.get("id") or "" for one in relation.iterfind("positioning/term")]
                chains.add(f"relation {number}", ids)
        marks.links.extend(chains.links())
        marks.spans.extend(
            mark for id, mark in spans.items() if id in chains.ids or kinds[id] in self.mentions
        )
        record = Record({}, source.problems, source.file.label)
        return from_marks(record, source.file.id, "".join(characters), marks, self.language)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        names = file_stems()
        for item in items:
            name = names(item.document.id)
            text = _one_line(item.document.text)
            yield Chunk(f"{text}\n", f"{name}{TEXT}")
            yield Chunk("".join(_written(item, f"{text}\n")), f"{name}{ANNOTATION}")


class _Chains:
    """Units that refer to the same, by the names of what says so."""

    def __init__(self) -> None:
        self._members: dict[str, list[str]] = {}
        self.ids: set[str] = set()

    def add(self, name: str, ids: Iterable[str]) -> None:
        members = self._members.setdefault(name, [])
        members += ids
        self.ids.update(members)

    def links(self) -> Iterator[tuple[str, str]]:
        for members in self._members.values():
            yield from pairwise(members)


def _described(element: Element) -> tuple[str, str, dict[str, str]]:
    """Id, type and features of a unit, relation or schema."""
    kind = element.find("characterisation/type")
    features = {
        one.get("name") or "": content(one).strip()
        for one in element.iterfind("characterisation/featureSet/feature")
    }
    return element.get("id") or "", content(kind).strip() if kind is not None else "", features


def _place(unit: Element, units: list[int]) -> tuple[int, int] | None:
    """The characters of a unit; Glozz counts UTF-16 units, as Java does."""
    edges = []
    for edge in ("start", "end"):
        position = unit.find(f"positioning/{edge}/singlePosition")
        index = position.get("index") or "" if position is not None else ""
        if not (index.isascii() and index.isdecimal() and len(index) < 12):
            return None
        edges.append(units[int(index)] if int(index) < len(units) else int(index))
    return edges[0], edges[1]


def _one_line(text: str) -> str:
    """The text as one line, of the same length; characters that a text file cannot hold become
    spaces.
    """
    clean = "".join(" " if character in "\n\r\0" else character for character in text)
    return " " + clean[1:] if clean.startswith("\ufeff") else clean


def _check_sum(text: str) -> str:
    code, stored = 1, text.encode()
    for byte in stored:
        code = code * byte % _MODULUS
    return f"{len(stored)}-{code}"


def _written(item: Annotated, text: str) -> Iterator[str]:
    marks = to_marks(item)
    own = item.document.text
    places = [0]
    for character in own:
        places.append(places[-1] + 1 + (character > "\uffff"))
    yield f"{DECLARATION}<annotations>\n<metadata corpusHashcode={quoted(_check_sum(text))}/>\n"
    number, start = 0, 0
    for line in own.split("\n"):
        end = start + len(line)
        number += 1
        yield _unit(number, _PARAGRAPH, {}, (places[start], places[end]))
        start = end + 1
    ids: dict[str, int] = {}
    for mark in marks.spans:
        number += 1
        ids[mark.id] = number
        features = {_TYPE: mark.label} if mark.label != MENTION else {}
        yield _unit(number, MENTION.upper(), features, (places[mark.start], places[mark.end]))
    before, chains, first = dict(marks.links), dict[str, list[str]](), dict[str, str]()
    for mark in marks.spans:
        begin = first[mark.id] = first.get(before.get(mark.id, ""), mark.id)
        chains.setdefault(begin, []).append(mark.id)
    for chain in chains.values():
        number += 1
        inside = "".join(f'<embedded-unit id="{_AUTHOR}_{ids[id]}"/>\n' for id in chain)
        yield _element("schema", number, _CHAIN, {}, inside)
    yield "</annotations>\n"


def _unit(number: int, kind: str, features: Mapping[str, str], place: tuple[int, int]) -> str:
    start, end = (f'<singlePosition index="{at}"/>' for at in place)
    inside = f"<start>{start}</start>\n<end>{end}</end>\n"
    return _element("unit", number, kind, features, inside)


def _element(name: str, number: int, kind: str, features: Mapping[str, str], inside: str) -> str:
    """An element with the data that Glozz wants: its id is author and date."""
    listed = "".join(
        f"<feature name={quoted(key)}>{escaped(value)}</feature>" for key, value in features.items()
    )
    return (
        f'<{name} id="{_AUTHOR}_{number}">\n<metadata><author>{_AUTHOR}</author>'
        f"<creation-date>{number}</creation-date></metadata>\n"
        f"<characterisation><type>{kind}</type><featureSet>{listed}</featureSet>"
        f"</characterisation>\n<positioning>\n{inside}</positioning>\n</{name}>\n"
    )
