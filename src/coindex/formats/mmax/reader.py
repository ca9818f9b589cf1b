"""Reads one document of MMAX2 from its words and levels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    in_order,
)
from coindex.core.chains import connected
from coindex.core.document import Document, Span
from coindex.core.messages import Message
from coindex.core.remedies import leniently
from coindex.formats.building import Builder
from coindex.formats.markup import (
    Xml,
    content,
    local,
    truncated,
    xml,
)
from coindex.formats.running import joined
from coindex.io.files import File

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_STRUCTURE = frozenset({"id", "span", "mmax_level"})
_NOTHING = frozenset({"", "empty"})

KINDS = {
    "ne": Kind.NAME,
    "defnp": Kind.NOMINAL,
    "indefnp": Kind.NOMINAL,
    "pper": Kind.PERSONAL,
    "ppos": Kind.POSSESSIVE,
    "prefl": Kind.REFLEXIVE,
    "prf": Kind.REFLEXIVE,
    "prel": Kind.RELATIVE,
    "prels": Kind.RELATIVE,
    "pds": Kind.DEMONSTRATIVE,
    "zero": Kind.ZERO,
}
"""The meaning of the values of `np_form`; other values do not determine the kind."""

_REFERENCES = {
    "discourse_cataphor": Reference.CATAPHORIC,
    "cataphor": Reference.CATAPHORIC,
    "exophoric": Reference.EXOPHORIC,
    "other": Reference.OTHER,
    "non-referring": Reference.NONREFERENTIAL,
    "nonreferring": Reference.NONREFERENTIAL,
    "expletive": Reference.NONREFERENTIAL,
}


class LevelNames(Protocol):
    """The names of levels and attributes, separated by spaces."""

    @property
    def levels(self) -> str: ...

    @property
    def sets(self) -> str: ...

    @property
    def pointers(self) -> str: ...

    def kind(self, level: str) -> str: ...


class _Markable(NamedTuple):
    key: str
    element: Element
    mention: Mention


class _Level(NamedTuple):
    name: str
    source: Xml
    elements: list[Element]


class MmaxReading:
    """One document: its words, and the markables of all levels."""

    def __init__(self, format: LevelNames, source: Xml, id: str) -> None:
        self.format, self.source, self.id = format, source, id
        self.places: dict[str, int] = {}
        self.words = [element for element in source.root.iter() if local(element) == "word"]
        for index, element in enumerate(self.words):
            name = element.get("id", "")
            if not name or name in self.places:
                source.report(
                    "word id is missing or occurs twice",
                    element,
                    detail=name,
                    remedy=leniently("uses the first"),
                )
            self.places.setdefault(name, index)
        if not self.words:
            raise truncated(source.file, "no words")

    def result(self, files: list[tuple[str, File]]) -> Annotated:
        levels = []
        for name, file in files:
            source = xml(file, self.source.problems)
            levels.append(
                _Level(name, source, [e for e in source.root.iter() if local(e) == "markable"])
            )
        document = self._document(levels)
        return Annotated(document, self._annotation(document, levels))

    def _document(self, levels: list[_Level]) -> Document:
        ends = self._boundaries(
            level for level in levels if self.format.kind(level.name) == "sentences"
        )
        breaks = self._boundaries(
            level for level in levels if self.format.kind(level.name) == "paragraphs"
        )
        builder, paragraph = Builder(self.id), 0
        for index, element in enumerate(self.words):
            if index in breaks or index in ends:
                builder.end_sentence(paragraph=paragraph)
            paragraph += index in breaks and bool(builder.sentences)
            form = content(element).strip() or "_"
            other = [
                f"{key}={value}"
                for key, value in _items(element)
                if key not in ("id", "pos", "lemma")
            ]
            builder.word(
                form,
                xpos=element.get("pos", ""),
                lemma=element.get("lemma", ""),
                misc="|".join(other),
            )
        builder.end_sentence(paragraph=paragraph)
        return builder.document()

    def _boundaries(self, levels: Iterable[_Level]) -> set[int]:
        """The words at which a unit begins, or those after its end."""
        boundaries: set[int] = set()
        taken = 0
        for level in levels:
            spans = (
                (self._parts(level, element), number)
                for number, element in enumerate(level.elements)
            )
            units = sorted((parts, number) for parts, number in spans if parts)
            for parts, number in units:
                if parts[0].start < taken:
                    level.source.report(
                        Message("{level} overlaps another", level=level.name),
                        level.elements[number],
                        detail=level.elements[number].get("span", ""),
                        remedy=leniently("splits at both beginnings"),
                    )
                taken = max(taken, parts[-1].end)
                boundaries.update((parts[0].start, parts[-1].end))
        return boundaries

    def _parts(self, level: _Level, element: Element) -> tuple[Span, ...]:
        """`word_1..word_4,word_7` as spans; consecutive words form one."""
        spans = []
        for piece in element.get("span", "").split(","):
            first, _, last = piece.strip().partition("..")
            start, end = self.places.get(first), self.places.get(last or first)
            if start is None or end is None or end < start:
                level.source.report(
                    "span contains words that are not in the document",
                    element,
                    detail=piece,
                    remedy=leniently("leaves it out"),
                )
            else:
                spans.append(Span(start, end + 1))
        return joined(spans)

    def _annotation(self, document: Document, levels: list[_Level]) -> Annotation:
        chosen = self._chosen([level for level in levels if not self.format.kind(level.name)])
        markables: dict[str, _Markable] = {}
        for number, level in enumerate(chosen):
            for element in level.elements:
                self._add(markables, level, element, prefix=f"{level.name}:" if number else "")
        sources = {level.name: level.source for level in chosen}
        main = chosen[0].source if chosen else self.source
        links = [
            link
            for markable in markables.values()
            for link in self._links(markable, markables, sources, main)
        ]
        mentions = in_order([markable.mention for markable in markables.values()])
        rank = {id(mention): number for number, mention in enumerate(mentions)}
        links.sort(key=lambda link: rank[id(link.anaphor)])
        return Annotation(
            document.id,
            mentions=mentions,
            entities=self._entities(mentions, links),
            links=tuple(links),
        )

    def _chosen(self, levels: list[_Level]) -> list[_Level]:
        """The levels with mentions, the one with the most coreference first: its markables keep
        their ids.
        """
        names = self.format.levels.split()
        if names:
            return sorted(
                (level for level in levels if level.name in names),
                key=lambda level: names.index(level.name),
            )
        keys = [*self.format.sets.split(), *self.format.pointers.split()]
        counts = {
            level.name: sum(any(key in e.attrib for key in keys) for e in level.elements)
            for level in levels
        }
        # A level without coreference of its own may hold what the pointers of another one lead to.
        pointed = {
            target.partition(":")[0]
            for level in levels
            for element in level.elements
            for key in self.format.pointers.split()
            for target in element.get(key, "").split(";")
            if ":" in target
        }
        own = [level for level in levels if counts[level.name] or level.name in pointed]
        return sorted(own, key=lambda level: -counts[level.name])

    def _add(
        self, markables: dict[str, _Markable], level: _Level, element: Element, prefix: str
    ) -> None:
        key = prefix + element.get("id", "")
        if key == prefix or key in markables:
            level.source.report(
                "markable id is missing or occurs twice",
                element,
                detail=element.get("id", ""),
                remedy=leniently("skips it"),
            )
            return
        parts = self._parts(level, element)
        if parts:
            attributes = tuple(
                (name, value) for name, value in _items(element) if name not in _STRUCTURE
            )
            values = dict(attributes)
            markables[key] = _Markable(
                key,
                element,
                Mention(
                    parts,
                    kind=KINDS.get(values.get("np_form", "").lower(), Kind.UNKNOWN),
                    id=key,
                    reference=_reference(values),
                    attributes=attributes,
                ),
            )

    def _links(
        self,
        markable: _Markable,
        markables: Mapping[str, _Markable],
        sources: Mapping[str, Xml],
        main: Xml,
    ) -> Iterator[Link]:
        """Several antecedents are a split antecedent, or alternatives if the markable is marked as
        ambiguous: then the first is taken, and the others stay in the attributes.
        """
        level = markable.key.partition(":")[0] if ":" in markable.key else ""
        for pointer in self.format.pointers.split():
            targets = [
                name
                for name in re.split(r"[;,]", markable.element.get(pointer, ""))
                if name not in _NOTHING
            ]
            mentions = [self._target(name, level, markables) for name in targets]
            for name, target in zip(targets, mentions, strict=True):
                if target is None or target is markable.mention:
                    sources.get(level, main).report(
                        "antecedent is not another markable",
                        markable.element,
                        detail=name,
                        remedy=leniently("drops the link"),
                    )
            antecedents = tuple(
                dict.fromkeys(t for t in mentions if t is not None and t is not markable.mention)
            )
            if markable.mention.attribute("ambiguity").startswith("ambig"):
                antecedents = antecedents[:1]
            if antecedents:
                yield Link(markable.mention, antecedents)

    def _target(self, name: str, level: str, markables: Mapping[str, _Markable]) -> Mention | None:
        own = markables.get(f"{level}:{name}") if level else None
        target = own or markables.get(name) or markables.get(name.partition(":")[2])
        return target.mention if target else None

    def _entities(self, mentions: tuple[Mention, ...], links: list[Link]) -> tuple[Entity, ...]:
        """Coreference sets, and what single antecedents connect; a markable in neither is in no
        entity.
        """
        nodes: list[str] = [mention.id for mention in mentions]
        pairs = [
            (link.antecedents[0].id, link.anaphor.id)
            for link in links
            if len(link.antecedents) == 1
        ]
        in_set: dict[str, str] = {}
        firsts: dict[str, str] = {}
        for mention in mentions:
            for name in self.format.sets.split():
                value = mention.attribute(name)
                if value not in _NOTHING:
                    in_set.setdefault(mention.id, value)
                    pairs.append((firsts.setdefault(value, mention.id), mention.id))
        by_id = {mention.id: mention for mention in mentions}
        return tuple(
            Entity(
                next((in_set[id] for id in chain if id in in_set), chain[0]),
                tuple(by_id[id] for id in chain),
            )
            for chain in connected(nodes, pairs)
            if len(chain) > 1 or chain[0] in in_set
        )


def _items(element: Element) -> Iterator[tuple[str, str]]:
    return ((str(name), str(value)) for name, value in element.attrib.items())


def _reference(values: Mapping[str, str]) -> Reference:
    reference = _REFERENCES.get(values.get("referentiality", "").lower())
    anaphoric = values.get("type", "").lower() == "anaphoric"
    return reference or (Reference.ANAPHORIC if anaphoric else Reference.UNMARKED)
