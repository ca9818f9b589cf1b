"""The HTTP service under load from another process: four times what it can do,
and an end in the middle of work.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from urllib.parse import urlsplit

from benchmarks.scale.load import Load, loaded
from benchmarks.scale.serving import Service, service
from tests.faults.conftest import Tell
from tests.faults.test_ray import short_text

SECONDS = min(30.0, float(os.environ.get("COINDEX_FAULTS_SECONDS", "30")))
QUEUE, WAITING = 16, 12
LARGEST = 2 << 30
"""Bytes that server and workers may take together."""


def documents(count: int = 50, *, sentences: int = 30) -> list[str]:
    """A sentence has about twelve words."""
    texts = (
        " ".join(short_text(number * 100 + one) for one in range(sentences // 3))
        for number in range(count)
    )
    return [json.dumps({"id": f"d{number}", "text": text}) for number, text in enumerate(texts)]


def test_four_times_too_much(tell: Tell) -> None:
    with service("--workers", "2", "--queue", str(QUEUE)) as server:
        usual = loaded(server.address, SECONDS / 2, documents(), "--clients", "4")
        before = server.metric("coindex_resident_bytes")
        most = Watching(server)
        flood = loaded(server.address, SECONDS, documents(), "--rate", f"{4 * usual.rate:.2f}")
        largest = most.end()
        again = loaded(server.address, SECONDS / 4, documents(), "--clients", "4")
        assert server.running
        assert server.metric("coindex_workers_lost_total") == 0
    tell(
        f"as much as it can do: {usual.told()}\nfour times as much:   "
        f"{flood.told()}\nafterwards:           "
        f"{again.told()}\nmemory: {before / 1e6:.0f} MB before, {largest / 1e6:.0f} MB at most"
    )
    assert set(usual.statuses) == set(again.statuses) == {200}
    assert set(flood.statuses) <= {200, 429, 503}
    assert flood.statuses[429] > flood.statuses[200] > 0
    assert largest < LARGEST


class Watching:
    """The largest memory, until the end."""

    def __init__(self, server: Service) -> None:
        self._server, self._over, self._largest = server, threading.Event(), 0.0
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.5):
            self._largest = max(self._largest, self._server.metric("coindex_resident_bytes"))

    def end(self) -> float:
        self._over.set()
        self._thread.join()
        return self._largest


def test_what_was_accepted_is_answered(tell: Tell) -> None:
    server = Service("--workers", "2", "--queue", str(QUEUE))
    load = Load(server.address, [one.encode() for one in documents(WAITING, sentences=300)])
    refused = asyncio.run(_ended(server, load))
    assert server.wait() in (0, -signal.SIGTERM)
    report = load.report(1)
    tell(f"SIGTERM with {WAITING} requests accepted: {report.statuses[200]} answered")
    assert report.statuses == {200: WAITING}
    assert refused


async def _ended(server: Service, load: Load) -> bool:
    """Told to end once all have been accepted; whether it then
    refuses others before these are done.
    """
    asked = [asyncio.create_task(load.ask_once()) for _ in range(WAITING)]
    while await asyncio.to_thread(server.metric, "coindex_requests_accepted") < WAITING:
        assert not any(one.done() for one in asked)
        await asyncio.sleep(0.02)
    server.terminate()
    while await _listens(server):
        await asyncio.sleep(0.05)
    refused = not all(one.done() for one in asked)
    await asyncio.gather(*asked)
    load.close()
    return refused


async def _listens(server: Service) -> bool:
    parts = urlsplit(server.address)
    try:
        _, writer = await asyncio.open_connection(parts.hostname, parts.port)
    except ConnectionRefusedError:
        return False
    writer.close()
    return True
