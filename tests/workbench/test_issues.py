"""Issues of an annotation over the API and on their page."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import (
    API,
    STATE,
    Team,
    application,
    client,
    new_parsed,
    new_project,
    saved,
)

LOOSE: dict[str, Any] = deepcopy(STATE)
LOOSE["entities"] = [{"id": "1", "mentions": [0, 1]}, {"id": "2", "mentions": [2, 4]}]
"""*She* is in no chain."""


def test_issues_of_a_source(browser: TestClient) -> None:
    document = new_parsed(browser, new_project(browser))
    source = browser.get(f"{API}/session").json()["name"]
    saved(browser, document, source, LOOSE)
    answer = browser.get(f"{document}/issues/{source}")
    assert answer.status_code == 200, answer.text
    (issue,) = answer.json()
    assert (issue["check"], issue["text"], issue["token"]) == ("unlinked-pronoun", "She", 5)
    assert (issue["sentence"], issue["start"], issue["end"]) == (2, 18, 21)


def test_issues_are_said_in_the_language_of_the_page(tmp_path: Path) -> None:
    with client(application(tmp_path, pages=True)) as browser:
        document = new_parsed(browser, new_project(browser))
        source = browser.get(f"{API}/session").json()["name"]
        saved(browser, document, source, LOOSE)
        page, asked = f"{document.removeprefix(API)}/issues", {"source": source}
        said = "it is in no chain with another mention"
        assert said in browser.get(page, params=asked).text
        spanish = browser.get(page, params=asked, headers={"accept-language": "es"}).text
        assert said not in spanish
        assert "cadena" in spanish


@pytest.mark.parametrize("reference", ["nonreferential", "exophoric", "other"])
def test_a_pronoun_marked_as_without_antecedent_is_no_issue(
    browser: TestClient, reference: str
) -> None:
    document = new_parsed(browser, new_project(browser))
    source = browser.get(f"{API}/session").json()["name"]
    marked = deepcopy(LOOSE)
    marked["mentions"][3]["reference"] = reference
    saved(browser, document, source, marked)
    assert browser.get(f"{document}/issues/{source}").json() == []


def test_a_resolver_gives_its_opinion_if_asked(browser: TestClient) -> None:
    document = new_parsed(browser, new_project(browser))
    source = browser.get(f"{API}/session").json()["name"]
    alone = {**STATE, "entities": [*LOOSE["entities"], {"id": "3", "mentions": [3]}]}
    saved(browser, document, source, alone)
    checks = [
        {one["check"] for one in browser.get(f"{document}/issues/{source}{query}").json()}
        for query in ("", "?resolver=auto")
    ]
    assert checks == [{"unlinked-pronoun"}, {"unlinked-pronoun", "missed-link"}]


@pytest.mark.parametrize("resolver", ["nobody", "oracle", "neural(path='/etc/passwd')"])
def test_resolvers_that_are_refused(browser: TestClient, resolver: str) -> None:
    document = new_parsed(browser, new_project(browser))
    source = browser.get(f"{API}/session").json()["name"]
    saved(browser, document, source, STATE)
    answer = browser.get(f"{document}/issues/{source}", params={"resolver": resolver})
    assert answer.status_code == 422


def test_annotators_see_the_issues_of_their_own_annotation_only(team: Team) -> None:
    project = team.project()
    annotator, second = team.signed_in("Annotator"), team.signed_in("Second")
    document = new_parsed(team.signed_in("Admin"), project)
    saved(annotator, document, "Annotator", LOOSE)
    assert annotator.get(f"{document}/issues/Annotator").status_code == 200
    assert second.get(f"{document}/issues/Annotator").status_code == 404


def test_the_page(tmp_path: Path) -> None:
    with client(application(tmp_path, pages=True)) as browser:
        document = new_parsed(browser, new_project(browser))
        page = f"{document.removeprefix(API)}/issues"
        assert "No source has annotated this document yet" in browser.get(page).text
        source = browser.get(f"{API}/session").json()["name"]
        first = saved(browser, document, source, LOOSE)
        text = browser.get(page, params={"source": source}).text
        assert 'data-check="unlinked-pronoun"' in text and "at=5" in text
        saved(browser, document, source, STATE, first)
        assert "No issues." in browser.get(page).text
        assert browser.get(page, params={"source": "<b>"}).status_code == 404
