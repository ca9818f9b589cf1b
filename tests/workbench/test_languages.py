"""Languages on pages: those that forms offer, and what the tagging tool knows of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coindex.language.languages import all_languages
from coindex.workbench.app import create_app
from coindex.workbench.pages.tagging import _lexicon
from coindex.workbench.settings import Settings
from tests.workbench.material import client, new_project


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[TestClient]:
    with client(create_app(Settings(tmp_path / "store.db"))) as browser:
        yield browser


def offered(page: str) -> dict[str, str]:
    (inside,) = re.findall(r'<datalist id="languages">(.*?)</datalist>', page)
    return dict(re.findall(r'<option value="(\w+)">([^<]+)</option>', inside))


def test_a_project_offers_every_language_that_is_known(alone: TestClient) -> None:
    project = new_project(alone).removeprefix("/api/v1")
    languages = offered(alone.get(project).text)
    assert languages == {language.code: language.name for language in all_languages()}
    assert languages["de"] == "German"


def test_raw_text_is_resolved_in_languages_with_a_parser(alone: TestClient) -> None:
    assert set(offered(alone.get("/resolve").text)) == {"en", "es"}


@pytest.mark.parametrize(
    ("language", "word", "pronoun"),
    [
        ("de-AT", "dieser", "ihm"),
        ("es", "aquella", "ella"),
        ("EN", "the", "she"),
        ("fr", "cette", ""),
    ],
)
def test_the_tagging_tool_knows_definite_words_and_pronouns(
    language: str, word: str, pronoun: str
) -> None:
    known = _lexicon(language)
    assert word in known["definite"]
    assert not pronoun or known["pronouns"][pronoun] == "personal"
    json.dumps(known)


def test_a_document_without_a_language_has_no_lists() -> None:
    assert _lexicon("") == {"pronouns": {}, "definite": []}
    assert _lexicon("../core")["definite"] == []


def test_facts_that_speak_for_a_link_are_told_in_every_language(alone: TestClient) -> None:
    body = {"text": "Ann lost her key. She looked for it.", "resolvers": ["hybrid"]}
    (attempt,) = alone.post("/api/v1/resolve", json=body).json()["attempts"]
    decisions = attempt["result"]["decisions"]
    facts = [one for one in decisions if "for it: " in one["why"]]
    assert facts
    assert all("a favor: " in one["translations"]["es"] for one in facts)
