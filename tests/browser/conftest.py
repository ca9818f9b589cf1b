"""A server on this machine and Debian's Chromium for all tests of a process; each
test has a project of its own.

Tests of this folder, and of `tests/faults/browser`, run in the thread that owns the browser, with
all their fixtures: see `Browsing`.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, BrowserContext, Page, WebError

from coindex.workbench.app import create_app
from coindex.workbench.settings import Settings
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
    """As pytest does it, in the browser's thread; tests of other
    folders are asked for here as well.
    """
    if item.path.parent.name != "browser":
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
        del config.stash[BROWSING]


@pytest.fixture(scope="session")
def chromium(pytestconfig: pytest.Config) -> Browser:
    return pytestconfig.stash[BROWSING].browser()


class Profile:
    """A browser's profile for all tests of a process: scripts, styles and compiled
    code are fetched and made once.

    Nothing else stays in it. The browser closes it: a fixture may end in another thread than the
    browser's.
    """

    def __init__(self, chromium: Browser, address: str) -> None:
        self.context = chromium.new_context(
            base_url=address, viewport={"width": 1400, "height": 900}, locale="en-GB"
        )
        self.context.set_default_timeout(PATIENCE)
        self._address, self._keeper = address, self.context.new_page()
        self._devtools = self.context.new_cdp_session(self._keeper)

    def clear(self) -> None:
        """Forget everything but files that never change."""
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.context.clear_permissions()
        stored = "local_storage,indexeddb,cache_storage,service_workers,file_systems,websql"
        self._devtools.send(
            "Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": stored}
        )


@pytest.fixture(scope="session")
def profile(chromium: Browser, server: str) -> Profile:
    return Profile(chromium, server)


@pytest.fixture
def context(profile: Profile) -> Iterator[BrowserContext]:
    """An empty profile, in which no script may fail."""
    faults: list[str] = []

    def note(error: WebError) -> None:
        faults.append(str(error.error))

    profile.context.on("weberror", note)
    yield profile.context
    profile.clear()
    profile.context.remove_listener("weberror", note)
    assert faults == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def project(server: str) -> Iterator[Project]:
    with Project(server) as made:
        yield made
