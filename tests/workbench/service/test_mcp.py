"""The server for the Model Context Protocol, asked by the reference client."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

mcp = pytest.importorskip("mcp", reason="mcp is not installed: pip install 'coindex[mcp]'")

import anyio  # noqa: E402
import httpx2  # noqa: E402
import uvicorn  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402

from coindex.pipeline.pipeline import Pipeline  # noqa: E402
from coindex.workbench.mcp.answers import Tooling  # noqa: E402
from coindex.workbench.mcp.server import Server  # noqa: E402
from coindex.workbench.mcp.tools import NAMES  # noqa: E402
from coindex.workbench.service.processing import Answer, Asked, Wanted  # noqa: E402
from tests.waiting import until  # noqa: E402
from tests.workbench.material import STATE, application, client, new_parsed, new_project, saved  # noqa: E402
from tests.workbench.service.conftest import SETTINGS, TEXT  # noqa: E402

KEY = "Ann|[e1] lost her|[e1] key . She|[e1] left .\nBob|[e1] sat . He|[e1] ate .\n"
RESPONSE = KEY.replace("She|[e1]", "She")
SPAWNING = anyio.open_process
"""Loaded here: pytest, which rewrites it, cannot compile it deep inside a coroutine."""
Asking = Callable[[Any], Awaitable[Any]]


@pytest.fixture(scope="module")
def server(_installed: None) -> Iterator[Server]:
    made = Server(SETTINGS)
    yield made
    made.desk.close()


def asked(server: Any, ask: Asking) -> Any:
    """What a client is answered that talks to a server."""

    async def main() -> Any:
        async with mcp.Client(server) as client:
            return await ask(client)

    return anyio.run(main)


def called(server: Any, tool: str, **values: Any) -> Any:
    return asked(server, lambda client: client.call_tool(tool, values))


def value(server: Any, tool: str, **values: Any) -> dict[str, Any]:
    result = called(server, tool, **values)
    assert not result.is_error, result.content
    answer: dict[str, Any] = result.structured_content
    assert json.loads(result.content[0].text) == answer
    return answer


def error(server: Any, tool: str, **values: Any) -> str:
    result = called(server, tool, **values)
    assert result.is_error
    return str(result.content[0].text)


@pytest.mark.parametrize(
    ("tool", "values"),
    [
        ("resolve", {"decisions": False}),
        ("why", {"words": ""}),
        ("rewrite", {"kinds": ["pronouns"], "min_confidence": 0.9}),
        ("chunks", {"words": 9, "overlap": 0, "min_confidence": 0.9}),
    ],
)
def test_a_text_too_short_to_tell_its_language_is_remarked_on(
    tool: str, values: dict[str, Any]
) -> None:
    pipeline = Pipeline(resolver="recent")

    def answered(**text: str) -> dict[str, Any]:
        call = json.dumps({"tool": tool, "values": {**values, **text}})
        answer = Tooling((pipeline,), 100)(Asked(call, Wanted(pipeline)))
        assert isinstance(answer, Answer) and not answer.reason
        answer_value: dict[str, Any] = json.loads(answer.line)
        return answer_value

    (remark,) = answered(text="Ann left.")["remarks"]
    assert "parsed as English (state its language as language if it is another)" in remark
    assert "remarks" not in answered(text="Ann left.", language="en")


def test_tools_are_listed_with_their_parameters(server: Server) -> None:
    tools = {tool.name: tool for tool in asked(server, lambda client: client.list_tools()).tools}
    assert tuple(tools) == NAMES
    for tool in tools.values():
        assert tool.description and "\n  " not in tool.description
        properties = tool.input_schema["properties"]
        assert all(one.get("description") for one in properties.values()), tool.name
    assert tools["resolve"].input_schema["required"] == ["text"]


def test_resolve_and_why(server: Server) -> None:
    answer = value(server, "resolve", text="Ann left. She ran.", resolver="recent", decisions=True)
    assert answer["marked"] == "[Ann]1 left. [She]1 ran."
    assert [one["text"] for one in answer["entities"][0]["mentions"]] == ["Ann", "She"]
    assert answer["decisions"] and answer["resolver"] == "recent"
    reasons = value(server, "why", text="Ann left. She ran.", words="she", resolver="recent")["why"]
    assert reasons.startswith("“She” (sentence 2): refers to “Ann” (sentence 1)")


def test_rewrite_and_chunks(server: Server) -> None:
    said = {"text": "Ann left. She ran.", "resolver": "recent", "min_confidence": 0}
    answer = value(server, "rewrite", **said)
    assert answer["text"] == "Ann left. Ann ran."
    assert [(one["old"], one["new"]) for one in answer["changes"]] == [("She", "Ann")]
    first, second = value(server, "chunks", words=3, **said)["chunks"]
    assert (first["text"], second["text"]) == ("Ann left.", "Ann ran.")


def test_graph_book_and_pseudonyms(_installed: None) -> None:
    server = Server(replace(SETTINGS, resolvers=("sieve",), parser="bundled"))
    text = "Ann Lee met Bob Day. She gave him a book."
    edges = value(server, "graph", text=text)["edges"]
    assert {"from": "Ann Lee", "label": "meet", "to": "Bob Day"} in edges
    named = [one["name"] for one in value(server, "book", text=text)["characters"]]
    assert named == ["Ann Lee", "Bob Day"]
    hidden = value(server, "pseudonymise", text=text)
    assert hidden["replaced"] == 4
    assert not {"Ann", "Lee", "Bob", "Day"} & set(re.findall(r"\w+", hidden["text"]))
    server.desk.close()


def test_check(server: Server) -> None:
    (issue,) = value(server, "check", content=KEY.replace("He|[e1]", "He"))["issues"]
    assert issue["check"] == "unlinked-pronoun"
    assert "path" not in issue


def test_wrong_arguments_are_errors_of_one_line(server: Server) -> None:
    assert error(server, "why", text=TEXT, word="She") == (
        "why has no argument 'word'; did you mean 'words'? known: language, resolver, text, words"
    )
    assert error(server, "why") == "text: Field required"


def test_score_and_agree(server: Server) -> None:
    scores = {
        row["measure"]: row for row in value(server, "score", key=KEY, response=RESPONSE)["scores"]
    }
    muc = next(row for name, row in scores.items() if name.startswith("MUC"))
    assert muc["recall"] == pytest.approx(2 / 3) and muc["precision"] == 1
    assert "corpus:" in muc["signature"]
    (only,) = value(server, "score", key=KEY, response=KEY, measures=["LEA"])["scores"]
    assert only["f1"] == 1
    rates = value(server, "agree", first=KEY, second=RESPONSE)["agreement"]
    assert {row["measure"].partition("@")[0] for row in rates} >= {"Kappa", "Alpha"}


def test_compare(server: Server) -> None:
    answer = value(server, "compare", key=KEY, resolvers=["recent", "singletons"])
    assert "| recent |" in answer["table"]
    best = {row["resolver"]: row for row in answer["scores"] if row["measure"].startswith("CoNLL")}
    assert best["recent"]["f1"] > best["singletons"]["f1"]
    assert not answer["notes"]


def test_convert(server: Server) -> None:
    answer = value(server, "convert", content=KEY, to="crac_json")
    (content,) = answer["files"].values()
    assert json.loads(content)[0]["clusters_token_offsets"] == [[[0, 0], [2, 2], [5, 5]]]
    assert answer["documents"] == 2
    conll = value(server, "convert", content="##|[e1] sale .", to="conll", format="crac")
    assert conll["not carried over"]["zero mentions"] == 1


@pytest.mark.parametrize(
    ("tool", "values", "message"),
    [
        ("resolve", {"text": "x" * 2_001}, "more than 2,000 characters"),
        ("resolve", {"text": "x" * 20_001}, "at most 20,000 bytes"),
        ("resolve", {"text": "Ann", "resolver": "sieve"}, "'sieve' is not offered here"),
        ("resolve", {}, "text"),
        ("convert", {"content": "Ann|[e1 left", "to": "jsonl", "format": "crac"}, "never closed"),
        ("convert", {"content": KEY, "to": "nothing"}, "no format is called 'nothing'"),
        ("convert", {"content": KEY, "to": "brat(entities='../x')"}, "looks like a file"),
        ("compare", {"key": KEY, "resolvers": ["llm(model='x')"]}, "sends texts to another server"),
        ("compare", {"key": KEY, "resolvers": ["neural(model='/etc')"]}, "looks like a file"),
        ("score", {"key": KEY, "response": KEY.splitlines()[0]}, "documents-2"),
        ("score", {"key": KEY, "response": KEY, "measures": ["B4"]}, "no measure is called 'B4'"),
    ],
)
def test_errors_say_what_is_wrong(
    tool: str, values: dict[str, Any], message: str, server: Server
) -> None:
    text = error(server, tool, **values)
    assert message in text and "/tmp" not in text and "--" not in text


def test_a_text_that_kills_its_worker_is_an_error_of_its_tool(server: Server) -> None:
    assert "worker" in error(server, "resolve", text="EXIT", resolver="faulty")
    assert value(server, "resolve", text=TEXT, resolver="recent")["entities"]


def test_calls_are_refused_while_too_many_wait(_installed: None) -> None:
    limits = replace(SETTINGS.limits, requests=1)
    busy = Server(replace(SETTINGS, limits=limits))
    try:
        with busy.desk.accepted(10):
            assert "1 requests are waiting; try again in" in error(
                busy, "resolve", text="Ann left."
            )
    finally:
        busy.desk.close()


def test_documents_of_a_project_are_resources(tmp_path: Path, _installed: None) -> None:
    app = application(tmp_path)
    with client(app) as browser:
        project = new_project(browser)
        document = new_parsed(browser, project)
        saved(browser, document, "annotator", STATE)
        place = document.removeprefix("/api/v1/")
        server = Server(SETTINGS, app.state.services.store)
        try:
            _check_resources(server, f"coindex://{place}")
        finally:
            server.desk.close()


def _check_resources(server: Server, uri: str) -> None:
    (resource,) = asked(server, lambda client: client.list_resources()).resources
    assert (str(resource.uri), resource.name) == (uri, "parsed")
    assert resource.description == "Novels: 10 tokens; annotated by annotator"
    (text,) = asked(server, lambda client: client.read_resource(uri)).contents
    assert text.text == "Ann lost her key. She looked for it."
    annotation = f"{uri}/annotations/annotator"
    (content,) = asked(server, lambda client: client.read_resource(annotation)).contents
    value = json.loads(content.text)
    assert (value["schema"], len(value["mentions"])) == ("coindex-doc/1", 5)
    templates = asked(server, lambda client: client.list_resource_templates())
    assert len(templates.resource_templates) == 2
    for wrong in (f"{uri}9", f"{uri}/annotations/Ann"):
        assert re.search(r"\bno(t found)?\b", asked(server, partial(_refusal, uri=wrong)))


async def _refusal(client: Any, uri: str) -> str:
    """Why a resource is not read."""
    with pytest.raises(MCPError) as raised:
        await client.read_resource(uri)
    return str(raised.value)


def test_without_a_project_there_are_no_resources(server: Server) -> None:
    assert asked(server, lambda client: client.list_resources()).resources == []


@contextmanager
def listening(server: Server) -> Iterator[str]:
    """A server over HTTP, and its address."""
    config = uvicorn.Config(server.application("127.0.0.1"), port=0, log_level="warning")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started, "the server listens")
    port = running.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        running.should_exit = True
        thread.join()
        server.desk.close()


def test_over_streamable_http(_installed: None) -> None:
    with listening(Server(SETTINGS)) as url:
        answer = value(url, "resolve", text="Ann left. She ran.", resolver="recent")
        assert answer["marked"] == "[Ann]1 left. [She]1 ran."
        headers = {"Accept": "application/json, text/event-stream", "Origin": "http://evil.test"}
        assert httpx2.post(url, json={}, headers=headers).status_code == 403
        big = httpx2.post(url, content=b"x" * (SETTINGS.upload + 1))
        assert big.status_code == 413


def test_over_http_a_token_is_demanded(_installed: None) -> None:
    with listening(Server(replace(SETTINGS, token="word"))) as url:
        assert httpx2.post(url, json={}).status_code == 401
        wrong = {"Authorization": "Bearer other"}
        assert httpx2.post(url, json={}, headers=wrong).status_code == 401
        result = anyio.run(_with_token, url)
        assert result.structured_content["entities"] == []


async def _with_token(url: str) -> Any:
    values = {"text": "Ann left.", "resolver": "recent"}
    async with (
        httpx2.AsyncClient(headers={"Authorization": "Bearer word"}, timeout=None) as http,
        mcp.Client(streamable_http_client(url, http_client=http)) as client,
    ):
        return await client.call_tool("resolve", values)


def test_over_standard_input_and_output(_installed: None) -> None:
    options = ["--workers", "1", "--resolver", "recent"]
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "coindex", "serve", "--mcp", *options],
        env={"PYTHONPATH": os.environ["PYTHONPATH"], "PATH": os.environ.get("PATH", "")},
    )

    async def main(client: Any) -> Any:
        tools = await client.list_tools()
        return len(tools.tools), await client.call_tool("convert", {"content": KEY, "to": "conll"})

    count, result = asked(stdio_client(parameters), main)
    assert count == len(NAMES)
    assert result.structured_content["documents"] == 2
