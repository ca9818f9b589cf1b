"""The thread of the browser."""

from __future__ import annotations

import asyncio
import threading

from playwright.sync_api import Page


def test_the_browser_and_its_event_loop_are_not_in_the_main_thread(page: Page) -> None:
    """Where they were, `asyncio.run` failed in every later test of the process."""
    assert page.evaluate("1 + 1") == 2
    assert asyncio.get_running_loop() is not None
    assert threading.current_thread() is not threading.main_thread()
