"""`kill -9` of the server during a comparison: its worker ends with it, and the
comparison goes on where it was.
"""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from tests.faults.conftest import Tell
from tests.faults.serving import serving
from tests.waiting import ended, until

RUNS = "/api/v1/projects/1/runs"
ASKED = {
    "corpora": ["embedded/plot"],
    "resolvers": ["recent", "mitkov", "rap"],
    "measures": ["CoNLL(singletons=False)@head"],
    "draws": 100,
}


def waited(address: str, enough: int) -> dict[str, object]:
    """The run, once so many documents are done, or it has ended."""

    def run() -> dict[str, object] | None:
        answer: dict[str, object] = httpx2.get(f"{address}{RUNS}/1", timeout=60).json()
        over = (
            answer["state"] in ("finished", "failed", "cancelled")
            or int(str(answer["done"])) >= enough
        )
        return answer if over else None

    return until(run, f"{enough} documents are not done", patience=600)


def entries(cache: Path) -> dict[Path, int]:
    return {
        path: path.stat().st_mtime_ns
        for path in (cache / "experiments/decisions").rglob("*.json.z")
    }


def test_a_comparison_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tell: Tell) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("COINDEX_CACHE", str(cache))
    with serving(str(tmp_path / "store.db")) as server:
        assert httpx2.post(f"{server.address}{RUNS}", json=ASKED, timeout=60).status_code == 202
        before = waited(server.address, 10)
        assert before["state"] == "running"
        workers = server.workers()
        server.kill()
    kept = entries(cache)
    until(lambda: ended(*workers), "workers are left behind")
    with serving(str(tmp_path / "store.db")) as again:
        assert waited(again.address, 10**9)["state"] == "finished"
        after = entries(cache)
        assert {path: after[path] for path in kept} == kept, "nothing finished was done again"
        first = httpx2.get(f"{again.address}{RUNS}/1/results", timeout=60).text
    tell(
        f"killed after {len(kept)} of {len(after)} decisions; went on, {len(after) - len(kept)} "
        "made after the restart"
    )
    assert '"schema":"coindex-results/1"' in first
