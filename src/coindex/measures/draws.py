"""Which documents are drawn, and which responses exchanged, when documents are resampled; the same
for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Block = NDArray[np.uint16]

Make = Callable[[int, int, int], "Iterator[Block]"]

MOST_SWAPPED = 12
"""Up to this many documents, all ways of exchanging two responses are enumerated."""
AT_ONCE = 2_000_000
"""How many cells of a table of draws and documents are drawn at a time."""
MULTIPLIED = 250
"""How many draws are summed at a time: few enough that the library does not start threads for it.
"""
KEPT = 200_000_000
"""How many bytes of such tables are cached for the next measure: drawing costs more than everything
done with the draws.
"""


def _kept(make: Make) -> Make:
    tables: dict[tuple[int, int, int], list[Block]] = {}

    @wraps(make)
    def remembered(count: int, draws: int, seed: int) -> Iterator[Block]:
        key = count, draws, seed
        if 2 * count * draws > KEPT:
            return make(*key)
        table = tables.pop(key, None) or list(make(*key))
        tables[key] = table
        while sum(block.nbytes for blocks in tables.values() for block in blocks) > KEPT:
            tables.pop(next(iter(tables)))
        return iter(table)

    return remembered


@_kept
def samples(count: int, draws: int, seed: int) -> Iterator[Block]:
    """How often each document occurs in each draw, in blocks; all possible samples if they are few
    enough.
    """
    import numpy as np

    if count**count <= draws:
        chosen = np.array(list(product(range(count), repeat=count)))
        yield (chosen[:, :, None] == np.arange(count)).sum(axis=1).astype(np.uint16)
        return
    chance = np.random.default_rng(seed)
    for size in _blocks(draws, count):
        yield chance.multinomial(count, np.full(count, 1 / count), size=size).astype(np.uint16)


@_kept
def swaps(count: int, draws: int, seed: int) -> Iterator[Block]:
    """In which documents the responses are exchanged in each draw: every possible way, or at
    random.
    """
    import numpy as np

    if count <= MOST_SWAPPED:
        yield np.array(list(product((0, 1), repeat=count)), dtype=np.uint16)
        return
    chance = np.random.default_rng(seed)
    for size in _blocks(draws, count):
        yield chance.integers(0, 2, (size, count)).astype(np.uint16)


def summed(times: Block, table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The counts of each draw, from the number of times it contains each document and the counts of
    each document.
    """
    import numpy as np

    parts = (times[begin : begin + MULTIPLIED] for begin in range(0, len(times), MULTIPLIED))
    return np.concatenate([part.astype(float) @ table for part in parts])


def _blocks(draws: int, count: int) -> Iterator[int]:
    size = max(1, AT_ONCE // max(1, count))
    for begin in range(0, draws, size):
        yield min(size, draws - begin)
