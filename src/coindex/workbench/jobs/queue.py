"""The queue of runs; one runs at a time, each in its own process."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from typing import NamedTuple

from coindex.core.errors import CoindexError
from coindex.core.plugins import loaded
from coindex.workbench import workplace
from coindex.workbench.jobs import OUTCOME
from coindex.workbench.problems import Refused
from coindex.workbench.store.runs import StoredRun
from coindex.workbench.store.store import Store
from coindex.workbench.wording import explain

_log = logging.getLogger("coindex.workbench")

MOST_ATTEMPTS = 3
"""Number of crashes of the server after which the current run is given
up, because it may be the cause.
"""
MOST_WAITING = 10
"""Runs of one person that may wait or run."""
NOTED = 1.0
"""Seconds between two updates of a run's progress in the database."""

PAUSE = 5.0
"""Seconds after which the queue looks for new runs even if nothing has woken it."""

Prepare = Callable[[StoredRun, Path], None]


class Live(NamedTuple):
    """Progress of the current run; `lines` describe finished resolvers."""

    run: int
    done: int = 0
    total: int = 0
    message: str = ""
    lines: tuple[str, ...] = ()


class Queue:
    """`prepare` fills the folder of a worker."""

    def __init__(self, store: Store, prepare: Prepare) -> None:
        self._store, self._prepare = store, prepare
        self._wake, self._stopping = Event(), Event()
        self._lock, self._admitting = Lock(), Lock()
        self._last: str | None = None
        self._live: Live | None = None
        self._process: subprocess.Popen[str] | None = None
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start the queue; unfinished runs continue with what they have in the cache."""
        self._stopping.clear()
        self._thread = Thread(target=self._work, name="coindex runs", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._wake.set()
        with self._lock:
            if self._process is not None:
                self._process.kill()
        if self._thread is not None:
            self._thread.join(10)

    @contextmanager
    def admitted(self, author: str) -> Iterator[None]:
        """Allow one more run of a person, which is added inside the block; other calls wait."""
        with self._admitting:
            waiting = sum(run.author == author for run in self._store.runs.waiting())
            if waiting >= MOST_WAITING:
                detail = (
                    f"{waiting} of your comparisons are waiting; cancel one, or start this one "
                    "later"
                )
                raise Refused(
                    429,
                    detail,
                    headers={"Retry-After": "60"},
                    title="Too many comparisons at a time",
                )
            yield
        self.wake()

    def wake(self) -> None:
        """Look for new runs."""
        self._wake.set()

    def live(self, run: int) -> Live | None:
        """Progress of a run, if it is the current one."""
        with self._lock:
            return self._live if self._live is not None and self._live.run == run else None

    def cancel(self, run: int) -> bool:
        """Cancel a run; return whether it had not ended yet."""
        cancelled = self._store.runs.note(run, state="cancelled", message="cancelled")
        with self._lock:
            if self._process is not None and self._live is not None and self._live.run == run:
                self._process.kill()
        return cancelled

    def cancel_all(self, project: int) -> None:
        for run in self._store.runs.waiting():
            if run.project == project:
                self.cancel(run.id)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                waiting = self._store.runs.waiting()
                if waiting:
                    self._carry_out(self._next(waiting))
                    continue
            except Exception:  # the database may be unavailable for a while; try again later
                _log.exception("runs")
            self._wake.wait(PAUSE)
            self._wake.clear()

    def _next(self, waiting: list[StoredRun]) -> StoredRun:
        """The oldest run of another person than the last one, so that
        people take turns; else the oldest.
        """
        run = next((one for one in waiting if one.author != self._last), waiting[0])
        self._last = run.author
        return run

    def _carry_out(self, run: StoredRun) -> None:
        if run.attempts >= MOST_ATTEMPTS:
            self._store.runs.note(
                run.id,
                state="failed",
                message="given up: the server stopped each time during this run",
            )
            return
        self._store.runs.note(
            run.id, state="running", attempts=run.attempts + 1, message="preparing"
        )
        with self._lock:
            self._live = Live(run.id, message="preparing")
        try:
            with workplace.folder("run-") as place:
                self._prepare(run, place)
                self._watch(run, place)
        except CoindexError as error:
            self._store.runs.note(run.id, state="failed", message=explain(error)[:2_000])
        except Exception:
            _log.exception("run %d", run.id)
            self._store.runs.note(
                run.id, state="failed", message="an error on the server; see its log"
            )
        finally:
            with self._lock:
                self._live = self._process = None

    def _watch(self, run: StoredRun, folder: Path) -> None:
        plugins = [part for plugin in loaded() for part in (plugin.path, plugin.checksum)]
        with (folder / "errors").open("w+", encoding="utf-8") as errors:
            process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "coindex.workbench.jobs.worker", str(folder), *plugins],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                env=os.environ
                | {"TMPDIR": str(folder)},  # temporary files are removed with the folder
            )
            with self._lock:
                self._process = process
            with process:
                failed = self._listen(run, process)
            if self._stopping.is_set():
                self._store.runs.note(
                    run.id, state="queued", attempts=run.attempts, message="interrupted"
                )
            elif process.returncode == 0:
                self._finish(run, folder / OUTCOME)
            else:
                message = failed[:2_000] or "it ended unexpectedly; see the server's log"
                unexpected = (
                    self._store.runs.note(run.id, state="failed", message=message) and not failed
                )
                if unexpected:
                    errors.seek(0)
                    _log.error(
                        "run %d ended with %d: %s",
                        run.id,
                        process.returncode,
                        errors.read()[-5_000:],
                    )

    def _listen(self, run: StoredRun, process: subprocess.Popen[str]) -> str:
        """Follow a worker to its end; return the reason if it failed."""
        assert process.stdout is not None
        live, noted, failed = Live(run.id), 0.0, ""
        for text in process.stdout:
            event = json.loads(text)
            failed = event.pop("failed", failed)
            if "line" in event:
                live = live._replace(lines=(*live.lines, event.pop("line")))
            live = live._replace(**event)
            with self._lock:
                self._live = live
            if time.monotonic() > noted + NOTED:
                noted = time.monotonic()
                self._store.runs.note(
                    run.id, done=live.done, total=live.total, message=live.message[:500]
                )
        return failed

    def _finish(self, run: StoredRun, outcome: Path) -> None:
        if run.id not in {waiting.id for waiting in self._store.runs.waiting()}:
            return  # cancelled at the last moment
        files = {path.name: path.read_text(encoding="utf-8") for path in sorted(outcome.iterdir())}
        done = self._live.done if self._live is not None else run.total
        self._store.runs.finish(run.id, files, done=done)
