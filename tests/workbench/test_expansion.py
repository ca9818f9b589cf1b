"""Uploads that become large: refused before anything is made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from coindex.core.document import Document
from coindex.workbench.api import documents, storing
from coindex.workbench.settings import SCRATCH, UPLOADED
from coindex.workbench.uploads import Most
from tests.workbench import bombs
from tests.workbench.material import API, application, client, new_parsed, new_project

SIZE = 3 * bombs.MEGABYTE
BOMBS = bombs.bombs(SIZE)
RUN = {
    "corpora": ["embedded/plot"],
    "resolvers": ["recent"],
    "measures": ["Mentions@head"],
    "draws": 1,
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    most = bombs.MEGABYTE
    limits = [
        replace(one, total=most, file=most, package=most, members=20) for one in (UPLOADED, SCRATCH)
    ]
    app = application(
        tmp_path_factory.mktemp("small"), expansion=limits[0], scratch_expansion=limits[1]
    )
    with client(app) as made:
        project = new_project(made)
        new_parsed(made, project)
        run = made.post(f"{project}/runs", json=RUN).json()["id"]
        made.delete(f"{project}/runs/{run}")
        yield made


def sent(browser: TestClient, where: str, name: str, content: bytes) -> Response:
    fields = {"source": "annotator", "name": "system"}
    return browser.post(f"{API}/{where}", files={"files": (name, content)}, data=fields)


UPLOADS = ("resolve/files", "projects/1/documents/upload", "projects/1/import")


@pytest.mark.parametrize("where", UPLOADS)
@pytest.mark.parametrize("name", BOMBS)
def test_a_container_that_explodes_is_refused(browser: TestClient, where: str, name: str) -> None:
    answer = sent(browser, where, name, BOMBS[name])
    assert answer.status_code == 413, answer.text
    assert (
        "expands to more than" in answer.json()["detail"]
        and "upload it in parts" in answer.json()["detail"]
    )
    assert "/tmp" not in answer.text


@pytest.mark.parametrize(
    "name", ["texts.zip", "texts.tar.gz", "text.txt.gz", "text.txt.xz", "header.tar.gz"]
)
def test_a_response_that_explodes_is_refused(browser: TestClient, name: str) -> None:
    assert sent(browser, "projects/1/runs/1/responses", name, BOMBS[name]).status_code == 413


@pytest.mark.parametrize("where", UPLOADS)
def test_an_archive_of_many_files_is_refused(browser: TestClient, where: str) -> None:
    answer = sent(browser, where, "many.zip", bombs.many(21))
    assert answer.status_code == 413
    assert "more than 20 files" in answer.json()["detail"]


def test_a_table_whose_expansion_cannot_be_counted_is_refused(browser: TestClient) -> None:
    answer = sent(browser, "resolve/files", "a.parquet", b"PAR1" + bytes(100) + b"PAR1")
    assert answer.status_code == 413
    assert "convert it to JSON Lines" in answer.json()["detail"]


def test_tags_are_counted_before_they_become_a_tree(browser: TestClient) -> None:
    page = b"<html><body>" + b"<p>a" * 600_000
    answer = sent(browser, "resolve/files", "a.html", page)
    assert answer.status_code == 413
    assert "500,000 tags" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (Most(documents=2), "more than 2 documents"),
        (Most(characters=20), "more than 20 characters"),
        (Most(tokens=5), "more than 5 tokens"),
    ],
)
def test_what_comes_of_an_upload_is_counted_before_it_is_parsed(
    most: Most, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def with_tokens(document: Document, parser: str) -> Document:
        parsed.append(document.id)
        return document

    monkeypatch.setattr(documents, "MOST", most)
    monkeypatch.setattr(documents, "with_tokens", with_tokens)
    archive = bombs.zipped({f"{name}.txt": b"Ann went away." for name in "abc"})
    with client(application(tmp_path)) as browser:
        new_project(browser)
        answer = sent(browser, "projects/1/documents/upload", "abc.zip", archive)
    assert answer.status_code == 413
    assert said in answer.json()["detail"]
    assert len(parsed) < 3


def test_a_long_text_is_refused_before_it_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "MOST", Most(tokens=5))
    monkeypatch.setattr(documents, "with_tokens", None)
    with client(application(tmp_path)) as browser:
        project = new_project(browser)
        answer = browser.post(
            f"{project}/documents", json={"name": "a", "text": "one two three four five six"}
        )
    assert answer.status_code == 413
