"""CRAC's JSON for LLMs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.crac.json import CracJson
from coindex.io.files import opened
from coindex.testing import check_format
from tests.formats.test_crac import COREFUD, chains
from tests.formats.test_crac import read as read_text

DEMO: list[dict[str, Any]] = [
    {
        "doc_id": "made-up-1",
        "tokens": ["Los", "socios", "dijeron", "que", "##", "venden", "la", "casa", "."],
        "clusters_token_offsets": [[[0, 1], [4, 4]], [[6, 7]]],
        "clusters_text_mentions": [["Los socios", "_"], ["la casa"]],
    },
    {
        "doc_id": "made-up-2",
        "tokens": ["Ana", "sale", "."],
        "clusters_token_offsets": None,
        "clusters_text_mentions": None,
    },
]
SAMPLES = {"demo.json": json.dumps(DEMO, indent=1)}


def read(tmp_path: Path, values: Any, problems: Problems | None = None) -> list[Annotated]:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(values))
    return list(formats.read(path, "crac_json", problems))


def test_clusters_and_zeros_find_their_place() -> None:
    first, second = check_format(CracJson(), SAMPLES)
    assert (first.document.id, second.document.id) == ("made-up-1", "made-up-2")
    assert first.document.tokens[4].empty
    assert chains(first) == {"0": [(Span(0, 2),), (Span(4, 5),)], "1": [(Span(6, 8),)]}
    assert not second.annotation.mentions


def test_what_is_written() -> None:
    items = check_format(CracJson(), SAMPLES)
    written = json.loads("".join(chunk.text for chunk in CracJson().write(items)))
    assert written[0] == DEMO[0]
    blind = json.loads("".join(chunk.text for chunk in CracJson(blind=True).write(items)))
    assert blind[0] == DEMO[0] | {"clusters_token_offsets": None, "clusters_text_mentions": None}
    assert "".join(chunk.text for chunk in CracJson().write([])) == "[]\n"


def test_corefud_there_and_back(tmp_path: Path) -> None:
    before = read_text(COREFUD, "conllu", folder=tmp_path)
    formats.write(before, tmp_path / "a.crac.json")
    (after,) = formats.read(tmp_path / "a.crac.json")
    assert after.document.id == "demo"
    assert list(chains(after).values()) == list(chains(before[0]).values())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"clusters_token_offsets": [[[7, 9]]]}, "span outside the document"),
        ({"clusters_token_offsets": [[[2, 1]]]}, "span outside the document"),
        ({"clusters_token_offsets": [3]}, "value of the wrong type"),
        ({"tokens": ["Ana", 3]}, "value of the wrong type"),
        ({"tokens": []}, "document without words"),
    ],
)
def test_bad_input(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    values = [DEMO[1] | change]
    with pytest.raises(FormatError, match=message):
        read(tmp_path, values)
    problems = Problems(lenient=True)
    assert len(read(tmp_path, values, problems)) == 1
    assert problems.counts[message] == 1


def test_recognition(tmp_path: Path) -> None:
    for name, content in SAMPLES.items():
        (tmp_path / name).write_text(content)
        with opened(tmp_path / name) as files:
            assert formats.recognised(files[0]) == "crac_json"
