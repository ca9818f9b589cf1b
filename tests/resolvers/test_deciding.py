"""Which entity a mention joins, given the probabilities of its candidates."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from coindex.resolvers.neural.deciding import Choosing, Deciding


@pytest.mark.parametrize(("power", "expected"), [(1.0, ("second", 0.4)), (2.0, ("first", 0.35))])
def test_one_probable_mention_may_outweigh_several(power: float, expected: Any) -> None:
    weighed: list[Any] = [("first", "A", "", 0.35), ("second", "B", "", 0.2), ("x", "B", "", 0.2)]
    state: Any = SimpleNamespace(_lift=1.0, _choosing=Choosing(power=power))
    assert Deciding._best(state, weighed, 0.1) == expected
    assert Deciding._best(state, weighed, 0.5) == (None, 0.5)
