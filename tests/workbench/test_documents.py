"""Documents: text and files in, tokens and text out, put aside and brought back."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from coindex.io.expansion import Limits
from tests.workbench.material import PARSED, TEXT, new_project, new_text


def upload(browser: TestClient, project: str, *files: tuple[str, bytes], **fields: str) -> Response:
    return browser.post(
        f"{project}/documents/upload", files=[("files", file) for file in files], data=fields
    )


def test_a_text_in_any_language_is_cut_into_words(browser: TestClient) -> None:
    project = new_project(browser)
    text = "Анна потеряла ключ. Она его ищет!\n\nL'été passa."
    document = new_text(browser, project, text)
    tokens = browser.get(f"{document}/tokens").json()
    words = [text[start:end] for start, end in zip(tokens["starts"], tokens["ends"], strict=True)]
    assert words == [
        "Анна",
        "потеряла",
        "ключ",
        ".",
        "Она",
        "его",
        "ищет",
        "!",
        "L'été",
        "passa",
        ".",
    ]
    assert [row[:3] for row in tokens["sentences"]] == [[0, 4, 0], [4, 8, 0], [8, 11, 1]]
    assert browser.get(f"{document}/text").text == text


def test_text_and_tokens_come_as_compressed_as_they_are_stored(browser: TestClient) -> None:
    document = new_text(browser, new_project(browser), "Анна потеряла ключ. " * 500)
    for part in ("text", "tokens"):
        plain = browser.get(f"{document}/{part}", headers={"Accept-Encoding": "identity"})
        short = browser.get(f"{document}/{part}", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert short.headers["Content-Encoding"] == "gzip"
        assert short.headers["Content-Type"] == plain.headers["Content-Type"]
        assert int(short.headers["Content-Length"]) < len(plain.content) / 2
        assert short.content == plain.content  # decompressed, with its checksum


def test_english_is_parsed(browser: TestClient) -> None:
    project = new_project(browser)
    answer = browser.post(f"{project}/documents", json={"name": "a", "text": TEXT})
    assert answer.status_code == 201
    tokens = browser.get(f"{project}/documents/1/tokens").json()
    assert tokens["tags"]["names"][tokens["tags"]["codes"][0]] == "PROPN"
    content = browser.get(f"{project}/documents/1/content").json()
    assert content["tokens"][1]["lemma"] == "lose"


def test_files_of_many_formats(browser: TestClient) -> None:
    project = new_project(browser)
    spans = [[0, 3], [4, 8], [9, 12], [13, 17]]
    line: dict[str, Any] = {"schema": "coindex-doc/1", "id": "one", "text": "Ann lost her dog."}
    line |= {"tokens": [{"start": a, "end": b} for a, b in spans], "sentences": [{"span": [0, 4]}]}
    line |= {
        "mentions": [{"parts": [[0, 1]]}, {"parts": [[2, 3]]}],
        "entities": [{"id": "e", "mentions": [0, 1]}],
    }
    answer = upload(browser, project, ("a.jsonl", json.dumps(line).encode()), source="key")
    assert answer.status_code == 201, answer.text
    assert answer.json()["sources"] == ["key"]
    state = browser.get(f"{project}/documents/1/annotations/key").json()
    assert state["annotation"]["entities"] == [{"id": "e", "mentions": [0, 1]}]
    assert (state["kind"], state["mine"]) == ("import", False)
    assert (
        upload(browser, project, ("b.conllu.gz", gzip.compress(PARSED.encode()))).status_code == 201
    )
    brat = [
        ("c.txt", b"Bob saw him.\n"),
        ("c.ann", b"T1\tMention 0 3\tBob\nT2\tMention 8 11\thim\nR1\tCoref Arg1:T2 Arg2:T1\n"),
    ]
    assert upload(browser, project, *brat, source="brat").status_code == 201
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("x/three.txt", "Three is here.")
        made.writestr("x/two.txt", "Two is there.")
    answer = upload(browser, project, ("all.zip", archive.getvalue()))
    assert {one["name"] for one in answer.json()["documents"]} == {"three", "two"}
    names = [one["name"] for one in browser.get(f"{project}/documents").json()]
    assert names == ["c", "one", "parsed", "three", "two"]


def test_an_upload_does_not_take_anybodys_name(browser: TestClient) -> None:
    """The one person's own source is theirs to go on with; a resolver's is the resolver's."""
    project = new_project(browser)
    brat = [("c.txt", b"Bob saw him.\n"), ("c.ann", b"T1\tMention 0 3\tBob\n")]
    assert upload(browser, project, *brat, source="mitkov").status_code == 409
    answer = upload(browser, project, *brat, source="annotator")
    assert answer.status_code == 201, answer.text
    document = f"{project}/documents/{answer.json()['documents'][0]['id']}"
    own = browser.get(f"{document}/annotations/annotator").json()
    assert own["mine"] and len(own["annotation"]["mentions"]) == 1
    again = browser.put(
        f"{document}/annotations/annotator", json={"base": own["revision"]["id"], "annotation": {}}
    )
    assert again.status_code == 200


def test_all_files_or_none(browser: TestClient) -> None:
    project = new_project(browser)
    new_text(browser, project, name="two")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("one.txt", "One is here.")
        made.writestr("two.txt", "Two is there.")
    answer = upload(browser, project, ("all.zip", archive.getvalue()))
    assert answer.status_code == 409
    assert "two" in answer.json()["detail"]
    assert "Add a number to names that are taken" in answer.json()["detail"]
    assert [one["name"] for one in browser.get(f"{project}/documents").json()] == ["two"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.conllu", b"no columns here\n\n", "a.conllu:1"),
        ("a.zip", b"no archive", "a.zip"),
        ("a.gz", b"not compressed", "a.gz"),
        ("a.jsonl", b'{"id": "x", "text": 5}', "a.jsonl"),
        ("a.json", b"[" * 100_000, "a.json"),
        (
            "a.xml",
            b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
            "",
        ),
        ("empty.txt", b"", "empty.txt"),
    ],
)
def test_what_cannot_be_read_is_named_without_the_servers_paths(
    browser: TestClient, name: str, content: bytes, said: str
) -> None:
    project = new_project(browser)
    answer = upload(browser, project, (name, content))
    assert answer.status_code in (422, 413), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert said in answer.json()["detail"]
    assert (
        "/tmp" not in answer.text and "Traceback" not in answer.text and "root:" not in answer.text
    )
    assert browser.get(f"{project}/documents").json() == []


def test_an_archive_that_explodes_is_stopped(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.workbench.material import application, client

    with client(
        application(tmp_path_factory.mktemp("small"), expansion=Limits(total=100_000))
    ) as browser:
        project = new_project(browser)
        bombs = {"a.txt.gz": gzip.compress(b" " * 1_000_000), "b.zip": _zip(b" " * 1_000_000)}
        for name, content in bombs.items():
            answer = upload(browser, project, (name, content))
            assert answer.status_code == 413
            assert "expands to more than" in answer.json()["detail"]


def _zip(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.txt", content)
    return out.getvalue()


def test_names_of_files_are_never_paths(browser: TestClient) -> None:
    project = new_project(browser)
    for name in (
        "../../../../etc/cron.d/x.txt",
        "..\\..\\boot.txt",
        "C:\\autoexec.txt",
        "/absolute.txt",
    ):
        answer = upload(browser, project, (name, b"Some words here."))
        assert answer.status_code == 201, answer.text
    names = {one["name"] for one in browser.get(f"{project}/documents").json()}
    assert names == {"x", "boot", "autoexec", "absolute"}


def test_put_aside_and_brought_back(browser: TestClient) -> None:
    project = new_project(browser)
    document = new_text(browser, project)
    assert browser.delete(document).status_code == 204
    assert browser.get(f"{project}/documents").json() == []
    assert browser.get(f"{project}/documents?archived=true").json()[0]["archived"] is True
    assert browser.post(f"{document}/restore").json()["archived"] is False
    assert len(browser.get(f"{project}/documents").json()) == 1


def test_a_project_is_deleted_for_good_on_confirmation(browser: TestClient) -> None:
    project = new_project(browser, "Novels")
    new_text(browser, project)
    assert browser.delete(project).status_code == 409
    assert browser.delete(f"{project}?confirm=novel").status_code == 409
    assert browser.delete(f"{project}?confirm=Novels").status_code == 204
    assert browser.get(project).status_code == 404


def test_too_large_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.workbench.material import API, application, client

    with client(application(tmp_path_factory.mktemp("small"), upload=2_000)) as browser:
        project = new_project(browser)
        text = "word " * 1_000
        assert (
            browser.post(f"{project}/documents", json={"name": "a", "text": text}).status_code
            == 413
        )
        assert upload(browser, project, ("a.txt", text.encode())).status_code == 413

        def pieces() -> Iterator[bytes]:
            yield from (b"x" * 500 for _ in range(10))

        headers = {"content-type": "application/json"}
        assert browser.post(f"{API}/projects", content=pieces(), headers=headers).status_code == 413


def test_paragraphs_are_taken_apart_at_their_marks(browser: TestClient) -> None:
    project = new_project(browser)
    text = '"Is it you?" asked {ann +Ann+}. "Go." {ann She} left (at 5.) He stayed'
    answer = upload(browser, project, ("a.inline", f"{text}\n---\nann: person\n".encode()))
    assert answer.status_code == 201, answer.text
    document = f"{project}/documents/{answer.json()['documents'][0]['id']}"
    tokens, words = browser.get(f"{document}/tokens").json(), browser.get(f"{document}/text").text
    parts = [
        words[tokens["starts"][first] : tokens["ends"][end - 1]]
        for first, end, *_ in tokens["sentences"]
    ]
    assert parts[:3] == ['"Is it you?" asked Ann.', '"Go."', "She left (at 5.)"]


def test_documents_of_a_corpus_come_with_its_annotation(browser: TestClient) -> None:
    project = new_project(browser)
    answer = browser.post(
        f"{project}/documents/corpus", json={"corpus": "embedded/manual", "source": "ours"}
    )
    assert answer.status_code == 201, answer.text
    document = f"{project}/documents/{answer.json()['documents'][0]['id']}"
    assert browser.get(f"{document}/annotations/ours").json()["annotation"]["entities"]
    for name in ("/etc", "embedded/../..", "nothing"):
        assert browser.post(f"{project}/documents/corpus", json={"corpus": name}).status_code == 422
