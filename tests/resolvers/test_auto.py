"""The default resolver chooses by language, length and what is asked for."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.resolvers.auto import Auto

ENGLISH, SPANISH = Document("a", "", "en"), Document("b", "", "es")


def test_the_language_names_the_resolver() -> None:
    assert Auto().chosen(ENGLISH) == "hybrid"
    assert Auto().chosen(SPANISH) == "hybrid"
    assert Auto(fast=True).chosen(SPANISH) == "sieve"
    assert Auto(fast=True).chosen(ENGLISH) == "sieve"


def test_the_large_model_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("large", "coindex_large:folder", "coindex.models")
    monkeypatch.setattr("coindex.resolvers.auto.installed_sizes", lambda: {"large": point})

    assert Auto().chosen(ENGLISH) == "hybrid(size='large')"
    assert Auto(size="small").chosen(ENGLISH) == "hybrid"
    assert Auto(fast=True).chosen(ENGLISH) == "sieve"
    assert Auto().chosen(SPANISH) == Auto(size="small").chosen(SPANISH)


def test_the_least_confidence_is_passed_on() -> None:
    assert Auto(min_confidence=0.9).chosen(ENGLISH) == "hybrid(min_confidence=0.9)"
    with pytest.raises(MissingLayer, match="sieve, which auto chooses for b, has no probabilities"):
        Auto(fast=True, min_confidence=0.9).chosen(SPANISH)
