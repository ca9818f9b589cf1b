"""What takes long is worked out once for each revision, in as much memory as is allowed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from coindex.workbench.api import agreement, search
from coindex.workbench.cache import Cache
from tests.workbench.material import STATE, new_parsed, new_project, new_text, saved


def one(_: object) -> int:
    return 1


def test_as_many_as_there_is_room_for() -> None:
    cache = Cache(room=3)
    for number in range(5):
        cache.of(number, lambda number=number: [number], one)  # type: ignore[misc]
    made: list[int] = []
    for number in (2, 4, 0):
        cache.of(number, lambda number=number: made.append(number), one)  # type: ignore[misc]
    assert made == [0]
    assert cache.of("large", lambda: "first", lambda _: 4) == "first"
    assert cache.of("large", lambda: "again", lambda _: 4) == "again", (
        "larger than the room: not kept"
    )


def test_what_fails_is_tried_again() -> None:
    cache = Cache()

    def failing() -> str:
        raise ValueError("not this time")

    with pytest.raises(ValueError, match="not this time"):
        cache.of("key", failing, one)
    assert cache.of("key", lambda: "made", one) == "made"


def test_two_who_ask_at_once_make_it_once() -> None:
    cache, begun, go_on = Cache(), Event(), Event()
    made: list[int] = []

    def slow() -> str:
        made.append(1)
        begun.set()
        go_on.wait(60)
        return "made"

    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(cache.of, "key", slow, one)
        begun.wait(60)
        others = [pool.submit(cache.of, "key", slow, one) for _ in range(7)]
        go_on.set()
        assert {done.result() for done in (first, *others)} == {"made"}
    assert made == [1]


@pytest.fixture
def project(browser: TestClient) -> str:
    """Two documents, each annotated by two sources."""
    path = new_project(browser)
    for document in (new_parsed(browser, path), new_text(browser, path)):
        saved(browser, document, "annotator", STATE)
        saved(browser, document, "adjudication", {"mentions": STATE["mentions"]})
    return path


def counting(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """A number for each call of a module's function."""
    calls: list[int] = []
    whole: Callable[..., Any] = getattr(module, name)

    def counted(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        return whole(*arguments, **options)

    monkeypatch.setattr(module, name, counted)
    return calls


@pytest.mark.parametrize(
    ("module", "name", "question"),
    [
        (search, "described", "statistics?source=annotator"),
        (search, "of_mentions", "search?key=annotator"),
        (search, "of_pair", "search?key=annotator&resolver=adjudication"),
        (agreement, "align_pair", "agreement?a=annotator&b=adjudication"),
        (agreement, "differences", "documents/1/differences?a=annotator&b=adjudication"),
    ],
)
def test_only_documents_that_changed_are_worked_out_again(
    browser: TestClient,
    project: str,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    question: str,
) -> None:
    calls = counting(monkeypatch, module, name)
    first = browser.get(f"{project}/{question}")
    assert first.status_code == 200
    documents = len(calls)
    assert browser.get(f"{project}/{question}").json() == first.json()
    assert len(calls) == documents, "the second visit costs nothing"
    head = browser.get(f"{project}/documents/1/annotations/annotator").json()["revision"]["id"]
    saved(browser, f"{project}/documents/1", "annotator", {"mentions": STATE["mentions"][:2]}, head)
    again = browser.get(f"{project}/{question}").json()
    assert again != first.json()
    assert len(calls) == documents + 1, "the changed document, and no other"


def test_a_search_is_worked_out_once_whatever_is_looked_for(
    browser: TestClient, project: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counting(monkeypatch, search, "of_pair")
    sides = "key=annotator&resolver=adjudication"
    found = {
        form: len(browser.get(f"{project}/search?{sides}&{form}").json()["hits"])
        for form in ("form=her", "form=it", "outcome=open", "type=PER3")
    }
    assert found == {"form=her": 2, "form=it": 2, "outcome=open": 6, "type=PER3": 4}
    assert len(calls) == 2
