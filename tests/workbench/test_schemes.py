"""Schemes of projects: saved and imported annotations follow them; guidelines run nothing."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from coindex.workbench.guidelines import rendered_guidelines
from tests.workbench.material import PARSED, STATE, Team, new_parsed, new_project, saved

SCHEME: dict[str, Any] = {
    "name": "People",
    "types": [{"name": "PER", "key": "p", "section": "People"}],
    "attributes": [{"name": "certain", "values": ["yes", "no"]}],
    "relations": [{"relation": "bridging"}],
    "type_required": True,
    "guidelines": "# People\n\nAll of them.",
}


def typed(*types: str) -> dict[str, Any]:
    entities = [
        {**entity, **({"type": type} if type else {})}
        for entity, type in zip(STATE["entities"], types, strict=True)
    ]
    return {**STATE, "entities": entities}


def test_a_scheme_comes_and_goes(browser: TestClient) -> None:
    project = new_project(browser)
    assert browser.get(f"{project}/scheme").status_code == 404
    answer = browser.put(f"{project}/scheme", json=SCHEME).json()
    assert answer["html"].startswith('<h1 id="section-1-people">People</h1>')
    assert answer["sections"] == {"People": "section-1-people"}
    for style in ("toml", "json"):
        file = browser.get(f"{project}/scheme/file", params={"style": style})
        assert file.headers["content-disposition"].endswith(f"People.{style}")
        assert browser.delete(f"{project}/scheme").status_code == 204
        back = browser.post(f"{project}/scheme/file", files={"file": ("s.toml", file.content)})
        assert back.json() == answer
    taken = browser.post(f"{project}/scheme/shipped", json={"name": "litbank"}).json()
    assert taken["name"] == "LitBank"
    assert taken == browser.get("/api/v1/schemes").json()["litbank"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"x = ", "neither TOML nor JSON"), (b"\xff", "not UTF-8"), (b"#" * 2_000_000, "larger")],
)
def test_files_that_are_refused(browser: TestClient, content: bytes, words: str) -> None:
    project = new_project(browser)
    answer = browser.post(f"{project}/scheme/file", files={"file": ("mine.toml", content)})
    assert answer.status_code == 422
    assert "mine.toml" in answer.json()["detail"]
    assert words in answer.json()["detail"]
    assert browser.get(f"{project}/scheme").status_code == 404


def test_saved_values_follow_the_scheme(browser: TestClient) -> None:
    project = new_project(browser)
    document = new_parsed(browser, project)
    base = saved(browser, document, "annotator", typed("person", ""))
    browser.put(f"{project}/scheme", json=SCHEME)
    path = f"{document}/annotations/annotator"
    wrong = browser.put(path, json={"base": base, "annotation": typed("PER", "place")})
    assert wrong.status_code == 422
    assert "no entity type 'place'" in wrong.json()["detail"]
    link = {"links": [{"anaphor": 1, "antecedents": [0], "relation": "predication"}]}
    wrong = browser.put(path, json={"base": base, "annotation": {**typed("PER", ""), **link}})
    assert "no relation 'predication'" in wrong.json()["detail"]
    # What was there before the scheme does not keep anybody from saving.
    base = saved(browser, document, "annotator", typed("person", "PER"), base)
    uncertain = {**STATE["mentions"][0], "attributes": [["certain", "?"]]}
    change = {"mentions": {"changed": [[0, uncertain]]}}
    wrong = browser.patch(path, json={"base": base, "change": change})
    assert (wrong.status_code, wrong.json()["type"]) == (422, "urn:coindex:scheme")
    listed = browser.get(f"{project}/scheme/violations", params={"source": "annotator"}).json()
    assert [(one["place"], one["missing"]) for one in listed] == [("0-1", False)]


def test_nothing_is_finished_that_lacks_something(browser: TestClient) -> None:
    project = new_project(browser)
    document = new_parsed(browser, project)
    browser.put(f"{project}/scheme", json=SCHEME)
    path, state = f"{document}/annotations/annotator", typed("PER", "")
    answer = browser.put(path, json={"annotation": state, "finished": True})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:coindex:incomplete")
    assert "its entity has no type" in answer.json()["detail"]
    assert browser.put(path, json={"annotation": state}).status_code == 200


def test_imported_values_follow_the_scheme(browser: TestClient) -> None:
    project = new_project(browser)
    new_parsed(browser, project)
    browser.put(f"{project}/scheme", json=SCHEME)
    files = {"files": ("a.conllu", _annotated("place").encode())}
    wrong = browser.post(f"{project}/import", files=files, data={"source": "theirs"})
    assert wrong.status_code == 422
    assert "no entity type 'place'" in wrong.json()["detail"]
    lenient = {"source": "theirs", "lenient": "true"}
    answer = browser.post(f"{project}/import", files=files, data=lenient).json()
    assert answer["problems"] == {"a value that the scheme of the project does not have": 1}
    right = {"files": ("a.conllu", _annotated("PER").encode())}
    answer = browser.post(f"{project}/import", files=right, data={"source": "theirs"}).json()
    assert answer["problems"] == {}
    other = _annotated("place").replace("id = parsed", "id = other").encode()
    wrong = browser.post(f"{project}/documents/upload", files={"files": ("b.conllu", other)})
    assert wrong.status_code == 422
    assert len(browser.get(f"{project}/documents").json()) == 1


def _annotated(type: str) -> str:
    head = "# global.Entity = eid-etype-head-other\n"
    document, _, rest = PARSED.partition("\n")
    mention = rest.replace("nsubj\t_\t_", f"nsubj\t_\tEntity=(e1-{type}-1-)", 1)
    return f"{document}\n{head}{mention}"


def test_annotators_read_the_scheme_and_do_not_change_it(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    admin.put(f"{project}/scheme", json=SCHEME)
    assert annotator.get(f"{project}/scheme").json()["name"] == "People"
    assert annotator.put(f"{project}/scheme", json={}).status_code == 403


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](data:text/html,<script>alert(1)</script>)",
        "![a](https://example.org/track.png)",
        '# <b onclick="x">a</b>',
        "| a |\n|---|\n| <svg onload=alert(1)> |",
    ],
)
def test_guidelines_run_nothing(text: str) -> None:
    html = str(rendered_guidelines(text).html)
    for forbidden in ("<script", "<img", "<svg", "<b ", 'href="javascript', 'href="data'):
        assert forbidden not in html.lower()


def test_links_of_guidelines_open_elsewhere() -> None:
    html = str(rendered_guidelines("[a](https://example.org) [b](#x)").html)
    assert '<a href="https://example.org" rel="noopener noreferrer" target="_blank">a</a>' in html
    assert '<a href="#x">b</a>' in html
