"""Files that other systems made on texts of the embedded corpus.

`tests/faults/test_systems.py` makes the table of `docs/systems.md` again.
"""

from __future__ import annotations

from pathlib import Path

import coindex
from coindex import corpora

FOLDER = Path(__file__).parent / "recorded"


def test_xrenner_is_scored_on_the_same_texts() -> None:
    response = list(coindex.read(FOLDER / "xrenner"))
    corpus = corpora.find("embedded")
    names = {item.document.id for item in response}
    key = [item for item in coindex.read(corpus.path, corpus.format) if item.document.id in names]
    assert len(key) == len(response) == 8
    texts = {item.document.id: "".join(item.document.text.split()) for item in key}
    assert texts == {item.document.id: "".join(item.document.text.split()) for item in response}
    (row,) = coindex.score(key, response, "MUC@exact")
    assert 0.3 < (row.values["f1"] or 0) < 0.6
