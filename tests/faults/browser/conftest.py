"""Browser tests that take their time, on the same server and browser as the quick ones."""

from __future__ import annotations

from tests.browser.conftest import (
    chromium,
    context,
    page,
    profile,
    project,
    pytest_runtest_protocol,
    pytest_unconfigure,
    server,
)

__all__ = [
    "chromium",
    "context",
    "page",
    "profile",
    "project",
    "pytest_runtest_protocol",
    "pytest_unconfigure",
    "server",
]
