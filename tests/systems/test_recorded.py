"""Files that other systems made on texts of the embedded corpus.

`tests/faults/test_systems.py` makes the table of `docs/systems.md` again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import coindex
from coindex import corpora

FOLDER = Path(__file__).parent / "recorded"


@pytest.mark.parametrize(
    ("system", "least", "most"), [("xrenner", 0.3, 0.6), ("compromise", 0.1, 0.3)]
)
def test_systems_are_scored_on_the_same_texts(system: str, least: float, most: float) -> None:
    response = list(coindex.read(FOLDER / system))
    corpus = corpora.find("embedded")
    names = {item.document.id for item in response}
    key = [item for item in coindex.read(corpus.path, corpus.format) if item.document.id in names]
    assert len(key) == len(response) == 8
    texts = {item.document.id: "".join(item.document.text.split()) for item in key}
    assert texts == {item.document.id: "".join(item.document.text.split()) for item in response}
    (row,) = coindex.score(key, response, "MUC@exact")
    assert least < (row.values["f1"] or 0) < most


def test_all_spans_of_fastcoref_are_read() -> None:
    path = FOLDER / "fastcoref-untrained/OUT.jsonlines"
    written = json.loads(path.read_text(encoding="utf-8"))
    (item,) = coindex.read(path)
    (entity,) = item.annotation.entities
    assert item.document.text == written["text"]
    strings = sorted(mention.text(item.document) for mention in entity.mentions)
    assert strings == sorted(written["clusters_strings"][0])
