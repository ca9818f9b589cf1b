"""Keys that nobody reads are refused, and the answer says which and what is
known; so does the description.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import API, new_project, new_text


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        (
            "/projects",
            {"name": "x", "nmae": "y"},
            "body: unknown key 'nmae'; did you mean 'name'? known: assigned_only, name, note",
        ),
        (
            "/resolve",
            {"text": "Ann left.", "resolver": ["sieve"]},
            "'resolver'; did you mean 'resolvers'? known: ",
        ),
        (
            "/projects",
            {"name": "x", "k" * 500: 1},
            f"unknown key '{'k' * 80}'; known: assigned_only, name, note",
        ),
    ],
)
def test_an_unknown_key_is_named(
    browser: TestClient, path: str, body: dict[str, Any], said: str
) -> None:
    answer = browser.post(f"{API}{path}", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_an_unknown_key_within_is_told_with_its_place(browser: TestClient) -> None:
    document = new_text(browser, new_project(browser))
    state = {"mentions": [{"parts": [[0, 1]]}, {"parts": [[2, 3]], "type": "personal"}]}
    answer = browser.put(f"{document}/annotations/annotator", json={"annotation": state})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("body.annotation.mentions.1: unknown key 'type'; ")
    assert "kind" in answer.json()["detail"]


def test_the_description_lacks_nothing_it_refers_to(browser: TestClient) -> None:
    described = browser.get(f"{API}/openapi.json")
    known = described.json()["components"]["schemas"]
    assert set(re.findall(r"#/components/schemas/(\w+)", described.text)) <= set(known)
    assert known["NewProject"]["additionalProperties"] is False
