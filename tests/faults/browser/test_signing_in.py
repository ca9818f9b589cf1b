"""Signing in: by the address that the server prints, by password, and never to another site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from coindex.workbench.security.passwords import hashed, initial
from tests.browser.conftest import Serving
from tests.browser.pages import PATIENCE

TOKEN = "the-token-of-this-test"
PASSWORD = "correct horse battery"


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "own.db", token=TOKEN) as serving:
        yield serving


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "team.db", team=True) as serving:
        members = serving.config.app.state.services.store.members  # type: ignore[union-attr]
        members.add("Ines", hashed(PASSWORD), "admin")
        members.add("Tove", initial("given to Tove 7"), "annotator")
        yield serving


def opened(chromium: Browser, address: str) -> BrowserContext:
    context = chromium.new_context(base_url=address)
    context.set_default_timeout(PATIENCE)
    return context


def sign_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_the_printed_address_opens_the_workbench(chromium: Browser, alone: Serving) -> None:
    context = opened(chromium, alone.address)
    page = context.new_page()
    page.goto(f"/?token={TOKEN}")
    assert page.url == f"{alone.address}/", "the token is not left in the address"
    page.get_by_label("Name").fill("Novels")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Novels")).to_be_visible()
    context.close()


def test_without_the_token_a_page_asks_for_it(chromium: Browser, alone: Serving) -> None:
    context = opened(chromium, alone.address)
    page = context.new_page()
    page.goto("/resolve")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Token").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Token")).to_be_visible()
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Resolve")).to_be_visible()
    assert page.url == f"{alone.address}/resolve"
    context.close()


@pytest.mark.parametrize(
    "next", ["/%09/evil.example", "/%5Cevil.example", "//evil.example", "/%0A/evil.example"]
)
def test_a_sign_in_leads_to_no_other_site(chromium: Browser, team: Serving, next: str) -> None:
    context = opened(chromium, team.address)
    page = context.new_page()
    elsewhere: list[str] = []
    page.on(
        "request",
        lambda request: elsewhere.append(request.url) if "evil" in request.url[8:30] else None,
    )
    page.goto(f"/login?next={next}")
    sign_in(page, "Ines", PASSWORD)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.url == f"{team.address}/"
    assert elsewhere == []
    context.close()


def test_a_password_that_was_given_is_changed_first(chromium: Browser, team: Serving) -> None:
    context = opened(chromium, team.address)
    page = context.new_page()
    page.goto("/resolve")
    sign_in(page, "Tove", "given to Tove 7")
    expect(page.get_by_text("Choose your own password")).to_be_visible()
    page.get_by_label("Old password").fill("given to Tove 7")
    page.get_by_label("New password").fill("1234567890")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("alert")).to_contain_text("too easy to guess")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(page, "Tove", PASSWORD)
    expect(page.get_by_role("link", name="Projects")).to_be_visible()
    context.close()
