"""Documents of key and response are paired by their names, in whatever order they come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core.annotation import Annotated
from coindex.core.errors import AlignmentError
from coindex.measures.pairing import paired
from coindex.testing import bracketed


def named(*names: str) -> list[Annotated]:
    return [_named(name) for name in names]


def _named(name: str) -> Annotated:
    item = bracketed(f"[Ann]1 saw {name} and [her]1 dog")
    return Annotated(replace(item.document, id=name), replace(item.annotation, document=name))


@pytest.mark.parametrize("order", ["abc", "bac", "cab", "cba"])
def test_the_order_of_documents_does_not_matter(order: str) -> None:
    pairs = list(paired(named(*"abc"), named(*order)))
    assert {(pair.key.document, pair.response.document) for pair in pairs} == {
        ("a", "a"),
        ("b", "b"),
        ("c", "c"),
    }


def test_one_that_comes_behind_the_end_of_the_other_side_is_paired() -> None:
    pairs = list(paired(named("a"), named("b", "a"), missing="empty"))
    assert [(pair.key.document, len(pair.key.mentions)) for pair in pairs] == [("a", 2), ("b", 0)]
    with pytest.raises(AlignmentError, match="b"):
        list(paired(named("a"), named("b", "a")))
