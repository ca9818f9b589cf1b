"""Tricks for speed, each with what it buys: CPU time on the embedded
corpus, with the trick and without.

Other tricks are where they belong, with their figures: readers of columns and of spans
(`formats.conllu.columns`, `formats.spans`), and one scan for entry points (`core.registry`).
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

new_tuple: Callable[[Any, Iterable[Any]], Any] = tuple.__new__
"""`new_tuple(Token, values)` is `Token._make(values)` without its check: 4 % of reading CoNLL-U,
where each token is made so. For what is made less often than tokens it buys nothing.
"""

LEAST = 500_000
"""The number of objects that pauses may leave behind before a
collection: about 25,000 resolved tokens.
"""


@contextmanager
def pause_gc() -> Iterator[None]:
    """Pause the cyclic garbage collector; it resumes after the block, if it
    ran before, also after an error.

    7 % of reading CoNLL-U, 3 % of resolving; more where a process holds many documents, which the
    collector would walk over repeatedly. A full collection runs when a pause begins and memory
    holds twice what it held after the last one. Do not yield from inside a block, since the pause
    is that of the whole process. Blocks may be nested.
    """
    if not gc.isenabled():
        yield
        return
    _left.collect()
    gc.disable()
    try:
        yield
    finally:
        _left.objects += gc.get_count()[0]
        if not gc.get_freeze_count():  # what other code has frozen stays frozen
            # these two make everything the oldest generation, which is rarely walked over
            gc.freeze()
            gc.unfreeze()
        gc.enable()


class _Left:
    """The objects that pauses have left since the last full collection, and the
    memory blocks at which one is due.
    """

    def __init__(self) -> None:
        self.objects, self.most = 0, LEAST

    def collect(self) -> None:
        if self.objects > LEAST:
            self.objects = 0
            if sys.getallocatedblocks() > self.most:
                gc.collect()
                self.most = max(LEAST, 2 * sys.getallocatedblocks())


_left = _Left()
