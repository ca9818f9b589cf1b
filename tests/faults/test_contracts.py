"""Every resolver on many random parses."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.testing import check_resolver
from tests.contracts.test_resolvers import ITEMS, NAMES


@pytest.mark.parametrize("name", NAMES)
def test_contract(name: str) -> None:
    check_resolver(registry.build("resolvers", name), ITEMS, parses=500)
