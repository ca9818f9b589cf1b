"""Documents are uploaded under names that are taken."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from coindex.web.app import create_app
from coindex.web.settings import Settings
from tests.web.material import client, new_project


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
