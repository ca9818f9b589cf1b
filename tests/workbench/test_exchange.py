"""Agreement, differences, export and import: what goes out comes back, and what is lost is said."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import PARSED, STATE, Team, new_parsed, new_project, new_text, saved

RICH: dict[str, Any] = {
    "mentions": [
        {"parts": [[0, 1]], "kind": "name", "head": 0},
        {"parts": [[2, 4]], "kind": "nominal", "head": 3, "minimum": [3, 4]},
        {"parts": [[2, 3]], "kind": "possessive", "head": 2},
        {"parts": [[5, 6]], "kind": "personal", "head": 5},
        {"zero": 6, "kind": "zero"},
        {"parts": [[8, 9]], "reference": "nonreferential", "head": 8, "kind": "personal"},
    ],
    "entities": [
        {"id": "1", "mentions": [0, 2, 3, 4], "type": "person"},
        {"id": "2", "mentions": [1]},
    ],
}


@pytest.fixture
def document(browser: TestClient) -> str:
    return new_parsed(browser, new_project(browser))


def project_of(document: str) -> str:
    return document.rpartition("/documents")[0]


def exported(browser: TestClient, document: str, format: str) -> tuple[str, bytes, str]:
    answer = browser.get(
        f"{project_of(document)}/export", params={"source": "annotator", "format": format}
    )
    assert answer.status_code == 200, answer.text
    return (
        answer.headers["content-disposition"].partition("''")[2],
        answer.content,
        answer.headers["x-coindex-losses"],
    )


def brought_in(browser: TestClient, document: str, name: str, content: bytes) -> dict[str, Any]:
    answer = browser.post(
        f"{project_of(document)}/import",
        files={"files": (name, content)},
        data={"source": "back again"},
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("format", ["jsonl", "conllu", "tei"])
def test_what_goes_out_comes_back(browser: TestClient, document: str, format: str) -> None:
    saved(browser, document, "annotator", RICH)
    name, content, _ = exported(browser, document, format)
    answer = brought_in(browser, document, name, content)
    assert (answer["unknown"], answer["inexact"], answer["lost"]) == ([], 0, 0)
    back = browser.get(f"{document}/annotations/back again").json()["annotation"]
    assert chains(back) == chains(RICH), "zero pronoun included"


def chains(state: dict[str, Any]) -> list[list[tuple[Any, Any]]]:
    def told(number: int) -> tuple[Any, Any]:
        mention = state["mentions"][number]
        return mention.get("parts", []), mention.get("zero")

    return sorted(
        sorted((told(n) for n in entity["mentions"]), key=str) for entity in state["entities"]
    )


def test_losses_are_announced_before_and_with_the_export(
    browser: TestClient, document: str
) -> None:
    saved(browser, document, "annotator", RICH)
    before = browser.get(
        f"{project_of(document)}/export/losses", params={"source": "annotator", "format": "conll"}
    ).json()
    assert before["documents"] == 1
    assert before["losses"]["empty tokens"] == 1
    own, everything = before["annotated"], list(before["losses"])
    assert own and set(own) == set(everything[: len(own)]), "the annotator's work comes first"
    assert "empty tokens" not in own
    _, _, losses = exported(browser, document, "conll")
    assert "empty tokens: 1" in losses
    assert exported(browser, document, "jsonl")[2] == "none"


def test_several_files_come_as_an_archive_with_a_list_of_losses(
    browser: TestClient, document: str
) -> None:
    saved(browser, document, "annotator", RICH)
    name, content, _ = exported(browser, document, "brat")
    assert name.endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {Path(inside).suffix for inside in archive.namelist()} == {".txt", ".ann"}
        assert b"empty tokens" in archive.read("LOSSES.txt")


def test_some_documents_only(browser: TestClient, document: str) -> None:
    second = new_text(browser, project_of(document))
    saved(browser, document, "annotator", RICH)
    saved(browser, second, "annotator", {"mentions": [{"parts": [[0, 1]]}]})
    params = {"source": "annotator", "format": "jsonl", "documents": second.rpartition("/")[2]}
    answer = browser.get(f"{project_of(document)}/export", params=params)
    assert answer.content.count(b"\n") == 1
    for wrong in (
        {"format": "nothing"},
        {"format": "xmi('/etc')"},
        {"source": "nobody"},
        {"documents": 99},
    ):
        answer = browser.get(
            f"{project_of(document)}/export", params={"source": "annotator", **wrong}
        )
        assert answer.status_code in (404, 422)


def test_an_import_finds_documents_by_name_and_says_what_it_did_not_find(
    browser: TestClient, document: str
) -> None:
    other = PARSED.replace("newdoc id = parsed", "newdoc id = stranger")
    answer = brought_in(browser, document, "two.conllu", (PARSED + other).encode())
    assert [one["number"] for one in answer["revisions"]] == [1]
    assert answer["unknown"] == ["stranger"]
    again = brought_in(browser, document, "one.conllu", PARSED.encode())
    assert again["revisions"][0]["number"] in (1, 2)
    different = PARSED.replace("key", "dog")
    answer_ = browser.post(
        f"{project_of(document)}/import",
        files={"files": ("a.conllu", different.encode())},
        data={"source": "x"},
    )
    assert answer_.status_code == 422
    assert "different texts" in answer_.json()["detail"]


def test_two_people_agree_where_they_agree(team: Team) -> None:
    project = team.project()
    admin, first, second = (team.signed_in(name) for name in ("Adjudicator", "Annotator", "Second"))
    document = new_parsed(admin, project)
    saved(first, document, "Annotator", RICH)
    saved(second, document, "Second", RICH)
    params = {"a": "Annotator", "b": "Second"}
    same = admin.get(f"{project}/agreement", params=params).json()
    assert [one["agreement"] for one in same["measures"]] == [1, 1, 1, 1, 1]
    assert admin.get(f"{document}/differences", params=params).json()["differences"] == []


def test_an_adjudicator_walks_through_the_differences(team: Team) -> None:
    project = team.project()
    admin, first, second = (team.signed_in(name) for name in ("Adjudicator", "Annotator", "Second"))
    document = new_parsed(admin, project)
    saved(first, document, "Annotator", RICH)
    other = {
        **RICH,
        "mentions": [*RICH["mentions"][:4], {"zero": 9}, {"parts": [[8, 9]], "kind": "personal"}],
    }
    saved(second, document, "Second", other)
    found = admin.get(f"{document}/differences", params={"a": "Annotator", "b": "Second"}).json()
    told = [(one["parts"], one["zero"], one["aspect"]) for one in found["differences"]]
    assert ([], 6, "mention") in told and ([], 9, "mention") in told, (
        "each has a zero pronoun the other lacks"
    )
    assert ([[8, 9]], None, "reference") in told, "in tokens of the stored document"
    assert found["a"]["source"] == "Annotator"
    agreed = admin.get(f"{project}/agreement", params={"a": "Annotator", "b": "Second"}).json()
    assert 0 < agreed["measures"][0]["agreement"] < 1
    saved(admin, document, "adjudication", RICH)
    assert first.get(f"{document}/annotations/adjudication").status_code == 404, (
        "not for annotators"
    )


def test_nothing_to_compare(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Adjudicator")
    document = new_parsed(admin, project)
    saved(admin, document, "Adjudicator", STATE)
    params = {"a": "Adjudicator", "b": "Annotator"}
    assert admin.get(f"{project}/agreement", params=params).status_code == 404
    saved(team.signed_in("Annotator"), new_text(admin, project), "Annotator", {})
    assert admin.get(f"{project}/agreement", params=params).json()["documents"] == []
    assert admin.get(f"{document}/differences", params=params).status_code == 404


def test_members_names_are_not_taken_by_imports(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    new_parsed(admin, project)
    for name in ("Annotator", "Second", "mitkov", "mitkov(window=2) given Second"):
        answer = admin.post(
            f"{project}/import",
            files={"files": ("a.conllu", PARSED.encode())},
            data={"source": name},
        )
        assert answer.status_code == 409
    own = team.signed_in("Annotator")
    answer = own.post(
        f"{project}/import",
        files={"files": ("a.conllu", PARSED.encode())},
        data={"source": "Annotator"},
    )
    assert answer.status_code == 200
    answer = own.post(
        f"{project}/import", files={"files": ("a.conllu", PARSED.encode())}, data={"source": "gold"}
    )
    assert answer.status_code == 404
