"""Pausing the cyclic garbage collector, and values that are computed once."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from coindex.core import fast
from coindex.core.fast import once, pause_gc


class Knot:
    """Refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_the_collector_pauses_and_goes_on() -> None:
    assert gc.isenabled()
    with pause_gc():
        assert not gc.isenabled()
        with pause_gc():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_goes_on_after_an_error() -> None:
    with pytest.raises(ValueError, match="inside"), pause_gc():
        raise ValueError("inside")
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with pause_gc():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.fixture
def _collected_only_when_asked() -> Iterator[None]:
    """Between two pauses the collector may run at any time; when it does
    depends on the version of Python.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(0)
    yield
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("_collected_only_when_asked")
def test_garbage_of_pauses_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "LEAST", 1000)
    monkeypatch.setattr(fast._left, "objects", 0)
    monkeypatch.setattr(fast._left, "most", 1000)
    with pause_gc():
        knots = [Knot() for _ in range(2000)]
        last = weakref.ref(knots[-1])
        del knots
    assert last() is not None
    with pause_gc():
        assert last() is None
    assert fast._left.most >= 2 * 1000


def test_nothing_is_looked_through_as_long_as_memory_is_not_fuller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fast, "LEAST", 1000)
    monkeypatch.setattr(fast._left, "objects", 2000)
    monkeypatch.setattr(fast._left, "most", 2 * sys.getallocatedblocks())
    monkeypatch.setattr(gc, "collect", lambda: pytest.fail("looked through"))
    with pause_gc():
        pass
    assert fast._left.objects < 2000


class Counted:
    """Counts how often its value is computed."""

    times = 0

    @once
    def value(self) -> int:
        """What is computed."""
        self.times += 1
        return self.times


def test_a_value_is_computed_once_for_each_object() -> None:
    one, other = Counted(), Counted()
    assert [one.value, one.value, other.value] == [1, 1, 1]
    assert Counted.value.__doc__ == "What is computed."
