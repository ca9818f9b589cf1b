"""The HTTP service: what it answers, what it refuses, and what it tells of itself."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.experiment.bulk.resolving import document_line, resolved
from coindex.formats.jsonl.rows import document_of
from coindex.pipeline.pipeline import Pipeline
from coindex.texts.rewriting.choices import Choices
from coindex.workbench.problems import Refused
from coindex.workbench.service import desk
from coindex.workbench.service.app import create_app
from coindex.workbench.service.processing import Answer, Answering, Asked, Wanted
from coindex.workbench.service.routes import body_of
from coindex.workbench.service.settings import ServiceLimits
from tests.waiting import until
from tests.workbench.leaving import happens, sent
from tests.workbench.service.broken import Broken
from tests.workbench.service.conftest import SETTINGS, TEXT, serving

LINES = {"content-type": "application/x-ndjson"}


def test_a_document_is_answered_as_the_library_does(client: TestClient, tmp_path: Path) -> None:
    answer = client.post("/v1/resolve", json={"id": "d", "text": TEXT, "lang": "en"})
    assert answer.status_code == 200
    given = document_of(json.dumps({"id": "d", "text": TEXT, "lang": "en"}), "document", 1)
    assert answer.text == document_line(resolved(SETTINGS.pipeline("faulty"), given))
    (tmp_path / "answer.jsonl").write_text(answer.text)
    (item,) = formats.read(tmp_path / "answer.jsonl")
    assert isinstance(item, Annotated)
    assert item.annotation.source.name == "faulty"
    again = client.post(
        "/v1/resolve?resolver=recent&as=chains",
        content=answer.text,
        headers={"content-type": "application/json"},
    )
    assert again.json()["resolver"] == "recent"


@pytest.mark.parametrize(
    "changes",
    [{}, {"style": "chains"}, {"decisions": True}, {"pieces": True}, {"rewriting": Choices()}],
)
def test_a_text_too_short_to_tell_its_language_is_remarked_on(changes: dict[str, Any]) -> None:
    wanted = Wanted(Pipeline(resolver="recent"), **changes)
    answering = Answering((wanted.pipeline,), 100)

    def answered(document: dict[str, str]) -> dict[str, Any]:
        answer = answering(Asked(json.dumps(document), wanted))
        last = answer if isinstance(answer, Answer) else [*answer][-1]
        assert isinstance(last, Answer) and not last.reason
        value: dict[str, Any] = json.loads(last.line)
        return value

    short = {"id": "d", "text": "Ann left."}
    (remark,) = answered(short)["remarks"]
    assert remark == (
        "d: too short to be sure of its language; parsed as English "
        "(state its language as lang if it is another)"
    )
    assert "remarks" not in answered({**short, "lang": "en"})


def test_chains_and_decisions(client: TestClient) -> None:
    answer = client.post(
        "/v1/resolve?as=chains&decisions=true", content=TEXT, headers={"content-type": "text/plain"}
    )
    found = answer.json()
    mention = found["entities"][0]["mentions"][0]
    assert TEXT[mention["start"] : mention["end"]] == mention["text"]
    assert all(decision["why"] for decision in found["decisions"])
    full = client.post("/v1/resolve?decisions=true", json={"text": TEXT}).json()
    assert {decision["schema"] for decision in full["decisions"]} == {"coindex-decisions/1"}
    assert len(full["decisions"]) == len(found["decisions"])


def test_a_batch_comes_back_in_order(client: TestClient) -> None:
    rows = [
        json.dumps({"id": "a", "text": TEXT}),
        "{broken",
        json.dumps({"id": "b", "text": TEXT}),
        "",
        "[]",
    ]
    answer = client.post("/v1/batch", content="\n".join(rows), headers=LINES)
    assert answer.headers["content-type"] == "application/x-ndjson"
    made = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["id"] for one in made] == ["a", "document:2", "b", "document:5"]
    assert [one["schema"] for one in made] == [
        "coindex-doc/1",
        "coindex-error/1",
        "coindex-doc/1",
        "coindex-error/1",
    ]
    assert "not JSON" in made[1]["reason"]


def test_a_long_document_is_answered_in_pieces(client: TestClient) -> None:
    with client.stream("POST", "/v1/stream", json={"id": "long", "text": TEXT * 20}) as answer:
        events = [json.loads(line) for line in answer.iter_lines()]
    kinds = [event["event"] for event in events]
    assert list(dict.fromkeys(kinds)) == ["parsed", "decision", "entity", "end"]
    assert events[-1] == {"event": "end", "document": "long", "words": 19 * 20}
    whole = client.post("/v1/resolve?as=chains", json={"text": TEXT * 20}).json()
    entities = [
        {name: value for name, value in event.items() if name != "event"}
        for event in events
        if event["event"] == "entity"
    ]
    assert entities == whole["entities"]


@pytest.mark.parametrize(
    ("path", "content", "kind", "status", "said"),
    [
        ("resolve", b"{", "application/json", 422, "not JSON"),
        ("resolve", b'{"id": 3}', "application/json", 422, "no text"),
        ("resolve", b'{"text": "half \\ud800"}', "application/json", 422, "lone surrogate"),
        ("resolve", b"\xff", "text/plain", 422, "not UTF-8"),
        ("resolve", b"<p>", "text/html", 415, "not text/html"),
        ("resolve", b"x " * 1_500, "text/plain", 422, "more than 2,000 characters"),
        ("resolve", b"x" * 20_001, "text/plain", 413, "at most 20,000 bytes"),
        ("resolve?resolver=neural", b"x", "text/plain", 422, "not offered here"),
        ("resolve?as=html", b"x", "text/plain", 422, "document"),
        ("resolve", b"Ann: RAISE it.", "text/plain", 500, "ZeroDivisionError"),
        ("resolve", b"Ann: EXIT.", "text/plain", 500, "exit code 3"),
        ("stream", b"Ann: EXIT.", "text/plain", 500, "exit code 3"),
        ("stream", b"{", "application/json", 422, "not JSON"),
        ("batch", b'{"text": "x"}\n' * 6, "application/x-ndjson", 413, "at most 5 documents"),
    ],
)
def test_what_cannot_be_answered(
    client: TestClient, path: str, content: bytes, kind: str, status: int, said: str
) -> None:
    answer = client.post(f"/v1/{path}", content=content, headers={"content-type": kind})
    if path == "stream" and answer.status_code == 200:
        assert said in json.loads(answer.text.splitlines()[-1])["reason"]
        return
    assert (answer.status_code, answer.headers["content-type"]) == (
        status,
        "application/problem+json",
    )
    assert said in answer.json()["detail"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_more_than_it_can_hold_is_told_to_come_later(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with serving(limits=ServiceLimits(requests=1)) as client:
        text = f"WAIT {gate} ."
        waiting = threading.Thread(
            target=client.post, args=("/v1/resolve",), kwargs={"json": {"text": text}}
        )
        waiting.start()
        accepted = "coindex_requests_accepted 1"
        until(lambda: accepted in client.get("/metrics").text, "the request has not been accepted")
        answer = client.post("/v1/resolve", json={"text": TEXT})
        assert (answer.status_code, answer.json()["title"]) == (429, "Too many requests at a time")
        assert int(answer.headers["retry-after"]) >= 1
        gate.touch()
        waiting.join()
        assert client.post("/v1/resolve", json={"text": TEXT}).status_code == 200


@pytest.mark.parametrize("path", ["/v1/resolve", "/v1/stream"])
def test_work_that_nobody_waits_for_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The only worker would wait for ever: it is replaced, and the next document is answered."""
    monkeypatch.setattr("coindex.engines.pool.GRACE", 0.1)
    app = create_app(replace(SETTINGS, limits=ServiceLimits(requests=1)))
    body = json.dumps({"text": f"WAIT {tmp_path / 'gate'} ."}).encode()

    async def leave() -> int:
        gone, stay = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(sent(app, gone, path, body, {}))
        await happens(lambda: any(worker.jobs for worker in app.state.desk._pool._workers))
        gone.set()
        assert (await first)[0]["status"] == 499
        assert app.state.desk.requests == 0, "its place is free"
        answer = await sent(app, stay, "/v1/resolve", json.dumps({"text": TEXT}).encode(), {})
        stay.set()
        status: int = answer[0]["status"]
        return status

    try:
        assert asyncio.run(leave()) == 200
        assert app.state.desk._pool.lost == 1
    finally:
        app.state.desk.close()


def test_a_request_that_does_not_come() -> None:
    async def receive() -> dict[str, object]:
        await asyncio.sleep(600)
        return {}

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    with pytest.raises(Refused, match="was not received within"):
        asyncio.run(body_of(request, 0.01))


def test_it_tells_of_itself(client: TestClient) -> None:
    client.post("/v1/resolve", json={"text": TEXT})
    assert client.get("/health").json() == {"status": "alive"}
    assert client.get("/health/ready").json()["resolvers"] == ["faulty", "recent"]
    told = client.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = told.text.splitlines()
    assert all(line.startswith("# ") or len(line.rsplit(" ", 1)) == 2 for line in lines)
    assert any(
        line.startswith('coindex_requests_total{route="/v1/resolve",status="200"}')
        for line in lines
    )
    assert any(
        line.startswith('coindex_request_seconds_bucket{route="/v1/resolve",le="+Inf"}')
        for line in lines
    )
    described = client.get("/v1/openapi.json")
    assert "/v1/resolve" in described.json()["paths"]
    assert set(re.findall(r"#/components/schemas/(\w+)", described.text)) <= set(
        described.json()["components"]["schemas"]
    )


def test_a_token_and_names() -> None:
    with serving(token="secret", hosts=("here",)) as client:
        client.headers["host"] = "here:80"
        assert client.post("/v1/resolve", json={"text": TEXT}).status_code == 401
        right = {"authorization": "Bearer secret"}
        assert client.post("/v1/resolve", json={"text": TEXT}, headers=right).status_code == 200
        assert client.get("/health").status_code == 200
        client.headers["host"] = "there"
        assert client.get("/health").status_code == 421


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        (
            "resolve",
            {"text": TEXT, "lnag": "en"},
            "unknown key: 'lnag' (did you mean 'lang'? known: id, lang, text)",
        ),
        (
            "stream",
            {"text": TEXT, "langs": "x"},
            "unknown key: 'langs' (did you mean 'lang'? known: id, lang, text)",
        ),
        (
            "resolve",
            {"schema": "coindex-doc/1", "text": TEXT, "lnag": "en"},
            "did you mean 'lang'? known: arcs, ",
        ),
        (
            "resolve?reslover=recent",
            {"text": TEXT},
            "'reslover'; did you mean 'resolver'? known: as, decisions, ",
        ),
    ],
)
def test_misspelt_keys_are_refused(
    client: TestClient, path: str, body: dict[str, str], said: str
) -> None:
    answer = client.post(f"/v1/{path}", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert "--lenient" not in answer.json()["detail"]


def test_other_keys_come_out_again(client: TestClient) -> None:
    extra = {"url": "https://example.org", "size": [1, 2]}
    whole = client.post("/v1/resolve", json={"text": TEXT, **extra}).json()
    short = client.post("/v1/resolve?as=chains", json={"text": TEXT, **extra}).json()
    pieces = client.post("/v1/stream", json={"text": TEXT, **extra}).text.splitlines()
    assert whole["extra"] == short["extra"] == json.loads(pieces[-1])["extra"] == extra


def test_a_line_of_a_batch_with_a_misspelt_key_is_an_error_of_its_own(client: TestClient) -> None:
    rows = [json.dumps({"text": TEXT}), json.dumps({"text": TEXT, "lnag": "x"})]
    answer = client.post("/v1/batch", content="\n".join(rows), headers=LINES)
    made = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["schema"] for one in made] == ["coindex-doc/1", "coindex-error/1"]
    assert "unknown key: 'lnag'" in made[1]["reason"]


def test_its_address_says_what_it_is(client: TestClient) -> None:
    told = client.get("/").json()
    assert (told["name"], told["resolvers"]) == ("Coindex", ["faulty", "recent"])
    for link in ("docs", "openapi", "health"):
        assert client.get(told[link]).status_code == 200, link
    page = client.get("/", headers={"accept": "text/html,*/*;q=0.8"})
    assert page.headers["content-type"].startswith("text/html")
    assert page.text == client.get("/docs").text
    for shown in ("POST /v1/resolve", "<code>faulty</code>", "/v1/openapi.json"):
        assert shown in page.text
    for address in re.findall(r'href="(/(?:static|palette)[^"]*)"', page.text):
        assert client.get(address).status_code == 200, address


def test_a_service_whose_workers_cannot_be_started_is_not_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desk, "Answering", Broken)
    with serving() as client:
        until(
            lambda: client.get("/health").status_code != 200, "the service still calls itself alive"
        )
        assert client.get("/health").status_code == client.get("/health/ready").status_code == 503
        for path in ("/v1/resolve", "/v1/stream"):
            answer = client.post(path, json={"text": "Ann is here."})
            assert answer.status_code == 503
            assert "no worker process can be started" in answer.json()["detail"]
