"""Long work: bounded for each person, ended when its client has gone, and nothing left behind."""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
import pytest
from starlette.responses import Response

from coindex import formats
from coindex.core.document import Document
from coindex.interface.catalogues import catalogue
from coindex.workbench import presence, workplace
from coindex.workbench.api import documents, long_work
from coindex.workbench.editing import resolution
from coindex.workbench.editing.parses import with_tokens
from coindex.workbench.editing.resolution import resolve
from coindex.workbench.presence import Waiting, check
from coindex.workbench.problems import Gone
from tests.waiting import until
from tests.workbench.bombs import many
from tests.workbench.leaving import happens, sent
from tests.workbench.material import (
    ADDRESS,
    API,
    PARSED,
    PASSWORD,
    Team,
    application,
    client,
    new_project,
)

RUN = {
    "corpora": ["embedded/plot"],
    "resolvers": ["recent"],
    "measures": ["Mentions@head"],
    "draws": 1,
}


class Parser:
    """Parses until it is stopped; counts who came, and who was sent away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = self.ended = 0
        self.finish = Event()
        monkeypatch.setattr(documents, "with_tokens", self.parse)

    def parse(self, document: Document, parser: str) -> Document:
        self.begun += 1
        try:
            while not self.finish.wait(0.01):
                check()
        finally:
            self.ended += 1
        return document


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Parser]:
    made = Parser(monkeypatch)
    yield made
    made.finish.set()


def test_work_ends_when_the_client_has_gone(tmp_path: Path, parser: Parser) -> None:
    app = application(tmp_path)
    with client(app) as browser:
        project = new_project(browser)

    async def leave() -> list[dict[str, Any]]:
        gone = asyncio.Event()
        task = asyncio.create_task(
            sent(app, gone, f"{project}/documents", b'{"name": "a", "text": "b"}', {})
        )
        await happens(lambda: parser.begun == 1)
        gone.set()
        return await task

    answer = asyncio.run(leave())
    assert (parser.begun, parser.ended) == (1, 1)
    assert answer[0]["status"] == 499


def test_people_have_a_few_places_each(tmp_path: Path, parser: Parser) -> None:
    """Two work, three wait, all others are told to come later; other people are not concerned."""
    team = Team(tmp_path, at_once=2, waiting=3)
    with client(team.app):
        project = team.project(members=("Adjudicator",))

    async def crowd() -> tuple[Counter[int], int]:
        transport = httpx2.ASGITransport(team.app)
        async with (
            httpx2.AsyncClient(transport=transport, base_url=ADDRESS) as one,
            httpx2.AsyncClient(transport=transport, base_url=ADDRESS) as other,
        ):
            for person, name in ((one, "Admin"), (other, "Adjudicator")):
                answer = await person.post("/login", json={"name": name, "password": PASSWORD})
                person.headers["X-CSRF-Token"] = answer.json()["csrf"]
            texts = [{"name": f"text {number}", "text": "Ann left."} for number in range(9)]
            asked = [
                asyncio.create_task(one.post(f"{project}/documents", json=text))
                for text in texts[:8]
            ]
            await happens(lambda: sum(task.done() for task in asked) == 3 and parser.begun >= 2)
            assert parser.begun == 2
            late = asyncio.create_task(other.post(f"{project}/documents", json=texts[8]))
            await happens(lambda: parser.begun == 3)
            assert (await one.get(f"{API}/projects")).status_code == 200, (
                "short requests need no place"
            )
            parser.finish.set()
            answers = await asyncio.gather(*asked, late)
            refused = next(answer for answer in answers if answer.status_code == 429)
            assert refused.headers["retry-after"]
            return Counter(answer.status_code for answer in answers), (await late).status_code

    assert asyncio.run(crowd()) == ({201: 6, 429: 3}, 201)


def test_who_waits_for_a_place_and_goes_gives_it_up(tmp_path: Path, parser: Parser) -> None:
    app = application(tmp_path, at_once=1, waiting=1)
    with client(app) as browser:
        project = new_project(browser)
    path = f"{project}/documents"

    async def leave() -> int:
        stay, gone = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(sent(app, stay, path, b'{"name": "a", "text": "a"}', {}))
        await happens(lambda: parser.begun == 1)
        second = asyncio.create_task(sent(app, gone, path, b'{"name": "b", "text": "b"}', {}))
        await happens(lambda: next(iter(app.state.services.turns._people.values())).requests == 2)
        gone.set()
        assert (await second)[0]["status"] == 499
        parser.finish.set()
        status: int = (await first)[0]["status"]
        stay.set()
        return status

    assert asyncio.run(leave()) == 201
    assert parser.begun == 1
    assert app.state.services.turns._people == {}


def test_a_wait_for_the_parser_ends_when_the_client_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "PAUSE", 0.01)
    busy = Waiting(1)
    looks = iter([False, False, True])
    presence._gone.set(lambda: next(looks))
    with busy, pytest.raises(Gone), busy:
        raise AssertionError
    presence._gone.set(presence._never)
    with busy:
        pass


def test_resolvers_are_asked_to_stop(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(PARSED)
    document = next(formats.read(tmp_path / "a.conllu")).document
    assert resolve(document, "recent").decisions
    presence._gone.set(lambda: True)
    try:
        with pytest.raises(Gone):
            resolve(document, "recent")
    finally:
        presence._gone.set(presence._never)


def test_an_archive_of_many_files_ends_with_its_client(tmp_path: Path, parser: Parser) -> None:
    app = application(tmp_path)
    with client(app) as browser:
        project = new_project(browser)
        request = browser.build_request(
            "POST", f"{project}/documents/upload", files={"files": ("a.zip", many(900))}
        )
        body, kind = request.read(), request.headers["content-type"]

    async def leave() -> list[dict[str, Any]]:
        gone = asyncio.Event()
        task = asyncio.create_task(
            sent(app, gone, f"{project}/documents/upload", body, {"content-type": kind})
        )
        await happens(lambda: parser.begun == 1)
        gone.set()
        return await task

    assert asyncio.run(leave())[0]["status"] == 499
    assert parser.begun == 1
    assert not list(workplace._place().glob("upload-*"))


def test_memory_is_given_back_when_the_answer_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[bool] = []

    def give_back() -> None:
        answers = [one.body for one in gc.get_objects() if isinstance(one, Response)]
        held.append(any(b"the long one" in bytes(body) for body in answers))

    monkeypatch.setattr(long_work, "LONG", -1.0)
    monkeypatch.setattr(long_work, "SENT", 0.2)
    monkeypatch.setattr(long_work, "give_back", give_back)
    with client(application(tmp_path)) as browser:
        project = new_project(browser)
        text = {"name": "the long one", "text": "Ann left.", "parser": "none"}
        assert browser.post(f"{project}/documents", json=text).status_code == 201
        until(lambda: held, "memory is not given back")
    assert held == [False]


def test_comparisons_of_one_person_are_bounded(tmp_path: Path) -> None:
    team = Team(tmp_path)
    project = team.project()
    one, other = team.signed_in("Annotator"), team.signed_in("Second")
    answers = [one.post(f"{project}/runs", json=RUN) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [202] * 10 + [429] * 2
    assert "10 of your comparisons" in answers[-1].json()["detail"]
    run = answers[0].json()["id"]
    assert one.post(f"{project}/runs/{run}/again").status_code == 429
    assert other.post(f"{project}/runs", json=RUN).status_code == 202
    assert one.delete(f"{project}/runs/{run}").status_code == 200
    assert one.post(f"{project}/runs", json=RUN).status_code == 202


def test_people_take_turns_in_the_queue(tmp_path: Path) -> None:
    team = Team(tmp_path)
    project = team.project()
    one, other = team.signed_in("Annotator"), team.signed_in("Second")
    for browser in (one, one, one, other):
        assert browser.post(f"{project}/runs", json=RUN).status_code == 202
    services = team.app.state.services
    order = []
    while waiting := services.store.runs.waiting():
        run = services.queue._next(waiting)
        order.append(run.author)
        services.queue.cancel(run.id)
    assert order == ["Annotator", "Second", "Annotator", "Annotator"]


def test_what_a_killed_server_left_is_removed_and_what_others_use_is_not(tmp_path: Path) -> None:
    """The first process is killed, the second still works: the third
    cleans behind the first alone.
    """
    script = (
        "import sys, time; from coindex.workbench import workplace\n"
        "with workplace.folder('upload-') as place:\n"
        "    (place / 'secret.txt').write_text('x'); print(place, flush=True); time.sleep(600)\n"
    )
    environment = {"TMPDIR": str(tmp_path), "PATH": ""}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment
        )
        for _ in range(2)
    ]
    places = []
    for process in processes:
        assert process.stdout is not None
        places.append(Path(process.stdout.readline().strip()))
    processes[0].kill()
    processes[0].wait()
    assert places[0].exists()
    clean = "from coindex.workbench import workplace; workplace.clean()"
    subprocess.run([sys.executable, "-c", clean], env=environment, check=True)
    assert not places[0].parent.exists() and (places[1] / "secret.txt").exists()
    processes[1].terminate()
    for process in processes:
        assert process.stdout is not None
        process.wait()
        process.stdout.close()


def test_resolving_says_how_far_it_is_before_the_first_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading a text with a model takes longer than deciding, and is where to stop."""
    told: list[tuple[str, int, int]] = []
    monkeypatch.setattr(resolution, "tell", lambda *said: told.append((*said, 0, 0)[:3]))
    text = " ".join(["Ann met the old pilot of the ferry. She gave him her key."] * 60)
    document = with_tokens(Document("long", text, "en"), "")
    resolve(document, "hybrid")
    for stage in ("finding mentions", "collecting reasons"):
        shares = [done / total for one, done, total in told if one == stage and total]
        assert len(shares) > 1, stage
        assert shares == sorted(shares) and shares[-1] > 0.9, stage

    told.clear()
    monkeypatch.setattr(resolution, "check", leave)
    with pytest.raises(Gone):
        resolve(with_tokens(Document("longer", text + " It was late.", "en"), ""), "hybrid")
    assert {stage for stage, _, _ in told} == {"finding mentions"}


def leave() -> None:
    raise Gone


def test_every_stage_of_long_work_has_a_spanish_word() -> None:
    spanish = catalogue("es")
    assert spanish is not None
    known = {**spanish.section("values", "scripts"), **spanish.section("names")}
    sources = Path(workplace.__file__).parent.rglob("*.py")
    calls = re.compile(r'\btell(?:ing)?\(\s*f?"([^"]+)"')
    stages = {stage for file in sources for stage in calls.findall(file.read_text("utf-8"))}
    assert len(stages) > 5
    assert {re.sub(r"\{\w+\}", "{1}", stage) for stage in stages} <= known.keys()
