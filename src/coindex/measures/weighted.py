"""MUC, B3, CEAF, LEA and BLANC on entities with weighted members: accommodated sets of Paun et al.
(2023).

Each is the usual formula; a set that is aligned counts with its weight instead of 1. Counts are
numerator and denominator of precision, then of recall; of BLANC, those of `coreference.BLANC`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from coindex.core.protocols import Counts
from coindex.measures.accommodated import Cell, SharedSizes
from coindex.measures.coreference import pairs
from coindex.measures.matching import heaviest


def muc(table: SharedSizes) -> Counts:
    """Links kept; that of a set counts with its weight."""
    kept = [
        sum(_links(cell.mentions, weights) for cell, weights in side)
        for side in (_with_precisions(table.cells), _with_recalls(table.cells))
    ]
    return (
        kept[0],
        sum(size - 1 for size in table.response.values()),
        kept[1],
        sum(size - 1 for size in table.key.values()),
    )


def _links(mentions: int, weights: Sequence[float]) -> float:
    if not mentions:
        return sum(weights) - max(weights, default=0.0)
    return mentions - 1 + sum(weights)


def b3(table: SharedSizes) -> Counts:
    """The square of what two entities share, by the size of the entity."""
    of_response = sum(
        (cell.mentions + sum(weights)) ** 2 / table.response[cell.response]
        for cell, weights in _with_precisions(table.cells)
    )
    of_key = sum(
        (cell.mentions + sum(weights)) ** 2 / table.key[cell.key]
        for cell, weights in _with_recalls(table.cells)
    )
    return of_response, sum(table.response.values()), of_key, sum(table.key.values())


def ceafm(table: SharedSizes) -> Counts:
    """What entities share under their best alignment."""
    best = _aligned(table, lambda cell: cell.mentions + sum(cell.values))
    return best, sum(table.response.values()), best, sum(table.key.values())


def ceafe(table: SharedSizes) -> Counts:
    """The same, as Dice coefficients."""

    def dice(cell: Cell) -> float:
        sizes = table.key[cell.key] + table.response[cell.response]
        return 2 * (cell.mentions + sum(cell.values)) / sizes

    best = _aligned(table, dice)
    return best, len(table.response), best, len(table.key)


def _aligned(table: SharedSizes, value: Callable[[Cell], float]) -> float:
    edges = [
        (cell.key, cell.response, weight) for cell in table.cells if (weight := value(cell)) > 0
    ]
    return sum(edge[2] for edge in heaviest(edges))


def lea(table: SharedSizes) -> Counts:
    """Links resolved of each entity, times its size; one mention alone is linked to itself."""
    precise = _resolved(_with_precisions(table.cells), table.response, table.key, by_response=True)
    recalled = _resolved(_with_recalls(table.cells), table.key, table.response, by_response=False)
    return precise, sum(table.response.values()), recalled, sum(table.key.values())


def _resolved(
    cells: Sequence[tuple[Cell, Sequence[float]]],
    own: Mapping[int, int],
    other: Mapping[int, int],
    *,
    by_response: bool,
) -> float:
    resolved = 0.0
    for cell, weights in cells:
        place, counterpart = (cell.response, cell.key) if by_response else (cell.key, cell.response)
        size = own[place]
        if size == 1:
            resolved += cell.mentions * (other[counterpart] == 1)
            continue
        links = cell.mentions * (cell.mentions - 1) / 2 + cell.mentions * sum(weights)
        links += sum(one * two for one, two in combinations(weights, 2))
        resolved += size * links / (size * (size - 1) / 2)
    return resolved


def _with_recalls(cells: Sequence[Cell]) -> list[tuple[Cell, Sequence[float]]]:
    return [(cell, cell.recalls) for cell in cells]


def _with_precisions(cells: Sequence[Cell]) -> list[tuple[Cell, Sequence[float]]]:
    return [(cell, cell.precisions) for cell in cells]


def blanc(table: SharedSizes) -> Counts:
    """Links shared, in the response, in the key: coreference links, then the others. A link of a
    set counts with its weight, F1, one of two sets with the product.
    """
    by_key: defaultdict[int, list[float]] = defaultdict(list)
    by_response: defaultdict[int, list[float]] = defaultdict(list)
    members: list[float] = []
    together = 0.0
    for cell in table.cells:
        own = [1.0] * cell.mentions + list(cell.values)
        together += _weighted_pairs(own)
        by_key[cell.key] += own
        by_response[cell.response] += own
        members += own
    apart = (
        _weighted_pairs(members)
        - sum(map(_weighted_pairs, by_key.values()))
        - sum(map(_weighted_pairs, by_response.values()))
        + together
    )
    of_response, of_key = (
        (pairs(sizes), pairs([sum(sizes)]) - pairs(sizes))
        for sizes in (list(table.response.values()), list(table.key.values()))
    )
    return together, of_response[0], of_key[0], apart, of_response[1], of_key[1]


def _weighted_pairs(weights: Sequence[float]) -> float:
    """The sum of the products of all pairs."""
    return (sum(weights) ** 2 - sum(weight**2 for weight in weights)) / 2


METRICS: Mapping[str, Callable[[SharedSizes], Counts]] = {
    "MUC": muc,
    "B3": b3,
    "CEAFm": ceafm,
    "CEAFe": ceafe,
    "LEA": lea,
    "BLANC": blanc,
}
AVERAGED = {"CoNLL": ("MUC", "B3", "CEAFe")}
"""Means of several metrics."""
