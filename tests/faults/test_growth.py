"""Long texts with the resolvers that ask the learned model."""

from __future__ import annotations

import pytest

from tests.resolvers import test_growth


@pytest.mark.parametrize("name", test_growth.LEARNED)
def test_candidates_do_not_grow_with_the_text(name: str) -> None:
    test_growth.test_candidates_do_not_grow_with_the_text(name)
