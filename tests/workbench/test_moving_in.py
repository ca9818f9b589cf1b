"""Moving in from other programs: a whole INCEpTION project with its annotators, and BookNLP's files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.formats.test_inception import SAMPLES, described, formatted, packed, project
from tests.workbench.material import Team, new_project

BOOKNLP = Path(__file__).parents[1] / "systems/documented/booknlp"


def uploaded(browser: TestClient, place: str, content: bytes, **data: str) -> Any:
    return browser.post(
        f"{place}/documents/upload", files={"files": ("keys.zip", content)}, data=data
    )


def counts(browser: TestClient, place: str, document: int) -> dict[str, tuple[int, int]]:
    """Mentions and entities of each source of a document."""
    sources = browser.get(f"{place}/documents/{document}/annotations").json()
    states = {
        one["name"]: browser.get(f"{place}/documents/{document}/annotations/{one['name']}").json()[
            "annotation"
        ]
        for one in sources
        if one.get("head")
    }
    return {
        name: (len(state["mentions"]), len(state["entities"])) for name, state in states.items()
    }


def test_the_annotators_of_a_project_become_sources(browser: TestClient) -> None:
    place = new_project(browser)
    answer = uploaded(browser, place, project())
    assert answer.status_code == 201, answer.text
    documents = {one["name"]: one["id"] for one in answer.json()["documents"]}
    assert list(documents) == ["a", "b"]
    assert answer.json()["sources"] == ["anna", "bo", "curation"]
    assert counts(browser, place, documents["a"]) == {
        "anna": (2, 1),
        "bo": (2, 2),
        "curation": (2, 1),
    }
    assert counts(browser, place, documents["b"]) == {}


def test_its_annotations_are_imported_to_documents_that_are_there(browser: TestClient) -> None:
    place = new_project(browser)
    text = {"name": "a", "text": "Ann lost her key .", "parser": "none"}
    number = browser.post(f"{place}/documents", json=text).json()["id"]
    answer = browser.post(
        f"{place}/import", files={"files": ("keys.zip", project())}, data={"source": "unused"}
    )
    assert answer.status_code == 200, answer.text
    assert (len(answer.json()["revisions"]), answer.json()["unknown"]) == (3, [])
    assert counts(browser, place, number) == {"anna": (2, 1), "bo": (2, 2), "curation": (2, 1)}
    assert [one["finished"] for one in answer.json()["revisions"]] == [True, False, False]


def test_names_of_members_stay_theirs(tmp_path: Path) -> None:
    team = Team(tmp_path)
    place = team.project()
    content = project(**{"annotation/b.txt/Second.tsv": SAMPLES["annotation/a.txt/anna.tsv"]})
    answer = uploaded(team.signed_in("Admin"), place, content)
    assert answer.status_code == 201, answer.text
    assert answer.json()["sources"] == ["anna", "bo", "curation", "Second (imported)"]
    assert uploaded(team.signed_in("Annotator"), place, content).status_code == 403


def states(browser: TestClient, place: str) -> dict[tuple[str, str], str]:
    parts = browser.get(f"{place}/work").json()["parts"]
    return {(part["name"], part["person"]): part["state"] for part in parts}


def test_the_states_of_a_project_are_taken_over(browser: TestClient) -> None:
    place = new_project(browser)
    answer = uploaded(browser, place, project())
    assert answer.status_code == 201, answer.text
    assert states(browser, place) == {
        ("a", "anna"): "finished",
        ("a", "bo"): "in work",
    }


def test_documents_in_curation_are_locked_and_what_is_open_is_assigned(tmp_path: Path) -> None:
    team = Team(tmp_path)
    place = team.project()
    description = described(a="CURATION_FINISHED", b="ANNOTATION_IN_PROGRESS")
    description["annotation_documents"] += [
        {"name": "b.txt", "user": "Second", "state": "NEW"},
        {"name": "b.txt", "user": "cy", "state": "FINISHED"},
    ]
    content = project(
        **{
            "exportedproject.json": json.dumps(description),
            "annotation/b.txt/cy.tsv": formatted("Nobody read this .", "webanno"),
        }
    )
    browser = team.signed_in("Admin")
    answer = uploaded(browser, place, content)
    assert answer.status_code == 201, answer.text
    assert states(browser, place) == {
        ("a", "anna"): "locked",
        ("a", "bo"): "locked",
        ("b", "Second"): "open",
        ("b", "cy"): "finished",
    }
    numbers = {one["name"]: one["id"] for one in answer.json()["documents"]}
    heads = {
        one["name"]: one["head"]["finished"]
        for one in browser.get(f"{place}/documents/{numbers['a']}/annotations").json()
        if one.get("head")
    }
    assert heads == {"anna": True, "bo": False, "curation": True}


def test_finished_without_what_the_scheme_requires(browser: TestClient) -> None:
    place = new_project(browser)
    scheme = {"name": "strict", "types": [{"name": "person"}], "type_required": True}
    assert browser.put(f"{place}/scheme", json=scheme).status_code == 200
    answer = uploaded(browser, place, project())
    assert answer.status_code == 422
    assert "finished, but something that the scheme requires is missing" in answer.text
    assert uploaded(browser, place, project(), lenient="true").status_code == 201
    assert states(browser, place)["a", "anna"] == "in work"


def test_a_project_under_names_that_are_taken(browser: TestClient) -> None:
    place = new_project(browser)
    assert uploaded(browser, place, project()).status_code == 201
    answer = uploaded(browser, place, project(), taken="number")
    documents = {one["name"]: one["id"] for one in answer.json()["documents"]}
    assert list(documents) == ["a (2)", "b (2)"]
    assert list(counts(browser, place, documents["a (2)"])) == ["anna", "bo", "curation"]


def test_a_bad_annotation_stores_nothing_and_is_named_as_sent(browser: TestClient) -> None:
    place = new_project(browser)
    broken = project(**{"annotation/a.txt/cy.zip": packed({"cy.xmi": "<xmi:XMI"})})
    answer = uploaded(browser, place, broken)
    assert answer.status_code == 422
    assert "keys.zip/annotation/a.txt/cy.zip!/cy.xmi" in answer.text
    assert browser.get(f"{place}/documents").json() == []
    assert uploaded(browser, place, broken, lenient="true").json()["problems"] == {
        "file cannot be read": 1
    }


@pytest.mark.parametrize("format", ["", "booknlp"])
def test_files_of_booknlp(browser: TestClient, format: str) -> None:
    place = new_project(browser)
    files = [("files", (path.name, path.read_bytes())) for path in sorted(BOOKNLP.iterdir())]
    answer = browser.post(
        f"{place}/documents/upload", files=files, data={"source": "booknlp", "format": format}
    )
    assert answer.status_code == 201, answer.text
    [document] = answer.json()["documents"]
    assert document["name"] == "mara"
    assert counts(browser, place, document["id"]) == {"booknlp": (3, 1)}
