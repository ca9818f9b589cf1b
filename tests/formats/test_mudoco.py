"""MuDoCo's dialogues."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.mudoco import MuDoCo
from coindex.io.files import opened
from coindex.testing import check_format

DIALOGUE = {
    "doc_key": "0a-1",
    "sentences": [["Ring", "Zoe"], ["Ringing", "her", "now", "."]],
    "speakers": [["user", "user"], ["system", "system", "system", "system"]],
    "clusters": [[[1, 1], [3, 3]]],
}
SAMPLES = {"mudoco_calling.json.train.jsonlines": json.dumps(DIALOGUE) + "\n"}


def test_contract() -> None:
    (item,) = check_format(MuDoCo(), SAMPLES)
    document, annotation = item
    assert document.id == "0a-1"
    assert document.meta == {"domain": "calling", "split": "train"}
    assert [sentence.speaker for sentence in document.sentences] == ["user", "system"]
    assert [mention.text(document) for mention in annotation.entities[0].mentions] == ["Zoe", "her"]


def test_unknown_keys(tmp_path: Path) -> None:
    path = tmp_path / "mudoco_news.json.eval.jsonlines"
    path.write_text(json.dumps(DIALOGUE | {"turns": 2}))
    with pytest.raises(FormatError, match="unknown key: 'turns'"):
        list(formats.read(path))
    problems = Problems(lenient=True)
    (item,) = formats.read(path, problems=problems)
    assert item.document.meta["domain"] == "news"
    assert problems.counts == {"unknown key": 1}


def test_recognition(tmp_path: Path) -> None:
    for name, expected in (
        ("mudoco_news.json.eval.jsonlines", "mudoco"),
        ("other.jsonlines", "clusters"),
    ):
        path = tmp_path / name
        path.write_text(json.dumps(DIALOGUE))
        with opened(path) as files:
            assert formats.recognised(files[0]) == expected
