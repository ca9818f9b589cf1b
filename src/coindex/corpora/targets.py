"""The mini-discourses' targets: what a response must say, and must not say, about a few of their mentions."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from coindex.core.annotation import Annotated, Entity, Mention
from coindex.core.errors import FormatError, suggestion

NONE = "none"


class Target(NamedTuple):
    """A mention and the entities that it takes up, or, if not `same`, the entity that it must not be linked with.

    Without entities the mention does not refer; several entities are a split antecedent.
    """

    mention: Mention
    entities: tuple[Entity, ...]
    same: bool = True


def folder() -> Path:
    """The folder of the mini-discourses, with a subfolder for each phenomenon."""
    return Path(__file__).parent / "minis"


def targets(item: Annotated) -> tuple[Target, ...]:
    """The targets in the header of a mini-discourse: `she = ann; her/2 != bea; it = none; they = ann+bea`."""
    return tuple(_target(part.strip(), item) for part in item.document.meta.get("targets", "").split(";"))


def _target(notation: str, item: Annotated) -> Target:
    name, equals, labels = notation.partition(" = ")
    same = bool(equals)
    if not same:
        name, equals, labels = notation.partition(" != ")
    if not equals:
        raise _error(item, f"{notation!r} is not a target", "write: words = label, or words != label")
    mention = _mention(name, item)
    if labels == NONE:
        return Target(mention, (), same)
    return Target(mention, tuple(_entity(label, item) for label in labels.split("+")), same)


def _mention(name: str, item: Annotated) -> Mention:
    """The mention of these words, in any case; `/2` is the second of several."""
    words, _, place = name.partition("/")
    alike = [m for m in item.annotation.mentions if m.text(item.document).lower() == words.lower()]
    if not place and len(alike) > 1:
        raise _error(item, f"{len(alike)} mentions read {words!r}", f"write {words}/1, {words}/2 ...")
    index = int(place) - 1 if place.isdecimal() else 0
    if not 0 <= index < len(alike):
        known = (m.text(item.document) for m in item.annotation.mentions)
        raise _error(item, f"no mention reads {name!r}", suggestion(words, known))
    return alike[index]


def _entity(label: str, item: Annotated) -> Entity:
    known = {entity.id: entity for entity in item.annotation.entities}
    if label not in known:
        raise _error(item, f"no entity has the label {label!r}", suggestion(label, known))
    return known[label]


def _error(item: Annotated, message: str, remedy: str) -> FormatError:
    return FormatError(f"targets: {message}", path=item.document.id, remedy=remedy)
