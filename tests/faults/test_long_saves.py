"""A thousand decisions on a document of 50,000 words: how much is sent, stored and waited for."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from coindex.workbench.app import create_app
from coindex.workbench.settings import Settings
from coindex.workbench.store.payloads import dumped
from coindex.workbench.store.revisions import Revisions
from tests.faults.conftest import Tell
from tests.workbench.material import client, new_project

WORDS, MENTIONS, DECISIONS = 50_000, 17_759, 1_000
LARGEST = 20_000_000
"""Bytes that the decisions may take in SQLite."""


def begun(draw: random.Random) -> dict[str, Any]:
    """Mentions as a resolver finds them, a third of them in chains, the rest alone."""
    starts = sorted(draw.sample(range(WORDS - 10), MENTIONS))
    kinds = ("personal", "nominal", "name", "possessive")
    sizes = [draw.choice((1, 1, 2, 4)) for _ in starts]
    mentions = [
        {"parts": [[s, s + n]], "head": s, "kind": draw.choice(kinds), "minimum": [s, s + 1]}
        for s, n in zip(starts, sizes, strict=True)
    ]
    order = draw.sample(range(MENTIONS), MENTIONS // 3)
    entities: list[dict[str, Any]] = []
    while order:
        size = draw.choice((2, 3, 5, 20, 200))
        entities.append({"id": f"e{len(entities)}", "mentions": sorted(order[:size])})
        order = order[size:]
    return {"mentions": mentions, "entities": entities}


class Annotator:
    """Decides on one mention after the other, and now and then marks or deletes one."""

    def __init__(self, state: dict[str, Any], draw: random.Random) -> None:
        self.state, self._draw = state, draw
        taken = {place for entity in state["entities"] for place in entity["mentions"]}
        self._free = [place for place in range(MENTIONS) if place not in taken]

    def decide(self, number: int) -> dict[str, Any]:
        """A change, which is made to the state here as well."""
        return self._mark() if number % 10 == 9 else self._chain()

    def _chain(self) -> dict[str, Any]:
        mention = self._free.pop(self._draw.randrange(len(self._free)))
        place = self._draw.randrange(len(self.state["entities"]))
        entity = self.state["entities"][place]
        self.state["entities"][place] = {
            **entity,
            "mentions": sorted([*entity["mentions"], mention]),
        }
        return {"entities": {"changed": [[place, {"joined": [mention]}]]}}

    def _mark(self) -> dict[str, Any]:
        place, start = self._draw.randrange(MENTIONS), self._draw.randrange(WORDS - 10)
        row = {"parts": [[start, start + 3]], "kind": "nominal"}
        self.state["mentions"].insert(place, row)
        for number, entity in enumerate(self.state["entities"]):
            moved = [other + (other >= place) for other in entity["mentions"]]
            self.state["entities"][number] = {**entity, "mentions": moved}
        self._free = [other + (other >= place) for other in self._free]
        return {"mentions": {"added": [[place, row]]}}


def stored(path: Path, server: TestClient) -> int:
    """Bytes of the database, its log included in it."""
    server.app.state.services.store.database.forget()  # type: ignore[attr-defined]
    return path.stat().st_size


def test_a_thousand_decisions_on_a_long_document(tmp_path: Path, tell: Tell) -> None:
    path, draw = tmp_path / "store.db", random.Random(1)
    with client(create_app(Settings(path, pages=False))) as server:
        project = new_project(server)
        text = " ".join(draw.choices(("ferry", "letter", "she", "brother", "it", "and"), k=WORDS))
        answer = server.post(
            f"{project}/documents", json={"name": "long", "text": text, "parser": "none"}
        )
        own = f"{project}/documents/{answer.json()['id']}/annotations/annotator"
        annotator = Annotator(begun(draw), draw)
        first = server.put(own, json={"annotation": annotator.state})
        base, before = first.json()["revision"]["id"], stored(path, server)
        sent, seconds, expected = [], [], {}
        for number in range(DECISIONS):
            body = json.dumps({"base": base, "change": annotator.decide(number)})
            began = time.process_time()
            answer = server.patch(own, content=body, headers={"Content-Type": "application/json"})
            seconds.append(time.process_time() - began)
            assert answer.status_code == 200, answer.text
            base = answer.json()["revision"]["id"]
            sent.append(len(body))
            if number % 97 == 0:
                expected[base] = dumped(annotator.state)
        grown = stored(path, server) - before
        fresh = Revisions(server.app.state.services.store.database)  # type: ignore[attr-defined]
        assert {id: fresh.text(id) for id in expected} == expected, (
            "any of them is read back exactly"
        )
        began = time.process_time()
        Revisions(server.app.state.services.store.database).text(base)  # type: ignore[attr-defined]
        read = time.process_time() - began
    whole = len(first.request.content)
    tell(
        f"{DECISIONS:,} decisions, {WORDS:,} words, {MENTIONS:,} mentions: "
        f"{sum(sent) / len(sent):,.0f} bytes sent for each (the whole state has {whole:,}), "
        f"{grown / 1e6:.1f} MB stored, {sum(seconds) / len(seconds):.3f} CPU s for each (client "
        f"included), the slowest {max(seconds):.3f}; the last one is read in {read:.2f} CPU s"
    )
    assert max(sent) < 1_000 < whole
    assert grown < LARGEST
