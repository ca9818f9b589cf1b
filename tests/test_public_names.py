"""What `import coindex` offers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import coindex
from coindex.core.layers import Layer
from coindex.testing import bracketed


def test_public_names_are_listed_and_documented() -> None:
    assert sorted(dir(coindex)) == sorted(coindex.__all__)
    assert all(getattr(coindex, name).__doc__ for name in coindex.__all__)


def test_types_and_errors_are_public() -> None:
    types = (
        "Document Annotation Mention Entity Link Decision Pipeline Result Language CoindexError "
        "FormatError"
    )
    assert set(types.split()) <= set(coindex.__all__)


def test_a_result_is_read_in_many_ways() -> None:
    result = coindex.resolve("Ann lost her key. She <b> found it.")
    assert result.text() == "[Ann]1 lost [[her]1 key]2. [She]1 <b> found [it]2."
    assert result.replaced().startswith("Ann lost Ann’s key.")
    entities = json.loads(result.to_json(why=True))["entities"]
    assert [mention["text"] for mention in entities[0]["mentions"]] == ["Ann", "her", "She"]
    assert result.to_dict()["entities"] == entities
    shown = result._repr_html_()
    assert "&lt;b&gt;" in shown
    assert 'title="“She” (sentence 2): refers to “Ann” (sentence 1)' in shown


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_result_is_a_data_frame(kind: str) -> None:
    pytest.importorskip(kind)
    frame = coindex.resolve("Ann lost her key. She found it.").to_frame(kind)
    assert list(frame.columns) == ["entity", "type", "start", "end", "text", "kind"]
    assert list(frame["text"]) == ["Ann", "her", "She", "her key", "it"]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_frames_of_entities_and_links(kind: str) -> None:
    pytest.importorskip(kind)
    result = coindex.resolve("Ann met Bob. They left. She waved.")
    entities = result.to_frame(kind, rows="entities")
    assert list(entities["name"]) == ["Ann", "Bob", "They"]
    assert list(map(list, entities["members"])) == [[], [], [1, 2]]
    links = result.to_frame(kind, rows="links")
    assert list(zip(links["anaphor"], links["antecedent"], strict=True)) == [
        ("They", "Ann"),
        ("They", "Bob"),
        ("She", "Ann"),
    ]
    assert set(links["relation"]) == {"identity"}
    with pytest.raises(coindex.CoindexError, match="mentions, entities, links, not 'tokens'"):
        result.to_frame(kind, rows="tokens")


def test_columns_need_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
    mentions = coindex.resolve("Ann lost her key. She found it.").to_frame("dict")
    assert mentions["text"] == ["Ann", "her", "She", "her key", "it"]
    assert mentions["entity"] == [1, 1, 1, 2, 2]


def test_importing_is_light() -> None:
    code = (
        "import coindex, sys; assert 'numpy' not in sys.modules and 'coindex.formats' not in "
        "sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_files_are_written_read_converted_and_scored(tmp_path: Path) -> None:
    key = bracketed("[Ann]1 lost [her]1 key .", id="a")
    coindex.write([key], tmp_path / "key.jsonl")
    lost = coindex.convert(tmp_path / "key.jsonl", tmp_path / "key.conll")
    assert Layer.ENTITIES not in lost
    (read,) = coindex.read(tmp_path / "key.conll")
    assert [mention.text(read.document) for mention in read.annotation.mentions] == ["Ann", "her"]
    response = bracketed("[Ann]1 lost [her]2 key .", id="a")
    (found,) = coindex.score(tmp_path / "key.conll", [response], "MUC")
    assert found.values["recall"] == 0
    assert [result.values["f1"] for result in coindex.score([key], tmp_path / "key.conll")] == [
        1.0
    ] * 8
