"""From mentions, entities and links to the lines of an `.ann` file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count

from coindex.core.annotation import Annotated, Annotation, Entity, Link, Mention, Relation
from coindex.formats.brat.lines import encoded
from coindex.formats.brat.reader import APART, DEFAULT_TYPE, SPLIT
from coindex.formats.markup import Positions
from coindex.formats.standoff import characters

_RAW = re.compile(r"[ERAMNT]\d+|#\d+|A|\*")
_OWN = re.compile(r"T\d+")


def annotation_lines(item: Annotated, coreference: str) -> Iterator[str]:
    """All lines, without mentions that contain no word."""
    writing = _Writing(item, coreference)
    yield from writing.mentions()
    yield from writing.entities()
    yield from writing.links()
    yield from writing.raw()


class _Writing:
    def __init__(self, item: Annotated, coreference: str) -> None:
        self.document, self.annotation, self.coreference = *item, coreference
        self.positions = Positions(self.annotation.mentions)
        self.places = [characters(self.document, mention) for mention in self.annotation.mentions]
        self.kept = [(name, rest) for name, rest in self.annotation.attributes if is_raw(name)]
        self.names = self._names()
        self.entity = self._entity_numbers(self.annotation)
        self.fresh = {letter: self._fresh(letter) for letter in "RA#"}

    def _fresh(self, letter: str) -> Iterator[str]:
        taken = {name for name, _ in self.kept}
        return (name for number in count(1) if (name := f"{letter}{number}") not in taken)

    def _names(self) -> list[str]:
        """The id of each mention, if it is a brat id and unique; mentions without words
        have none.
        """
        taken = {name for name, _ in self.kept}
        own = []
        for mention, places in zip(self.annotation.mentions, self.places, strict=True):
            fits = bool(places) and bool(_OWN.fullmatch(mention.id)) and mention.id not in taken
            own.append(mention.id if fits else "")
            taken.add(own[-1])
        unused = (name for number in count(1) if (name := f"T{number}") not in taken)
        return [
            name or (next(unused) if places else "")
            for name, places in zip(own, self.places, strict=True)
        ]

    def _entity_numbers(self, annotation: Annotation) -> dict[int, int]:
        numbers: dict[int, int] = {}
        for number, entity in enumerate(annotation.entities):
            for index in self._indices(entity.mentions):
                numbers.setdefault(index, number)
        return numbers

    def _indices(self, mentions: Iterable[Mention]) -> list[int]:
        """The positions of mentions in the list, without those that have no name."""
        indices = (self.positions.of(mention) for mention in mentions)
        return [index for index in indices if index is not None and self.names[index]]

    def mentions(self) -> Iterator[str]:
        consumed = set(self._typed_by_attribute())
        for index, (name, mention) in enumerate(
            zip(self.names, self.annotation.mentions, strict=True)
        ):
            if not name:
                continue
            entity = self.annotation.entities[self.entity[index]] if index in self.entity else None
            kind = mention.attributes[0][1] if index in consumed else entity.type if entity else ""
            places = self.places[index]
            text = " ".join(
                " ".join(self.document.text[start:end].split()) for start, end in places
            )
            offsets = ";".join(f"{start} {end}" for start, end in places)
            yield f"{name}\t{encoded(kind or DEFAULT_TYPE)} {offsets}\t{text}\n"
            yield from self._attribute_lines(name, mention, mention.attributes[index in consumed :])
            if entity and len(self._indices(entity.mentions)) == 1:
                yield self._attribute("Singleton", name)

    def _typed_by_attribute(self) -> Iterator[int]:
        """Mentions whose first attribute is the type of the text-bound annotation, as the reader
        creates them.
        """
        for index, mention in enumerate(self.annotation.mentions):
            kind = _own_type(mention)
            if index not in self.entity:
                if kind and kind != DEFAULT_TYPE:
                    yield index
                continue
            entity = self.annotation.entities[self.entity[index]]
            if kind and not entity.type and _differ(entity):
                yield index

    def _attribute_lines(
        self, name: str, mention: Mention, attributes: Iterable[tuple[str, str]]
    ) -> Iterator[str]:
        own = (
            ("Kind", mention.kind),
            ("Reference", mention.reference),
            ("Subtype", mention.subtype),
        )
        for key, value in (*((key, str(value)) for key, value in own if value), *attributes):
            if key.startswith("#"):
                yield (
                    f"{next(self.fresh['#'])}\t{encoded(key[1:])} "
                    f"{name}\t{' '.join(value.splitlines())}\n"
                )
            else:
                yield self._attribute(key, name, value)

    def _attribute(self, key: str, target: str, value: str = "") -> str:
        return f"{next(self.fresh['A'])}\t{encoded(key)} {target} {encoded(value)}".rstrip() + "\n"

    def entities(self) -> Iterator[str]:
        for entity in self.annotation.entities:
            names = [self.names[index] for index in self._indices(entity.mentions)]
            if len(names) > 1:
                yield f"*\t{self.coreference} {' '.join(names)}\n"

    def links(self) -> Iterator[str]:
        for link in self.annotation.links:
            anaphor, antecedents = self._indices([link.anaphor]), self._indices(link.antecedents)
            if anaphor and antecedents:
                yield from self._link(link, anaphor[0], antecedents)

    def _link(self, link: Link, anaphor: int, antecedents: list[int]) -> Iterator[str]:
        identity = link.relation is Relation.IDENTITY
        kind = self.coreference if identity else link.relation.capitalize()
        split = SPLIT if len(antecedents) > 1 else ""
        for number, antecedent in enumerate(antecedents):
            name = next(self.fresh["R"])
            yield (
                f"{name}\t{split}{kind} Arg1:{self.names[anaphor]} Arg2:{self.names[antecedent]}\n"
            )
            if number == 0:
                yield from (self._attribute(*quality) for quality in self._qualities(link, name))
            same = anaphor in self.entity and self.entity[anaphor] == self.entity.get(antecedent)
            if identity and not split and not same:
                yield self._attribute(APART, name)

    def _qualities(self, link: Link, name: str) -> Iterator[tuple[str, str, str]]:
        if link.subtype:
            yield "Subtype", name, link.subtype
        if link.optional:
            yield "Optional", name, ""
        yield from ((key, name, value) for key, value in link.attributes)

    def raw(self) -> Iterator[str]:
        for name, rest in self.kept:
            yield f"{next(self.fresh['A']) if name == 'A' else name}\t{rest}\n"


def is_raw(name: str) -> bool:
    """Whether an attribute of an annotation is a line that the reader kept unchanged."""
    return _RAW.fullmatch(name) is not None


def _own_type(mention: Mention) -> str:
    return (
        mention.attributes[0][1]
        if mention.attributes[:1] and mention.attributes[0][0] == "type"
        else ""
    )


def _differ(entity: Entity) -> bool:
    """Whether all mentions have a type, and not all the same one."""
    types = {_own_type(mention) for mention in entity.mentions}
    return len(types) > 1 and "" not in types
