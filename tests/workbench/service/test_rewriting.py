"""`POST /v1/rewrite`: a text that stands on its own, every change with its reason."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

TEXT = "Ann came. She sat."


def test_a_text_is_rewritten(client: TestClient) -> None:
    answer = client.post("/v1/rewrite?min_confidence=0", json={"id": "a", "text": TEXT})
    assert answer.status_code == 200, answer.text
    value = answer.json()
    assert value["document"] == "a"
    assert value["text"] == "Ann came. Ann sat."
    for change in value["changes"]:
        assert TEXT[change["start"] : change["end"]] == change["old"]
        assert value["text"][change["new_start"] : change["new_end"]] == change["new"]
        assert change["reason"]
    assert len(value["changes"]) == value["replaced"] == 1
    sure = client.post("/v1/rewrite?min_confidence=1", json={"text": TEXT}).json()
    assert (sure["text"], sure["replaced"]) == (TEXT, 0)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("kinds=verbs", "no kind of mentions is called 'verbs'"),
        ("min_confidence=2", "min_confidence"),
        ("only=near", "only"),
        ("colour=red", "unknown key 'colour'"),
        ("resolver=nobody", "not offered here"),
    ],
)
def test_wrong_questions_are_refused(client: TestClient, query: str, words: str) -> None:
    answer = client.post(f"/v1/rewrite?{query}", json={"text": TEXT})
    assert answer.status_code == 422
    assert words in answer.text
