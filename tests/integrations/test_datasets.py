"""Datasets of Hugging Face: rows in memory, and the library where it is installed."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import coindex
from coindex.core.errors import FormatError, MissingExtra
from coindex.integrations.datasets import make_dataset, read_dataset
from tests.formats.test_coref_data import ROW


def test_rows_are_documents() -> None:
    (item,) = read_dataset([ROW])
    assert item.document.text == "Ana sale. Canta bien."
    with pytest.raises(FormatError, match=r"dataset:1: span outside the document"):
        list(read_dataset([ROW | {"coref_chains": [[[9, 9, 9]]]}]))
    problems = coindex.Problems(lenient=True)
    (item,) = read_dataset([ROW | {"coref_chains": [[[9, 9, 9]]]}], problems=problems)
    assert not item.annotation.entities and sum(problems.counts.values()) == 1


def test_results_become_a_dataset_and_come_back() -> None:
    library = pytest.importorskip("datasets")
    result = coindex.resolve("Ann lost her key. She found it.")
    dataset = make_dataset([result])
    assert isinstance(dataset, library.Dataset)
    assert set(dataset.column_names) == {
        *("id", "text", "sentences", "coref_chains", "genre", "meta_data")
    }
    assert dataset[0]["coref_chains"] == [[[0, 0, 0], [0, 2, 2], [1, 0, 0]], [[0, 2, 3], [1, 2, 2]]]
    (item,) = read_dataset(dataset)
    assert item.document.tokens == result.document.tokens
    texts = [[m.text(item.document) for m in one.mentions] for one in item.annotation.entities]
    assert texts == [["Ann", "her", "She"], ["her key", "it"]]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    nothing: list[Any] = []
    with pytest.raises(MissingExtra, match="datasets"):
        make_dataset(nothing)
