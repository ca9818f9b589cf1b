"""Spans of characters with labels, and relations between them: what span annotation tools have in
common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from coindex.core.annotation import Annotated, Entity, Mention, in_order
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.building import TokenOffsets, from_text, with_mentions
from coindex.formats.records import Record, records
from coindex.formats.standoff import characters, own
from coindex.io.files import File, Files

MENTION, COREFERENCE = "Mention", "coreference"
"""Labels of spans of entities without a type, and of relations, as they are written."""
MARKABLE = "Markable"
"""Label of a span that is a mention in no entity. Other spans without relations are entities."""
_UNTYPED = frozenset({"", "mention", "mentions", "coref", "entity", "span", MARKABLE.casefold()})
CARRIED = frozenset(
    {
        *(Layer.TEXT, Layer.TOKENS, Layer.SPACING, Layer.MENTIONS, Layer.MARKABLES),
        *(Layer.ENTITIES, Layer.SINGLETONS, Layer.TYPES),
    }
)


class Mark(NamedTuple):
    """A span of characters, half-open."""

    id: str
    start: int
    end: int
    label: str = ""


class Marks(NamedTuple):
    """The spans of a text, and pairs of their ids that refer to the same entity."""

    spans: list[Mark]
    links: list[tuple[str, str]]


def tasks(
    files: Files, problems: Problems, recognise: Callable[[File], float]
) -> Iterator[tuple[Record, str]]:
    """The records of the files that are recognised, each with a name for a document without one."""
    for file in own(files, (file for file in files if recognise(file))):
        for number, record in enumerate(records(file, problems), 1):
            yield record, f"{file.id}-{number}"


def from_marks(record: Record, name: str, text: str, marks: Marks, language: str) -> Annotated:
    """The document with an entity for all spans that are linked; a span without links is an entity
    of its own, or in none if that is its label.
    """
    if not text:
        record.report("no text", "text is missing")
    sound = [mark for mark in marks.spans if _is_inside(record, mark, text)]
    # Words are cut at the edges of spans: tools let people mark parts of words.
    edges = {edge for mark in sound for edge in (mark.start, mark.end)}
    document = from_text(name, text, edges, language=language)
    offsets = TokenOffsets(document)
    mentions: dict[str, Mention] = {}
    for mark in sound:
        span = offsets.span(mark.start, mark.end)
        if span is None:
            record.report("span without a word", f"{mark.start}-{mark.end}")
        else:
            mentions[mark.id] = Mention((span,))
    groups = _Groups(mentions)
    for first, second in marks.links:
        if first in mentions and second in mentions:
            groups.join(first, second)
        else:
            record.report("relation of a span that is missing", f"{first} and {second}")
    labels = {mark.id: mark.label for mark in sound}
    entities, alone = [], []
    for ids in groups.all():
        if len(ids) == 1 and labels[ids[0]].casefold() == MARKABLE.casefold():
            alone.append(mentions[ids[0]])
        else:
            members = in_order(list({mentions[id] for id in ids}))
            entities.append(Entity("", members, _type(labels[id] for id in ids)))
    entities.sort(key=lambda entity: entity.mentions[0].parts)
    numbered = [one._replace(id=str(number)) for number, one in enumerate(entities, 1)]
    annotation = with_mentions(name, numbered)
    whole = in_order([*annotation.mentions, *alone])
    return Annotated(document, replace(annotation, mentions=whole))


def _is_inside(record: Record, mark: Mark, text: str) -> bool:
    inside = 0 <= mark.start < mark.end <= len(text)
    if not inside:
        record.report("span outside the text", f"{mark.start}-{mark.end}")
    return inside


def _type(labels: Iterable[str]) -> str:
    """The label that most spans have, unless it says nothing."""
    named = [label for label in labels if label.casefold() not in _UNTYPED]
    return Counter(named).most_common(1)[0][0] if named else ""


class _Groups:
    """Spans by their ids that belong together; equal spans always do."""

    def __init__(self, mentions: dict[str, Mention]) -> None:
        self._group = {id: id for id in mentions}
        first: dict[Mention, str] = {}
        for id, mention in mentions.items():
            self.join(first.setdefault(mention, id), id)

    def join(self, first: str, second: str) -> None:
        self._group[self._root(second)] = self._root(first)

    def _root(self, id: str) -> str:
        while self._group[id] != id:
            self._group[id] = self._group[self._group[id]]
            id = self._group[id]
        return id

    def all(self) -> Iterator[list[str]]:
        groups: dict[str, list[str]] = {}
        for id in self._group:
            groups.setdefault(self._root(id), []).append(id)
        yield from groups.values()


def to_marks(item: Annotated) -> Marks:
    """The mentions of entities, each linked to the one before, and the mentions in no entity. Zero
    pronouns have no characters. Of a mention with several parts the whole stretch is taken.
    """
    document, annotation = item
    marks: list[Mark] = []
    links: list[tuple[str, str]] = []

    def add(mention: Mention, label: str) -> str:
        """The id of the mention's mark; empty if it has none."""
        places = [place for place in characters(document, mention) if place[0] < place[1]]
        if not places:
            return ""
        marks.append(Mark(str(len(marks) + 1), places[0][0], places[-1][1], label))
        return marks[-1].id

    for entity in annotation.entities:
        before = ""
        for mention in entity.mentions:
            if id := add(mention, entity.type or MENTION):
                links += [(id, before)] if before else []
                before = id
    members = annotation.entity_of()
    for mention in annotation.mentions:
        if mention not in members:
            add(mention, MARKABLE)
    return Marks(marks, links)
