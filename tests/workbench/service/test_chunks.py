"""`POST /v1/chunks`: passages for retrieval."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

TEXT = "Ann Lee bought a mill. She sold it in 1920."


def test_a_text_is_cut(client: TestClient) -> None:
    answer = client.post("/v1/chunks?by=sentences&size=1", json={"id": "a", "text": TEXT})
    assert answer.status_code == 200, answer.text
    value = answer.json()
    assert value["document"] == "a"
    assert [one["id"] for one in value["chunks"]] == ["a#1", "a#2"]
    second = value["chunks"][1]
    assert TEXT[second["start"] : second["end"]] == "She sold it in 1920."
    assert {"text", "header", "entities", "changes"} <= second.keys()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("by=chapter", "by"),
        ("by=sentences&size=2&overlap=2", "overlap"),
        ("colour=red", "unknown key 'colour'"),
        ("size=0", "size"),
    ],
)
def test_wrong_questions_are_refused(client: TestClient, query: str, words: str) -> None:
    answer = client.post(f"/v1/chunks?{query}", json={"text": TEXT})
    assert answer.status_code == 422
    assert words in answer.text
