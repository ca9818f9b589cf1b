"""Names that look alike, passwords that are guessed first, and
those that were given to somebody.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.workbench.security.strength import weakness
from coindex.workbench.store.lookalikes import alike, mixed_scripts
from tests.workbench.material import API, PASSWORD, Team, client

GOOD = "violet kettle 9"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "Ana"),
        ("ana", "ANA"),
        ("ana", "аna"),
        ("ana", "ａｎａ"),
        ("ana", "a\u200bna"),
        ("ana", " ana "),
        ("copa", "сора"),
        ("José", "Jose"),
        ("Ian", "lan"),
        ("Ian", "1an"),
        ("corn", "com"),
        ("Straße", "STRASSE"),
        ("oпe", "oпе"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other) and alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "anna"),
        ("Ian", "Lan"),
        ("annotator 1", "annotator 11"),
        ("Анна", "Anna"),
        ("李", "季"),
    ],
)
def test_names_that_differ(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize("name", ["аna", "Ανna", "Пaul", "ЈОHN"])
def test_scripts_are_not_mixed(name: str) -> None:
    assert " and " in mixed_scripts(name)


@pytest.mark.parametrize(
    "name", ["Ana", "Анна", "Ελένη", "山田 Taro", "김민준", "ann-2", "Zoë", "عمر"]
)
def test_names_of_one_script(name: str) -> None:
    assert mixed_scripts(name) == ""


@pytest.mark.parametrize(
    "name",
    ["annotator", "ANNOTATOR", "аnnotator", "ANNOTATOR ", "Sieve", "Gold", "Former member 3"],
)
def test_an_account_cannot_be_taken_for_another(team: Team, name: str) -> None:
    admin = team.signed_in("Admin")
    answer = admin.post(f"{API}/members", json={"name": name, "password": GOOD})
    assert answer.status_code in (409, 422), answer.text


def test_accounts_that_were_there_before_stay(team: Team) -> None:
    """A name is checked when it is given, not when it is used."""
    browser = team.signed_in("Annotator")
    assert browser.get(f"{API}/session").json()["name"] == "Annotator"


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "fewer than 10"),
        ("1234567890", "sequence"),
        ("0987654321", "sequence"),
        ("qwertyuiop", "sequence"),
        ("abcdefghijkl", "sequence"),
        ("1q2w3e4r5t6y", "sequence"),
        ("aaaaaaaaaaaa", "repetition"),
        ("abababababab", "repetition"),
        ("weak2weak2", "name"),
        ("Weak2-weak2!", "name"),
        ("password123!", "words"),
        ("Passw0rd2024", "words"),
        ("letmein12345", "words"),
        ("welcomewelcome", "words"),
        ("correcthorsebatterystaple", "words"),
    ],
)
def test_passwords_that_are_guessed_first(password: str, reason: str) -> None:
    assert reason in weakness(password, "weak2")


@pytest.mark.parametrize(
    "password", [GOOD, PASSWORD, "another password", "тихий зелёный чай", "x7#Kq9!mTz"]
)
def test_passwords_that_are_not(password: str) -> None:
    assert weakness(password, "ana") == ""


@pytest.mark.parametrize("password", ["1234567890", "weak2weak2", "password123!"])
def test_weak_passwords_are_refused_wherever_one_is_set(team: Team, password: str) -> None:
    admin, own = team.signed_in("Admin"), team.signed_in("Annotator")
    answers = (
        admin.post(f"{API}/members", json={"name": "weak2", "password": password}),
        own.put(f"{API}/session/password", json={"old": PASSWORD, "new": "Annotator12"}),
    )
    assert [answer.status_code for answer in answers] == [422, 422]
    assert "too easy to guess" in answers[0].json()["detail"]
    assert admin.put(f"{API}/members/Second", json={"password": "Second1234"}).status_code == 422


def test_a_password_that_was_given_has_to_be_changed_first(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    assert admin.post(f"{API}/members", json={"name": "Nora", "password": GOOD}).status_code == 201
    admin.post(f"{project}/members", json={"members": ["Nora"]})
    browser = client(team.app)
    answer = browser.post("/login", json={"name": "Nora", "password": GOOD})
    assert answer.json()["initial"] is True
    browser.headers["X-CSRF-Token"] = answer.json()["csrf"]
    for method, path in (("GET", "/projects"), ("POST", "/tokens"), ("GET", "/openapi.json")):
        refused = browser.request(method, f"{API}{path}", json={} if method == "POST" else None)
        assert refused.status_code == 403 and "password" in refused.json()["detail"]
    assert browser.get(f"{API}/session").status_code == 200
    same = browser.put(f"{API}/session/password", json={"old": GOOD, "new": GOOD})
    assert same.status_code == 422
    assert (
        browser.put(f"{API}/session/password", json={"old": GOOD, "new": PASSWORD}).status_code
        == 204
    )
    browser = team.signed_in("Nora")
    assert browser.get(f"{API}/session").json()["initial"] is False
    assert browser.get(project).status_code == 200


def test_a_password_that_an_admin_resets_has_to_be_changed(team: Team) -> None:
    assert (
        team.signed_in("Admin").put(f"{API}/members/Second", json={"password": GOOD}).status_code
        == 200
    )
    browser = client(team.app)
    answer = browser.post("/login", json={"name": "Second", "password": GOOD})
    assert answer.json()["initial"] is True
    assert browser.get(f"{API}/projects").status_code == 403


def test_pages_lead_to_the_change(tmp_path: Path) -> None:
    team = Team(tmp_path, pages=True)
    with client(team.app):
        team.signed_in("Admin").post(f"{API}/members", json={"name": "Nora", "password": GOOD})
        browser = client(team.app)
        browser.post("/login", json={"name": "Nora", "password": GOOD})
        assert browser.get("/", follow_redirects=False).headers["location"] == "/account"
        assert "Choose your own password" in browser.get("/").text
