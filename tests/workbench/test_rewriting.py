"""Rewriting over the API of the workbench."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tests.workbench.material import API

TEXT = "Ann lost her key. She found it."


def test_a_text_is_rewritten_with_its_reasons(browser: TestClient) -> None:
    answer = browser.post(
        f"{API}/rewrite", json={"text": TEXT, "resolver": "sieve", "min_confidence": 0.5}
    )
    assert answer.status_code == 200, answer.text
    value = answer.json()
    assert value["text"] == "Ann lost her key. Ann found the key."
    assert [(one["old"], one["new"]) for one in value["marks"]] == [
        ("her", ""),
        ("She", "Ann"),
        ("it", "the key"),
    ]
    assert value["left"] == {"its sentence names the entity already": 1}


def test_wrong_questions_are_refused(browser: TestClient) -> None:
    questions: list[dict[str, object]] = [
        {"kinds": ["verbs"]},
        {"kinds": []},
        {"min_confidence": 2},
        {"resolver": "nobody"},
        {"colour": "red"},
        {"text": ""},
    ]
    for wrong in questions:
        answer = browser.post(f"{API}/rewrite", json={"text": TEXT, **wrong})
        assert answer.status_code == 422, wrong
