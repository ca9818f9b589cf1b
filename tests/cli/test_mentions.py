"""`coindex mentions`: the records of noun phrases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex.cli import app
from tests.cli.calling import coindex


def test_grammatical_function_and_verb() -> None:
    text = "Ann gave the owner of the house a key. She was a teacher."
    result = CliRunner().invoke(app, ["mentions", "--text", text, "--as", "json"])
    [table] = json.loads(result.stdout)
    records = [
        (row["mention"], row["words"], row["lemma"], row["function"], row["verb"])
        for row in table["rows"]
    ]
    assert records == [
        ("Ann", "1-1", "Ann", "subject", "give"),
        ("the owner of the house", "3-7", "owner", "indirect object", "give"),
        ("the house", "6-7", "house", "attribute", "give"),
        ("a key", "8-9", "key", "direct object", "give"),
        ("She", "11-11", "she", "subject", "be"),
        ("a teacher", "13-14", "teacher", "predicate", "be"),
    ]
    assert {row["pos"] for row in table["rows"]} == {"PROPN", "NOUN", "PRON"}


@pytest.mark.parametrize("name", ["m.csv", "m.txt", "m.conllu", "m"])
def test_as_decides_what_is_written(name: str, tmp_path: Path) -> None:
    shown = coindex("mentions", "Ann lost a key.", "--as", "csv")
    ended = coindex("mentions", "Ann lost a key.", "--as", "csv", "-o", tmp_path / name)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert (tmp_path / name).read_text(encoding="utf-8") == shown.stdout
    assert shown.stdout.startswith("document,sentence,mention,")


def test_the_name_decides_without_as(tmp_path: Path) -> None:
    target = tmp_path / "m.conllu"
    assert coindex("mentions", "Ann lost a key.", "-o", target).returncode == 0
    assert "Entity=" in target.read_text(encoding="utf-8")
