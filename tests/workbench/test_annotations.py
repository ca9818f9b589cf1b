"""Saving: revisions, conflicts, zero pronouns, what is wrong with a state."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import STATE, new_parsed, new_project, new_text, saved


@pytest.fixture
def document(browser: TestClient) -> str:
    return new_text(browser, new_project(browser))


def test_before_anything_is_saved(browser: TestClient, document: str) -> None:
    assert browser.get(f"{document}/annotations").json() == [
        {"name": "annotator", "kind": "annotator", "mine": True, "head": None}
    ]
    own = browser.get(f"{document}/annotations/annotator").json()
    assert (own["annotation"], own["revision"], own["mine"]) == ({}, None, True)
    assert browser.get(f"{document}/annotations/nobody").status_code == 404


def test_what_is_saved_is_there(browser: TestClient, document: str) -> None:
    first = saved(browser, document, "annotator", STATE)
    second = saved(browser, document, "annotator", {"mentions": STATE["mentions"]}, first)
    now = browser.get(f"{document}/annotations/annotator").json()
    assert now["annotation"] == {"mentions": STATE["mentions"]}
    assert now["revision"]["id"] == second
    assert now["revision"]["counts"] == {"mentions": 5, "entities": 0, "links": 0, "open": 3}
    history = browser.get(f"{document}/annotations/annotator/revisions").json()
    assert [one["id"] for one in history] == [second, first]
    old = browser.get(f"{document}/annotations/annotator/revisions/{first}").json()
    assert old["annotation"] == STATE, "the state before is still there"


def test_two_tabs(browser: TestClient, document: str) -> None:
    first = saved(browser, document, "annotator", STATE)
    newest = saved(browser, document, "annotator", {}, first)
    answer = browser.put(
        f"{document}/annotations/annotator", json={"base": first, "annotation": STATE}
    )
    assert answer.status_code == 409
    problem = answer.json()
    assert problem["type"] == "urn:coindex:conflict"
    assert (problem["head"]["id"], problem["base"]["id"]) == (newest, first)
    assert problem["head"]["annotation"] == {}
    assert browser.get(f"{document}/annotations/annotator").json()["revision"]["id"] == newest


def test_a_state_of_another_document_is_refused(browser: TestClient, document: str) -> None:
    app: Any = browser.app
    database, checksum = (
        app.state.services.store.database.id,
        browser.get(document).json()["checksum"],
    )
    path = f"{document}/annotations/annotator"
    for wrong in ({"checksum": "0" * 32}, {"database": "another", "checksum": checksum}):
        answer = browser.put(path, json={**wrong, "annotation": STATE})
        assert (answer.status_code, answer.json()["type"]) == (409, "urn:coindex:other-document")
        assert "kept in this browser" in answer.json()["detail"]
    assert browser.get(path).json()["revision"] is None
    answer = browser.put(
        path, json={"database": database, "checksum": checksum, "annotation": STATE}
    )
    assert answer.status_code == 200


def test_the_same_save_again_is_no_conflict(browser: TestClient, document: str) -> None:
    first = saved(browser, document, "annotator", STATE)
    assert saved(browser, document, "annotator", STATE) == first


def change(
    browser: TestClient, document: str, base: int | None, told: dict[str, Any], **more: Any
) -> Any:
    return browser.patch(
        f"{document}/annotations/annotator", json={"base": base, "change": told, **more}
    )


def test_a_change_is_saved_as_the_state_would_be(browser: TestClient, document: str) -> None:
    began = {"mentions": [[place, mention] for place, mention in enumerate(STATE["mentions"])]}
    first = change(browser, document, None, {"mentions": {"added": began["mentions"]}}).json()[
        "revision"
    ]
    assert first["counts"] == {"mentions": 5, "entities": 0, "links": 0, "open": 3}
    chained = {
        "entities": {"added": [[0, STATE["entities"][0]], [1, {"id": "2", "mentions": [2]}]]}
    }
    second = change(browser, document, first["id"], chained, kind="redo", comment="two").json()[
        "revision"
    ]
    joined = {"entities": {"changed": [[1, {"joined": [4], "type": "thing"}]]}}
    third = change(browser, document, second["id"], joined, finished=True).json()["revision"]
    assert (second["kind"], second["comment"], third["parent"], third["finished"]) == (
        "redo",
        "two",
        second["id"],
        True,
    )
    now = browser.get(f"{document}/annotations/annotator").json()["annotation"]
    assert now == {
        **STATE,
        "entities": [STATE["entities"][0], {"id": "2", "mentions": [2, 4], "type": "thing"}],
    }
    without = {
        "mentions": {"removed": [1], "moved": [[4, 0]], "changed": [[0, {"parts": [[0, 2]]}]]},
        "entities": {"removed": [0], "changed": [[1, {"type": ""}]]},
        "attributes": {"added": [[0, ["comment", "shorter"]]]},
    }
    assert change(browser, document, third["id"], without).status_code == 200
    now = browser.get(f"{document}/annotations/annotator").json()["annotation"]
    assert [mention["parts"] for mention in now["mentions"]] == [
        [[8, 9]],
        [[0, 2]],
        [[2, 4]],
        [[5, 6]],
    ]
    assert now["entities"] == [{"id": "2", "mentions": [2, 0]}], "the same mentions at other places"
    assert now["attributes"] == [["comment", "shorter"]]


def test_a_change_of_an_old_revision_is_a_conflict(browser: TestClient, document: str) -> None:
    first = saved(browser, document, "annotator", STATE)
    newest = saved(browser, document, "annotator", {}, first)
    answer = change(browser, document, first, {"entities": {"removed": [0]}})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:coindex:conflict")
    assert (answer.json()["head"]["id"], answer.json()["base"]["id"]) == (newest, first)
    assert change(browser, document, None, {}).status_code == 409
    assert change(browser, document, newest + 1, {}).status_code == 409
    assert browser.get(f"{document}/annotations/annotator").json()["revision"]["id"] == newest


def test_the_same_change_sent_again_is_stored_once(browser: TestClient, document: str) -> None:
    """As when the answer to the first was lost."""
    first = saved(browser, document, "annotator", STATE)
    told = {"entities": {"changed": [[0, {"left": [3]}]]}}
    answers = [change(browser, document, first, told).json()["revision"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(browser.get(f"{document}/annotations/annotator/revisions").json()) == 2


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"mentions": {"removed": [5]}}, "mentions has no place 5"),
        ({"mentions": {"removed": [0]}}, "still names it"),
        ({"mentions": {"added": [[5, {"parts": [[0, 999]]}]]}}, "beyond"),
        ({"mentions": {"added": [[5, {"parts": []}]]}}, "either parts"),
        ({"mentions": {"added": [[5, {"parts": [[0, 1]], "tone": "x"}]]}}, "unknown key 'tone'"),
        ({"mentions": {"removed": [-1]}}, "greater than or equal to 0"),
        ({"entities": {"changed": [[0, {"joined": [2]}]]}}, "in two entities"),
        ({"entities": {"changed": [[0, {"left": [0, 1, 3]}]]}}, "no mention is left"),
        ({"links": {"added": [[0, {"anaphor": 1, "antecedents": [9]}]]}}, "below 5"),
        ({"sentences": {}}, "unknown key 'sentences'"),
    ],
)
def test_a_change_that_does_not_fit_is_refused(
    browser: TestClient, document: str, told: Any, reason: str
) -> None:
    first = saved(browser, document, "annotator", STATE)
    answer = change(browser, document, first, told)
    assert answer.status_code == 422
    assert reason in answer.text
    assert browser.get(f"{document}/annotations/annotator").json()["revision"]["id"] == first


def test_everything_a_state_can_say_comes_back(browser: TestClient, document: str) -> None:
    state: dict[str, Any] = {
        "mentions": [
            {
                "id": "m1",
                "parts": [[0, 1], [3, 4]],
                "head": 3,
                "kind": "nominal",
                "minimum": [3, 4],
            },
            {"zero": 6, "kind": "zero", "reference": "exophoric"},
            {"parts": [[8, 9]], "reference": "nonreferential", "subtype": "extraposition"},
            {"parts": [[8, 9]], "attributes": [["comment", "the same words\ntwice"]]},
        ],
        "entities": [
            {"id": "e1", "mentions": [0, 3], "type": "person", "attributes": [["name", "Ann"]]}
        ],
        "links": [
            {
                "anaphor": 3,
                "antecedents": [0, 1],
                "relation": "bridging",
                "subtype": "part",
                "optional": True,
            },
        ],
        "attributes": [["comment", "about all of it"]],
    }
    saved(browser, document, "annotator", state)
    assert browser.get(f"{document}/annotations/annotator").json()["annotation"] == state


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"mentions": [{"parts": [[0, 400]]}]}, "beyond"),
        ({"mentions": [{"zero": 400}]}, "beyond"),
        ({"mentions": [{"parts": [[3, 3]]}]}, "ends after it starts"),
        ({"mentions": [{"parts": [[3, 5], [4, 6]]}]}, "do not overlap"),
        ({"mentions": [{"parts": []}]}, "either parts or"),
        ({"mentions": [{"parts": [[0, 1]], "zero": 1}]}, "either parts or"),
        ({"mentions": [{"parts": [[0, 1]], "head": 4}]}, "head"),
        ({"mentions": [{"parts": [[0, 2]], "minimum": [1, 3]}]}, "minimum"),
        ({"mentions": [{"parts": [[0, 1]], "kind": "verb"}]}, "kind"),
        ({"mentions": [{"parts": [[-1, 1]]}]}, "parts"),
        ({"mentions": [{"parts": [[0, 1]], "colour": "red"}]}, "colour"),
        ({"entities": [{"id": "1", "mentions": [0]}]}, "place in the list"),
        (
            {"mentions": [{"parts": [[0, 1]]}], "entities": [{"id": "1", "mentions": [0, 0]}]},
            "twice",
        ),
        (
            {"mentions": [{"parts": [[0, 1]]}], "links": [{"anaphor": 0, "antecedents": []}]},
            "antecedents",
        ),
        ({"mentions": [{"parts": [[0, 1]], "subtype": "a\x00b"}]}, "subtype"),
    ],
)
def test_what_is_wrong_is_said_and_not_saved(
    browser: TestClient, document: str, state: Any, said: str
) -> None:
    answer = browser.put(f"{document}/annotations/annotator", json={"annotation": state})
    assert answer.status_code == 422
    assert said in answer.text
    assert browser.get(f"{document}/annotations/annotator").json()["revision"] is None


def test_nobody_writes_what_resolvers_said(browser: TestClient) -> None:
    document = new_parsed(browser, new_project(browser))
    made = browser.post(f"{document}/resolve", json={"resolver": "mitkov"}).json()
    assert made["source"] == "mitkov"
    assert browser.put(f"{document}/annotations/mitkov", json={"annotation": {}}).status_code == 403
    assert (
        browser.put(f"{document}/annotations/somebody", json={"annotation": {}}).status_code == 404
    )


def test_progress_counts_what_is_open(browser: TestClient, document: str) -> None:
    mentions = STATE["mentions"]
    saved(
        browser,
        document,
        "annotator",
        {"mentions": mentions, "entities": [{"id": "1", "mentions": [0, 1]}]},
    )
    answer = browser.put(
        f"{document}/annotations/adjudication", json={"annotation": STATE, "finished": True}
    )
    assert answer.status_code == 200
    project = document.rpartition("/documents")[0]
    rows = {row["source"]: row["head"] for row in browser.get(f"{project}/progress").json()}
    assert rows["annotator"]["counts"]["open"] == 2
    assert (rows["adjudication"]["counts"]["open"], rows["adjudication"]["finished"]) == (0, True)


def test_a_large_document(browser: TestClient) -> None:
    """5,000 mentions in 50,000 tokens."""
    project = new_project(browser)
    document = new_text(browser, project, "Ann saw it and him . " * 8_400)
    assert browser.get(document).json()["tokens"] == 50_400
    mentions = [{"parts": [[10 * n, 10 * n + 1]], "kind": "personal"} for n in range(5_000)]
    entities = [{"id": str(n), "mentions": [n, n + 2_500]} for n in range(2_500)]
    first = saved(browser, document, "annotator", {"mentions": mentions, "entities": entities})
    second = saved(
        browser, document, "annotator", {"mentions": mentions, "entities": entities[1:]}, first
    )
    found = browser.get(f"{document}/annotations/annotator/revisions").json()
    assert [(one["id"], one["counts"]["open"]) for one in found] == [(second, 2), (first, 0)]
