"""Pages: who gets which, and that they are safe to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fastapi.testclient import TestClient

from coindex.io.encodings import COMMON
from coindex.workbench import assets
from coindex.workbench.app import create_app
from coindex.workbench.palette import palette
from coindex.workbench.security import passwords
from coindex.workbench.settings import Settings
from tests.workbench.material import (
    ADDRESS,
    PASSWORD,
    client,
    new_project,
    new_text,
    quick_passwords,
)

EVIL = "</script><img src=x onerror=alert(1)>"


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[TestClient]:
    with client(create_app(Settings(tmp_path / "store.db"))) as browser:
        yield browser


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[TestClient]:
    """A browser of nobody's, before a server with accounts."""
    quick_passwords()
    app = create_app(Settings(tmp_path / "store.db", team=True))
    for name, role in (
        ("Ines", "admin"),
        ("Ada", "adjudicator"),
        ("Tove", "annotator"),
        ("Olaf", "admin"),
    ):
        app.state.services.store.members.add(name, passwords.hashed(PASSWORD), role)
    with client(app) as browser:
        yield browser


def signed_in(stranger: TestClient, name: str) -> TestClient:
    browser = TestClient(stranger.app, base_url=ADDRESS)
    answer = browser.post("/login", json={"name": name, "password": PASSWORD})
    browser.headers["X-CSRF-Token"] = answer.json()["csrf"]
    return browser


def pages(document: str) -> list[str]:
    """All that are about a project or a document, whose path in the API is given."""
    here = document.removeprefix("/api/v1")
    project = here.rpartition("/documents")[0]
    parts = (
        "",
        "/work",
        "/training",
        "/proposals",
        "/corpus",
        "/runs",
        "/scheme",
        "/exchange",
        "/agreement",
        "/settings",
    )
    return [*(f"{project}{part}" for part in parts), here, f"{here}/read", f"{here}/adjudicate"]


def test_pages_load_only_what_is_there_and_hold_no_scripts(alone: TestClient) -> None:
    document = new_text(alone, new_project(alone))
    for path in ("/", "/resolve", "/api", "/members", "/account", *pages(document)):
        answer = alone.get(path)
        assert answer.status_code == 200, path
        assert not re.search(
            r"<script(?![^>]*(src=|application/json))|\son\w+=|style=", answer.text
        ), path
        for address in re.findall(r'(?:href|src)="(/(?:static|palette)[^"]*)"', answer.text):
            assert alone.get(address).status_code == 200, address


def test_what_does_not_change_may_be_kept(alone: TestClient) -> None:
    assert "immutable" in alone.get(f"{assets.address()}/shell.css").headers["cache-control"]
    assert alone.get("/").headers["cache-control"] == "no-store"


def imported(browser: TestClient, address: str, known: dict[str, set[str]]) -> set[str]:
    """Addresses of what a script needs, and of what that needs; none needs itself."""
    if address not in known:
        script = browser.get(address)
        assert script.status_code == 200, address
        names = re.findall(r'^(?:im|ex)port (?:.* from )?"(.*)";', script.text, re.MULTILINE)
        needed = {urljoin(address, name) for name in names}
        known[address] = {address}
        beyond = needed.union(*(imported(browser, one, known) for one in needed))
        assert address not in beyond, f"{address} imports itself through others"
        known[address] = beyond
    return known[address]


def test_forms_for_files_offer_encodings(alone: TestClient) -> None:
    project = new_project(alone).removeprefix("/api/v1")
    new_text(alone, f"/api/v1{project}")
    for path in (project, f"{project}/exchange", "/resolve"):
        page = alone.get(path).text
        for name in COMMON:
            assert f'<option value="{name}">' in page, path


def test_no_form_goes_into_an_address_before_its_script_has_loaded() -> None:
    """A browser sends a form without a method by GET: a password would stand in every log."""
    folder = Path(assets.__file__).parent / "templates"
    for template in folder.glob("*.html"):
        for form in re.findall("<form[^>]*>", template.read_text(encoding="utf-8")):
            method = re.search(r'method="(\w+)"', form)
            assert method is not None, f"{template.name}: {form}"
            assert method[1] == "dialog" or "data-send" not in form, f"{template.name}: {form}"


def test_long_pages_name_all_scripts_they_need(alone: TestClient) -> None:
    document = new_text(alone, new_project(alone)).removeprefix("/api/v1")
    known: dict[str, set[str]] = {}
    for path in ("/resolve", document, f"{document}/read", f"{document}/adjudicate"):
        page = alone.get(path).text
        named = set(re.findall(r'<link rel="modulepreload" href="(.*?)">', page))
        for script in re.findall(r'<script type="module" src="(.*?)">', page):
            assert imported(alone, script, known) <= named


def test_every_colour_has_a_dark_one() -> None:
    assert len(re.findall(r"light-dark\(#\w+, #\w+\)", palette())) == palette().count("--")


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_stand_out_from_what_they_are_on(scheme: int) -> None:
    found = {
        name: pair[scheme]
        for name, *pair in re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", palette())
    }
    for word in ("ink", "muted", "accent", "good", "bad"):
        for ground in ("paper", "raised"):
            dark, light = sorted((luminance(found[word]), luminance(found[ground])))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (word, ground)


@pytest.mark.parametrize("path", ["/projects/77", "/projects/x", "/projects/1/documents/5"])
def test_what_is_not_there_is_said_on_a_page(alone: TestClient, path: str) -> None:
    answer = alone.get(path)
    assert answer.status_code == 404
    assert "<h1>Not found</h1>" in answer.text


def test_an_address_of_no_page_is_a_page_for_browsers_and_a_problem_for_programs(
    alone: TestClient, stranger: TestClient
) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for whoever in (alone, stranger):
        answer = whoever.get("/nothing/here", headers=browser)
        assert answer.status_code == 404
        assert (
            "<h1>Not found</h1>" in answer.text
            and "default-src" in answer.headers["content-security-policy"]
        )
    for path, headers in (("/nothing/here", {}), ("/api/v1/nothing", browser)):
        answer = alone.get(path, headers=headers)
        assert (answer.status_code, answer.headers["content-type"]) == (
            404,
            "application/problem+json",
        )


def test_strangers_are_sent_to_sign_in(stranger: TestClient) -> None:
    for path in (
        "/",
        "/resolve",
        "/api",
        "/members",
        "/account",
        *pages("/api/v1/projects/1/documents/1"),
    ):
        answer = stranger.get(path, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next={path}")
    assert "Sign in" in stranger.get("/login").text


def test_pages_are_for_members_with_the_role(stranger: TestClient) -> None:
    admin = signed_in(stranger, "Ines")
    project = new_project(admin)
    document = new_text(admin, project)
    admin.post(f"{project}/members", json={"members": ["Ada", "Tove"]})
    for_adjudicators = ("/proposals", "/agreement", "/adjudicate")
    for name in ("Ines", "Ada", "Tove", "Olaf"):
        browser = signed_in(stranger, name)
        for path in pages(document):
            refused = name == "Tove" and path.endswith(for_adjudicators)
            expected = 404 if name == "Olaf" else 403 if refused else 200
            assert browser.get(path).status_code == expected, (name, path)
        assert browser.get("/members").status_code == (200 if name in ("Ines", "Olaf") else 403)


@pytest.mark.parametrize(
    "address", ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"]
)
def test_signing_in_never_leads_to_another_site(stranger: TestClient, address: str) -> None:
    assert 'data-then="/"' in stranger.get("/login", params={"next": address}).text


def test_names_and_notes_are_escaped(alone: TestClient) -> None:
    project = alone.post(
        "/api/v1/projects", json={"name": EVIL.replace("/", ""), "note": EVIL}
    ).json()["id"]
    name = EVIL.replace("/", "")
    new_text(alone, f"/api/v1/projects/{project}", name=name)
    for path in ("/", f"/projects/{project}", f"/projects/{project}/documents/1?source={EVIL}"):
        page = alone.get(path).text
        assert "<img" not in page
        assert "&lt;img" in page or "\\u003cimg" in page


def test_only_pages_that_are_asked_for_a_frame_may_be_in_one(alone: TestClient) -> None:
    document = new_text(alone, new_project(alone)).removeprefix("/api/v1")
    for path in (document, f"{document}/read"):
        plain, framed = alone.get(path), alone.get(f"{path}?framed=true")
        assert plain.headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in plain.headers["content-security-policy"]
        assert framed.headers["x-frame-options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in framed.headers["content-security-policy"]
        assert '<header class="bar">' in plain.text
        assert '<header class="bar">' not in framed.text


def test_a_project_without_documents_has_nothing_side_by_side(alone: TestClient) -> None:
    project = new_project(alone).removeprefix("/api/v1")
    assert "no documents yet" in alone.get(f"{project}/beside").text
