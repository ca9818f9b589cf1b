"""What the functions at the top take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import coindex
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError


@pytest.mark.parametrize("function", [coindex.resolve, coindex.parse])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "not NoneType"),
        (b"Ann left.", "not bytes: decode it"),
        (["Ann left."], "not list: call it for each text"),
        (Path("story.txt"), "coindex.read gives the documents of a file"),
        (
            Annotated(Document("a", "Ann left."), Annotation("a")),
            r"not Annotated: take its \.document",
        ),
    ],
)
def test_other_types_are_refused_with_a_hint(function: Any, given: object, said: str) -> None:
    with pytest.raises(CoindexError, match=said) as caught:
        function(given)
    assert isinstance(caught.value, TypeError)
