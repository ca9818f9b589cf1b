"""What `import coindex` offers."""

from __future__ import annotations

import coindex


def test_public_names_are_listed_and_documented() -> None:
    assert sorted(dir(coindex)) == sorted(coindex.__all__)
    assert all(getattr(coindex, name).__doc__ for name in coindex.__all__)
