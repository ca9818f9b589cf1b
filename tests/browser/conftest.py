"""A server on this machine and Debian's Chromium for all tests of a process; each test has a project of its own."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from coindex.web.app import create_app
from coindex.web.settings import Settings
from tests.browser.pages import PATIENCE, Project
from tests.faults.serving import free_port

CHROMIUM = shutil.which("chromium")


class Serving(uvicorn.Server):
    def __init__(self, database: Path, *, team: bool = False) -> None:
        app = create_app(Settings(database, team))
        super().__init__(uvicorn.Config(app, port=free_port(), log_level="error"))
        self.address = f"http://127.0.0.1:{self.config.port}"

    def __enter__(self) -> Serving:
        self._thread = threading.Thread(target=self.run)
        self._thread.start()
        while not self.started:
            self._thread.join(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.should_exit = True
        self._thread.join()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Serving(tmp_path_factory.mktemp("browser") / "workbench.db") as serving:
        yield serving.address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Debian's package chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, server: str) -> Iterator[BrowserContext]:
    """A browser of its own, in which no script may fail."""
    made = chromium.new_context(base_url=server, viewport={"width": 1400, "height": 900}, locale="en-GB")
    made.set_default_timeout(PATIENCE)
    faults: list[str] = []
    made.on("weberror", lambda error: faults.append(str(error.error)))
    yield made
    made.close()
    assert faults == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def project(server: str) -> Iterator[Project]:
    with Project(server) as made:
        yield made
