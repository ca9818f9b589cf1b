"""From pairs that belong together to entities."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from coindex.core.annotation import Entity, Mention

Item = TypeVar("Item", bound=Hashable)


def connected(items: Sequence[Item], pairs: Iterable[tuple[Item, Item]]) -> list[list[Item]]:
    """The connected components, in the order of their first item; items in no pair stand alone."""
    parent: dict[Item, Item] = {item: item for item in items}

    def top(item: Item) -> Item:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for left, right in pairs:
        parent[top(right)] = top(left)
    groups: dict[Item, list[Item]] = {}
    for item in items:
        groups.setdefault(top(item), []).append(item)
    return list(groups.values())


def entities(mentions: Iterable[tuple[str, Mention]], types: Mapping[str, str] | None = None) -> tuple[Entity, ...]:
    """Mentions grouped by the entity id each comes with; ids in order of first mention, mentions in textual order."""
    groups: dict[str, list[Mention]] = {}
    for name, mention in mentions:
        groups.setdefault(name, []).append(mention)
    return tuple(
        Entity(name, tuple(sorted(group, key=_position)), (types or {}).get(name, "")) for name, group in groups.items()
    )


def _position(mention: Mention) -> tuple[int, int]:
    return mention.start, -mention.end
