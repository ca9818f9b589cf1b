"""The training round: the key stays hidden until an annotator has handed in."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tests.workbench.material import STATE, Team, new_parsed, saved

WRONG: dict[str, Any] = {
    **STATE,
    "entities": [{"id": "1", "mentions": [0, 1]}, {"id": "2", "mentions": [2, 3, 4]}],
}


def test_the_key_is_shown_once_an_annotator_has_handed_in(team: Team) -> None:
    project = team.project()
    admin, annotator, second = (team.signed_in(n) for n in ("Admin", "Annotator", "Second"))
    document = new_parsed(admin, project)
    number = int(document.rpartition("/")[2])
    saved(admin, document, "adjudication", STATE)
    asked = {"documents": [number], "key": "adjudication"}
    assert admin.post(f"{project}/training", json=asked).json()[0]["key"] == "adjudication"
    path, feedback = f"{document}/annotations/Annotator", f"{document}/training?person=Annotator"

    training = annotator.get(f"{project}/training").json()
    assert [(one["name"], one["key"]) for one in training["exercises"]] == [("parsed", "")]
    assert [one["state"] for one in training["attempts"]] == ["open"]
    assert annotator.get(feedback).status_code == 409, "nothing was saved yet"
    base = saved(annotator, document, "Annotator", WRONG)
    answer = annotator.get(feedback)
    assert (answer.status_code, "marked as finished" in answer.json()["detail"]) == (409, True)
    assert_hidden(annotator, project, document)

    done = {"base": base, "annotation": WRONG, "finished": True}
    base = annotator.put(path, json=done).json()["revision"]["id"]
    shown = annotator.get(feedback).json()
    values = {one["measure"]: one["agreement"] for one in shown["attempt"]["measures"]}
    assert values["Mentions"] == 1 and 0 < values["CoNLL"] < 1
    entity = [(one["words"], one["a"], one["b"]) for one in shown["differences"]]
    assert len(entity) == shown["attempt"]["differences"] > 0
    assert any(words == "She" and "her" in key for words, key, _ in entity)
    assert annotator.get(f"{document}/annotations/adjudication").status_code == 404

    later = {"base": base, "annotation": STATE, "finished": True}
    assert annotator.put(path, json=later).status_code == 200
    again = annotator.get(feedback).json()
    assert again == shown, "what was handed in first counts"

    assert second.get(feedback).status_code == 404
    assert second.get(f"{document}/training?person=Second").status_code == 409
    [attempt] = second.get(f"{project}/training").json()["attempts"]
    assert (attempt["person"], attempt["state"]) == ("Second", "open")
    attempts = admin.get(f"{project}/training").json()["attempts"]
    assert [(one["person"], one["state"]) for one in attempts] == [("Annotator", "handed in")]
    assert admin.get(feedback).json() == shown

    assert admin.delete(f"{document}/training").status_code == 204
    assert admin.delete(f"{document}/training").status_code == 404
    assert annotator.get(feedback).status_code == 404


def assert_hidden(annotator: TestClient, project: str, document: str) -> None:
    """Nothing that an annotator can read has the key, or its name."""
    for path in (
        f"{document}/annotations",
        f"{document}/content",
        f"{document}/tokens",
        f"{project}/training",
        f"{project}/progress",
        f"{project}/work",
    ):
        answer = annotator.get(path)
        assert answer.status_code == 200
        assert "adjudication" not in answer.text and "Entity" not in answer.text, path
    source = {"source": "adjudication"}
    assert annotator.get(f"{project}/export", params=source).status_code == 404
    assert annotator.get(f"{document}/annotations/adjudication").status_code == 404


def test_a_correction_is_not_handed_in(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    document = new_parsed(admin, project)
    saved(admin, document, "adjudication", STATE)
    base = saved(annotator, document, "Annotator", WRONG)
    asked = {"documents": [int(document.rpartition("/")[2])], "key": "adjudication"}
    admin.post(f"{project}/training", json=asked)
    path = f"{document}/annotations/Annotator"
    correction = {"base": base, "annotation": STATE, "finished": True, "correct": True}
    assert admin.put(path, json=correction).status_code == 200
    [attempt] = annotator.get(f"{project}/training").json()["attempts"]
    assert attempt["state"] == "in work"


def test_keys_that_are_refused(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    document = new_parsed(admin, project)
    number = int(document.rpartition("/")[2])
    asked = {"documents": [number], "key": "adjudication"}
    assert admin.post(f"{project}/training", json=asked).status_code == 404
    resolved = admin.post(f"{document}/resolve", json={"resolver": "recent"}).json()["source"]
    answer = admin.post(f"{project}/training", json={**asked, "key": resolved})
    assert (answer.status_code, "is a resolver" in answer.json()["detail"]) == (409, True)
    other = new_parsed_named(admin, project, "other")
    saved(admin, other, "adjudication", STATE)
    answer = admin.post(f"{project}/training", json=asked)
    assert (answer.status_code, "has not annotated 'parsed'" in answer.json()["detail"]) == (
        409,
        True,
    )
    assert admin.get(f"{project}/training").json()["exercises"] == []


def new_parsed_named(browser: TestClient, project: str, name: str) -> str:
    from tests.workbench.material import PARSED

    content = PARSED.replace("newdoc id = parsed", f"newdoc id = {name}").encode()
    files = {"files": (f"{name}.conllu", content)}
    answer = browser.post(f"{project}/documents/upload", files=files)
    return f"{project}/documents/{answer.json()['documents'][0]['id']}"
