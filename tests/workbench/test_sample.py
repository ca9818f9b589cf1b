"""The sample project, names of projects and downloads, and messages about names in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import API, application, client


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with client(application(tmp_path)) as made:
        yield made


def test_there_is_one_sample_with_gold_and_a_text_to_begin_with(browser: TestClient) -> None:
    sample = browser.post(f"{API}/projects/sample").json()
    assert browser.post(f"{API}/projects/sample").json() == sample
    assert [one["name"] for one in browser.get(f"{API}/projects").json()] == ["Sample project"]
    path = f"{API}/projects/{sample['id']}/documents"
    assert len(browser.get(path).json()) == 8
    text = f"{path}/{sample['document']}/annotations"
    gold = browser.get(f"{text}/gold").json()["annotation"]
    own = browser.get(f"{text}/annotator").json()["annotation"]
    assert len(own["mentions"]) == len(gold["mentions"]) > 100
    assert "entities" not in own
    assert "links" not in own
    assert not [one for one in own["mentions"] if one.get("reference")]


def test_a_project_may_have_a_slash_in_its_name_and_its_downloads_do_not(
    browser: TestClient,
) -> None:
    made = browser.post(f"{API}/projects", json={"name": "Corpus 2025/26"})
    assert made.status_code == 201
    project = f"{API}/projects/{made.json()['id']}"
    for name in ("one", "two"):
        body = {"name": name, "text": "Ann left.", "parser": "none"}
        document = browser.post(f"{project}/documents", json=body).json()["id"]
        path = f"{project}/documents/{document}/annotations/annotator"
        state = {"mentions": [{"parts": [[0, 1]]}]}
        assert browser.put(path, json={"annotation": state}).status_code == 200

    def download(**more: int) -> str:
        asked: dict[str, int | str] = {"source": "annotator", "format": "jsonl", **more}
        answer = browser.get(f"{project}/export", params=asked)
        return answer.headers["content-disposition"].partition("''")[2]

    assert download() == "Corpus%202025-26.jsonl"
    assert download(documents=document) == "two.jsonl"


def test_messages_about_names_hold_no_regular_expression(browser: TestClient) -> None:
    project = browser.post(f"{API}/projects", json={"name": "One"}).json()["id"]
    body = {"name": "a/b", "text": "Ann left.", "parser": "none"}
    answer = browser.post(f"{API}/projects/{project}/documents", json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        "name: must not contain slashes, backslashes, line breaks or control characters"
    )
    empty = browser.post(f"{API}/projects", json={"name": ""}).json()["detail"]
    assert empty == "name: must not be empty"
