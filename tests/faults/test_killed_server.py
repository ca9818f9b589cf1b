"""`kill -9` of the server while 200 saves are under way: whatever was
acknowledged is there afterwards.
"""

from __future__ import annotations

import asyncio
import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from coindex.workbench.store.changes import difference
from tests.faults.conftest import Tell
from tests.faults.serving import PostgreSQL, Server, postgresql, serving

SAVES = 200
ROUNDS = 3
API = "/api/v1/projects/1"


class Acknowledged(NamedTuple):
    """A save the server has said is stored."""

    document: int
    revision: int
    state: dict[str, Any]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("killed") / "store.db")
    else:
        with postgresql() as cluster:
            yield cluster.url


def prepared(address: str) -> list[int]:
    """200 documents: each save has one to itself."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for number in range(SAVES):
            archive.writestr(
                f"text {number:03}.txt", f"Ann and Bob are in text {number}. She saw him."
            )
    with httpx2.Client(base_url=address, timeout=120) as client:
        files, fields = {"files": ("all.zip", content.getvalue())}, {"parser": "none"}
        answer = client.post(f"{API}/documents/upload", files=files, data=fields)
        assert answer.status_code == 201, answer.text
        return [one["id"] for one in answer.json()["documents"]]


def drawn(document: int) -> dict[str, Any]:
    """Some mentions, two of them in a chain, much that stays the same from save
    to save, and words of its own.
    """
    mentions = [{"parts": [[n, n + 1]]} for n in sorted(random.sample(range(8), 4))]
    chain = {"id": "e1", "mentions": sorted(random.sample(range(4), 2))}
    attributes = [
        ["comment", f"{document} {random.random()}"],
        ["note", "the same in all of them " * 20],
    ]
    return {"mentions": mentions, "entities": [chain], "attributes": attributes}


async def saved_until_killed(
    server: Server, documents: list[int], enough: int
) -> list[Acknowledged]:
    """All save at once, again and again; the server is killed when so many have been acknowledged.

    Every other document is saved as a change of its last revision, as the tagging tool does it; the
    rest in full.
    """
    acknowledged: list[Acknowledged] = []
    dead = asyncio.Event()
    limits = httpx2.Limits(max_connections=SAVES)

    async def annotate(client: httpx2.AsyncClient, document: int) -> None:
        path = f"{API}/documents/{document}/annotations/annotator"
        found = (await client.get(path)).json()
        base, before = found["revision"]["id"] if found["revision"] else None, found["annotation"]
        while not dead.is_set():
            state = drawn(document)
            if document % 2:
                answer = await client.patch(
                    path, json={"base": base, "change": difference(before, state)}
                )
            else:
                answer = await client.put(path, json={"base": base, "annotation": state})
            assert answer.status_code == 200, answer.text
            base, before = answer.json()["revision"]["id"], state
            acknowledged.append(Acknowledged(document, base, state))

    async def execute() -> None:
        while len(acknowledged) < enough:
            await asyncio.sleep(0.005)
        await asyncio.to_thread(server.kill)
        dead.set()

    async with httpx2.AsyncClient(base_url=server.address, timeout=120, limits=limits) as client:
        ends = await asyncio.gather(
            execute(),
            *(annotate(client, document) for document in documents),
            return_exceptions=True,
        )
    unexpected = [
        end
        for end in ends
        if isinstance(end, BaseException) and not isinstance(end, httpx2.TransportError)
    ]
    assert not unexpected, unexpected[:3]
    return acknowledged


def lost(address: str, acknowledged: list[Acknowledged]) -> list[Acknowledged]:
    """What is not there, or not as it was sent; and every history is whole."""
    missing = []
    with httpx2.Client(base_url=address, timeout=120) as client:
        for one in acknowledged:
            path = f"{API}/documents/{one.document}/annotations/annotator/revisions"
            answer = client.get(f"{path}/{one.revision}")
            if answer.status_code != 200 or answer.json()["annotation"] != one.state:
                missing.append(one)
        for document in {one.document for one in acknowledged}:
            history = client.get(
                f"{API}/documents/{document}/annotations/annotator/revisions"
            ).json()
            assert [one["number"] for one in history] == list(range(len(history), 0, -1))
            assert [one["parent"] for one in history] == [*(one["id"] for one in history[1:]), None]
    return missing


def test_every_acknowledged_revision_is_there(database: str, tell: Tell) -> None:
    with serving(database) as server:
        documents = prepared(server.address)
    everything: list[Acknowledged] = []
    for number in range(ROUNDS):
        enough = 50 + 200 * number
        with serving(database) as server:
            everything += asyncio.run(saved_until_killed(server, documents, enough=enough))
        with serving(database) as again:
            assert lost(again.address, everything) == []
    kind = database.partition(":")[0] if "://" in database else "sqlite"
    tell(f"{kind}: killed {ROUNDS} times, {len(everything):,} acknowledged revisions, 0 lost")


def test_a_database_that_crashes_loses_nothing_either(tell: Tell) -> None:
    """PostgreSQL stopped as by a power failure: saves are refused
    until it is back, and none is lost.
    """
    with postgresql() as cluster, serving(cluster.url) as server:
        documents = prepared(server.address)[:50]
        acknowledged = asyncio.run(_saved_until_crash(server, cluster, documents))
        with httpx2.Client(base_url=server.address, timeout=120) as client:
            refused = client.put(
                f"{API}/documents/{documents[0]}/annotations/annotator", json={"annotation": {}}
            )
            assert refused.status_code == 503
            assert refused.headers["content-type"] == "application/problem+json"
        cluster.start()
        assert lost(server.address, acknowledged) == [], (
            "the server goes on without being started anew"
        )
    tell(f"postgresql crashed: {len(acknowledged):,} acknowledged revisions, 0 lost")


async def _saved_until_crash(
    server: Server, cluster: PostgreSQL, documents: list[int]
) -> list[Acknowledged]:
    acknowledged: list[Acknowledged] = []

    async def annotate(client: httpx2.AsyncClient, document: int) -> None:
        path, base = f"{API}/documents/{document}/annotations/annotator", None
        while True:
            state = {"attributes": [["comment", f"{document} {random.random()}"]]}
            answer = await client.put(path, json={"base": base, "annotation": state})
            if answer.status_code != 200:
                return
            base = answer.json()["revision"]["id"]
            acknowledged.append(Acknowledged(document, base, state))

    async def crash() -> None:
        while len(acknowledged) < 200:
            await asyncio.sleep(0.005)
        await asyncio.to_thread(cluster.crash)

    async with httpx2.AsyncClient(base_url=server.address, timeout=120) as client:
        await asyncio.gather(crash(), *(annotate(client, document) for document in documents))
    return acknowledged


def test_a_backup_goes_from_one_kind_of_database_to_the_other(tmp_path: Path) -> None:
    from coindex.workbench.store.backup import back_up, restore
    from coindex.workbench.store.store import Store
    from tests.workbench.store.test_backup import filled

    with postgresql() as cluster:
        small, large = filled(tmp_path / "one.db"), Store(cluster.url)
        back_up(small.database, tmp_path / "there.gz")
        restore(tmp_path / "there.gz", large.database)
        assert large.documents.all(1) == small.documents.all(1)
        assert large.projects.add("new").id == 2, "it goes on counting"
        back_up(large.database, tmp_path / "back.gz")
        home = Store(tmp_path / "two.db")
        restore(tmp_path / "back.gz", home.database)
        source = home.revisions.source(1, "root")
        assert home.revisions.history(1, source) == small.revisions.history(1, source)
        for store in (small, large, home):
            store.close()
