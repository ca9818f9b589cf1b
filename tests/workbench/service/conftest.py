"""A service with quick components, some texts of which kill its workers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from coindex.workbench.service.app import create_app
from coindex.workbench.service.settings import ServiceLimits, ServiceSettings
from tests.engines import faulty

TEXT = "Ann met Bob. She liked him. He gave her a map, and she lost it."
SETTINGS = ServiceSettings(
    ("faulty", "recent"),
    "plain",
    workers=1,
    limits=ServiceLimits(upload=20_000, document=2_000, batch=5),
)


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    from coindex.core import registry

    with pytest.MonkeyPatch.context() as patch:
        faulty.installed(tmp_path_factory.mktemp("faulty"), patch)
        yield
    registry._declared.cache_clear()


def serving(**changes: Any) -> TestClient:
    return TestClient(create_app(replace(SETTINGS, **changes)))


@pytest.fixture(scope="module")
def client(_installed: None) -> Iterator[TestClient]:
    with serving() as made:
        yield made
