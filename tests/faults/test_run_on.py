"""A sentence with more mentions than any resolver looks at."""

from __future__ import annotations

import pytest

from coindex.language.syntax.shallow import LONGEST
from coindex.resolvers.ranking import MOST
from coindex.resolvers.rosana import MOST as MOST_OF_ROSANA
from tests.resolvers.test_run_on import BOUNDED, decisions, run_on


@pytest.mark.parametrize(
    "resolver", [*BOUNDED, "rosana", "hobbs", "bfp", "slist", "lrc", "supar(names=True)"]
)
def test_bounds_are_there_unasked(resolver: str) -> None:
    limit = (MOST_OF_ROSANA if resolver == "rosana" else MOST) + LONGEST
    assert max(one.considered for one in decisions(resolver, run_on(180))) <= limit
