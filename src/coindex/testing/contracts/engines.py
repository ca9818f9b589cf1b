"""The contract of engines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.protocols import Engine
from coindex.testing.contracts.soundness import check_component

AHEAD = 1_000
"""How many inputs an engine may take before the first few results are requested."""


def _square(number: int) -> int:
    return number * number


def _only_odd(number: int) -> int:
    if number % 2 == 0:
        raise CoindexError(Message("{number} is even", number=number))
    return number


def _lost(number: int, reason: str) -> int:
    return -number


def check_engine(engine: Engine) -> None:
    """The engine gives results in the order of the inputs, takes few inputs in advance, and raises
    what the work raises.

    The work is importable and can be pickled, so engines with worker processes can be checked, too.
    """
    check_component(engine)
    assert list(engine.map(_square, [])) == [], "results without inputs"
    assert list(engine.map(_square, range(40))) == [n * n for n in range(40)], (
        "results lost or reordered"
    )
    assert list(engine.map(_square, range(3), lost=_lost)) == [0, 1, 4], (
        "`lost` was asked, though nothing was lost"
    )
    _check_supply(engine)
    results = engine.map(_only_odd, [1, 3, 4, 5])
    assert [next(results), next(results)] == [1, 3], "results before an exception do not come"
    try:
        next(results)
    except CoindexError as error:
        assert str(error) == "4 is even", f"another exception than that of the work: {error}"
    else:
        raise AssertionError(
            "an exception of the work is not raised where its result would have come"
        )


def _check_supply(engine: Engine) -> None:
    taken = 0

    def inputs() -> Iterator[int]:
        nonlocal taken
        for number in count():
            assert number < AHEAD, "all inputs are taken before the first result"
            taken = number
            yield number

    assert list(islice(engine.map(_square, inputs()), 3)) == [0, 1, 4], (
        "results of an endless supply do not come"
    )
    assert taken < AHEAD
