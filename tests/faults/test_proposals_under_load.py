"""Fifty annotators who decide on an anaphor every ten seconds, each with a proposal of the resolver:
how long they wait for it, and what it costs.

`COINDEX_FAULTS_SECONDS` makes it shorter.
"""

from __future__ import annotations

import asyncio
import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2

from coindex import formats
from coindex.core.annotation import Kind
from coindex_en.corpora import Embedded
from tests.faults.conftest import Tell
from tests.faults.serving import serving
from tests.faults.test_load import ANNOTATORS, API, NAMES, PASSWORD, Waits, enrolled

SECONDS = float(os.environ.get("COINDEX_FAULTS_SECONDS", "120"))
EVERY = 10.0
"""Seconds for a decision."""
TEXTS = 17
"""Three annotators have the same text."""
OTHER = 4
"""Every fourth proposal is not confirmed."""
PRONOUNS = frozenset(str(kind) for kind in Kind if kind.pronominal)


def texts() -> list[str]:
    files = sorted(path for path in (Embedded.folder / "gold").rglob("*") if path.is_file())
    items = [item for path in files for item in formats.read(path)]
    return [item.document.text for item in items][:TEXTS]


def prepared(address: str) -> tuple[list[str], list[list[dict[str, Any]]]]:
    """The paths of documents, and the mentions that the resolver finds in each."""
    with httpx2.Client(base_url=address, timeout=600) as admin:
        answer = admin.post("/login", json={"name": "admin", "password": PASSWORD})
        admin.headers["X-CSRF-Token"] = answer.json()["csrf"]
        new = {"name": "Load", "assigned_only": False}
        project = f"{API}/projects/{admin.post(f'{API}/projects', json=new).json()['id']}"
        assert admin.post(f"{project}/members", json={"members": NAMES}).status_code == 200
        documents, mentions = [], []
        for number, text in enumerate(texts()):
            body = {"name": f"text {number}", "text": text, "language": "en"}
            answer = admin.post(f"{project}/documents", json=body)
            assert answer.status_code == 201, answer.text
            documents.append(f"{project}/documents/{answer.json()['id']}")
            answer = admin.post(f"{documents[-1]}/resolve", json={})
            assert answer.status_code == 200, answer.text
            mentions.append(answer.json()["annotation"]["mentions"])
    return documents, mentions


class Annotator:
    """Takes the resolver's mentions, and decides on one pronoun after the other as the page does."""

    def __init__(self, client: httpx2.AsyncClient, own: str, document: str, waits: Waits) -> None:
        self._client, self._own, self._document, self._waits = client, own, document, waits
        self._entities: list[list[int]] = []
        self._base = 0

    async def close(self) -> None:
        await self._client.aclose()

    async def begin(self, mentions: list[dict[str, Any]]) -> None:
        state = {"base": None, "annotation": {"mentions": mentions}}
        answer = await self._waits.ask(self._client, "begin", "PUT", self._own, json=state)
        self._base = answer["revision"]["id"]

    async def asked(self, anaphor: int, kind: str) -> dict[str, Any]:
        """The resolver's decision on an anaphor; none if it takes it for something else."""
        source = self._own.rpartition("/")[2]
        body = {"source": source, "base": self._base, "anaphor": anaphor}
        path = f"{self._document}/proposals"
        answer = await self._waits.ask(self._client, kind, "POST", path, json=body)
        return next(iter(answer["decisions"]), {})

    async def decide(self, anaphor: int, antecedent: int) -> None:
        place = next((n for n, one in enumerate(self._entities) if antecedent in one), None)
        if place is None:
            new = {"id": f"e{len(self._entities)}", "mentions": sorted({antecedent, anaphor})}
            change: dict[str, Any] = {"added": [[len(self._entities), new]]}
            self._entities.append([antecedent, anaphor])
        else:
            change = {"changed": [[place, {"joined": [anaphor]}]]}
            self._entities[place].append(anaphor)
        body = {"base": self._base, "change": {"entities": change}}
        answer = await self._waits.ask(self._client, "save", "PATCH", self._own, json=body)
        self._base = answer["revision"]["id"]

    async def annotate(self, mentions: list[dict[str, Any]], number: int, until: float) -> int:
        """How many decisions they make until then."""
        decisions = 0
        pronouns = [place for place, one in enumerate(mentions) if one.get("kind") in PRONOUNS]
        await asyncio.sleep(EVERY * number / ANNOTATORS)
        for anaphor, following in pairwise(pronouns):
            began = time.monotonic()
            decision = await self.asked(anaphor, "proposal")
            await self.asked(following, "ahead")
            await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))
            if time.monotonic() >= until:
                break
            proposed = decision.get("antecedent")
            others = [
                one["mention"]
                for one in decision.get("candidates", [])
                if not one.get("rejected") and one["mention"] < len(mentions)
            ]
            if (decisions + number) % OTHER == 0:
                proposed = next((one for one in others if one != proposed), proposed)
            if proposed is not None and proposed < len(mentions):
                await self.decide(anaphor, proposed)
            decisions += 1
        return decisions


async def entered(
    address: str, number: int, document: str, mentions: list[dict[str, Any]], waits: Waits
) -> Annotator:
    """An annotator whose page is open: it has asked for the first proposal."""
    name = f"annotator {number}"
    # The server closes connections that are idle for five seconds. A browser sends what meets the
    # closing again; here no connection lives so long.
    limits = httpx2.Limits(keepalive_expiry=2)
    client = httpx2.AsyncClient(base_url=address, timeout=600, limits=limits)
    answer = await client.post("/login", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    client.headers["X-CSRF-Token"] = answer.json()["csrf"]
    person = Annotator(client, f"{document}/annotations/{name}", document, waits)
    await person.begin(mentions)
    place = next(place for place, one in enumerate(mentions) if one.get("kind") in PRONOUNS)
    await person.asked(place, "first")
    return person


def test_fifty_annotators_with_proposals(tmp_path: Path, tell: Tell) -> None:
    waits, database = Waits(), str(tmp_path / "store.db")
    enrolled(database)
    with serving(database, "--team") as server:
        documents, mentions = prepared(server.address)

        async def crowd() -> tuple[int, float, float]:
            """Decisions, and the server's seconds for opening the pages and for deciding."""
            before = server.cpu_seconds()
            people = [
                await entered(server.address, number, documents[place], mentions[place], waits)
                for number, place in enumerate(places)
            ]
            opened = server.cpu_seconds()
            until = time.monotonic() + SECONDS
            decisions = await asyncio.gather(
                *(
                    person.annotate(mentions[place], number, until)
                    for number, (person, place) in enumerate(zip(people, places, strict=True))
                )
            )
            for person in people:
                await person.close()
            return sum(decisions), opened - before, server.cpu_seconds() - opened

        places = [number % len(documents) for number in range(ANNOTATORS)]
        decisions, opening, deciding = asyncio.run(crowd())
    tell(
        f"{ANNOTATORS} annotators, {SECONDS:.0f} s, {decisions:,} decisions, 0 errors; server busy "
        f"{1000 * opening / ANNOTATORS:.0f} CPU ms to sign in and open a page, "
        f"{1000 * deciding / decisions:.0f} CPU ms a decision; load of the machine "
        f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n{waits.told()}"
    )
    assert decisions >= ANNOTATORS
