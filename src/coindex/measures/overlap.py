"""The table that all coreference measures read: how many mentions each key entity shares with each
response entity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from coindex.core.protocols.measures import Groups
from coindex.measures.matching import Edge, components, heaviest_of_component


@dataclass(frozen=True)
class Overlap:
    """The sizes of the entities, and the cells (key entity, response entity, shared mentions) that
    are not zero.
    """

    key: tuple[int, ...]
    response: tuple[int, ...]
    cells: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, key: Groups, response: Groups, *, singletons: bool = True) -> Overlap:
        key_sizes, key_owner = _partition(key, singletons)
        response_sizes, response_owner = _partition(response, singletons)
        shared = Counter(
            [
                (row, response_owner[label])
                for label, row in key_owner.items()
                if label in response_owner
            ]
        )
        return cls(
            key_sizes, response_sizes, tuple([(*place, count) for place, count in shared.items()])
        )

    @cached_property
    def key_mentions(self) -> int:
        return sum(self.key)

    @cached_property
    def response_mentions(self) -> int:
        return sum(self.response)

    @cached_property
    def shared(self) -> int:
        """The number of mentions that both sides have."""
        return sum([count for _, _, count in self.cells])

    @cached_property
    def shared_by_row(self) -> dict[int, int]:
        """For each key entity, how many of its mentions the response has."""
        return self._shared_by(0)

    @cached_property
    def shared_by_column(self) -> dict[int, int]:
        return self._shared_by(1)

    def _shared_by(self, side: int) -> dict[int, int]:
        sums: dict[int, int] = {}
        for cell in self.cells:
            sums[cell[side]] = sums.get(cell[side], 0) + cell[2]
        return sums

    @cached_property
    def components(self) -> tuple[list[Edge], list[list[Edge]]]:
        """The table as a graph: cells that are alone in their row and column, and the other
        connected components.
        """
        return components(self.cells)

    def best_alignment(self, *, dice: bool) -> float:
        """The total of the best one-to-one alignment of entities, by shared mentions or by their
        Dice coefficient.
        """
        key, response = self.key, self.response
        alone, groups = self.components
        if not dice:
            chosen = [edge for group in groups for edge in heaviest_of_component(group)]
            return sum([edge[2] for edge in alone]) + sum([edge[2] for edge in chosen])
        values = [2 * n / (key[i] + response[j]) for i, j, n in alone]
        for group in groups:
            weighted = [(i, j, 2 * n / (key[i] + response[j])) for i, j, n in group]
            values += [edge[2] for edge in heaviest_of_component(weighted)]
        return sum(values)


def _partition(groups: Groups, singletons: bool) -> tuple[tuple[int, ...], dict[Hashable, int]]:
    """The sizes of the entities and the entity of each mention. Of duplicates the first counts;
    empty entities are dropped.
    """
    owner: dict[Hashable, int] = {}
    dropped: set[Hashable] = set()
    sizes: list[int] = []
    for group in groups:
        members = dict.fromkeys(group, len(sizes))
        if not owner.keys().isdisjoint(members) or not dropped.isdisjoint(members):
            fresh = members.keys() - owner.keys() - dropped
            members = {label: index for label, index in members.items() if label in fresh}
        if len(members) > 1 or (members and singletons):
            owner.update(members)
            sizes.append(len(members))
        else:
            dropped.update(members)
    return tuple(sizes), owner
