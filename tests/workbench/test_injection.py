"""Script in texts, file names, names and comments stays text: as JSON,
as a download, never as a page.
"""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import API, STATE, new_project, new_text, saved

SCRIPT = "<script>alert(1)</script>"
QUOTED = "\"'><img src=x onerror=alert(1)>"


@pytest.fixture
def project(browser: TestClient) -> str:
    return new_project(browser, f"P {QUOTED}")


def test_nothing_a_person_writes_is_answered_as_html(browser: TestClient, project: str) -> None:
    document = new_text(browser, project, f"Ann {SCRIPT} left.", name=f"n {QUOTED}")
    state = {
        "mentions": [
            {
                "parts": [[0, 1]],
                "id": SCRIPT,
                "subtype": QUOTED,
                "attributes": [["comment", SCRIPT]],
            }
        ],
        "entities": [
            {"id": SCRIPT, "mentions": [0], "type": QUOTED, "attributes": [["name", SCRIPT]]}
        ],
        "attributes": [["comment", SCRIPT]],
    }
    saved(browser, document, "annotator", state)
    browser.put(
        f"{document}/annotations/adjudication", json={"annotation": state, "comment": SCRIPT}
    )
    paths = [
        project, f"{API}/projects", f"{project}/documents", document, f"{document}/text", f"{document}/tokens",
        f"{document}/content", f"{document}/annotations", f"{document}/annotations/annotator",
        f"{document}/annotations/adjudication/revisions", f"{project}/progress", f"{project}/search?form=script",
        f"{project}/search?form={SCRIPT}", f"{project}/agreement?a=annotator&b=adjudication",
        f"{document}/differences?a=annotator&b={SCRIPT}", f"{project}/export?source={SCRIPT}",
        f"{project}/documents/{SCRIPT}", f"/{SCRIPT}", f"{API}/components/{SCRIPT}",
    ]  # fmt: skip
    for path in paths:
        answer = browser.get(path)
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind in ("application/json", "application/problem+json", "text/plain"), path
        assert answer.headers["x-content-type-options"] == "nosniff"
        if kind != "text/plain":
            json.loads(answer.text)
    assert browser.get(f"{document}/annotations/annotator").json()["annotation"] == state, (
        "unchanged, as text"
    )


@pytest.mark.parametrize("format", ["jsonl", "conllu", "tei", "brat", "text", "muc"])
def test_exports_are_downloads(browser: TestClient, project: str, format: str) -> None:
    document = new_text(browser, project, f"Ann {SCRIPT} left.", name=f"n {QUOTED}")
    saved(browser, document, "annotator", {"mentions": [{"parts": [[0, 1]], "kind": "name"}]})
    answer = browser.get(f"{project}/export?source=annotator&format={format}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert (
        "<" not in answer.headers["content-disposition"]
        and '"' not in answer.headers["content-disposition"]
    )


def test_uploaded_names_are_text(browser: TestClient, project: str) -> None:
    for number, name in enumerate(
        (f"{SCRIPT}.txt", f"{QUOTED}.txt", "a\r\nSet-Cookie: x=1.txt", "\u202etxt.exe.txt")
    ):
        answer = browser.post(
            f"{project}/documents/upload", files={"files": (name, f"Text {number} here.".encode())}
        )
        assert answer.status_code in (201, 422), answer.text
        assert "set-cookie" not in answer.headers
    for one in browser.get(f"{project}/documents").json():
        assert "\n" not in one["name"] and "\r" not in one["name"]


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "", " ", "a\u2028b", "x" * 300])
def test_names_are_one_line(browser: TestClient, name: str) -> None:
    assert browser.post(f"{API}/projects", json={"name": name}).status_code == 422


@pytest.mark.parametrize(
    "body",
    [b'{"name": "\\ud800"}', b'{"name": NaN}', b"\xff\xfe", b"[" * 50_000, b'{"name": 1e999}', b""],
)
def test_odd_json_is_refused(browser: TestClient, body: bytes) -> None:
    answer = browser.post(
        f"{API}/projects", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_numbers_out_of_range(browser: TestClient, project: str) -> None:
    for id in ("0", "-1", str(2**31), str(2**63), str(10**30), "1.5", "x", "%00"):
        assert browser.get(f"{API}/projects/{id}").status_code in (404, 422)
        assert browser.get(f"{project}/documents/{id}/text").status_code in (404, 422)
    document = new_text(browser, project)
    answer = browser.put(
        f"{document}/annotations/annotator", json={"base": 2**70, "annotation": STATE}
    )
    assert answer.status_code == 422
