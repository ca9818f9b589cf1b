"""A server on this machine and Debian's Chromium for all tests of a process; each test has a project of its own.

Tests of this folder run in the thread that owns the browser, with all their fixtures: see `Browsing`.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, BrowserContext, Page

from coindex.web.app import create_app
from coindex.web.settings import Settings
from tests.browser.browsing import Browsing
from tests.browser.pages import PATIENCE, Project

BROWSING = pytest.StashKey[Browsing]()


class Serving(uvicorn.Server):
    def __init__(self, database: Path, *, team: bool = False, token: str = "") -> None:
        app = create_app(Settings(database, team, token=token))
        super().__init__(uvicorn.Config(app, port=0, log_level="error"))
        self._listening = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening.set()

    @property
    def address(self) -> str:
        port = self.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def __enter__(self) -> Serving:
        self._thread = threading.Thread(target=self.run)
        self._thread.start()
        assert self._listening.wait(60), "the server does not listen after a minute"
        return self

    def __exit__(self, *_: object) -> None:
        self.should_exit = True
        self._thread.join()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Serving(tmp_path_factory.mktemp("browser") / "workbench.db") as serving:
        yield serving.address


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """As pytest does it, in the browser's thread; tests of other folders are asked for here as well."""
    if Path(__file__).parent not in item.path.parents:
        return None
    place = {"nodeid": item.nodeid, "location": item.location}
    item.ihook.pytest_runtest_logstart(**place)
    browsing = item.config.stash.setdefault(BROWSING, Browsing())
    browsing.call(runtestprotocol, item, nextitem=nextitem)
    item.ihook.pytest_runtest_logfinish(**place)
    return True


def pytest_unconfigure(config: pytest.Config) -> None:
    if BROWSING in config.stash:
        config.stash[BROWSING].close()


@pytest.fixture(scope="session")
def chromium(pytestconfig: pytest.Config) -> Browser:
    return pytestconfig.stash[BROWSING].browser()


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
