"""An empty installation greets with three jobs, a sample project and a tour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Serving


@pytest.fixture
def newcomer(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page of a server whose database is new."""
    with Serving(tmp_path / "new.db") as serving:
        context = chromium.new_context(base_url=serving.address, locale="en-GB")
        yield context.new_page()
        context.close()


def test_the_sample_is_annotated_on_a_tour(newcomer: Page) -> None:
    page = newcomer
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to Coindex")
    jobs = page.locator(".jobs .primary")
    expect(jobs).to_have_text(
        [
            "Resolve a text",
            "Rewrite a text",
            "Annotate the sample",
            "Compare resolvers",
            "Create a project",
        ]
    )
    jobs.nth(2).click()
    tour = page.get_by_role("region", name="Tour")
    expect(tour).to_contain_text("1 of 8")
    tour.get_by_role("button", name="Next").click()
    expect(page.locator(".toured")).to_contain_text("Next unsolved")
    page.keyboard.press("Space")
    expect(tour).to_contain_text("3 of 8")
    expect(page.locator("#mention .listed.current")).to_be_visible()
    page.keyboard.press("Enter")
    expect(tour).to_contain_text("4 of 8")
    tour.get_by_role("button", name="Next").click()
    page.keyboard.press("q")
    page.keyboard.press("n")
    page.keyboard.press("q")
    expect(tour).to_contain_text("6 of 8")
    tour.get_by_role("button", name="End the tour").click()
    expect(tour).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("button", name="Take the tour").click()
    expect(tour).to_contain_text("1 of 8")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
    page.get_by_role("button", name="Annotate the sample").click()
    expect(page.locator("#saving")).to_have_attribute("data-revision", "2")
    assert page.url.endswith("/projects/1/documents/8?tour"), "there is one sample, not two"


def test_the_other_two_jobs_are_prepared(newcomer: Page) -> None:
    page = newcomer
    page.goto("/")
    page.get_by_role("link", name="Resolve a text").click()
    expect(page.get_by_label("Text", exact=True)).to_have_value(re.compile("^When Marian took"))
    page.goto("/")
    page.get_by_role("button", name="Compare resolvers").click()
    page.get_by_role("heading", name="New comparison").wait_for()
    chosen = page.locator("[name=resolvers]:checked")
    assert {box.get_attribute("value") for box in chosen.all()} == {"recent", "rosana", "sieve"}
    expect(page.locator("[name=sources]:checked")).to_have_attribute("value", "gold")
    expect(page.locator("[name=corpora]:checked")).to_have_count(0)
