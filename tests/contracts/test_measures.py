"""Every measure keeps to the contract of its family."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.testing import bracketed, check_measure

TEXTS = (
    "",
    "Nothing here.",
    "[Ann]a saw [Bob]b and [his]b dog.\n[She]a thought [it] rained.",
    "[He]b came before [Bob]b and [the old [man]m]b left [him]b.",
)


@pytest.mark.parametrize("name", registry.names("measures"))
def test_contract(name: str) -> None:
    check_measure(registry.build("measures", name), [bracketed(text) for text in TEXTS])


@pytest.mark.parametrize(
    "text", ["CoNLL@head", "LEA(singletons=False)@exact", "Success(of='it')", "Anchors(of='PER3')"]
)
def test_names_are_constructor_calls(text: str) -> None:
    assert registry.spec_of(registry.build("measures", text)) == text.replace("@exact", "")
