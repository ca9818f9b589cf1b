"""Long requests can be followed by whoever made them, and by nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from coindex import formats
from coindex.core.document import Document
from coindex.workbench import presence
from coindex.workbench.api import documents, progress
from coindex.workbench.editing.parses import with_tokens
from coindex.workbench.editing.resolution import resolve
from coindex.workbench.presence import Waiting
from coindex.workbench.problems import Gone
from coindex.workbench.progress import Progress, Works, _Work, _work, numbered, tell
from tests.workbench.material import API, PARSED, Team, application, client, new_project

TICKET = "0123456789abcdef"
NAMED = {"X-Coindex-Work": TICKET}


def events(text: str) -> list[Any]:
    """Kinds of server-sent events, with what they say."""
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    return [
        (kind.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for kind, data in blocks
    ]


def test_the_page_hears_how_far_its_request_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, heard, parsing = application(tmp_path), Event(), Progress("parsing", 3, 9)
    monkeypatch.setattr(progress, "PAUSE", 0.001)

    def parse(document: Document, _: str) -> Document:
        tell(*parsing[:3])
        assert heard.wait(60)
        return with_tokens(document, "none")

    monkeypatch.setattr(documents, "with_tokens", parse)
    with client(app) as browser, ThreadPoolExecutor(2) as threads:
        project = new_project(browser)
        body = {"name": "a", "text": "Ann left."}
        added = threads.submit(browser.post, f"{project}/documents", json=body, headers=NAMED)
        works: Works = app.state.services.works
        looked = works.progress
        while looked(None, TICKET) != parsing:
            assert not added.done()
        again = browser.post(f"{project}/documents", json=body, headers=NAMED)
        assert again.status_code == 409

        def overheard(person: int | None, ticket: str) -> Progress | None:
            found = looked(person, ticket)
            if found == parsing:
                heard.set()
            return found

        # The request goes on only after whoever follows it has looked.
        monkeypatch.setattr(works, "progress", overheard)
        followed = threads.submit(browser.get, f"{API}/work/{TICKET}")
        assert added.result().status_code == 201
        told = events(followed.result().text)
    assert ("progress", parsing._asdict()) in told
    assert told[-1] == ("end", {})
    assert looked(None, TICKET) is None


def test_nobody_follows_another_persons_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    team = Team(tmp_path)
    with client(team.app):
        works: Works = team.app.state.services.works
        with works.listed("somebody else", TICKET):
            answer = team.signed_in("Annotator").get(f"{API}/work/{TICKET}")
        assert events(answer.text) == [("end", {})]
        assert client(team.app).get(f"{API}/work/{TICKET}").status_code == 401


@pytest.mark.parametrize("ticket", ["short", "with space", "x" * 65])
def test_a_ticket_is_letters_and_digits(tmp_path: Path, ticket: str) -> None:
    with client(application(tmp_path)) as browser:
        project = new_project(browser)
        body = {"name": "a", "text": "Ann left.", "parser": "none"}
        assert (
            browser.post(
                f"{project}/documents", json=body, headers={"X-Coindex-Work": ticket}
            ).status_code
            == 422
        )
        assert browser.get(f"{API}/work/{ticket}").status_code == 422


class Record(_Work):
    """Everything that is told."""

    def __init__(self) -> None:
        self.told: list[Progress] = []

    @property
    def progress(self) -> Progress:
        return self.told[-1] if self.told else Progress("")

    @progress.setter
    def progress(self, progress: Progress) -> None:
        self.told.append(progress)


@pytest.fixture
def record() -> Iterator[Record]:
    made = Record()
    before = _work.set(made)
    yield made
    _work.reset(before)


def test_stages_of_resolving(record: Record, tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(PARSED)
    document = next(formats.read(tmp_path / "a.conllu")).document
    resolve(document, "recent")
    first, begun, *later = record.told
    assert (first.stage, begun) == ("finding mentions", Progress("resolving with recent", 0, 10))
    assert [one.done for one in later] == [2, 5, 8], "tokens of the pronouns"


def test_stages_of_parsing(record: Record) -> None:
    text = "Ann lost her key. " * 40
    with_tokens(Document("a", text, "en"), "bundled")
    assert {one.stage for one in record.told} == {"parsing"}
    done = [one.done for one in record.told]
    assert done == sorted(done) and (done[0], done[-1]) == (0, len(text))


def test_documents_are_counted_and_waiting_is_told(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "PAUSE", 0.001)
    for _ in numbered("ab"):
        tell("parsing", 1, 2)
    assert record.told[-2:] == [
        Progress("reading", document=2),
        Progress("parsing", 1, 2, document=2),
    ]
    busy = Waiting(1)
    presence._gone.set(lambda: True)
    with busy, pytest.raises(Gone), busy:
        raise AssertionError
    presence._gone.set(presence._never)
    assert record.told[-1].stage == "waiting"
