"""What holds for all tests: how property tests search, their random order, and
what a test may not leave behind.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

from coindex.core import registry

# Property tests look for new cases on a developer's machine and repeat the same ones where a gate
# depends on them;
# `make faults` looks at many more.
settings.register_profile("explore", deadline=None, max_examples=50)
settings.register_profile("repeat", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("wide", deadline=None, max_examples=1000)
settings.load_profile("repeat" if os.environ.get("CI") else "explore")


@pytest.fixture(scope="session", autouse=True)
def _bundled_models_only() -> Iterator[None]:
    """Tests expect what the bundled model answers, also where `coindex-large` is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("coindex.models.antecedents.entry_points", lambda group: ())
        yield


@pytest.fixture(autouse=True)
def _unregistered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten after it."""
    monkeypatch.setattr(registry, "_added", dict(registry._added))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """A loop left running in the main thread breaks later tests that use
    asyncio: fail the test that left it.
    """
    if threading.current_thread() is threading.main_thread() and _running_loop() is not None:
        pytest.fail("this test left an event loop running in the main thread", pytrace=False)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """The quiet style of pytest hides the line in which the plug-in says it."""
    seed = config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"random order; the same again: pytest --randomly-seed={seed}")


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
