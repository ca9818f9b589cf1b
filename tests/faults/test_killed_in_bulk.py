"""`kill -9` of the server while hundreds of mentions are changed in one action: the action is
stored as a whole or not at all, and the page saves it as soon as there is a server again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, sync_playwright

from tests.browser.browsing import launched
from tests.browser.pages import Project
from tests.faults.conftest import Tell
from tests.faults.serving import Server, free_port

PEOPLE = 150
ROUNDS = 3


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        chromium = launched(playwright)
        yield chromium.new_page(viewport={"width": 1400, "height": 900})
        chromium.close()


def fused() -> tuple[str, dict[str, Any]]:
    """Two people in one chain of 300 mentions."""
    text = "Anna slept. Peter slept. " + "She ran. He ran. " * (PEOPLE - 1)
    mentions = [
        {"parts": [[3 * place, 3 * place + 1]], "kind": "name" if place < 2 else "personal"}
        for place in range(2 * PEOPLE)
    ]
    chain = {"id": "e1", "mentions": list(range(2 * PEOPLE))}
    return text, {"mentions": mentions, "entities": [chain]}


def sizes(state: Any) -> list[int]:
    return sorted(len(entity["mentions"]) for entity in state["entities"])


def test_a_bulk_action_is_never_lost_and_never_half_stored(
    page: Page, tmp_path: Path, tell: Tell
) -> None:
    port, database = str(free_port()), str(tmp_path / "store.db")
    text, state = fused()
    server = Server(database, "--port", port)
    page.context.set_default_timeout(120_000)
    project = Project(server.address)
    try:
        document = project.add(text, language="en")
        project.save(document, state)
        for number in range(ROUNDS):
            separate(page, server.address, project, document)
            stop_at_the_next_save(page, server, answered=number % 2 == 1)
            page.keyboard.press("Enter")
            page.locator('#saving[data-phase="offline"]').wait_for()
            server = Server(database, "--port", port)
            page.unroute_all()
            assert sizes(project.annotation(document)) in ([300], [150, 150]), "all or nothing"
            page.get_by_role("button", name="Save now").click()
            settled(page)
            assert sizes(project.annotation(document)) == [150, 150]
            page.locator("#text").focus()
            page.keyboard.press("Control+z")
            page.locator('#saving[data-phase="saved"]').wait_for()
            assert sizes(project.annotation(document)) == [300]
    finally:
        project.__exit__()
        server.stop()
    tell(f"killed {ROUNDS} times while 300 mentions were separated, 0 lost")


def separate(page: Page, address: str, project: Project, document: int) -> None:
    """Everything but the last key."""
    page.goto(f"{address}/projects/{project.id}/documents/{document}")
    page.locator("html[data-ready]").wait_for()
    page.locator("#text").focus()
    for key in ("Control+Home", "n", "Shift+b"):
        page.keyboard.press(key)
    page.get_by_role("button", name="by gender").click()
    page.get_by_text("1: Anna, 150 mentions · 2: Peter, 150 mentions").wait_for()


def stop_at_the_next_save(page: Page, server: Server, *, answered: bool) -> None:
    """The server is killed before it gets the save, or before its answer gets back."""

    def intercept(route: Route) -> None:
        if route.request.method not in ("PUT", "PATCH"):
            route.continue_()
            return
        if answered:
            route.fetch()
        server.kill()
        route.abort()

    page.route("**/annotations/*", intercept, times=1)


def settled(page: Page) -> None:
    """Saved; where the server had it already, both versions are the same and nothing is asked."""
    page.locator('#saving[data-phase="saved"]').wait_for()
