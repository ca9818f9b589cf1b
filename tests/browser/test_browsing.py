"""The thread of the browser, and its profile."""

from __future__ import annotations

import asyncio
import threading

from playwright.sync_api import Page

from tests.browser.conftest import Profile


def test_the_browser_and_its_event_loop_are_not_in_the_main_thread(page: Page) -> None:
    """Where they were, `asyncio.run` failed in every later test of the process."""
    assert page.evaluate("1 + 1") == 2
    assert asyncio.get_running_loop() is not None
    assert threading.current_thread() is not threading.main_thread()


def test_a_test_leaves_nothing_in_the_profile(page: Page, profile: Profile) -> None:
    page.goto("/")
    page.evaluate(
        "localStorage.left = 'behind'; document.cookie = 'left=behind'; indexedDB.open('left'); 0"
    )
    profile.clear()
    assert page.is_closed()
    later = profile.context.new_page()
    later.goto("/")
    assert later.evaluate("[localStorage.left ?? '', document.cookie]") == ["", ""]
    assert "left" not in later.evaluate(
        "indexedDB.databases().then((all) => all.map(({ name }) => name))"
    )
