"""Guessing passwords: delayed more and more, without shutting out those who know theirs."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from fastapi.testclient import TestClient

from coindex.workbench.security import devices
from coindex.workbench.security.attempts import (
    FORGOTTEN,
    LONGEST,
    LONGEST_SHARED,
    MOST_REMEMBERED,
    Attempts,
    network,
)
from tests.workbench.material import API, PASSWORD, Team, client

WRONG = "wrong password"


class Clock:
    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def allowed(attempts: Attempts, count: int, name: str = "ann", address: str = "10.0.0.1") -> int:
    return sum(not attempts.reserve(name, address) for _ in range(count))


def test_delays_double(clock: Clock) -> None:
    attempts = Attempts(3, clock)
    assert allowed(attempts, 3) == 3
    waits = []
    for _ in range(15):
        waits.append(attempts.reserve("ann", "10.0.0.1"))
        clock.time += waits[-1]
        assert attempts.reserve("ann", "10.0.0.1") == 0
    assert waits == [min(2**n, LONGEST) for n in range(15)]


def test_asking_too_early_does_not_prolong_the_wait(clock: Clock) -> None:
    attempts = Attempts(1, clock)
    attempts.reserve("ann", "10.0.0.1")
    for _ in range(100):
        assert attempts.reserve("ann", "10.0.0.1") == 1
    clock.time += 1
    assert attempts.reserve("ann", "10.0.0.1") == 0


def test_many_at_once_are_no_way_around(clock: Clock) -> None:
    """Each attempt is counted before anything is checked."""
    attempts, start = Attempts(10, clock), Barrier(40)

    def guess(_: int) -> bool:
        start.wait()
        return attempts.reserve("ann", "10.0.0.1") == 0

    with ThreadPoolExecutor(40) as threads:
        assert sum(threads.map(guess, range(40))) == 10


def test_guesses_elsewhere_delay_nobody_here(clock: Clock) -> None:
    attempts = Attempts(3, clock)
    allowed(attempts, 50, address="10.0.0.1")
    assert attempts.reserve("ann", "10.0.0.2") == 0, "another address"
    assert attempts.reserve("bob", "10.0.0.1") == 0, "another name"


def test_guesses_from_everywhere_are_delayed_but_not_for_those_who_are_known(clock: Clock) -> None:
    attempts = Attempts(3, clock)
    attempts.reserve("ann", "10.0.0.1")
    attempts.succeeded("ann", "10.0.0.1")
    assert sum(not attempts.reserve("ann", f"10.1.0.{number}") for number in range(100)) == 30
    assert 0 < attempts.reserve("ann", "10.2.0.1") <= LONGEST_SHARED
    assert attempts.reserve("ann", "10.0.0.1") == 0, "an address that the right password came from"
    assert attempts.reserve("ann", "10.2.0.1", device="laptop") == 0, "a browser that is known"


def test_one_address_cannot_try_all_names(clock: Clock) -> None:
    attempts = Attempts(3, clock)
    attempts.reserve("bob", "10.0.0.1")
    attempts.succeeded("bob", "10.0.0.1")
    assert sum(not attempts.reserve(f"name {number}", "10.0.0.1") for number in range(100)) == 30
    assert attempts.reserve("bob", "10.0.0.1") == 0, "who has signed in from there goes on"
    assert attempts.reserve("bob", "10.0.0.3") == 0


def test_a_right_password_takes_its_attempt_back(clock: Clock) -> None:
    attempts = Attempts(2, clock)
    for _ in range(50):
        assert attempts.reserve("ann", "10.0.0.1") == 0
        attempts.succeeded("ann", "10.0.0.1")


def test_counts_are_forgotten_in_time_and_never_too_many(clock: Clock) -> None:
    attempts = Attempts(2, clock)
    allowed(attempts, 2)
    assert attempts.reserve("ann", "10.0.0.1") > 0
    clock.time += FORGOTTEN + 1
    assert allowed(attempts, 5) == 2
    for number in range(MOST_REMEMBERED):
        attempts.reserve(f"name {number}", f"address {number}")
    assert len(attempts._counts) <= MOST_REMEMBERED


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_as_they_are_counted(address: str, counted: str) -> None:
    assert network(address) == counted


def test_device_cookies_cannot_be_forged() -> None:
    cookie = devices.new_device("ann", "her hash")
    assert devices.device_of(cookie, "ann", "her hash")
    for other in (("bob", "her hash"), ("ann", "her new hash"), ("ann", "")):
        assert not devices.device_of(cookie, *other)
    assert not devices.device_of(devices.new_device("nobody", ""), "nobody", "")
    for wrong in ("", ".", "a.b", cookie[:-1], f"x{cookie}", "é.é"):
        assert not devices.device_of(wrong, "ann", "her hash")


def guarded(folder: Path, free: int, clock: Clock) -> Team:
    """Time stands still: on a busy machine the delays would be over before the next guess."""
    team = Team(folder, attempts=free)
    team.app.state.services.attempts._clock = clock
    return team


def sign_in(browser: TestClient, name: str, password: str) -> int:
    return browser.post("/login", json={"name": name, "password": password}).status_code


def test_parallel_guesses_are_counted(tmp_path: Path, clock: Clock) -> None:
    team = guarded(tmp_path, 10, clock)
    with client(team.app) as browser, ThreadPoolExecutor(40) as threads:
        found = Counter(threads.map(lambda _: sign_in(browser, "Admin", WRONG), range(40)))
    assert found == {401: 10, 429: 30}


def test_who_knows_the_password_is_not_shut_out(tmp_path: Path, clock: Clock) -> None:
    """Others at the same address guess for the same name: a browser
    that has signed in before goes on.
    """
    team = guarded(tmp_path, 3, clock)
    with client(team.app) as own, client(team.app) as stranger:
        assert sign_in(own, "Admin", PASSWORD) == 200
        session = own.get(f"{API}/session").json()
        assert [sign_in(stranger, "Admin", WRONG) for _ in range(5)] == [401, 401, 401, 429, 429]
        assert sign_in(stranger, "Admin", PASSWORD) == 429, (
            "a stranger has to wait, whatever it says"
        )
        assert sign_in(own, "Admin", PASSWORD) == 200
        assert own.get(f"{API}/session").json()["name"] == session["name"], (
            "and whoever is signed in notices nothing"
        )
        assert sign_in(stranger, "Annotator", PASSWORD) == 200, "nor do other accounts"


def test_the_wait_is_told(tmp_path: Path, clock: Clock) -> None:
    team = guarded(tmp_path, 1, clock)
    with client(team.app) as browser:
        sign_in(browser, "Admin", WRONG)
        answer = browser.post("/login", json={"name": "Admin", "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == 1


def test_guessing_the_old_password_of_an_open_session_is_delayed_for_it_alone(
    tmp_path: Path, clock: Clock
) -> None:
    team = guarded(tmp_path, 2, clock)
    with client(team.app):
        one, other = team.signed_in("Annotator"), team.signed_in("Annotator")
        wrong = {"old": WRONG, "new": "violet kettle 9"}
        assert [one.put(f"{API}/session/password", json=wrong).status_code for _ in range(3)] == [
            403,
            403,
            429,
        ]
        right = wrong | {"old": PASSWORD}
        assert one.put(f"{API}/session/password", json=right).status_code == 429
        assert other.put(f"{API}/session/password", json=right).status_code == 204
