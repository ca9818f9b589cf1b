"""How far a component has come with a document that takes it long, for the program around it.

A detector or resolver answers at the end, or decision by decision. What comes before, such as
reading the whole document with a model, would look as if nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[int, int], None]

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def watching(listener: Listener) -> Iterator[None]:
    """Call the listener with each step while the block runs; it may raise an error to end the
    work.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def step(done: int, total: int) -> None:
    """Say that so many of all parts are done; nothing happens unless somebody watches."""
    listener = _listener.get()
    if listener is not None:
        listener(done, total)
