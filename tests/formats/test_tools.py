"""Files of span annotation tools: Label Studio, doccano and Prodigy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.testing import bracketed
from tests.formats.tool_files import CHAINS, DOCCANO, FILES, PRODIGY, STUDIO, chains


@pytest.mark.parametrize("name", FILES)
def test_the_tool_is_recognised(name: str, tmp_path: Path) -> None:
    [(file, content)] = FILES[name].items()
    (tmp_path / file).write_text(content)
    [item] = formats.read(tmp_path / file)
    assert chains(item) == CHAINS


@pytest.mark.parametrize("name", FILES)
def test_written_documents_come_back(name: str, tmp_path: Path) -> None:
    items = [bracketed("[Ann]1 saw [Bob]2 and [his]2 [old] dog.", id=id) for id in ("a", "b")]
    path = tmp_path / "out.json"
    lost = formats.write(items, path, name)
    assert set(lost) <= {Layer.MARKABLES, Layer.LANGUAGE}
    again = list(formats.read(path, name))
    assert [item.document.id for item in again] == ["a", "b"]
    assert chains(again[0]) == [("", ["Ann"]), ("", ["Bob", "his"])]


def _wrong(name: str) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(
        json.dumps({"label_studio": STUDIO, "doccano": DOCCANO, "prodigy": PRODIGY}[name])
    )
    return values


@pytest.mark.parametrize("name", FILES)
def test_spans_and_relations_that_are_wrong(name: str, tmp_path: Path) -> None:
    values = _wrong(name)
    if name == "label_studio":
        result = values["annotations"][0]["result"]
        result[2]["value"]["end"] = 99
        result[3]["to_id"] = "zz"
    elif name == "doccano":
        values["entities"][2]["end_offset"] = 99
        values["relations"][0]["to_id"] = 9
    else:
        values["spans"][1]["end"] = 99
        values["relations"][0]["head_span"] = {}
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(values))
    with pytest.raises(FormatError, match=r"a\.jsonl"):
        list(formats.read(path, name))
    problems = Problems(lenient=True)
    [item] = formats.read(path, name, problems)
    assert chains(item) == [("person", ["Ann"]), ("person", ["her"])]
    assert set(problems.counts) == {
        "span outside the text",
        "relation of a span that is missing",
    }
