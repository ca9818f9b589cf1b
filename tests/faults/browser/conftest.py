"""Browser tests that take their time, on the same server and browser as the quick ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import (
    Serving,
    chromium,
    context,
    page,
    profile,
    project,
    pytest_runtest_protocol,
    pytest_unconfigure,
    server,
)
from tests.faults.browser.people import Office

__all__ = [
    "chromium",
    "context",
    "office",
    "page",
    "profile",
    "project",
    "pytest_runtest_protocol",
    "pytest_unconfigure",
    "server",
]


@pytest.fixture
def office(chromium: Browser, tmp_path: Path) -> Iterator[Office]:
    """A server with accounts, and a browser for each person."""
    with Serving(tmp_path / "team.db", team=True) as serving:
        made = Office(chromium, serving)
        yield made
        made.close()
