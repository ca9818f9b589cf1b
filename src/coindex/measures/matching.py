"""The heaviest one-to-one matching of a sparse bipartite graph (Kuhn-Munkres), one
connected component at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush

Edge = tuple[int, int, float]
"""Row, column, weight; weights are positive and no pair occurs twice."""


def heaviest(edges: Sequence[Edge]) -> list[Edge]:
    """The edges of a matching with the largest total weight; rows
    and columns may stay unmatched.
    """
    alone, groups = components(edges)
    return [*alone, *(edge for group in groups for edge in heaviest_of_component(group))]


def components(edges: Sequence[Edge]) -> tuple[list[Edge], list[list[Edge]]]:
    """Edges that touch no other edge, and the connected components of the rest."""
    of_row = Counter([edge[0] for edge in edges])
    of_column = Counter([edge[1] for edge in edges])
    alone: list[Edge] = []
    rest: list[Edge] = []
    for edge in edges:
        (alone if of_row[edge[0]] == 1 == of_column[edge[1]] else rest).append(edge)
    return alone, _connected(rest)


def _connected(edges: Sequence[Edge]) -> list[list[Edge]]:
    rows = _grouped(edges, lambda edge: edge[0])
    columns = _grouped(edges, lambda edge: edge[1])
    groups = []
    while rows:
        waiting = [rows.popitem()[1]]
        group: list[Edge] = []
        while waiting:
            for edge in waiting.pop():
                for neighbour in columns.pop(edge[1], ()):
                    group.append(neighbour)
                    if neighbour[0] in rows:
                        waiting.append(rows.pop(neighbour[0]))
        groups.append(sorted(group))
    return groups


def _grouped(edges: Iterable[Edge], end: Callable[[Edge], int]) -> dict[int, list[Edge]]:
    groups: dict[int, list[Edge]] = {}
    for edge in edges:
        groups.setdefault(end(edge), []).append(edge)
    return groups


def heaviest_of_component(edges: Sequence[Edge]) -> list[Edge]:
    """The same for the edges of one connected component."""
    star = len({edge[0] for edge in edges}) == 1 or len({edge[1] for edge in edges}) == 1
    if star:
        return [max(edges, key=lambda edge: edge[2])]
    rows = _grouped(edges, lambda edge: edge[0])
    matching = _Matching(
        {
            row: [(column, weight) for _, column, weight in row_edges]
            for row, row_edges in rows.items()
        }
    )
    for row in rows:
        matching.add(row)
    return [edge for edge in edges if matching.column_of.get(edge[0]) == edge[1]]


class _Matching:
    """Rows join one by one, each along the cheapest alternating path (Dijkstra on reduced weights).

    `row_price[r] + column_price[c]` is never below the weight of an edge, and equal to it on
    matched edges; an unmatched row or column has price 0. These two together make the matching the
    heaviest.
    """

    def __init__(self, edges: dict[int, list[tuple[int, float]]]) -> None:
        self.edges = edges
        self.column_of: dict[int, int] = {}
        self.row_of: dict[int, int] = {}
        self.row_price: dict[int, float] = {}
        self.column_price: dict[int, float] = {
            column: 0.0 for row_edges in edges.values() for column, _ in row_edges
        }

    def add(self, row: int) -> None:
        # The lowest price that keeps row + column at or above every weight of the new row; the rest
        # of the invariant (an unmatched row has price 0) is restored below, along the path.
        price = self.column_price
        self.row_price[row] = max(
            0.0, *(weight - price[column] for column, weight in self.edges[row])
        )
        rows: dict[int, float] = {row: 0.0}  # distances in the tree
        columns: dict[int, float] = {}
        reached_from: dict[int, int] = {}
        frontier: list[tuple[float, int, int]] = []
        # An alternating path can end in two ways: at a free column, or at a row that gives up its
        # column because that costs less than what it is worth. `nearest` is the cheapest end so
        # far, `last` the row that would give up.
        nearest, last, newest = self.row_price[row], row, row
        free: int | None = None
        while True:
            base = rows[newest] + self.row_price[newest]
            for column, weight in self.edges[newest]:
                if column not in columns:
                    heappush(frontier, (base + price[column] - weight, column, newest))
            # Entries are not removed when a column is reached in a cheaper way: they are skipped
            # here.
            while frontier and frontier[0][1] in columns:
                heappop(frontier)
            if not frontier or frontier[0][0] >= nearest:
                break
            distance, column, source = heappop(frontier)
            columns[column], reached_from[column] = distance, source
            if column not in self.row_of:
                free, nearest = column, distance
                break
            newest = self.row_of[column]
            rows[newest] = distance
            if distance + self.row_price[newest] < nearest:
                nearest, last = distance + self.row_price[newest], newest
        # Distances become prices: edges of the tree are now paid for exactly, no other edge is
        # underpaid, and the row or column that stays without a partner has price 0.
        for node, distance in rows.items():
            self.row_price[node] -= nearest - distance
        for node, distance in columns.items():
            price[node] += nearest - distance
        self._shift(free if free is not None else self.column_of.pop(last, None), reached_from)

    def _shift(self, column: int | None, reached_from: dict[int, int]) -> None:
        """Give every column on the path to the row it was reached from."""
        while column is not None:
            row = reached_from[column]
            column_before = self.column_of.get(row)
            self.row_of[column], self.column_of[row] = row, column
            column = column_before
