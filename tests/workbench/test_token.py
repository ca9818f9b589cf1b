"""One person's server asks for a token: as a bearer token, or once in
the address and then as a cookie.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coindex.workbench.app import create_app
from coindex.workbench.settings import Settings
from coindex.workbench.store.store import Store
from tests.workbench.material import ADDRESS, API, client

TOKEN = "a-long-and-random-token"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with client(create_app(Settings(tmp_path / "store.db", token=TOKEN))) as made:
        yield made


def described(browser: TestClient) -> dict[str, dict[str, object]]:
    found = browser.get(f"{API}/openapi.json", headers={"authorization": f"Bearer {TOKEN}"})
    paths: dict[str, dict[str, object]] = found.json()["paths"]
    return paths


def test_nothing_is_answered_without_it(browser: TestClient) -> None:
    asked = [
        (
            method.upper(),
            path.replace("{family}", "resolvers").replace("{source}", "a").replace("{name}", "a"),
        )
        for path, methods in described(browser).items()
        for method in methods
        if path not in ("/login",)
    ]
    assert len(asked) > 50
    for method, path in asked:
        numbered = path.replace("{id}", "1")
        for name in ("project", "document", "revision", "run"):
            numbered = numbered.replace(f"{{{name}}}", "1")
        answer = browser.request(method, numbered, json={})
        assert (answer.status_code, method, path) == (401, method, path)
        assert "Authorization: Bearer" in answer.json()["detail"]
    assert browser.get(f"{API}/openapi.json").status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Token {TOKEN}"]
)
def test_a_wrong_one_is_refused(browser: TestClient, header: str) -> None:
    assert browser.get(f"{API}/projects", headers={"authorization": header}).status_code == 401


def test_programs_send_it_as_a_bearer_token(browser: TestClient) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert browser.post(f"{API}/projects", json={"name": "x"}, headers=headers).status_code == 201
    assert browser.get(f"{API}/session", headers=headers).json()["role"] == "admin"


def test_the_printed_address_signs_a_browser_in(browser: TestClient) -> None:
    answer = browser.get(f"/resolve?a=b&token={TOKEN}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/resolve?a=b", "the token leaves the address"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and TOKEN not in cookie
    assert browser.get("/").status_code == 200
    assert browser.get(f"{API}/projects").status_code == 200


def test_changes_by_cookie_need_the_csrf_token(browser: TestClient) -> None:
    browser.get(f"/?token={TOKEN}")
    assert browser.post(f"{API}/projects", json={"name": "x"}).status_code == 403
    csrf = browser.get(f"{API}/session").json()["csrf"]
    assert f'content="{csrf}"' in browser.get("/").text, "pages send it by themselves"
    answer = browser.post(f"{API}/projects", json={"name": "x"}, headers={"X-CSRF-Token": csrf})
    assert answer.status_code == 201


def test_servers_beside_each_other_have_cookies_of_their_own(tmp_path: Path) -> None:
    """Browsers send the cookies of one port to all others of the machine."""
    one = create_app(Settings(tmp_path / "one.db", token="first"))
    other = create_app(Settings(tmp_path / "other.db", token="second"))
    with client(one) as first, client(other) as second:
        second.base_url = ADDRESS.replace("8000", "8001")
        first.get("/?token=first")
        second.get("/?token=second")
        assert not set(first.cookies) & set(second.cookies)


@pytest.mark.parametrize(
    "path", ["/", "/resolve", "/projects/1", "/api", "/?token=wrong", "/account"]
)
def test_a_page_asks_for_it(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.url.path == "/login"
    assert 'name="token"' in answer.text and "coindex serve" in answer.text
    assert "set-cookie" not in answer.headers


def test_the_form_leads_to_the_page_that_was_asked_for(browser: TestClient) -> None:
    assert 'action="/resolve"' in browser.get("/resolve").text
    assert browser.get(f"/resolve?token={TOKEN}").url.path == "/resolve"


def test_a_team_takes_no_such_token(tmp_path: Path) -> None:
    with client(create_app(Settings(tmp_path / "store.db", team=True, token=TOKEN))) as browser:
        assert browser.get(f"/?token={TOKEN}").url.path == "/login"
        assert (
            browser.get(f"{API}/projects", headers={"authorization": f"Bearer {TOKEN}"}).status_code
            == 401
        )


def test_new_databases_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.db"
    store = Store(path)
    store.projects.add("x")
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    store.close()


def test_old_databases_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    for mode in (0o644, 0o640, 0o600):
        Store(path).close()
        path.chmod(mode)
        Store(path).close()
        assert path.stat().st_mode & 0o777 == mode
