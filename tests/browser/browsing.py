"""The thread that owns Playwright, so that no other test ever finds an
event loop running in its own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

P = ParamSpec("P")
R = TypeVar("R")

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None
)
"""The first, which has no windows, takes less than half of the processor time;
the last is on forges' machines.
"""
MISSING = "Chromium is not installed; on Debian: apt-get install chromium-headless-shell"


def driver() -> Playwright:
    """Playwright, or the test is skipped where a library of the system that it needs is missing."""
    try:
        return sync_playwright().start()
    except Exception:
        asked = [sys.executable, "-m", "playwright", "--version"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stderr
        if "shared libraries" in said:
            pytest.skip(f"Playwright does not start: {said.strip()}")
        raise


def launched(playwright: Playwright) -> Browser:
    """Debian's Chromium, or the test is skipped where it is not installed."""
    if CHROMIUM is None:
        pytest.skip(MISSING)
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


class Browsing:
    """A thread, and one browser in it.

    Playwright's synchronous API leaves its event loop running in the thread that starts it, for as
    long as it lives; `asyncio.run` refuses to work there. Everything that touches a page therefore
    runs here, and the main thread stays as every other test expects it.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "browser")
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What the function returns or raises in this thread; from within
        the thread it is called directly.
        """
        if threading.current_thread().name.startswith("browser"):
            return function(*args, **kwargs)
        return self._pool.submit(function, *args, **kwargs).result()

    def browser(self) -> Browser:
        """The browser, which starts with the first test that asks for it."""
        return self.call(self._start)

    def close(self) -> None:
        self.call(self._stop)
        self._pool.shutdown()

    def _start(self) -> Browser:
        if self._browser is None:
            self._playwright = driver()
            self._browser = launched(self._playwright)
        return self._browser

    def _stop(self) -> None:
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
