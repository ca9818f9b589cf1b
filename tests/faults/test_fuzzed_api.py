"""Requests made up from the API's own description, right and wrong
ones: none is answered with a 500.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of

from coindex.workbench.app import create_app
from coindex.workbench.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.serving import postgresql
from tests.workbench.material import STATE, Team, client, new_parsed, new_project, saved

schemathesis = pytest.importorskip(
    "schemathesis", reason="schemathesis is not installed: make faults installs it"
)

EXAMPLES = int(os.environ.get("COINDEX_FUZZ_EXAMPLES", "40"))
KNOWN = {"project": 1, "document": 1, "run": 1, "revision": 1}
SOURCES = ("annotator", "recent", "adjudication", "gold")


@asynccontextmanager
async def _idle(_: Any) -> AsyncIterator[None]:
    """Nothing is carried out: runs stay in the queue."""
    yield


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """They differ in what they take for a text or a number."""
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("fuzz") / "store.db")
    else:
        with postgresql() as cluster:
            yield cluster.url


@pytest.fixture(scope="module")
def schema(database: str) -> Iterator[Any]:
    """A server with something in every place, so that made-up requests meet it."""
    from coindex.workbench.api import runs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "STREAMED", 0)
        app = create_app(
            Settings(database, hosts=("127.0.0.1", "localhost", "testserver"), pages=False)
        )
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
def map_path_parameters(
    context: Any, path_parameters: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Three in four go to what exists."""
    if not path_parameters or hash(repr(path_parameters)) % 4 == 0:
        return path_parameters
    known = {name: KNOWN[name] for name in path_parameters if name in KNOWN}
    source = (
        {"source": SOURCES[hash(repr(path_parameters)) % len(SOURCES)]}
        if "source" in path_parameters
        else {}
    )
    return {**path_parameters, **known, **source}


@schemathesis.hook  # type: ignore[untyped-decorator, unused-ignore]
def map_query(context: Any, query: dict[str, Any] | None) -> dict[str, Any] | None:
    """Nothing is deleted for good by chance: the requests after it would meet nothing."""
    return {name: value for name, value in query.items() if name != "confirm"} if query else query


Check = Callable[[Any], None]


def sound(answer: Any) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.headers["content-type"][0] == "application/problem+json", answer.text


def broken(
    operation: Any,
    statuses: Counter[int],
    check: Check = sound,
    headers: dict[str, str] | None = None,
) -> str:
    """The first request whose answer is not as it should be; empty if there is none."""

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(
        case=one_of(
            *(operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode)
        )
    )
    def tried(case: Any) -> None:
        answer = case.call(headers=headers)
        statuses[answer.status_code // 100] += 1
        check(answer)

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


class Guarded(NamedTuple):
    """A team's server with one project, which the annotator does not belong
    to, and the annotator's token.
    """

    schema: Any
    annotator: dict[str, str]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    team = Team(tmp_path_factory.mktemp("team"), hosts=("127.0.0.1", "localhost", "testserver"))
    team.app.router.lifespan_context = _idle
    project = team.project(members=("Second",))
    admin = team.signed_in("Admin")
    document = new_parsed(admin, project)
    saved(admin, document, "Admin", STATE)
    assert admin.post(f"{project}/runs", json={"resolvers": ["recent"]}).status_code == 202
    token = team.signed_in("Annotator").post("/api/v1/tokens", json={}).json()["token"]
    annotator = {"Authorization": f"Bearer {token}"}
    yield Guarded(
        schemathesis.openapi.from_asgi("/api/v1/openapi.json", team.app, headers=annotator),
        annotator,
    )
    team.app.state.services.store.close()


OPEN = ("POST /login",)


def refused(answer: Any) -> None:
    sound(answer)
    assert answer.status_code in (401, 405, 413, 415), f"{answer.status_code}: {answer.text}"


def kept_out(answer: Any) -> None:
    sound(answer)
    assert answer.status_code >= 400, f"{answer.status_code}: {answer.text}"


def test_strangers_get_nothing(guarded: Guarded, tell: Tell) -> None:
    """Whatever they send, before anything else is said of it."""
    operations = [found.ok() for found in guarded.schema.get_all_operations()]
    statuses: Counter[int] = Counter()
    closed = [operation for operation in operations if operation.label not in OPEN]
    assert len(closed) > 50
    assert [what for operation in closed if (what := broken(operation, statuses, refused))] == []
    tell(
        f"{len(closed)} operations, {statuses.total():,} made-up requests without a sign-in: all "
        "refused"
    )


def test_annotators_get_nothing_of_other_projects(guarded: Guarded, tell: Tell) -> None:
    operations = [found.ok() for found in guarded.schema.get_all_operations()]
    foreign = [
        one
        for one in operations
        if "{project}" in one.path or one.path.startswith("/api/v1/members")
    ]
    foreign += [one for one in operations if one.label == "POST /api/v1/projects"]
    assert len(foreign) > 40
    statuses: Counter[int] = Counter()
    found = [broken(operation, statuses, kept_out, guarded.annotator) for operation in foreign]
    assert [what for what in found if what] == []
    tell(
        f"{len(foreign)} operations, {statuses.total():,} made-up requests of an outsider: all "
        "refused"
    )
