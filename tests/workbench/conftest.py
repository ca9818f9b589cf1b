"""Browsers for the tests: of the one person who works alone, and of a team."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import Team, application, client


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    """Without accounts."""
    app = application(tmp_path)
    with client(app) as made:
        yield made


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Team]:
    made = Team(tmp_path)
    with client(made.app):
        yield made
