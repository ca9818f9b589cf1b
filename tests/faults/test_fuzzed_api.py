"""Requests made up from the API's own description, right and wrong ones: none is answered with a 500."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of

from coindex.web.app import create_app
from coindex.web.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.serving import postgresql
from tests.web.material import STATE, client, new_parsed, new_project, saved

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: make faults installs it")

EXAMPLES = int(os.environ.get("COINDEX_FUZZ_EXAMPLES", "40"))
KNOWN = {"project": 1, "document": 1, "run": 1, "revision": 1}
SOURCES = ("annotator", "recent", "adjudication", "gold")


@asynccontextmanager
async def _idle(_: Any) -> AsyncIterator[None]:
    """Nothing is carried out: runs stay in the queue."""
    yield


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """They differ in what they take for a text or a number."""
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("fuzz") / "store.db")
    else:
        with postgresql() as cluster:
            yield cluster.url


@pytest.fixture(scope="module")
def schema(database: str) -> Iterator[Any]:
    """A server with something in every place, so that made-up requests meet it."""
    from coindex.web.api import runs

    runs.STREAMED = 0
    app = create_app(Settings(database, hosts=("127.0.0.1", "localhost", "testserver"), pages=False))
    app.router.lifespan_context = _idle
    browser = client(app)
    project = new_project(browser)
    document = new_parsed(browser, project)
    saved(browser, document, "annotator", STATE)
    saved(browser, document, "adjudication", STATE)
    assert browser.post(f"{document}/resolve", json={"resolver": "recent"}).status_code == 200
    assert browser.post(f"{project}/runs", json={"resolvers": ["recent"]}).status_code == 202
    yield schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)
    app.state.services.store.close()


@schemathesis.hook  # type: ignore[untyped-decorator, unused-ignore]
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Three in four go to what exists."""
    if not path_parameters or hash(repr(path_parameters)) % 4 == 0:
        return path_parameters
    known = {name: KNOWN[name] for name in path_parameters if name in KNOWN}
    source = {"source": SOURCES[hash(repr(path_parameters)) % len(SOURCES)]} if "source" in path_parameters else {}
    return {**path_parameters, **known, **source}


@schemathesis.hook  # type: ignore[untyped-decorator, unused-ignore]
def map_query(context: Any, query: dict[str, Any] | None) -> dict[str, Any] | None:
    """Nothing is deleted for good by chance: the requests after it would meet nothing."""
    return {name: value for name, value in query.items() if name != "confirm"} if query else query


def broken(operation: Any, statuses: Counter[int]) -> str:
    """The first request that breaks the server; empty if none does."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=one_of(*(operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode)))
    def tried(case: Any) -> None:
        answer = case.call()
        statuses[answer.status_code // 100] += 1
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.headers["content-type"][0] == "application/problem+json", answer.text

    try:
        tried()
    except AssertionError as error:
        return f"{operation.label}: {error}"
    return ""


def test_no_request_breaks_the_server(schema: Any, tell: Tell) -> None:
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 50
    statuses: Counter[int] = Counter()
    assert [what for operation in operations if (what := broken(operation, statuses))] == []
    assert statuses[2], "some of them are right"
    told = ", ".join(f"{count:,} answered {kind}xx" for kind, count in sorted(statuses.items()))
    tell(f"{len(operations)} operations, {statuses.total():,} made-up requests: {told}")
