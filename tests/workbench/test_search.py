"""Concordances of a project, what it is like, and what there is to choose from."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import API, STATE, new_parsed, new_project, new_text, saved


@pytest.fixture
def project(browser: TestClient) -> str:
    project = new_project(browser)
    document = new_parsed(browser, project)
    saved(browser, document, "annotator", STATE)
    browser.post(f"{document}/resolve", json={"resolver": "mitkov", "mentions": "annotator"})
    return project


def hits(browser: TestClient, project: str, **params: str) -> list[dict[str, Any]]:
    answer = browser.get(f"{project}/search", params=params)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["hits"]
    return found


def test_words_of_the_texts(browser: TestClient, project: str) -> None:
    (hit,) = hits(browser, project, form="HER KEY")
    assert (hit["before"], hit["words"], hit["after"]) == (
        "Ann lost",
        "her key",
        ". She looked for it.",
    )
    assert hit["parts"] == [[2, 4]]


def test_mentions_of_a_source(browser: TestClient, project: str) -> None:
    assert [hit["words"] for hit in hits(browser, project, key="annotator", type="PER3")] == [
        "She",
        "it",
    ]
    assert [hit["words"] for hit in hits(browser, project, key="annotator", type="possessive")] == [
        "her"
    ]


def test_outcomes(browser: TestClient, project: str) -> None:
    given = {"resolver": "mitkov given annotator", "key": "annotator"}
    right = hits(browser, project, **given, outcome="right", form="she")
    assert [(hit["words"], hit["antecedent"], hit["expected"]) for hit in right] == [
        ("She", "Ann", "her (Ann)")
    ]
    everything = hits(browser, project, **given)
    assert {hit["outcome"] for hit in everything} <= {
        "right",
        "wrong",
        "open",
        "none",
        "spurious",
        "undetected",
    }


def test_a_limit(browser: TestClient, project: str) -> None:
    answer = browser.get(f"{project}/search", params={"key": "annotator", "limit": 2}).json()
    assert (len(answer["hits"]), answer["more"]) == (2, True)
    for wrong in (
        {},
        {"outcome": "right", "key": "annotator"},
        {"form": "her", "type": "POS3"},
        {"outcome": "odd"},
        {"limit": 0},
    ):
        assert browser.get(f"{project}/search", params=wrong).status_code == 422


def test_one_stretch_after_the_other(browser: TestClient, project: str) -> None:
    everything = [hit["words"] for hit in hits(browser, project, key="annotator")]
    found: list[str] = []
    more = True
    while more:
        asked: dict[str, str | int] = {"key": "annotator", "limit": 2, "offset": len(found)}
        answer = browser.get(f"{project}/search", params=asked).json()
        found, more = [*found, *(hit["words"] for hit in answer["hits"])], answer["more"]
    assert found == everything
    assert hits(browser, project, key="annotator", offset="99") == []


def test_statistics_need_no_parse(browser: TestClient) -> None:
    project = new_project(browser)
    saved(browser, new_text(browser, project), "annotator", STATE)
    found = browser.get(f"{project}/statistics", params={"source": "annotator"}).json()
    assert (
        found["counts"]["characters"],
        found["counts"]["words"],
        found["counts"]["sentences"],
    ) == (50, 14, 3)
    assert None not in found["counts"].values() and None not in found["averages"].values()


def test_statistics(browser: TestClient, project: str) -> None:
    found = browser.get(f"{project}/statistics", params={"source": "annotator"}).json()
    assert found["documents"] == ["parsed"]
    assert (found["counts"]["words"], found["counts"]["mentions"], found["counts"]["pronouns"]) == (
        10,
        5,
        3,
    )


def test_what_there_is_to_choose_from(browser: TestClient) -> None:
    resolvers = {one["name"]: one for one in browser.get(f"{API}/components/resolvers").json()}
    assert resolvers["oracle"]["informed"] and not resolvers["mitkov"]["informed"]
    assert [name for name, one in resolvers.items() if one["usual"]] == ["auto"]
    assert "Mitkov" in resolvers["mitkov"]["summary"]
    formats = {
        one["name"]: one["written"] for one in browser.get(f"{API}/components/formats").json()
    }
    assert formats["conllu"] and not all(formats.values())
    assert browser.get(f"{API}/components/nothing").status_code == 422
    corpora = {one["name"]: one["here"] for one in browser.get(f"{API}/corpora").json()}
    assert corpora["embedded"]
