"""Parser, fragmenter and detector before a resolver, as requests name them;
parameters as the forms are made of.
"""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from coindex.core.parameters import parameters
from coindex.resolvers.rosana import Rosana
from coindex.workbench.editing.stages import Stages, checked_stages
from tests.workbench.material import API, TEXT, new_parsed, new_project

WITHOUT = {"parser": "", "fragmenter": "", "detector": ""}


@pytest.fixture
def document(browser: TestClient) -> str:
    return new_parsed(browser, new_project(browser))


def test_a_source_is_named_after_the_stages_that_are_not_usual(
    browser: TestClient, document: str
) -> None:
    usual = browser.post(
        f"{document}/resolve", json={"resolver": "recent", **WITHOUT, "fragmenter": "none"}
    ).json()
    assert usual["source"] == "recent"
    made = browser.post(
        f"{document}/resolve", json={"resolver": "rosana", **WITHOUT, "detector": "pronouns"}
    ).json()
    assert made["source"] == "rosana with pronouns"
    assert len(made["annotation"]["mentions"]) < len(usual["annotation"]["mentions"])
    kept = browser.get(f"{document}/decisions/{made['source']}").json()
    assert kept["glossary"]["SUP"] == "salience factor: subject"


def test_decisions_show_the_fragments_of_their_sentence(browser: TestClient) -> None:
    asked = {
        "text": "Ann met a man with a dog. He saw Ann with it.",
        "resolvers": ["rosana"],
        "fragmenter": "ambiguity",
    }
    (attempt,) = browser.post(f"{API}/resolve", json=asked).json()["attempts"]
    shown = [decision.get("fragments", []) for decision in attempt["result"]["decisions"]]
    assert ["1: He saw Ann ... .", "2: with it (in 1; at saw or Ann)"] in shown


def test_a_parser_parses_a_document_again_on_its_tokens(browser: TestClient, document: str) -> None:
    made = browser.post(f"{document}/resolve", json={"resolver": "recent", "parser": "bundled"})
    assert made.status_code == 200, made.text
    assert made.json()["source"] == "recent with bundled"


def test_a_text_is_resolved_with_stages(browser: TestClient) -> None:
    asked = {
        "text": TEXT,
        "resolvers": ["rosana"],
        "parser": "bundled(zeros='none')",
        "detector": "pronouns",
    }
    (attempt,) = browser.post(f"{API}/resolve", json=asked).json()["attempts"]
    kinds = {mention["kind"] for mention in attempt["result"]["annotation"]["mentions"]}
    assert kinds == {"personal", "possessive"}
    files = {"files": ("a.txt", TEXT.encode())}
    (answer,) = browser.post(
        f"{API}/resolve/files", files=files, data={"resolvers": "rosana", **asked}
    ).json()
    assert answer["attempts"][0]["result"] == attempt["result"]


@pytest.mark.parametrize(
    "stage",
    [
        {"parser": "nothing"},
        {"fragmenter": "uncertain("},
        {"detector": "gold"},
        {"parser": "spacy(model='/etc/x')"},
    ],
)
def test_stages_that_cannot_be_are_refused(
    browser: TestClient, document: str, stage: dict[str, str]
) -> None:
    assert browser.post(f"{document}/resolve", json=stage).status_code == 422
    assert browser.post(f"{API}/resolve", json={"text": "Ann left.", **stage}).status_code == 422
    asked = {"corpora": ["embedded"], "resolvers": ["recent"], **stage}
    assert browser.post(f"{new_project(browser)}/runs", json=asked).status_code == 422


def test_a_comparison_states_its_stages(browser: TestClient) -> None:
    asked = {"corpora": ["embedded/plot"], "resolvers": ["recent"], "mentions": "detected"}
    stages = {"parser": "given", "fragmenter": "uncertain", "detector": "pronouns"}
    path = f"{new_project(browser)}/runs"
    run = browser.post(path, json={**asked, **stages}).json()
    assert {name: run["plan"][f"{name}s"] for name in stages} == {
        name: [value] for name, value in stages.items()
    }
    browser.delete(f"{path}/{run['id']}")


def test_what_is_changed() -> None:
    assert checked_stages() == Stages()
    assert checked_stages(fragmenter="uncertain", detector="auto").changed == "uncertain"


def test_forms_are_made_from_the_descriptions_at_the_fields(browser: TestClient) -> None:
    resolvers = {one["name"]: one for one in browser.get(f"{API}/components/resolvers").json()}
    told = {one["name"]: one for one in resolvers["rosana"]["parameters"]}
    assert {name: one["description"] for name, one in told.items()} == {
        one.name: one.description for one in parameters(Rosana)
    }
    assert told["gender"]["choices"] == ["'ignore'", "'prefer'", "'require'"]
    fragmenters = browser.get(f"{API}/components/fragmenters").json()
    assert [one["name"] for one in fragmenters if one["usual"]] == ["none"]
    detectors = browser.get(f"{API}/components/detectors").json()
    assert [one["name"] for one in detectors if one["informed"]] == ["gold"]
