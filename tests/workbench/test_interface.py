"""The workbench in another language: who gets it, and that everything still works."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coindex.interface.catalogues import catalogue
from coindex.workbench.app import create_app
from coindex.workbench.interface import COOKIE, preferred
from coindex.workbench.operations import operations
from coindex.workbench.settings import Settings
from tests.workbench.material import client, new_project, new_text
from tests.workbench.test_pages import pages


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with client(create_app(Settings(tmp_path / "store.db"))) as browser:
        yield browser


def test_the_browsers_language_is_the_default_and_a_choice_is_remembered(
    browser: TestClient,
) -> None:
    assert '<html lang="en">' in browser.get("/").text
    spanish = browser.get("/", headers={"Accept-Language": "fi, es-AR;q=0.9, en;q=0.1"}).text
    assert '<html lang="es">' in spanish
    assert "<h1>Primeros pasos con Coindex</h1>" in spanish
    browser.cookies.set(COOKIE, "en")
    assert "<h1>Welcome to Coindex</h1>" in browser.get("/", headers={"Accept-Language": "es"}).text
    browser.cookies.set(COOKIE, "es")
    assert (
        "<h1>Primeros pasos con Coindex</h1>"
        in browser.get("/", headers={"Accept-Language": "en"}).text
    )
    browser.cookies.set(COOKIE, "../../etc")
    assert "<h1>Welcome to Coindex</h1>" in browser.get("/").text


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", None),
        ("es", "es"),
        ("fr, de", None),
        ("en;q=0.5, es;q=0.8", "es"),
        ("es;q=0", None),
        ("en, es", "en"),
        ("es;q=x", None),
    ],
)
def test_preferences_are_weighed(header: str, code: str | None) -> None:
    assert preferred(header) == code


def test_pages_differ_in_nothing_but_their_words(browser: TestClient) -> None:
    document = new_text(browser, new_project(browser))
    for path in ("/", "/resolve", "/rewrite", "/api", "/account", *pages(document)):
        english = browser.get(path)
        spanish = browser.get(path, headers={"Accept-Language": "es"})
        assert (english.status_code, spanish.status_code) == (200, 200), path
        assert _structure(english.text) == _structure(spanish.text), path


def _structure(page: str) -> list[tuple[str, str]]:
    """Tags with what scripts and forms need of them."""
    page = re.sub(r'<script type="application/json" id="wording">.*?</script>', "", page)
    page = page.partition("<body")[2]
    page = re.sub(r'<select id="interface".*?</select>', "", page, flags=re.DOTALL)
    return [
        (name, " ".join(re.findall(r'\b(?:name|id|class|href|data-send)="[^"]*"', rest)))
        for name, rest in re.findall(r"<(/?\w+)([^>]*)>", page)
    ]


def test_every_request_of_the_api_is_described_in_the_language(browser: TestClient) -> None:
    described = browser.get("/api/v1/openapi.json", headers={"Accept-Language": "es"}).json()
    assert described == browser.get("/api/v1/openapi.json").json()  # programs read English
    groups = operations(described)
    texts = [
        *described["info"]["description"].split("\n\n"),
        *groups,
        *(one.description for group in groups.values() for one in group),
    ]
    english = {" ".join(text.split()) for text in texts}
    known = catalogue("es").section("operations")
    assert not sorted(english - set(known)), "[operations] of es.toml lacks these"
    assert not sorted(set(known) - english), "[operations] of es.toml has what the API does not say"
    page = unescape(browser.get("/api", headers={"Accept-Language": "es"}).text)
    plain = re.sub(r"</?code>", "`", page)
    assert not [text for text in english if len(text) > 20 and text in plain]
    assert known["List revisions, newest first."] in plain


def test_scripts_get_their_words_with_the_page(browser: TestClient) -> None:
    assert 'id="wording"' not in browser.get("/").text
    page = browser.get("/", headers={"Accept-Language": "es"}).text
    match = re.search(r'id="wording">(.*?)</script>', page)
    assert match is not None
    words = json.loads(match[1])
    assert words["language"] == "es"
    assert words["counts"]["mention"] == {"one": "mención", "other": "menciones"}


def test_errors_are_answered_in_the_language(browser: TestClient) -> None:
    asking = {"Accept": "text/html", "Accept-Language": "es"}
    assert "<h1>No encontrado</h1>" in browser.get("/nowhere", headers=asking).text
    answer = browser.get("/api/v1/projects/99", headers={"Accept-Language": "es"})
    assert answer.json()["title"] == "No encontrado"
    assert browser.get("/api/v1/projects/99").json()["title"] == "Not found"
