"""Optimisations, each with its gain: CPU time on the embedded corpus with and without it.

Others are documented where they are used: readers of columns and of spans
(`formats.conllu.columns`, `formats.spans`), one scan for entry points (`core.registry`), products
that stay on one thread (`models.session.Model.relations`: without `OMP_NUM_THREADS`, half of the
processor time of the parser on two cores), and one discourse for the learned resolver and the sieve
(`resolvers.neural.reading`: 6 % of the time that `neural` spends outside its networks).
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")

new_tuple: Callable[[Any, Iterable[Any]], Any] = tuple.__new__
"""`new_tuple(Token, values)` is `Token._make(values)` without its check: 4 % of the time to read
CoNLL-U, which creates each token this way. For objects that are created less often than tokens it
gains nothing.
"""


class _Once(Generic[Value]):
    """`functools.cached_property` without a lock, which it has in Python 3.11, for properties that
    thousands of objects have: 2 % of the time that `neural` on Spanish and the sieve on English
    spend outside the networks.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        if instance is None:
            return self
        value: Value = self._compute(instance)
        instance.__dict__[self._name] = value
        return value


once = _Once

LEAST = 500_000
"""How many objects pauses may leave behind before a collection is due: those of about 25,000
resolved tokens.
"""


@contextmanager
def pause_gc() -> Iterator[None]:
    """Pause the cyclic garbage collector during a block; afterwards it runs again if it did before,
    also after an error.

    This saves 7 % of the time to read CoNLL-U and 3 % of resolving; more where a process holds many
    documents, which the collector would traverse repeatedly. A full collection runs when a pause
    begins and memory has doubled since the last one. Do not yield from inside a block: the pause
    affects the whole process. Blocks may be nested.
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
        if not gc.get_freeze_count():  # objects that other code has frozen stay frozen
            # these two move everything to the oldest generation, which is rarely traversed
            gc.freeze()
            gc.unfreeze()
        gc.enable()


class _Left:
    """The number of objects that pauses have left since the last full collection, and the number of
    memory blocks at which the next one is due.
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
