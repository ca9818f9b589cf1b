"""Documents are uploaded under names that are taken, and renamed."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from coindex.workbench.app import create_app
from coindex.workbench.settings import Settings
from tests.workbench.material import STATE, TEXT, Team, client, new_project, new_text, saved


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[TestClient]:
    with client(create_app(Settings(tmp_path / "store.db"))) as browser:
        yield browser


def names(browser: TestClient, project: str) -> list[str]:
    return [one["name"] for one in browser.get(f"{project}/documents").json()]


def test_files_whose_names_are_taken_get_a_number(alone: TestClient) -> None:
    project = new_project(alone)
    for expected in (201, 409):
        assert uploaded(alone, project).status_code == expected
    assert uploaded(alone, project, taken="number").status_code == 201
    assert uploaded(alone, project, taken="number").status_code == 201
    assert names(alone, project) == ["ferry", "ferry (2)", "ferry (3)"]


def uploaded(browser: TestClient, project: str, **more: str) -> httpx2.Response:
    file = {"files": ("ferry.txt", io.BytesIO(b"Ann sleeps. She dreams."))}
    return browser.post(f"{project}/documents/upload", files=file, data={"parser": "none", **more})


def test_heads_of_pages_are_answered_without_a_body(alone: TestClient) -> None:
    answer = alone.head("/")
    assert answer.status_code == 200
    assert answer.content == b""
    assert "content-security-policy" in answer.headers


def test_who_supervises_is_not_listed_as_an_annotator(team: Team) -> None:
    admin, project = team.signed_in("Admin"), team.project()
    path = new_text(admin, project)

    def listed() -> list[str]:
        return [row["source"] for row in admin.get(f"{project}/progress").json()]

    assert listed() == ["Annotator", "Second"]
    body = {"documents": [int(path.rsplit("/", 1)[1])], "members": ["Adjudicator"]}
    assert admin.post(f"{project}/assignments", json=body).status_code < 300
    assert listed() == ["Adjudicator", "Annotator", "Second"]
    saved(admin, path, "Admin", STATE)
    assert sorted(listed()) == ["Adjudicator", "Admin", "Annotator", "Second"]


def test_a_document_is_renamed_and_keeps_everything_else(alone: TestClient) -> None:
    project = new_project(alone)
    path = new_text(alone, project)
    before = alone.get(path).json()
    saved(alone, path, "annotator", STATE)
    assert alone.put(path, json={"name": " The ferry "}).json() == {**before, "name": "The ferry"}
    assert names(alone, project) == ["The ferry"]
    assert alone.get(f"{path}/content").json()["id"] == "The ferry"
    exported = alone.get(f"{project}/export?source=annotator&format=jsonl").text
    assert [json.loads(line)["id"] for line in exported.splitlines()] == ["The ferry"]
    assert alone.get(f"{path}/text").text == TEXT
    assert alone.get(f"{path}/annotations/annotator").json()["revision"]["number"] == 1


def test_the_name_of_a_renamed_document_is_free_again(alone: TestClient) -> None:
    project = new_project(alone)
    first = f"{project}/documents/{uploaded(alone, project).json()['documents'][0]['id']}"
    assert alone.put(first, json={"name": "ferry, old"}).status_code == 200
    second = f"{project}/documents/{uploaded(alone, project).json()['documents'][0]['id']}"
    assert names(alone, project) == ["ferry", "ferry, old"]
    assert [one["name"] for one in alone.get(f"{second}/names").json()] == ["ferry"]
    refused = alone.put(second, json={"name": "ferry, old"})
    assert refused.status_code == 409
    assert "'ferry, old'" in refused.json()["detail"]
    assert uploaded(alone, project).status_code == 409
    assert alone.put(second, json={"name": "ferry"}).status_code == 200
    assert alone.put(first, json={"name": "a/b"}).status_code == 422


def test_annotations_find_a_document_under_its_earlier_name(alone: TestClient) -> None:
    project = new_project(alone)
    path = new_text(alone, project)
    saved(alone, path, "annotator", STATE)
    exported = alone.get(f"{project}/export?source=annotator&format=jsonl").content
    alone.put(path, json={"name": "crossing"})
    file = {"files": ("back.jsonl", io.BytesIO(exported))}
    answer = alone.post(f"{project}/import", files=file, data={"source": "second"}).json()
    assert (len(answer["revisions"]), answer["unknown"]) == (1, [])


def test_each_name_has_its_author(team: Team) -> None:
    admin, adjudicator = team.signed_in("Admin"), team.signed_in("Adjudicator")
    path = new_text(admin, team.project())
    for _ in range(2):
        assert adjudicator.put(path, json={"name": "Second"}).status_code == 200
    given = [(one["name"], one["author"]) for one in admin.get(f"{path}/names").json()]
    assert given == [("note", "Admin"), ("Second", "Adjudicator")]


def test_an_upload_that_fails_is_named_as_it_was_sent(alone: TestClient) -> None:
    file = {"files": ("junk.xmi", io.BytesIO(b"<not <xml"))}
    answer = alone.post(f"{new_project(alone)}/documents/upload", files=file)
    assert answer.status_code == 422
    assert "junk.xmi" in answer.json()["detail"]
    assert "/" not in answer.json()["detail"].partition("junk.xmi")[0]
