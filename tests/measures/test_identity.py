"""A key against itself has all that can be had, by every measure, on every document of the tests."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coindex import corpora, formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Link
from coindex.core.decision import Decision
from coindex.core.errors import MissingLayer
from coindex.core.problems import Problems
from coindex.io.files import Files, InMemory
from coindex.measures.anaphora import SplitAntecedents
from coindex.measures.antecedents import Anchors, Antecedents
from coindex.measures.coreference import EntityMeasure
from coindex.measures.pair import Pair
from coindex.measures.selection import type_of
from coindex.measures.success import Success
from coindex.testing import bracketed
from coindex.testing.rich import RICH

MORE = [
    f"{name}(of='{of}')"
    for name in ("Antecedents", "Anchors", "Success", "CriticalSuccess", "NonTrivialSuccess")
    for of in ("all", "NAME", "REFL", "third")
]
VALUES = ("precision", "recall", "success", "f1")


def documents() -> list[Annotated]:
    path = Path(__file__).parents[1] / "formats/samples.py"
    spec = importlib.util.spec_from_file_location("samples_of_formats", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    items = [RICH]
    for name, files in module.samples().items():
        if name in registry.installed("formats") and name != "parquet":
            given = [InMemory(Path(one), one, one, content=text) for one, text in files.items()]
            reader = formats.reader_of(name)
            items += reader.read(Files(given, name), Problems(lenient=True))
    minis = corpora.find("minis")
    items += formats.read(minis.path, minis.format)
    return items


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return [Pair.of(item, item) for item in documents()]


@pytest.mark.parametrize("spec", [*registry.installed("measures"), *MORE])
def test_a_key_against_itself_has_all_or_nothing_to_count(spec: str, pairs: list[Pair]) -> None:
    """Coreference measures are 0 where nothing can be counted, as in the reference scorers."""
    measure: Any = registry.build("measures", spec)
    for pair in pairs:
        try:
            score = measure.score(measure.counts(pair))
        except MissingLayer:  # a measure that needs heads
            continue
        for name, value in zip(score._fields, score, strict=True):
            if name in VALUES and value is not None:
                empty = isinstance(measure, EntityMeasure | SplitAntecedents) and (
                    not pair.key.entities or all(e.singleton for e in pair.key.entities)
                )
                assert value == pytest.approx(1) or empty, (pair.document.id, name)


CATAPHOR = "when [he]1 arrived , [Peter]1 smiled . [He]1 left ."


def test_a_cataphor_is_an_anaphor_and_its_target_is_none() -> None:
    item = bracketed(CATAPHOR)
    pair = Pair.of(item, item)
    assert Antecedents(of="all").counts(pair) == (2, 0, 0, 1, 0, 0, 0, 1)
    assert Success(of="all").counts(pair) == (2, 2, 2, 2)


def test_what_a_resolver_left_open_is_not_resolved() -> None:
    """It linked *he* forward and *He* back, and decided nothing about *Peter*."""
    item = bracketed(CATAPHOR)
    he, peter, again = item.annotation.mentions
    decisions = [Decision(he, peter), Decision(again, peter), Decision(peter, None)]
    pair = Pair(item.document, item.annotation, item.annotation, decisions)
    for measure in (Antecedents(of="all"), Anchors(of="all")):
        assert measure.counts(pair)[0] == 2
    links = (Link(he, (peter,)), Link(again, (peter,)))
    response = replace(item.annotation, links=links)
    assert Antecedents(of="all").counts(Pair(item.document, item.annotation, response))[0] == 2


def test_reciprocals_are_reflexives_in_formats_without_kinds(tmp_path: Path) -> None:
    text = '<COREF ID="1">The boys</COREF> like <COREF ID="2" REF="1">each other</COREF>.'
    (tmp_path / "a.sgm").write_text(f"<DOC><TEXT>{text}</TEXT></DOC>")
    (item,) = formats.read(tmp_path / "a.sgm")
    english = replace(item.document, language="en")
    assert type_of(english, item.annotation.mentions[1]) == "REFL"
    assert type_of(item.document, item.annotation.mentions[1]) == "REFL"
