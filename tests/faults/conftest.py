"""Slow tests of faults and load: they run when this folder is asked
for, and say what they measured.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Tell = Callable[[str], None]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """They have a command of their own: `make faults`."""
    return None if any("faults" in Path(argument).parts for argument in config.args) else True


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    def said(text: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{text}\n")

    return said


@pytest.fixture
def pictures() -> Path | None:
    """A folder for pictures of the pages that a test opens, if `COINDEX_PICTURES` names one."""
    name = os.environ.get("COINDEX_PICTURES", "")
    return Path(name) if name else None
