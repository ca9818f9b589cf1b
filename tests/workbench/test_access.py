"""Every route, every role, one's own project and a foreign one: who gets in, and who does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from coindex.workbench.api import progress
from tests.workbench.material import API, STATE, Team, client, new_parsed, new_text, saved

ROLES = ("annotator", "adjudicator", "admin")
RUN = {
    "corpora": ["embedded/plot"],
    "resolvers": ["recent"],
    "measures": ["Mentions@head"],
    "draws": 1,
}
FILE = {"files": {"files": ("more.txt", b"Some words.")}}
EMPTY: dict[str, Any] = {"json": {"annotation": {}}}
UNCHANGED: dict[str, Any] = {"json": {"change": {}}}


class Rule(NamedTuple):
    """The lowest role that may, and a request that would work."""

    role: str
    request: dict[str, Any] = {}  # noqa: RUF012


RULES: dict[tuple[str, str], Rule] = {
    ("GET", "/session"): Rule("annotator"),
    ("PUT", "/session/password"): Rule(
        "annotator", {"json": {"old": "x", "new": "violet kettle 9"}}
    ),
    ("GET", "/tokens"): Rule("annotator"),
    ("GET", "/work/{ticket}"): Rule("annotator"),
    ("POST", "/rewrite"): Rule("annotator", {"json": {"text": "Ann left. She smiled."}}),
    ("POST", "/tokens"): Rule("annotator", {"json": {}}),
    ("DELETE", "/tokens/{id}"): Rule("annotator"),
    ("GET", "/members"): Rule("admin"),
    ("POST", "/members"): Rule("admin", {"json": {"name": "New", "password": "violet kettle 9"}}),
    ("PUT", "/members/{name}"): Rule("admin", {"json": {}}),
    ("DELETE", "/members/{name}"): Rule("admin"),
    ("GET", "/openapi.json"): Rule("annotator"),
    ("GET", "/projects"): Rule("annotator"),
    ("POST", "/projects"): Rule("admin", {"json": {"name": "Another"}}),
    ("POST", "/projects/sample"): Rule("admin"),
    ("GET", "/projects/{project}"): Rule("annotator"),
    ("PUT", "/projects/{project}"): Rule("admin", {"json": {"name": "Renamed"}}),
    ("PUT", "/projects/{project}/members/{name}"): Rule("admin", {"json": {"role": ""}}),
    ("DELETE", "/projects/{project}"): Rule("admin"),
    ("POST", "/projects/{project}/members"): Rule("admin", {"json": {"members": []}}),
    ("DELETE", "/projects/{project}/members/{name}"): Rule("admin"),
    ("GET", "/projects/{project}/documents"): Rule("annotator"),
    ("POST", "/projects/{project}/documents"): Rule(
        "adjudicator", {"json": {"name": "n", "text": "t", "parser": "none"}}
    ),
    ("POST", "/projects/{project}/documents/upload"): Rule("adjudicator", FILE),
    ("POST", "/projects/{project}/documents/corpus"): Rule(
        "adjudicator", {"json": {"corpus": "embedded/plot"}}
    ),
    ("GET", "/projects/{project}/documents/{document}"): Rule("annotator"),
    ("PUT", "/projects/{project}/documents/{document}"): Rule(
        "adjudicator", {"json": {"name": "Renamed"}}
    ),
    ("GET", "/projects/{project}/documents/{document}/names"): Rule("annotator"),
    ("DELETE", "/projects/{project}/documents/{document}"): Rule("adjudicator"),
    ("POST", "/projects/{project}/documents/{document}/restore"): Rule("adjudicator"),
    ("GET", "/projects/{project}/documents/{document}/text"): Rule("annotator"),
    ("GET", "/projects/{project}/documents/{document}/tokens"): Rule("annotator"),
    ("GET", "/projects/{project}/documents/{document}/content"): Rule("annotator"),
    ("GET", "/projects/{project}/documents/{document}/annotations"): Rule("annotator"),
    ("GET", "/projects/{project}/documents/{document}/annotations/{source}"): Rule("annotator"),
    ("PUT", "/projects/{project}/documents/{document}/annotations/{source}"): Rule(
        "annotator", EMPTY
    ),
    ("PATCH", "/projects/{project}/documents/{document}/annotations/{source}"): Rule(
        "annotator", UNCHANGED
    ),
    ("GET", "/projects/{project}/documents/{document}/annotations/{source}/revisions"): Rule(
        "annotator"
    ),
    (
        "GET",
        "/projects/{project}/documents/{document}/annotations/{source}/revisions/{revision}",
    ): Rule("annotator"),
    ("POST", "/projects/{project}/documents/{document}/resolve"): Rule(
        "annotator", {"json": {"resolver": "recent"}}
    ),
    ("GET", "/projects/{project}/documents/{document}/decisions/{source}"): Rule("annotator"),
    ("GET", "/projects/{project}/documents/{document}/issues/{source}"): Rule("annotator"),
    ("POST", "/projects/{project}/documents/{document}/proposals"): Rule("annotator", EMPTY),
    ("POST", "/projects/{project}/documents/{document}/proposals/order"): Rule("annotator", EMPTY),
    ("POST", "/projects/{project}/documents/{document}/genders"): Rule(
        "annotator", {"json": {"mentions": []}}
    ),
    ("GET", "/projects/{project}/documents/{document}/differences"): Rule("adjudicator"),
    ("GET", "/projects/{project}/documents/{document}/disagreements"): Rule("adjudicator"),
    ("POST", "/resolve"): Rule("annotator", {"json": {"text": ""}}),
    ("POST", "/resolve/files"): Rule("annotator", FILE),
    ("GET", "/projects/{project}/agreement"): Rule("adjudicator"),
    ("GET", "/projects/{project}/agreement/several"): Rule("adjudicator"),
    ("GET", "/projects/{project}/progress"): Rule("annotator"),
    ("GET", "/projects/{project}/work"): Rule("annotator"),
    ("POST", "/projects/{project}/assignments"): Rule(
        "adjudicator", {"json": {"documents": [1], "members": ["Second"]}}
    ),
    ("POST", "/projects/{project}/assignments/distribute"): Rule(
        "adjudicator", {"json": {"members": ["Second"]}}
    ),
    ("DELETE", "/projects/{project}/assignments"): Rule("adjudicator"),
    ("PUT", "/projects/{project}/documents/{document}/lock"): Rule(
        "adjudicator", {"json": {"locked": False}}
    ),
    ("GET", "/projects/{project}/training"): Rule("annotator"),
    ("POST", "/projects/{project}/training"): Rule(
        "adjudicator", {"json": {"documents": [1], "key": "Second"}}
    ),
    ("GET", "/projects/{project}/documents/{document}/training"): Rule("annotator"),
    ("DELETE", "/projects/{project}/documents/{document}/training"): Rule("adjudicator"),
    ("GET", "/projects/{project}/work/history"): Rule("adjudicator"),
    ("GET", "/projects/{project}/tuning"): Rule("adjudicator"),
    ("POST", "/projects/{project}/tuning"): Rule("adjudicator", {"json": {}}),
    ("GET", "/projects/{project}/proposer"): Rule("annotator"),
    ("PUT", "/projects/{project}/proposer"): Rule("adjudicator", {"json": {"run": 99}}),
    ("DELETE", "/projects/{project}/proposer"): Rule("adjudicator"),
    ("GET", "/projects/{project}/documents/{document}/comments"): Rule("annotator"),
    ("POST", "/projects/{project}/documents/{document}/comments"): Rule(
        "annotator", {"json": {"source": "Other", "place": "0-1", "content": "?"}}
    ),
    ("PUT", "/projects/{project}/documents/{document}/comments/{comment}"): Rule(
        "annotator", {"json": {"closed": True}}
    ),
    ("GET", "/projects/{project}/flags"): Rule("annotator"),
    ("GET", "/schemes"): Rule("annotator"),
    ("GET", "/projects/{project}/scheme"): Rule("annotator"),
    ("PUT", "/projects/{project}/scheme"): Rule("adjudicator", {"json": {}}),
    ("DELETE", "/projects/{project}/scheme"): Rule("adjudicator"),
    ("POST", "/projects/{project}/scheme/shipped"): Rule("adjudicator", {"json": {"name": "none"}}),
    ("GET", "/projects/{project}/scheme/file"): Rule("annotator"),
    ("POST", "/projects/{project}/scheme/file"): Rule(
        "adjudicator", {"files": {"file": ("scheme.toml", b"")}}
    ),
    ("GET", "/projects/{project}/scheme/violations"): Rule("annotator"),
    ("GET", "/projects/{project}/export"): Rule("annotator"),
    ("GET", "/projects/{project}/export/losses"): Rule("annotator"),
    ("POST", "/projects/{project}/import"): Rule("annotator", FILE),
    ("GET", "/components/{family}"): Rule("annotator"),
    ("GET", "/corpora"): Rule("annotator"),
    ("GET", "/papers"): Rule("annotator"),
    ("POST", "/projects/{project}/papers"): Rule("adjudicator", FILE | {"data": {"paper": "none"}}),
    ("GET", "/projects/{project}/runs"): Rule("annotator"),
    ("POST", "/projects/{project}/runs"): Rule("annotator", {"json": RUN}),
    ("GET", "/projects/{project}/runs/{run}"): Rule("annotator"),
    ("DELETE", "/projects/{project}/runs/{run}"): Rule("adjudicator"),
    ("POST", "/projects/{project}/runs/{run}/again"): Rule("annotator"),
    ("POST", "/projects/{project}/runs/{run}/responses"): Rule("annotator", FILE),
    ("GET", "/projects/{project}/runs/{run}/ranking"): Rule("annotator"),
    ("GET", "/projects/{project}/runs/{run}/results"): Rule("annotator"),
    ("GET", "/projects/{project}/runs/{run}/events"): Rule("annotator"),
    ("GET", "/projects/{project}/runs/{run}/search"): Rule("annotator"),
    ("GET", "/projects/{project}/search"): Rule("annotator"),
    ("GET", "/projects/{project}/statistics"): Rule("annotator"),
}
ANYBODY = {("POST", "/login"), ("POST", "/logout")}


def routes(app: FastAPI) -> set[tuple[str, str]]:
    described = app.openapi()["paths"]
    return {(method.upper(), path) for path, methods in described.items() for method in methods}


class Scene(NamedTuple):
    """A project with everything in it, a foreign one like it, and a browser for each role."""

    team: Team
    browsers: dict[str, TestClient]
    foreign: str


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    team = Team(tmp_path_factory.mktemp("team"))
    own = team.project()
    browsers = {role: team.signed_in(role.capitalize()) for role in ROLES}
    document = new_parsed(browsers["admin"], own)
    for role, browser in browsers.items():
        saved(browser, document, role.capitalize(), STATE)
    other = team.signed_in("Other")
    answer = other.post(f"{API}/projects", json={"name": "Secret"})
    foreign = f"{API}/projects/{answer.json()['id']}"
    hidden = new_parsed(other, foreign)
    saved(other, hidden, "Other", STATE)
    for project in (own, foreign):
        browser = browsers["admin"] if project == own else other
        run = browser.post(f"{project}/runs", json=RUN).json()["id"]
        assert browser.delete(f"{project}/runs/{run}").json()["state"] == "cancelled"
    yield Scene(team, browsers, foreign)


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that does not exist is not waited for."""
    monkeypatch.setattr(progress, "PATIENCE", 0)


def address(path: str, project: int, document: int, source: str) -> str:
    values = {
        "project": project,
        "document": document,
        "run": project,
        "revision": 1,
        "comment": 1,
        "source": source,
    }
    return API + path.format(
        **values, id="x" * 16, name="Second", family="resolvers", ticket="x" * 16
    )


def test_every_route_has_a_rule(scene: Scene) -> None:
    known = {(method, API + path) for method, path in RULES} | ANYBODY
    assert routes(scene.team.app) | {("GET", f"{API}/openapi.json")} == known


@pytest.mark.parametrize(("method", "path"), RULES)
def test_nobody_gets_in_without_signing_in(scene: Scene, method: str, path: str) -> None:
    stranger = client(scene.team.app)
    answer = stranger.request(
        method, address(path, 1, 1, "Annotator"), **RULES[method, path].request
    )
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"


class Damaged:
    """A body that no route can read, and whether any route has tried."""

    def __init__(self, media_type: str, content: bytes) -> None:
        self.headers, self._content = {"Content-Type": media_type}, content
        self.was_read = False

    def __iter__(self) -> Iterator[bytes]:
        self.was_read = True
        yield self._content


DAMAGED_FORM = (
    "multipart/form-data; boundary=x",
    b"--x\r\nContent[Disposition: form-data\r\n\r\n",
)
DAMAGED = (
    ("application/json", b"{"),
    ("application/json", b"\xff"),
    ("application/x-www-form-urlencoded", b"%ff=%"),
    ("multipart/form-data", b""),
    DAMAGED_FORM,
)
WITH_BODY = [(method, path) for method, path in RULES if method not in ("GET", "DELETE")]


@pytest.mark.parametrize(("method", "path"), WITH_BODY)
def test_a_stranger_is_refused_before_a_request_is_read(
    scene: Scene, method: str, path: str
) -> None:
    stranger = client(scene.team.app)
    for media_type, content in DAMAGED:
        body = Damaged(media_type, content)
        answer = stranger.request(
            method, address(path, 1, 1, "Annotator"), content=body, headers=body.headers
        )
        assert answer.status_code == 401, (media_type, content)
        assert not body.was_read


def test_a_damaged_request_of_a_member_is_read(scene: Scene) -> None:
    """The same body as a stranger's, once the visitor is known."""
    body = Damaged(*DAMAGED_FORM)
    answer = scene.browsers["admin"].post(
        f"{API}/projects/1/documents/upload", content=body, headers=body.headers
    )
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert body.was_read


def test_anybody_may_try_to_sign_in(team: Team) -> None:
    answer = client(team.app).post(
        "/login", content=b"{", headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), [rule for rule in RULES if "{project}" in rule[1]])
def test_a_foreign_project_is_not_there(scene: Scene, method: str, path: str, role: str) -> None:
    request = RULES[method, path].request
    inside = scene.browsers[role].request(method, address(path, 2, 2, "Other"), **request)
    nowhere = scene.browsers[role].request(method, address(path, 99, 99, "Other"), **request)
    allowed = ROLES.index(role) >= ROLES.index(RULES[method, path].role)
    assert inside.status_code == (404 if allowed else inside.status_code)
    assert inside.status_code in (403, 404, 422)
    assert inside.status_code == nowhere.status_code, (
        "it cannot be told from one that does not exist"
    )
    assert "Secret" not in inside.text and "lost" not in inside.text


def leaves_the_scene_alone(method: str, path: str, role: str) -> bool:
    """What an admin deletes is tested elsewhere; and a wrong old
    password is refused to everybody.
    """
    deletes = (
        method == "DELETE" and ("/documents/" in path or "/members/" in path) and role == "admin"
    )
    return not deletes and path != "/session/password"


@pytest.mark.parametrize(
    ("method", "path", "role"),
    [(*rule, role) for rule in RULES for role in ROLES if leaves_the_scene_alone(*rule, role)],
)
def test_roles(scene: Scene, method: str, path: str, role: str) -> None:
    """Those below the rule's role are refused; the others are not, whatever
    else is wrong with the request.
    """
    rule, browser = RULES[method, path], scene.browsers[role]
    answer = browser.request(method, address(path, 1, 1, role.capitalize()), **rule.request)
    if ROLES.index(role) < ROLES.index(rule.role):
        assert answer.status_code == 403, answer.text
        assert rule.role in answer.json()["detail"]
    else:
        assert answer.status_code not in (401, 403, 500), answer.text


def test_a_document_is_found_in_its_own_project_only(scene: Scene) -> None:
    for role in ROLES:
        for what in ("", "/text", "/tokens", "/content", "/annotations", "/annotations/Other"):
            answer = scene.browsers[role].get(f"{API}/projects/1/documents/2{what}")
            assert answer.status_code == 404, what


def test_annotators_do_not_see_each_other(scene: Scene) -> None:
    annotator, adjudicator = scene.browsers["annotator"], scene.browsers["adjudicator"]
    document = f"{API}/projects/1/documents/1"
    second = scene.team.signed_in("Second")
    own = saved(second, document, "Second", STATE)
    for what in ("", "/revisions", f"/revisions/{own}"):
        assert annotator.get(f"{document}/annotations/Second{what}").status_code == 404
        assert adjudicator.get(f"{document}/annotations/Second{what}").status_code == 200
    assert (
        annotator.put(f"{document}/annotations/Second", json={"annotation": {}}).status_code == 404
    )
    assert (
        adjudicator.put(f"{document}/annotations/Second", json={"annotation": {}}).status_code
        == 403
    )
    assert (
        annotator.put(f"{document}/annotations/adjudication", json={"annotation": {}}).status_code
        == 404
    )
    project = f"{API}/projects/1"
    for query in (
        "export?source=Second",
        "export/losses?source=Second",
        "search?key=Second",
        "statistics?source=Second",
    ):
        assert annotator.get(f"{project}/{query}").status_code == 404, query
    asked = {"resolver": "recent", "mentions": "Second"}
    assert annotator.post(f"{document}/resolve", json=asked).status_code == 404
    listed = {one["name"] for one in annotator.get(f"{document}/annotations").json()}
    assert {"Second", "Adjudicator", "Admin"}.isdisjoint(listed)
    rows = {row["source"] for row in annotator.get(f"{project}/progress").json()}
    assert rows <= {"Annotator"}, "an earlier test may have removed the own one"


def test_one_source_is_read_through_its_own_revisions_only(scene: Scene) -> None:
    """A revision of another source, or of another document, is not
    there, whatever path leads to it.
    """
    annotator = scene.browsers["annotator"]
    path = f"{API}/projects/1/documents/1/annotations/Annotator/revisions"
    own = {one["id"] for one in annotator.get(path).json()}
    for number in range(1, 12):
        status = annotator.get(f"{path}/{number}").status_code
        assert status == (200 if number in own else 404)


def test_runs_on_the_projects_own_annotations_are_not_for_annotators(scene: Scene) -> None:
    project = f"{API}/projects/1"
    private = {**RUN, "corpora": [], "sources": ["Adjudicator"]}
    assert scene.browsers["annotator"].post(f"{project}/runs", json=private).status_code == 403
    run = scene.browsers["adjudicator"].post(f"{project}/runs", json=private).json()["id"]
    for what in ("", "/ranking", "/results", "/events", "/search?resolver=recent"):
        assert scene.browsers["annotator"].get(f"{project}/runs/{run}{what}").status_code == 404
    listed = {one["id"] for one in scene.browsers["annotator"].get(f"{project}/runs").json()}
    assert run not in listed


def test_annotators_cancel_their_own_runs_only(team: Team) -> None:
    project = team.project()
    annotator, second = team.signed_in("Annotator"), team.signed_in("Second")
    run = annotator.post(f"{project}/runs", json=RUN).json()["id"]
    assert second.delete(f"{project}/runs/{run}").status_code == 403
    assert annotator.delete(f"{project}/runs/{run}").status_code == 200


def test_a_member_who_was_dismissed_sees_nothing_more(team: Team) -> None:
    project = team.project()
    admin, second = team.signed_in("Admin"), team.signed_in("Second")
    new_text(admin, project)
    assert second.get(f"{project}/documents").status_code == 200
    assert admin.delete(f"{project}/members/Second").status_code == 200
    assert second.get(f"{project}/documents").status_code == 404
    assert second.get(f"{API}/projects").json() == []
