"""Attacks of members: each succeeded once."""

from __future__ import annotations

import asyncio
import csv
import io
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from coindex import formats
from coindex.report.table import Table, render
from coindex.workbench.polls import RunPolls
from coindex.workbench.store.runs import StoredRun
from tests.workbench.bombs import zipped
from tests.workbench.material import (
    API,
    STATE,
    Team,
    client,
    new_parsed,
    new_project,
    saved,
)
from tests.workbench.test_pages import pages


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("format", ["tei", "xmi", "folia", "naf"])
def test_an_upload_opens_no_file_of_the_server(team: Team, tmp_path: Path, format: str) -> None:
    """Whoever opens a pipe that nobody writes to waits for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    xml = f'<!DOCTYPE r SYSTEM "file://{pipe}"><TEI><text><body><p>Ann.</p></body></text></TEI>'
    answer = team.signed_in("Annotator").post(
        f"{API}/resolve/files",
        data={"format": format, "resolvers": "recent"},
        files={"files": ("a.xml", xml.encode())},
    )
    assert answer.status_code in (200, 422)
    assert str(pipe) not in answer.text


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_a_conflict_shows_nothing_of_others(team: Team, method: str) -> None:
    project = team.project()
    annotator, second = team.signed_in("Annotator"), team.signed_in("Second")
    document = new_parsed(team.signed_in("Admin"), project)
    theirs = saved(second, document, "Second", STATE)
    content: dict[str, object] = {"annotation": {}} if method == "PUT" else {"change": {}}
    for saves in (False, True):
        own = saved(annotator, document, "Annotator", STATE) if saves else None
        answer = annotator.request(
            method, f"{document}/annotations/Annotator", json={"base": theirs} | content
        )
        assert answer.status_code == 409
        assert answer.json().get("base") is None
        assert "Second" not in answer.text
        head = answer.json().get("head")
        assert (head and head["id"]) == own


def test_a_conflict_describes_ones_own_base(team: Team) -> None:
    project = team.project()
    annotator = team.signed_in("Annotator")
    document = new_parsed(team.signed_in("Admin"), project)
    first = saved(annotator, document, "Annotator", STATE)
    saved(annotator, document, "Annotator", {}, first)
    answer = annotator.put(
        f"{document}/annotations/Annotator", json={"base": first, "annotation": STATE}
    )
    assert answer.json()["base"]["id"] == first


def test_streams_are_counted_for_each_person(team: Team) -> None:
    project = team.project()
    annotator, second = team.signed_in("Annotator"), team.signed_in("Second")
    run = annotator.post(
        f"{project}/runs", json={"corpora": ["embedded/press"], "resolvers": ["recent"]}
    ).json()["id"]
    assert annotator.delete(f"{project}/runs/{run}").status_code == 200
    services = team.app.state.services
    member = services.store.members.find("Annotator").id
    with ExitStack() as open_streams:
        for _ in range(services.settings.streams):
            open_streams.enter_context(services.streams.stream(member))
        refused = annotator.get(f"{project}/runs/{run}/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        assert second.get(f"{project}/runs/{run}/events").status_code == 200
    for _ in range(services.settings.streams + 1):
        assert annotator.get(f"{project}/runs/{run}/events").status_code == 200


def test_three_hundred_streams_of_a_run_read_it_once() -> None:
    polls, reads = RunPolls(), 0

    async def read() -> StoredRun | None:
        nonlocal reads
        reads += 1
        await asyncio.sleep(0)
        return None

    async def follow() -> None:
        following = [polls.poll(1, read) for _ in range(300)]
        await asyncio.gather(*(poll.value() for poll in following))

    asyncio.run(follow())
    assert reads == 1


@pytest.mark.parametrize("name", ["=1+1|'x'!A0", "+1", "-1+1", "@SUM(A1)", "\t=1"])
def test_a_cell_of_a_table_is_not_a_formula(name: str) -> None:
    written = render([Table(["name", name], [[name, -0.5], ["-", "a=b"]])], "csv")
    header, first, second = csv.reader(io.StringIO(written, newline=""))
    assert header == ["name", f"'{name}"]
    assert first == [f"'{name}", "-0.5"]
    assert second == ["-", "a=b"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("nested.zip", zipped({"a.zip": zipped({"b.zip": zipped({"c.txt": b"Ann."})})})),
        ("odd.zip", zipped({"a.xyz": b"\x00\x01", "b.xml": b"<a>"})),
        ("bad.xml", b"<a>"),
        ("bad.docx", b"PK\x03\x04"),
    ],
)
def test_an_error_names_no_path_of_the_server(
    browser: TestClient, name: str, content: bytes
) -> None:
    project = new_project(browser)
    for path, data in (
        (f"{project}/documents/upload", {}),
        (f"{project}/import", {"source": "annotator"}),
        (f"{API}/resolve/files", {"resolvers": "recent"}),
    ):
        answer = browser.post(path, data=data, files={"files": (name, content)})
        assert answer.status_code == 422, answer.text
        assert "/tmp" not in answer.text
        assert "coindex-server" not in answer.text
        assert "upload-" not in answer.text
        assert name.partition(".")[0] in answer.text


def test_a_chapter_is_read_once_however_often_the_spine_names_it(browser: TestClient) -> None:
    items = "".join(
        f'<item id="c{n}" href="0.xhtml" media-type="application/xhtml+xml"/>' for n in range(2000)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(2000)) * 10
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf">'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
        'full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    epub = zipped(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "book.opf": book.encode(),
            "0.xhtml": b"<html><body><p>Ann left.</p></body></html>",
        }
    )
    answer = browser.post(
        f"{new_project(browser)}/documents/upload",
        data={"parser": "none"},
        files={"files": ("a.epub", epub)},
    )
    assert answer.json()["documents"][0]["tokens"] == 3


SCRIPT = "\"'></script><script>alert(1)</script><img src=x onerror=alert(1)>"
SCHEME: dict[str, Any] = {
    "name": SCRIPT,
    "note": SCRIPT,
    "guidelines": f"# {SCRIPT}\n\n[a](javascript:alert(1)) {SCRIPT}\n\n    {SCRIPT}\n",
    "types": [{"name": SCRIPT, "label": SCRIPT, "key": "<", "section": SCRIPT}],
    "attributes": [{"name": SCRIPT, "values": [SCRIPT, "'''\\"], "section": SCRIPT}],
    "relations": [{"relation": "bridging", "subtype": SCRIPT, "label": SCRIPT, "key": ">"}],
}
TYPED: dict[str, Any] = {
    "mentions": [
        {"parts": [[0, 1]], "kind": "name", "attributes": [[SCRIPT, SCRIPT]]},
        {"parts": [[2, 4]], "kind": "nominal"},
        {"parts": [[5, 6]], "kind": "personal"},
    ],
    "entities": [
        {"id": "1", "mentions": [0, 2], "type": SCRIPT, "attributes": [["name", SCRIPT]]},
        {"id": "2", "mentions": [1], "type": SCRIPT},
    ],
    "links": [{"anaphor": 1, "antecedents": [0], "relation": "bridging", "subtype": SCRIPT}],
}
"""An annotation of the usual text that follows the scheme."""


def test_a_scheme_is_text_on_every_page(tmp_path: Path) -> None:
    made = Team(tmp_path, pages=True)
    with client(made.app):
        project = made.project()
        adjudicator = made.signed_in("Adjudicator")
        answer = adjudicator.put(f"{project}/scheme", json=SCHEME)
        assert answer.status_code == 200, answer.text
        document = new_parsed(adjudicator, project)
        for name in ("Annotator", "Second"):
            saved(made.signed_in(name), document, name, TYPED)
        adjudicator.put(f"{document}/annotations/adjudication", json={"annotation": TYPED})
        here = document.removeprefix(API)
        sources = "left=Annotator&right=Second&key=Second&a=Annotator&b=Second&source=Annotator"
        for page in [*pages(document), f"{here}/issues"]:
            shown = adjudicator.get(f"{page}?{sources}")
            assert shown.status_code == 200, page
            assert "<script>alert" not in shown.text, page
            assert "<img" not in shown.text, page
            assert 'href="javascript:' not in shown.text, page


@pytest.mark.parametrize("style", ["toml", "json"])
def test_scripts_in_a_scheme_survive_its_file(browser: TestClient, style: str) -> None:
    project, other = new_project(browser), new_project(browser, "Other")
    written = browser.put(f"{project}/scheme", json=SCHEME).json()
    file = browser.get(f"{project}/scheme/file", params={"style": style})
    assert file.headers["content-type"] == "application/octet-stream"
    assert "<" not in file.headers["content-disposition"]
    read = browser.post(f"{other}/scheme/file", files={"file": (f"a.{style}", file.content)})
    assert read.status_code == 200, read.text
    assert read.json() == written


@pytest.mark.parametrize("format", sorted(formats.writers().keys() - {"subrip", "webvtt"}))
def test_scripts_in_types_break_no_file(browser: TestClient, format: str, tmp_path: Path) -> None:
    """Subtitles aside, which need times: each format keeps the types or leaves them out."""
    project = new_project(browser)
    saved(browser, new_parsed(browser, project), "annotator", TYPED)
    answer = browser.get(f"{project}/export", params={"source": "annotator", "format": format})
    assert answer.status_code == 200, answer.text
    suffix = ".zip" if answer.content.startswith(b"PK") else ""
    file = tmp_path / f"exported{suffix}"
    file.write_bytes(answer.content)
    [item] = formats.read(file, format)
    assert "alert" not in item.document.text
    types = {entity.type for entity in item.annotation.entities if entity.type}
    assert types <= {SCRIPT, SCRIPT.rsplit(maxsplit=1)[-1]}  # SACR has types of one word


def test_a_token_does_what_it_was_made_for(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")

    def program(scope: str) -> TestClient:
        made = admin.post(f"{API}/tokens", json={"label": scope, "scope": scope}).json()
        assert made["scope"] == scope
        return client(team.app, headers={"authorization": f"Bearer {made['token']}"})

    tries: dict[str, Callable[[TestClient], Response]] = {
        "read": lambda one: one.get(f"{project}/documents"),
        "work": lambda one: one.put(project, json={"name": "Novels"}),
        "all": lambda one: one.get(f"{API}/members"),
    }
    for place, scope in enumerate(tries):
        one = program(scope)
        answers = [attempt(one).status_code for attempt in tries.values()]
        assert answers == [200] * (place + 1) + [403] * (2 - place), scope
    reader = program("read")
    assert reader.post(f"{API}/tokens", json={"scope": "all"}).status_code == 403
    assert reader.put(f"{API}/session/password", json={"old": "x", "new": "y"}).status_code == 403


def test_a_departed_admins_project_gets_another_one(team: Team) -> None:
    other, admin = team.signed_in("Other"), team.signed_in("Admin")
    project = new_project(other, "Hidden")
    assert admin.get(project).status_code == 404
    path = f"{API}/members/Other?confirm=Other"
    refused = admin.delete(path)
    assert (refused.status_code, "takes over" in refused.text) == (409, True)
    for wrong in ("Other", "Annotator"):
        assert admin.delete(f"{path}&successor={wrong}").status_code == 409
        assert other.get(project).status_code == 200
    assert admin.delete(f"{path}&successor=Admin").status_code == 204
    assert admin.get(project).json()["members"] == ["Admin"]
