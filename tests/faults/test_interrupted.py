"""Experiments that are killed, run twice at once, or find their cache damaged: the
same results, nothing done twice.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.experiment.material import MEASURES, corpus
from tests.experiment.slowly import HOLD
from tests.waiting import PATIENCE, ended, until

PROJECT = Path(__file__).parents[2]
DOCUMENTS, RESOLVERS = 5, ("slow", "recent", "rosana")
PARTS = DOCUMENTS * len(RESOLVERS) * 2


class Place(NamedTuple):
    """A cache, and where results go."""

    folder: Path

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    @property
    def results(self) -> str:
        return (self.folder / "results.json").read_text(encoding="utf-8")

    def entries(self, kind: str) -> dict[Path, int]:
        """When each was written."""
        found = (self.cache / "experiments" / kind).rglob("*.json.z")
        return {path: path.stat().st_mtime_ns for path in found}


class Started:
    """`coindex compare` in a process of its own, which waits where the slow
    resolver comes to the document `hold`.
    """

    def __init__(
        self,
        path: str,
        place: Place,
        *,
        output: str = "",
        resolvers: tuple[str, ...] = RESOLVERS,
        jobs: int = 1,
        hold: str = "",
    ) -> None:
        arguments = [
            "compare",
            path,
            "--parser",
            "given",
            "--resolvers",
            ",".join(resolvers),
            "--draws",
            "100",
        ]
        arguments += [
            "--measures",
            ",".join(MEASURES),
            "-o",
            output or str(place.folder),
            "--jobs",
            str(jobs),
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.experiment.slowly", *arguments],
            cwd=PROJECT,
            env={**os.environ, "COINDEX_CACHE": str(place.cache), HOLD: hold},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def killed_when(self, place: Place, finished: int) -> None:
        """With SIGKILL, as soon as so many documents are resolved."""
        self.wait_for(place, finished)
        self._process.send_signal(signal.SIGKILL)
        assert self._process.wait() == -signal.SIGKILL
        self._process.communicate()

    def stopped_when(self, place: Place, finished: int) -> str:
        """With Ctrl-C; what it says then."""
        self.wait_for(place, finished)
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate(timeout=PATIENCE)
        assert self._process.returncode == 130
        return said

    def wait_for(self, place: Place, finished: int) -> None:
        """Until so many documents are resolved; it must not have ended by then."""

        def enough() -> bool:
            assert self._process.poll() is None, self._process.communicate()
            return len(place.entries("decisions")) >= finished

        try:
            until(enough, f"{finished} documents are not resolved")
        except AssertionError:
            with self._process:
                self._process.kill()
            raise

    def workers(self) -> list[int]:
        """The processes it has started by now."""
        id = self._process.pid
        return [int(child) for child in Path(f"/proc/{id}/task/{id}/children").read_text().split()]

    def told(self) -> str:
        """What it says on standard error, once it has ended well."""
        _, said = self._process.communicate(timeout=PATIENCE)
        assert self._process.returncode == 0, said
        return said


def counted(said: str) -> tuple[int, int, int, int]:
    """Parts computed and reused, documents parsed and resolved."""
    match = re.search(r"parts: (\d+) computed \((\d+) parsed, (\d+) resolved\), (\d+) reused", said)
    assert match is not None, said
    computed, parsed, resolved, reused = map(int, match.groups())
    return computed, reused, parsed, resolved


def without_times(text: str) -> str:
    return re.sub(r'"seconds":[-+.e\d]+', '"seconds":0', text)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return corpus(tmp_path_factory.mktemp("corpus"), DOCUMENTS)


@pytest.fixture(scope="module")
def whole(path: str, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A run nobody disturbed."""
    place = Place(tmp_path_factory.mktemp("whole"))
    assert counted(Started(path, place).told()) == (PARTS, 0, DOCUMENTS, PARTS)
    return place


def test_killed_in_the_middle_and_run_again(path: str, whole: Place, tmp_path: Path) -> None:
    place = Place(tmp_path)
    Started(path, place, hold="d03").killed_when(place, 3)
    assert not (tmp_path / "results.json").exists()
    kept = {kind: place.entries(kind) for kind in ("parse", "mentions", "decisions", "judged")}
    assert 3 <= len(kept["decisions"]) < PARTS
    computed, reused, parsed, resolved = counted(Started(path, place).told())
    assert without_times(place.results) == without_times(whole.results)
    assert (parsed, resolved) == (DOCUMENTS - len(kept["parse"]), PARTS - len(kept["decisions"]))
    assert (computed, reused) == (PARTS - len(kept["judged"]), len(kept["judged"]))
    for kind, before in kept.items():
        after = place.entries(kind)
        assert {entry: after[entry] for entry in before} == before, (
            "finished parts are not even written again"
        )


def test_stopped_by_hand(path: str, whole: Place, tmp_path: Path) -> None:
    place = Place(tmp_path)
    said = Started(path, place, hold="d02").stopped_when(place, 2)
    assert said.splitlines()[-1].startswith("interrupted; finished parts are kept")
    assert "Traceback" not in said
    assert counted(Started(path, place).told())[1] >= 1
    assert without_times(place.results) == without_times(whole.results)


def test_a_second_time_is_the_same_byte_by_byte(path: str, whole: Place) -> None:
    before, summary = whole.results, (whole.folder / "summary.csv").read_text()
    assert counted(Started(path, whole).told()) == (0, PARTS, 0, 0)
    assert whole.results == before
    assert (whole.folder / "summary.csv").read_text() == summary


def test_two_at_once_do_not_disturb_each_other(path: str, whole: Place, tmp_path: Path) -> None:
    place, other = Place(tmp_path), tmp_path / "other"
    both = [Started(path, place), Started(path, place, output=str(other))]
    said = [counted(one.told()) for one in both]
    assert all(computed + reused == PARTS for computed, reused, _, _ in said)
    assert place.results == (other / "results.json").read_text(), (
        "both took what was finished first, times included"
    )
    assert without_times(place.results) == without_times(whole.results)


def test_damaged_entries_are_noticed_named_and_made_again(
    path: str, whole: Place, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    shutil.copytree(whole.cache, place.cache)
    damaged = []
    for kind in ("document", "parse", "mentions", "decisions", "judged"):
        first, *_, last = sorted(place.entries(kind))
        first.write_bytes(first.read_bytes()[:-3])
        last.write_bytes(b"")
        damaged += [first, last]
    said = Started(path, place).told()
    assert sorted(re.findall("damaged cache entry, computed again: (.*)", said)) == sorted(
        map(str, damaged)
    )
    assert without_times(place.results) == without_times(whole.results)
    assert 0 < counted(said)[0] < PARTS
    again = Started(path, place).told()
    assert "damaged cache entry" not in again
    assert counted(again) == (0, PARTS, 0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel who is whose child")
def test_workers_go_when_their_parent_is_killed(path: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    started = Started(path, place, jobs=2, hold="d03")
    started.wait_for(place, 1)
    workers = started.workers()
    started.killed_when(place, 1)
    assert len(workers) >= 2
    until(lambda: ended(*workers), "workers are left behind")
    kept = len(place.entries("decisions"))
    computed, reused, _, resolved = counted(Started(path, place, jobs=2).told())
    assert (computed + reused, resolved) == (PARTS, PARTS - kept)
