"""A reader's corrections of the characters of a book: who has which names, and who is nobody.

    {"format": "coindex-characters/1", "characters": [
        {"name": "Elizabeth Bennet", "names": ["Elizabeth", "Lizzy"]},
        {"name": "Longbourn", "names": ["Longbourn"], "person": false}]}

Names of one character are merged, names of different characters are separated. What is not listed
stays as the resolver decided.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.language.nominals.names import normalised

FORMAT = "coindex-characters/1"
_AGAIN = "download it again from the page of the book"


class GivenCharacter(NamedTuple):
    """A character as a reader corrects it."""

    name: str
    names: tuple[str, ...]
    """Names and descriptions; those in the book that match belong to the character."""
    is_person: bool = True


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrected characters of a book."""

    characters: tuple[GivenCharacter, ...] = ()

    @classmethod
    def read(cls, path: Path | str) -> Corrections:
        """Read a file of corrections; raise `FormatError` if it is none."""
        try:
            value = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise FormatError(
                Message("cannot be read as JSON: {error}", error=error), path=str(path)
            ) from error
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise FormatError("not a file of characters", path=str(path), remedy=_AGAIN)
        try:
            return cls(tuple(_character(one) for one in value["characters"]))._checked(path)
        except (KeyError, TypeError) as error:
            raise FormatError(
                'a character needs "name", a string, and "names", a list of strings',
                path=str(path),
                remedy=_AGAIN,
            ) from error

    def _checked(self, path: Path | str) -> Corrections:
        names = (name for one in self.characters for name in {*map(plain, one.names)})
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise FormatError(
                Message("{name!r} belongs to two characters", name=twice[0]), path=str(path)
            )
        return self

    def applied(
        self, document: Document, annotation: Annotation
    ) -> tuple[Annotation, Mapping[str, GivenCharacter]]:
        """The annotation with corrected entities, and the corrected characters by their ids."""
        owners = {
            plain(name): number for number, one in enumerate(self.characters) for name in one.names
        }
        groups: dict[int, list[Entity]] = {}
        entities: list[Entity] = []
        for entity in annotation.entities:
            for number, part in _parts(document, entity, owners):
                if number is None:
                    entities.append(part)
                else:
                    groups.setdefault(number, []).append(part)
        ids = {entity.id for entity in entities}
        given: dict[str, GivenCharacter] = {}
        for number, parts in groups.items():
            whole = _merged(parts, ids)
            ids.add(whole.id)
            entities.append(whole)
            given[whole.id] = self.characters[number]
        entities.sort(key=lambda entity: entity.mentions[0].start)
        return replace(annotation, entities=tuple(entities)), given


def _character(value: Mapping[str, object]) -> GivenCharacter:
    name, names = value["name"], value["names"]
    if not isinstance(name, str) or not isinstance(names, list):
        raise TypeError
    if not all(isinstance(one, str) for one in names):
        raise TypeError
    return GivenCharacter(name, tuple(names), value.get("person") is not False)


def plain(words: str) -> str:
    """Words as names are compared: without capitals, and with one kind of space."""
    return normalised(" ".join(words.replace("_", "").split()))


def _words(document: Document, mention: Mention) -> str:
    named = mention.kind is Kind.NAME
    return plain(document.surface((mention.minimum or mention.span) if named else mention.span))


def _parts(
    document: Document, entity: Entity, owners: Mapping[str, int]
) -> Iterator[tuple[int | None, Entity]]:
    """Parts of an entity, each with the number of its character, if it has one."""
    names = [mention for mention in entity.mentions if mention.kind is Kind.NAME]
    if not names:
        described = Counter(
            _words(document, one) for one in entity.mentions if not one.kind.pronominal
        )
        yield owners.get(next(iter(described.most_common(1)), ("", 0))[0]), entity
        return
    owned = {mention: owners.get(_words(document, mention)) for mention in names}
    known = [number for number in owned.values() if number is not None]
    if len({*known}) < 2:
        yield (known[0] if known else None), entity
        return
    # A pronoun or description goes with the last name before it.
    parts: dict[int, list[Mention]] = {}
    current = known[0]
    for mention in entity.mentions:
        number = owned.get(mention)
        current = current if number is None else number
        parts.setdefault(current, []).append(mention)
    for number, mentions in parts.items():
        yield number, entity._replace(mentions=tuple(mentions))


def _merged(parts: Sequence[Entity], taken: Iterable[str]) -> Entity:
    """One entity with all mentions, and the id of the largest part, if it is free."""
    largest = max(parts, key=lambda part: len(part.mentions))
    mentions = (mention for part in parts for mention in part.mentions)
    id, number = largest.id, 2
    while id in taken:
        id, number = f"{largest.id}-{number}", number + 1
    return largest._replace(
        id=id, mentions=tuple(sorted(mentions, key=lambda one: (one.start, one.end)))
    )
