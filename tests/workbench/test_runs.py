"""Comparisons: started, watched, cancelled, interrupted, gone on with,
read; other systems' responses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from coindex.cli import app
from coindex.workbench.jobs import concordances
from coindex.workbench.jobs.queue import MOST_ATTEMPTS
from tests.waiting import until
from tests.workbench.material import STATE, application, client, new_parsed, new_project, saved

ASKED: dict[str, Any] = {
    "corpora": [],
    "sources": ["annotator"],
    "resolvers": ["recent", "mitkov"],
    "measures": ["CoNLL(singletons=False)@head", "Success(of='third')@head"],
    "parser": "given",
    "mentions": "gold",
    "draws": 10,
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all these tests: a worker takes a moment to start."""
    folder = tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COINDEX_CACHE", str(folder / "cache"))
        with client(application(folder)) as made:
            yield made


def annotated_project(browser: TestClient) -> str:
    project = new_project(browser, "A <b> project")
    saved(browser, new_parsed(browser, project), "annotator", STATE)
    return project


def ended(browser: TestClient, path: str) -> dict[str, Any]:
    """The run, once it has ended."""

    def run() -> dict[str, Any] | None:
        answer: dict[str, Any] = browser.get(path).json()
        return answer if answer["state"] in ("finished", "failed", "cancelled") else None

    return until(run, "the run has not ended")


@pytest.fixture(scope="module")
def finished(browser: TestClient) -> str:
    project = annotated_project(browser)
    run = browser.post(f"{project}/runs", json=ASKED).json()
    path = f"{project}/runs/{run['id']}"
    assert ended(browser, path)["state"] == "finished", browser.get(path).json()
    return path


def test_to_the_end(browser: TestClient, finished: str) -> None:
    run = browser.get(finished).json()
    assert (run["done"], run["total"]) == (2, 2)
    assert {"results.json", "summary.csv", "report.html"} <= set(run["files"])
    (group,) = browser.get(f"{finished}/ranking").json()
    assert {row["resolver"] for row in group["rows"]} == {"recent", "mitkov"}
    assert (
        "resolver:mitkov"
        in next(r for r in group["rows"] if r["resolver"] == "mitkov")["measures"][0]["signature"]
    )
    for format, beginning in {
        "json": '{"schema"',
        "csv": "resolver,",
        "markdown": "**",
        "latex": "\\begin{table}",
        "html": "<!",
    }.items():
        answer = browser.get(f"{finished}/results", params={"format": format})
        assert answer.status_code == 200
        assert answer.text.lower().startswith(beginning.lower()), format
        assert "/tmp" not in answer.text, "paths of the server are nobody's business"
    headers = browser.get(f"{finished}/results?format=html").headers
    assert (
        "sandbox" in headers["content-security-policy"]
        and headers["x-frame-options"] == "SAMEORIGIN"
    )
    for table in ("measures", "slices", "differences", "disclosure"):
        assert browser.get(f"{finished}/results?format=csv&table={table}").status_code == 200
    assert (
        browser.get(f"{finished}/results?download=true")
        .headers["content-disposition"]
        .startswith("attachment")
    )


def test_the_report_is_in_the_language_of_the_visitor(browser: TestClient, finished: str) -> None:
    asked = f"{finished}/results?format=html"
    pages = {
        tags: browser.get(asked, headers={"Accept-Language": tags}).text for tags in ("en", "es")
    }
    assert '<html lang="en">' in pages["en"]
    assert '<html lang="es">' in pages["es"]
    assert "<caption>Corpora</caption>" in pages["en"]
    assert '<th scope="col">s de CPU</th>' in pages["es"]
    tables = [
        browser.get(f"{finished}/results?format=csv", headers={"Accept-Language": tags}).text
        for tags in ("en", "es")
    ]
    assert tables[0] == tables[1]


def test_the_disclosure_is_that_of_the_command_line(browser: TestClient, tmp_path: Path) -> None:
    """The study's choices are the options of the measure, in the form as in a plan."""
    project = annotated_project(browser)
    measure = "Resolution(exclude='possessive', merge='she+it')@head"
    run = browser.post(f"{project}/runs", json={**ASKED, "measures": [measure]}).json()
    path = f"{project}/runs/{run['id']}"
    assert ended(browser, path)["state"] == "finished", browser.get(path).json()
    shown = browser.get(f"{path}/results", params={"format": "csv", "table": "disclosure"}).text
    key = tmp_path / "key.jsonl"
    key.write_bytes(browser.get(f"{project}/export?source=annotator&format=jsonl").content)
    choices = [
        "--exclude",
        "possessive",
        "--merge",
        "she+it",
        "--view",
        "head",
        "--detector",
        "gold",
    ]
    printed = CliRunner().invoke(
        app, ["disclose", str(key), "--resolver", "recent,mitkov", *choices, "--as", "csv"]
    )
    assert shown == printed.stdout
    assert "- possessive,0,1,1\n" in shown
    refused = browser.post(
        f"{project}/runs", json={**ASKED, "measures": ["Resolution(exclude='plurals')"]}
    )
    assert refused.status_code == 422
    assert "did you mean 'plural'?" in refused.text


def test_events_tell_how_it_went(browser: TestClient) -> None:
    project = annotated_project(browser)
    run = browser.post(f"{project}/runs", json=ASKED).json()
    events: list[tuple[str, dict[str, Any]]] = []
    with browser.stream("GET", f"{project}/runs/{run['id']}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        kind = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                events.append((kind, json.loads(line.removeprefix("data: "))))
    assert [kind for kind, _ in events][-1] == "end"
    assert events[-1][1]["state"] == "finished"
    assert [event["done"] for _, event in events] == sorted(event["done"] for _, event in events)
    late = browser.get(f"{project}/runs/{run['id']}/events").text
    assert late.count("event: end") == 1, "whoever comes late hears how it ended"


def test_another_system_joins(browser: TestClient, finished: str) -> None:
    project = finished.rpartition("/runs")[0]
    response = browser.get(f"{project}/export?source=annotator&format=jsonl").content
    answer = browser.post(
        f"{finished}/responses",
        data={"name": "perfect"},
        files={"files": ("theirs.jsonl", response)},
    )
    assert answer.status_code == 202, answer.text
    assert answer.json()["parent"] == int(finished.rpartition("/")[2])
    path = f"{project}/runs/{answer.json()['id']}"
    assert ended(browser, path)["state"] == "finished"
    (group,) = browser.get(f"{path}/ranking").json()
    theirs = {row["resolver"]: row for row in group["rows"] if row["response"]}
    assert theirs["perfect"]["measures"][0]["value"] == 1.0
    for name in ("perfect", "mitkov"):
        again = browser.post(
            f"{path}/responses", data={"name": name}, files={"files": ("x.jsonl", response)}
        )
        assert again.status_code == 409
    wrong = browser.post(
        f"{path}/responses",
        data={"name": "other"},
        files={"files": ("x.jsonl", b'{"id": "y", "text": "z"}')},
    )
    failed = ended(browser, f"{project}/runs/{wrong.json()['id']}")
    assert failed["state"] == "failed"
    assert "none of its 1 documents is in the corpus" in failed["message"]
    assert "/tmp" not in failed["message"]


def test_search_in_a_run(browser: TestClient, finished: str) -> None:
    found = browser.get(f"{finished}/search", params={"resolver": "mitkov", "form": "she"}).json()
    assert [(hit["words"], hit["outcome"], hit["expected"]) for hit in found["hits"]] == [
        ("She", "right", "her (Ann)")
    ]
    assert (
        browser.get(f"{finished}/search", params={"resolver": "mitkov", "outcome": "open"}).json()[
            "hits"
        ]
        == []
    )
    assert browser.get(f"{finished}/search", params={"resolver": "nobody"}).status_code == 404


def test_a_run_is_searched_stretch_by_stretch_and_read_once(
    browser: TestClient, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, str | int] = {"resolver": "mitkov", "limit": 2}
    first = browser.get(f"{finished}/search", params=asked).json()
    assert (len(first["hits"]), first["more"]) == (2, True)
    monkeypatch.setattr(concordances, "pair_of", None)
    monkeypatch.setattr(concordances, "outlines", None)
    rest = browser.get(f"{finished}/search", params={**asked, "limit": 100, "offset": 2}).json()
    assert rest["hits"] and not rest["more"]
    assert [hit for hit in rest["hits"] if hit in first["hits"]] == []


def test_cancelled_and_begun_again(browser: TestClient) -> None:
    project = annotated_project(browser)
    first = browser.post(
        f"{project}/runs", json={**ASKED, "corpora": ["embedded/plot"], "parser": "bundled"}
    ).json()
    waiting = browser.post(f"{project}/runs", json=ASKED).json()
    path = f"{project}/runs/{first['id']}"
    until(lambda: browser.get(path).json()["state"] != "queued", "the run has not begun")
    assert browser.delete(path).json()["state"] == "cancelled"
    assert browser.delete(path).status_code == 409
    assert ended(browser, path)["state"] == "cancelled"
    assert ended(browser, f"{project}/runs/{waiting['id']}")["state"] == "finished", (
        "the next one had its turn"
    )
    again = browser.post(f"{project}/runs/{waiting['id']}/again").json()
    assert ended(browser, f"{project}/runs/{again['id']}")["state"] == "finished"
    states = {one["id"]: one["state"] for one in browser.get(f"{project}/runs").json()}
    assert states == {first["id"]: "cancelled", waiting["id"]: "finished", again["id"]: "finished"}


def test_a_run_that_a_server_left_behind_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    app = application(tmp_path)
    path = ""
    with client(app) as browser:
        browser.app.state.services.queue.stop()  # type: ignore[attr-defined]
        project = annotated_project(browser)
        path = f"{project}/runs/{browser.post(f'{project}/runs', json=ASKED).json()['id']}"
        app.state.services.store.runs.note(1, state="running", attempts=1)
    with client(application(tmp_path)) as browser:
        assert ended(browser, path)["state"] == "finished"


def test_a_run_that_kills_the_server_is_given_up(tmp_path: Path) -> None:
    app = application(tmp_path)
    store = app.state.services.store
    project = store.projects.add("x")
    run = store.runs.add(project.id, "{}")
    store.runs.note(run.id, state="running", attempts=MOST_ATTEMPTS)
    with client(app) as browser:
        path = f"/api/v1/projects/{project.id}/runs/{run.id}"
        assert "given up" in ended(browser, path)["message"]


@pytest.mark.parametrize(
    "change",
    [
        {"resolvers": ["nobody"]},
        {"measures": ["Nothing"]},
        {"measures": []},
        {"slices": ["colour"]},
        {"sources": ["nobody"]},
        {"sources": []},
        {"corpora": ["nowhere"]},
        {"draws": 0},
        {"mentions": "some"},
    ],
)
def test_what_cannot_be_compared_is_said_at_once(
    browser: TestClient, change: dict[str, Any]
) -> None:
    project = annotated_project(browser)
    answer = browser.post(f"{project}/runs", json={**ASKED, **change})
    assert answer.status_code in (404, 422), answer.text
    assert browser.get(f"{project}/runs").json() == []


def test_supars_evaluation_in_both_modes(browser: TestClient) -> None:
    project = annotated_project(browser)
    asked = {
        **ASKED,
        "resolvers": ["supar"],
        "measures": ["Supar(of='third')@head"],
        "corrected": True,
    }
    run = browser.post(f"{project}/runs", json=asked).json()
    path = f"{project}/runs/{run['id']}"
    assert ended(browser, path)["state"] == "finished", browser.get(path).json()
    (group,) = browser.get(f"{path}/ranking").json()
    assert {row["resolver"] for row in group["rows"]} == {"supar", "supar corrected"}
    answer = browser.get(f"{path}/results", params={"format": "supar"})
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.startswith("% supar on ") and "\n% supar corrected on " in answer.text
    assert "\nNumberSentences: " in answer.text
