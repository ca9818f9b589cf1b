"""Hosts, origins, headers, sign-in, tokens: what a request may not do, whoever sends it."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coindex.workbench.security.passwords import Cost, csrf_token, fits, hashed, token_hash
from coindex.workbench.security.visitor import COOKIE
from tests.workbench.material import ADDRESS, API, PASSWORD, Team, application, client, new_project


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "localhost.evil", "[::2]"],
)
def test_a_request_addressed_to_another_name_is_refused(browser: TestClient, host: str) -> None:
    """A page that makes its own name point here (DNS rebinding) gets nothing."""
    answer = browser.get(f"{API}/projects", headers={"host": host})
    assert answer.status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:9", "LOCALHOST", "[::1]:8000"])
def test_this_machines_names_are_fine(browser: TestClient, host: str) -> None:
    assert browser.get(f"{API}/projects", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": ADDRESS},
    ],
)
def test_other_sites_change_nothing(browser: TestClient, headers: dict[str, str]) -> None:
    for method, path in (
        ("POST", f"{API}/projects"),
        ("DELETE", f"{API}/projects/1"),
        ("PUT", f"{API}/projects/1"),
    ):
        assert browser.request(method, path, json={"name": "x"}, headers=headers).status_code == 403
    assert browser.get(f"{API}/projects").json() == []


def test_our_own_pages_may(browser: TestClient) -> None:
    headers = {"origin": ADDRESS, "sec-fetch-site": "same-origin"}
    assert browser.post(f"{API}/projects", json={"name": "x"}, headers=headers).status_code == 201


def test_every_answer_carries_security_headers(browser: TestClient) -> None:
    new_project(browser)
    for path in (f"{API}/projects", f"{API}/projects/99", "/nowhere", f"{API}/openapi.json"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert (
            "default-src 'self'" in policy
            and "unsafe" not in policy
            and "frame-ancestors 'none'" in policy
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
    assert (
        browser.get(f"{API}/projects", headers={"host": "evil"}).headers["x-content-type-options"]
        == "nosniff"
    )


def test_an_unexpected_error_tells_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = application(tmp_path)

    def broken() -> None:
        raise RuntimeError("the secret is 42")

    app.get("/broken")(broken)
    caplog.set_level(logging.CRITICAL, "coindex.workbench")
    with client(app) as browser:
        answer = browser.get("/broken")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "secret" not in answer.text and "Traceback" not in answer.text


def test_passwords_are_hashed() -> None:
    cheap = Cost(4, 1, 1)
    stored = hashed("a password", cheap)
    assert "a password" not in stored
    assert stored != hashed("a password", cheap), "each has a salt of its own"
    assert fits("a password", stored)
    assert not fits("another", stored)
    for wrong in ("", "scrypt$1", "plain", stored[:-4]):
        assert not fits("a password", wrong)


def test_signing_in_and_out(team: Team) -> None:
    browser = client(team.app)
    assert browser.get(f"{API}/session").status_code == 401
    answer = browser.post("/login", json={"name": "Annotator", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert browser.get(f"{API}/session").json()["name"] == "Annotator"
    token = browser.cookies[COOKIE]
    browser.headers["X-CSRF-Token"] = answer.json()["csrf"]
    assert browser.post("/logout").status_code == 204
    stolen = client(team.app, cookies={COOKIE: token})
    assert stolen.get(f"{API}/session").status_code == 401, "a session that was ended stays ended"


def test_tokens_are_not_in_the_database(team: Team, tmp_path: Path) -> None:
    browser = team.signed_in("Annotator")
    token = browser.cookies[COOKIE]
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in content
    assert token_hash(token).encode() in content
    assert PASSWORD.encode() not in content


def test_secure_cookies(tmp_path: Path) -> None:
    team = Team(tmp_path, secure=True)
    with client(team.app) as browser:
        answer = browser.post("/login", json={"name": "Admin", "password": PASSWORD})
        assert "Secure" in answer.headers["set-cookie"]


def test_changes_by_cookie_need_the_csrf_token(team: Team) -> None:
    browser = team.signed_in("Admin")
    right = browser.headers.pop("X-CSRF-Token")
    refused = browser.post(f"{API}/projects", json={"name": "x"})
    assert refused.json()["type"] == "urn:coindex:other-session", "pages then renew theirs"
    for wrong in ({}, {"X-CSRF-Token": "x"}, {"X-CSRF-Token": csrf_token("another")}):
        for method, path in (
            ("POST", f"{API}/projects"),
            ("POST", "/logout"),
            ("POST", f"{API}/members"),
        ):
            assert (
                browser.request(method, path, json={"name": "x"}, headers=wrong).status_code == 403
            )
    assert browser.get(f"{API}/projects").json() == []
    assert (
        browser.post(
            f"{API}/projects", json={"name": "x"}, headers={"X-CSRF-Token": right}
        ).status_code
        == 201
    )


def test_tokens_for_programs(team: Team) -> None:
    browser = team.signed_in("Admin")
    made = browser.post(f"{API}/tokens", json={"label": "nightly", "days": 1}).json()
    program = client(team.app, headers={"authorization": f"Bearer {made['token']}"})
    assert program.post(f"{API}/projects", json={"name": "x"}).status_code == 201
    assert [one["label"] for one in browser.get(f"{API}/tokens").json()] == ["", "nightly"]
    assert all(not one["token"] for one in browser.get(f"{API}/tokens").json())
    assert team.signed_in("Annotator").delete(f"{API}/tokens/{made['id']}").status_code == 404, (
        "not theirs"
    )
    assert browser.delete(f"{API}/tokens/{made['id']}").status_code == 204
    assert program.get(f"{API}/projects").status_code == 401
    assert (
        client(team.app, headers={"authorization": "Bearer wrong"})
        .get(f"{API}/projects")
        .status_code
        == 401
    )


def test_unknown_names_are_answered_like_wrong_passwords(team: Team) -> None:
    browser = client(team.app)
    answers = [
        browser.post("/login", json={"name": name, "password": "wrong"})
        for name in ("Admin", "nobody")
    ]
    assert answers[0].json() == answers[1].json()


def test_accounts_change(team: Team) -> None:
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    assert (
        annotator.put(
            f"{API}/session/password", json={"old": "wrong", "new": "violet kettle 9"}
        ).status_code
        == 403
    )
    new = {"old": PASSWORD, "new": "violet kettle 9"}
    assert annotator.put(f"{API}/session/password", json=new).status_code == 204
    assert annotator.get(f"{API}/session").status_code == 401, "signed out everywhere"
    assert (
        admin.post(f"{API}/members", json={"name": "New", "password": "short"}).status_code == 422
    )
    assert (
        admin.post(
            f"{API}/members", json={"name": "adjudication", "password": "violet kettle 9"}
        ).status_code
        == 409
    )
    assert (
        admin.post(
            f"{API}/members", json={"name": "New", "password": "violet kettle 9"}
        ).status_code
        == 201
    )
    assert (
        admin.put(f"{API}/members/New", json={"role": "adjudicator"}).json()["role"]
        == "adjudicator"
    )
    assert admin.delete(f"{API}/members/New").status_code == 409, "not confirmed"
    assert admin.delete(f"{API}/members/New?confirm=New").status_code == 204
    assert "New" not in {one["name"] for one in admin.get(f"{API}/members").json()}


def test_without_accounts_there_is_nothing_to_sign_in_to(browser: TestClient) -> None:
    assert browser.post("/login", json={"name": "x", "password": "y"}).status_code == 404
    assert browser.get(f"{API}/members").status_code == 404
    session = browser.get(f"{API}/session").json()
    assert (session["name"], session["role"], session["team"]) == ("annotator", "admin", False)


@pytest.mark.parametrize(
    "resolver",
    [
        "rosana(profile='/etc/passwd')",
        "rosana(profile='../x.toml')",
        "oracle",
        "nothing",
        "rosana(",
        "__import__('os')",
    ],
)
def test_components_name_no_files_of_the_server(browser: TestClient, resolver: str) -> None:
    answer = browser.post(f"{API}/resolve", json={"text": "Ann left.", "resolvers": [resolver]})
    assert answer.status_code == 200
    (attempt,) = answer.json()["attempts"]
    assert "result" not in attempt and attempt["problem"]


@pytest.mark.parametrize(
    "corpus",
    ["/etc", "../..", "embedded/../../..", "/etc/passwd", "no-such-corpus", "embedded\\..\\x"],
)
def test_runs_read_no_folders_of_the_server(browser: TestClient, corpus: str) -> None:
    project = new_project(browser)
    assert (
        browser.post(
            f"{project}/runs", json={"corpora": [corpus], "resolvers": ["recent"]}
        ).status_code
        == 422
    )


def test_over_https_browsers_are_told_to_keep_to_it(tmp_path: Path) -> None:
    with client(application(tmp_path, secure=True)) as browser:
        assert (
            "max-age=31536000"
            in browser.get(f"{API}/projects").headers["strict-transport-security"]
        )
    with client(application(tmp_path)) as browser:
        assert "strict-transport-security" not in browser.get(f"{API}/projects").headers
        browser.base_url = ADDRESS.replace("http:", "https:")
        assert "strict-transport-security" in browser.get(f"{API}/projects").headers, (
            "a proxy has said so"
        )


def test_a_team_answers_to_its_machines_names_and_addresses_unless_it_is_given_others(
    tmp_path: Path,
) -> None:
    own = socket.gethostname()
    for hosts, right, wrong in (
        (
            (),
            ("127.0.0.1:8000", "localhost", "192.168.1.5", "[2001:db8::1]:8000", own),
            ("evil.example", "", "1.2.3"),
        ),
        (
            ("annotate.example.org",),
            ("annotate.example.org:443",),
            ("127.0.0.1", own, "192.168.1.5"),
        ),
    ):
        with client(application(tmp_path, team=True, hosts=hosts)) as browser:
            found = {
                host: browser.get(f"{API}/session", headers={"host": host}).status_code
                for host in right + wrong
            }
        assert found == dict.fromkeys(right, 401) | dict.fromkeys(wrong, 421)


def test_the_description_is_for_those_who_are_signed_in(team: Team) -> None:
    assert client(team.app).get(f"{API}/openapi.json").status_code == 401
    assert "/login" in team.signed_in("Annotator").get(f"{API}/openapi.json").json()["paths"]
