"""Work on one document without the cyclic garbage collector walking over all its objects again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

LEAST = 500_000
"""So many objects may come out of pauses before they are looked through: about 25,000 tokens, resolved."""


@contextmanager
def quiet() -> Iterator[None]:
    """Pause the cyclic garbage collector; it goes on behind the block, if it ran before, whatever happens inside.

    Everything that is alive is looked through once in a while, as the collector itself would: when pauses have left a
    quarter as many objects as were alive the last time. Do not yield from inside a block, since the pause is that of
    the whole process. Blocks may be nested.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        made = gc.get_count()[0]
        if not gc.get_freeze_count():  # what somebody else froze stays frozen
            gc.freeze()  # together these two declare old what is alive, so that it is not walked over as young
            gc.unfreeze()
        _tally.add(made)
        gc.enable()


class _Tally:
    """Objects that pauses have left since everything was looked through, and how many of them are enough."""

    def __init__(self) -> None:
        self.unseen, self.enough = 0, LEAST

    def add(self, made: int) -> None:
        self.unseen += made
        if self.unseen > self.enough:
            gc.collect()
            self.unseen, self.enough = 0, max(LEAST, len(gc.get_objects()) // 4)


_tally = _Tally()
