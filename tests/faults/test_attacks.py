"""Attacks on a real server, with their costs: what it takes in memory and
time, and what others notice of it.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from coindex.workbench.security.passwords import hashed
from coindex.workbench.store.store import Store
from tests.faults.conftest import Tell
from tests.faults.serving import Server, serving
from tests.waiting import until
from tests.workbench import bombs

PASSWORD = "correct horse battery"
API = "/api/v1"
LARGE, HUGE = 100, 500
"""Megabytes that bombs expand to."""
MEMORY, SECONDS = 400, 20
"""Megabytes and seconds of processor time that one may cost."""
SENTENCES = "Ann lost her key in the garden, and Bob found it when he came home. " * 4_000


def sent(server: Server, where: str, name: str, content: bytes) -> httpx2.Response:
    return httpx2.post(
        f"{server.address}{API}/{where}", files={"files": (name, content)}, timeout=600
    )


def cost(server: Server, name: str, content: bytes, tell: Tell) -> httpx2.Response:
    """Send a bomb; it is refused, and costs little."""
    memory, busy = server.peak(), server.cpu_seconds()
    answer = sent(server, "resolve/files", name, content)
    memory, busy = server.peak() - memory, server.cpu_seconds() - busy
    tell(
        f"{name}: {len(content) // 1024:,} KB sent, {answer.status_code}, +{memory} MB at most, "
        f"{busy:.1f} s"
    )
    assert answer.status_code == 413, answer.text
    assert memory < MEMORY
    assert busy < SECONDS
    return answer


@pytest.mark.parametrize("name", [*bombs.bombs(bombs.MEGABYTE), "huge.epub", "30,000 letters.zip"])
def test_bombs_cost_little(name: str, tmp_path: Path, tell: Tell) -> None:
    if name == "huge.epub":
        content = bombs.epub(HUGE * bombs.MEGABYTE)
    elif name == "30,000 letters.zip":
        content = bombs.many(30_000)
    else:
        content = bombs.bombs(LARGE * bombs.MEGABYTE)[name]
    with serving(str(tmp_path / "store.db")) as server:
        sent(server, "resolve/files", "warm.txt", b"Ann left. She smiled.")
        cost(server, name, content, tell)
        assert (
            sent(server, "resolve/files", "after.txt", b"Ann left. She smiled.").status_code == 200
        )


def test_what_is_just_allowed_is_bounded_too(tmp_path: Path, tell: Tell) -> None:
    """A book that expands to as much as an upload may, in the tags that
    take most memory for their size.
    """
    with serving(str(tmp_path / "store.db")) as server:
        memory = server.peak()
        book = bombs.epub(7 * bombs.MEGABYTE, filler=b"<p>a")
        answer = sent(server, "projects/1/documents/upload", "book.epub", book)
        tell(f"1.8 million tags: {answer.status_code}, +{server.peak() - memory} MB at most")
        assert server.peak() - memory < 3_000


def abandoned(server: Server, body: bytes) -> None:
    """Send a request, and leave as soon as the server works on it."""
    parts = urlsplit(server.address)
    assert parts.hostname is not None and parts.port is not None
    head = (
        f"POST {API}/projects/1/documents HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: "
        "application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    before = server.cpu_seconds()
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(head.encode() + body)
        until(lambda: server.cpu_seconds() > before + 2, "the server does not work on it")


def idle(server: Server) -> bool:
    """Whether it has used less than a tenth of a second in the last second."""
    before = server.cpu_seconds()
    time.sleep(1)  # the time over which it is measured
    return server.cpu_seconds() - before < 0.1


def test_work_ends_when_the_client_has_gone(tmp_path: Path, tell: Tell) -> None:
    text = SENTENCES * 4
    with serving(str(tmp_path / "store.db")) as server:
        abandoned(server, b'{"name": "long", "language": "en", "text": "' + text.encode() + b'"}')
        left = server.cpu_seconds()
        until(lambda: idle(server), "it goes on working")
        tell(
            f"{len(text.split()):,} words: {server.cpu_seconds() - left:.1f} s of work after the "
            "client had gone"
        )
        assert server.cpu_seconds() - left < 10
        assert httpx2.get(f"{server.address}{API}/projects/1/documents", timeout=120).json() == []


def test_uploads_of_a_killed_server_are_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    files = {f"{number}.txt": (SENTENCES[:3_000]).encode() for number in range(500)}
    with serving(str(tmp_path / "store.db")) as server, ThreadPoolExecutor(1) as background:
        upload = background.submit(
            sent, server, "projects/1/documents/upload", "many.zip", bombs.zipped(files)
        )
        until(
            lambda: list((tmp_path / "tmp").glob("coindex-server-*/upload-*/inside/*")),
            "nothing was unpacked",
        )
        server.kill()
        assert isinstance(upload.exception(), httpx2.HTTPError)
    assert list((tmp_path / "tmp").glob("coindex-server-*/upload-*"))
    with serving(str(tmp_path / "store.db")) as again:
        assert httpx2.get(f"{again.address}{API}/projects", timeout=120).status_code == 200
        assert not list((tmp_path / "tmp").glob("coindex-server-*/upload-*"))
    assert not list((tmp_path / "tmp").iterdir())


def enrolled(database: Path) -> None:
    store = Store(database)
    for name, role in (("ana", "admin"), ("ben", "annotator")):
        member = store.members.add(name, hashed(PASSWORD), role)
        for project in store.projects.all():
            store.projects.admit(project.id, [member.name])
    store.close()


def guesses(server: Server, count: int, **headers: str) -> Counter[int]:
    wrong = {"name": "ana", "password": "wrong password"}
    client = httpx2.Client(base_url=server.address, timeout=120, headers=headers)
    with client, ThreadPoolExecutor(count) as threads:
        return Counter(
            threads.map(lambda _: client.post("/login", json=wrong).status_code, range(count))
        )


@contextmanager
def signing_in(server: Server, name: str, **headers: str) -> Iterator[tuple[httpx2.Client, int]]:
    """A person's browser, and how the server answered them."""
    with httpx2.Client(base_url=server.address, timeout=120, headers=headers) as client:
        answer = client.post("/login", json={"name": name, "password": PASSWORD})
        client.headers["X-CSRF-Token"] = answer.json().get("csrf", "")
        yield client, answer.status_code


def test_parallel_guesses(tmp_path: Path, tell: Tell) -> None:
    enrolled(tmp_path / "store.db")
    with (
        serving(str(tmp_path / "store.db"), "--team") as server,
        signing_in(server, "ana") as (known, _),
    ):
        found = guesses(server, 40)
        tell(f"40 guesses at once: {dict(found)}")
        assert found[401] <= 12 and found[401] + found[429] == 40, (
            "ten, and one or two after a delay of a second"
        )
        assert known.get(f"{API}/session").status_code == 200
        again = known.post("/login", json={"name": "ana", "password": PASSWORD})
        assert again.status_code == 200, "the browser that has signed in before"
        with signing_in(server, "ben") as (_, status):
            assert status == 200, "another account from the same address"


@pytest.mark.parametrize(("options", "apart"), [(["--proxy", "127.0.0.1"], True), ([], False)])
def test_addresses_behind_a_proxy(options: list[str], apart: bool, tmp_path: Path) -> None:
    """What a proxy says of an address is believed if the proxy was named, and of nobody else."""
    enrolled(tmp_path / "store.db")
    with serving(str(tmp_path / "store.db"), "--team", *options) as server:
        found = sum(
            (guesses(server, 8, **{"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(2)),
            Counter[int](),
        )
    assert (found[401] == 16) == apart, found


def test_one_person_does_not_take_all_of_the_server(tmp_path: Path, tell: Tell) -> None:
    """Sixty long requests of one annotator: the pages of another are answered at once."""
    enrolled(tmp_path / "store.db")
    with serving(str(tmp_path / "store.db"), "--team") as server:
        with signing_in(server, "ben") as (greedy, _), signing_in(server, "ana") as (other, _):
            cookies, csrf = dict(greedy.cookies), greedy.headers["X-CSRF-Token"]
            waits, found = asyncio.run(crowd(server, cookies, csrf, dict(other.cookies)))
        tell(
            f"sixty long requests: {dict(found)}; another person waited {max(waits):.2f} s at most"
        )
        assert found[429] == 60 - 24
        assert max(waits) < 15, "a second or two, unless the machine is very busy"


async def crowd(
    server: Server, cookies: dict[str, str], csrf: str, others: dict[str, str]
) -> tuple[list[float], Counter[int]]:
    body, waits = {"text": SENTENCES[:8_000], "resolvers": ["sieve"]}, []
    async with (
        httpx2.AsyncClient(base_url=server.address, cookies=cookies, timeout=600) as greedy,
        httpx2.AsyncClient(base_url=server.address, cookies=others, timeout=600) as other,
    ):
        headers = {"X-CSRF-Token": csrf}
        asked = [
            asyncio.create_task(greedy.post(f"{API}/resolve", json=body, headers=headers))
            for _ in range(60)
        ]
        while sum(task.done() for task in asked) < 60 - 20:
            began = time.monotonic()
            assert (await other.get(f"{API}/projects")).status_code == 200
            waits.append(time.monotonic() - began)
            await asyncio.sleep(0.1)
        for task in asked:
            task.cancel()  # those that still wait leave
        answers = await asyncio.gather(*asked, return_exceptions=True)
    return waits, Counter(
        answer.status_code for answer in answers if isinstance(answer, httpx2.Response)
    )


def resident(server: Server) -> int:
    return int(Path(f"/proc/{server.process}/statm").read_text().split()[1]) * 4 // 1024


def test_memory_is_given_back(tmp_path: Path, tell: Tell) -> None:
    """After a long text was added and resolved, the server holds far
    less than it needed meanwhile.
    """
    with serving(str(tmp_path / "store.db")) as server:
        sent(server, "resolve/files", "warm.txt", b"Ann left. She smiled.")
        before = resident(server)
        documents = f"{server.address}{API}/projects/1/documents"
        answer = httpx2.post(
            documents, json={"name": "long", "language": "en", "text": SENTENCES}, timeout=1_800
        )
        assert answer.status_code == 201, answer.text
        resolving = f"{documents}/{answer.json()['id']}/resolve"
        assert httpx2.post(resolving, json={"resolver": "sieve"}, timeout=1_800).status_code in (
            200,
            201,
        )
        peak = server.peak()
        until(lambda: resident(server) - before < 0.6 * (peak - before), "it keeps what it needed")
        after = resident(server)
        tell(
            f"a text of {len(SENTENCES.split()):,} words: {before} MB before, {after} MB after, "
            f"{peak} MB at most"
        )
