"""A pool of worker processes: pieces, patience, cancelling, and an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from coindex.core.errors import CoindexError
from coindex.engines.pool import Lost, Pool
from coindex.engines.worker import Worker
from tests.waiting import PATIENCE, until


class Unsendable:
    def __reduce__(self) -> Any:
        raise TypeError("stays here")


def work(asked: Any) -> Any:
    match asked:
        case "pieces":
            return pieces()
        case "sleep":
            time.sleep(600)
        case "exit":
            os._exit(7)
        case "unsendable":
            return Unsendable()
        case "large":
            return "x" * 5_000_000
    return asked


def pieces() -> Iterator[int]:
    yield from range(3)


class Unprepared:
    def prepare(self) -> None:
        os._exit(9)

    def __call__(self, asked: Any) -> Any:
        return asked


@pytest.fixture
def pool() -> Iterator[Pool[Any, Any]]:
    made: Pool[Any, Any] = Pool(work, 1, ahead=1, patience=120)
    yield made
    made.close()


def test_pieces_are_heard_as_they_come(pool: Pool[Any, Any]) -> None:
    heard: list[int] = []
    assert pool.submit("pieces", heard.append).result() is None
    assert heard == [0, 1, 2]


def test_large_things_go_both_ways_at_once(pool: Pool[Any, Any]) -> None:
    large = [pool.submit("large") for _ in range(3)] + [
        pool.submit(["y" * 5_000_000]) for _ in range(3)
    ]
    assert [len(one.result()) for one in large] == [5_000_000] * 3 + [1] * 3


def test_what_cannot_be_sent_is_told(pool: Pool[Any, Any]) -> None:
    with pytest.raises(CoindexError, match="cannot be sent: TypeError: stays here"):
        pool.submit("unsendable").result()
    with pytest.raises(TypeError, match="stays here"):
        pool.submit(Unsendable()).result()
    assert pool.submit(1).result() == 1


def test_the_others_go_on_when_a_worker_is_lost(pool: Pool[Any, Any]) -> None:
    asked = [pool.submit(one) for one in (1, "exit", 2)]
    assert (asked[0].result(), asked[2].result()) == (1, 2)
    with pytest.raises(Lost, match="exit code 7"):
        asked[1].result()
    assert pool.lost == 3, "it was tried three times"


def test_what_waits_can_be_cancelled_and_closing_ends_the_rest() -> None:
    pool: Pool[Any, Any] = Pool(work, 1, ahead=1)
    assert pool.submit(0).result() == 0
    asked = [pool.submit("sleep"), pool.submit(1), pool.submit(2)]
    until(asked[0].running, "the first has not begun")
    assert asked[1].cancel()
    pool.close()
    with pytest.raises(Lost, match="closed"):
        asked[0].result()
    with pytest.raises(CancelledError):
        asked[2].result()
    with pytest.raises(CoindexError, match="closed"):
        pool.submit(3)


def test_workers_that_cannot_start_end_the_wait() -> None:
    pool: Pool[Any, Any] = Pool(Unprepared(), 1)
    with pytest.raises(CoindexError, match=r"no worker process can be started.*exit code 9"):
        pool.submit(1).result(timeout=120)
    with pytest.raises(CoindexError, match="no worker process can be started"):
        pool.submit(2)


def test_a_process_that_never_closes_its_pool_ends() -> None:
    program = (
        "from coindex.engines.pool import Pool; import math; Pool(math.sqrt, 1).submit(4).result()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program + "; raise SystemExit(5)"], timeout=120, check=False
    )
    assert ended.returncode == 5


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_a_worker_is_deaf_to_interrupts_from_its_first_moment() -> None:
    worker = Worker(work)
    try:
        told = dict(
            line.split(":\t", 1)
            for line in Path(f"/proc/{worker.id}/status").read_text().splitlines()
        )
        deaf = int(told["SigBlk"], 16) | int(told["SigIgn"], 16)
        assert deaf & 1 << (signal.SIGINT - 1)
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        worker.kill()
        worker.ended()


def test_a_script_without_a_guard_is_told_what_it_lacks(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from coindex.engines.processes import Processes\nprint(list(Processes(1).map(str, [1])))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "CoindexError: no worker process can be started" in done.stderr
    assert 'under `if __name__ == "__main__":`' in done.stderr


def test_what_nobody_waits_for_is_given_up_with_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits behind it in the same worker goes on in another."""
    monkeypatch.setattr("coindex.engines.pool.GRACE", 0.1)
    pool: Pool[Any, Any] = Pool(work, 1, ahead=2)
    at_work, behind, waiting = pool.submit("sleep"), pool.submit("next"), pool.submit("sleep")
    until(at_work.running, "the work has not begun")
    for future in (waiting, at_work):
        pool.abandon(future)
    with pytest.raises(Lost, match="not needed any more"):
        at_work.result(PATIENCE)
    assert behind.result(PATIENCE) == "next"
    assert waiting.cancelled()
    pool.close()
