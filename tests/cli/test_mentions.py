"""`coindex mentions`: the records of noun phrases."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from coindex.cli import app


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
