"""Fifty annotators at once, saving and reading for two minutes: no
error; how long they waited is told.

`COINDEX_FAULTS_SECONDS` makes it shorter.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from coindex.workbench.security.passwords import hashed
from coindex.workbench.store.store import Store
from tests.faults.conftest import Tell
from tests.faults.serving import postgresql, serving

ANNOTATORS = 50
DOCUMENTS = 10
SECONDS = float(os.environ.get("COINDEX_FAULTS_SECONDS", "120"))
PASSWORD = "correct horse battery"
API = "/api/v1"
TEXT = "Ann met Bob in the old harbour. She gave him her map, and he thanked her for it. " * 60


@pytest.fixture(params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("load") / "store.db")
    else:
        with postgresql() as cluster:
            yield cluster.url


class Waits:
    """Seconds by kind of request."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = defaultdict(list)

    async def ask(
        self, client: httpx2.AsyncClient, kind: str, method: str, path: str, **rest: Any
    ) -> Any:
        started = time.perf_counter()
        answer = await client.request(method, path, **rest)
        self._seconds[kind].append(time.perf_counter() - started)
        assert answer.status_code == 200, f"{kind}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    def told(self) -> str:
        lines = []
        for kind, seconds in sorted(self._seconds.items()):
            ordered = sorted(seconds)
            p50, p95, p99 = (
                1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 0.99)
            )
            lines.append(
                f"  {kind:<8} {len(ordered):>6,}  p50 {p50:5.0f} ms  p95 {p95:5.0f} ms  p99 "
                f"{p99:5.0f} ms"
            )
        return "\n".join(lines)


NAMES = [f"annotator {number}" for number in range(ANNOTATORS)]


def enrolled(database: str) -> None:
    """Accounts for all, with passwords that are their own."""
    store, password = Store(database), hashed(PASSWORD)
    store.members.add("admin", password, "admin")
    for name in NAMES:
        store.members.add(name, password, "annotator")
    store.close()


def prepared(address: str) -> tuple[str, list[str]]:
    """A project with documents and fifty members; the names of the documents' paths."""
    with httpx2.Client(base_url=address, timeout=120) as admin:
        answer = admin.post("/login", json={"name": "admin", "password": PASSWORD})
        admin.headers["X-CSRF-Token"] = answer.json()["csrf"]
        new = {"name": "Load", "assigned_only": False}
        project = f"{API}/projects/{admin.post(f'{API}/projects', json=new).json()['id']}"
        assert admin.post(f"{project}/members", json={"members": NAMES}).status_code == 200
        documents = []
        for number in range(DOCUMENTS):
            text = {"name": f"text {number}", "text": TEXT, "parser": "none"}
            answer = admin.post(f"{project}/documents", json=text)
            assert answer.status_code == 201, answer.text
            documents.append(f"{project}/documents/{answer.json()['id']}")
    return project, documents


async def annotate(
    address: str, number: int, documents: list[str], until: float, waits: Waits
) -> int:
    """One annotator's morning: open a document, mark mention after mention,
    each saved; how many were saved.
    """
    saves, name = 0, f"annotator {number}"
    async with httpx2.AsyncClient(base_url=address, timeout=120) as client:
        answer = await client.post("/login", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        client.headers["X-CSRF-Token"] = answer.json()["csrf"]
        while time.monotonic() < until:
            document = random.choice(documents)
            own = f"{document}/annotations/{name}"
            await waits.ask(client, "tokens", "GET", f"{document}/tokens")
            await waits.ask(client, "list", "GET", f"{document}/annotations")
            found = await waits.ask(client, "read", "GET", own)
            mentions, base = (
                found["annotation"].get("mentions", []),
                (found["revision"] or {}).get("id"),
            )
            for _ in range(random.randint(3, 10)):
                start = random.randrange(900)
                mentions.append({"parts": [[start, start + 2]], "kind": "nominal"})
                state = {
                    "mentions": mentions,
                    "entities": [{"id": "1", "mentions": list(range(len(mentions)))}],
                }
                answer = await waits.ask(
                    client, "save", "PUT", own, json={"base": base, "annotation": state}
                )
                base, saves = answer["revision"]["id"], saves + 1
                await asyncio.sleep(random.uniform(0.2, 0.8))
    return saves


async def crowd(address: str, documents: list[str], waits: Waits) -> int:
    until = time.monotonic() + SECONDS
    people = (annotate(address, number, documents, until, waits) for number in range(ANNOTATORS))
    return sum(await asyncio.gather(*people))


def test_fifty_annotators(database: str, tell: Tell) -> None:
    waits = Waits()
    enrolled(database)
    with serving(database, "--team") as server:
        project, documents = prepared(server.address)
        before = server.cpu_seconds()
        saves = asyncio.run(crowd(server.address, documents, waits))
        busy = server.cpu_seconds() - before
        with httpx2.Client(base_url=server.address, timeout=120) as admin:
            admin.post("/login", json={"name": "admin", "password": PASSWORD})
            progress = admin.get(f"{project}/progress").json()
    assert sum(row["head"]["number"] for row in progress if row["head"]) == saves, (
        "each save is one revision"
    )
    kind = database.partition(":")[0] if "://" in database else "sqlite"
    load = (
        f"server busy {busy:.0f} CPU s, load of the machine {os.getloadavg()[0]:.1f} on "
        f"{os.cpu_count()} cores"
    )
    tell(
        f"{kind}: {ANNOTATORS} annotators, {SECONDS:.0f} s, {saves:,} saves, 0 errors; "
        f"{load}\n{waits.told()}"
    )
