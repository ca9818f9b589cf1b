"""Run the whole suite many times, each time in another order, and some times on a busy
machine: `make shake RUNS=20`.

Every finished run is a line of the log, so that a second call goes on where the first one ended.
Runs of other code (another commit, or tracked files changed since) do not count. Nothing is tried
twice: one red run is a red verdict.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

PROJECT = Path(__file__).parents[1]
SUITE = (sys.executable, "-m", "pytest", "-n", "2", "-rfE")
LOOP = (
    "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    for _ in range(10**6): "
    "pass"
)
FAILURE = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the suite; seconds on the clock, and seconds of processors."""

    number: int
    seed: int
    busy: bool
    green: bool
    seconds: float
    cpu: float
    code: str
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        load = "busy" if self.busy else "idle"
        verdict = "green" if self.green else f"RED: {', '.join(self.failures) or 'see its output'}"
        times = f"{self.seconds:4.0f} s, {self.cpu:4.0f} s of processors"
        return f"run {self.number:2}  seed {self.seed:4}  {load}  {times}  {verdict}"


class Log:
    """The finished runs of this code, one JSON object a line."""

    def __init__(self, folder: Path, code: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self._path, self._code = folder, folder / "runs.jsonl", code

    def runs(self) -> list[Run]:
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        return [
            run for run in (Run(**json.loads(line)) for line in lines) if run.code == self._code
        ]

    def add(self, run: Run) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(run)) + "\n")


def code_version() -> str:
    """The commit, and a checksum of what differs from it."""
    commit = _git("rev-parse", "--short", "HEAD").strip()
    changes = _git("diff", "HEAD") + _git("status", "--porcelain", "--untracked-files=all")
    return commit + (f"+{hashlib.sha256(changes.encode()).hexdigest()[:8]}" if changes else "")


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=PROJECT, capture_output=True, text=True, check=False
    ).stdout


@contextmanager
def load(busy: bool) -> Iterator[list[subprocess.Popen[bytes]]]:
    """A busy loop for every processor, if asked for; a loop ends by
    itself when its parent is gone.
    """
    count = (os.cpu_count() or 1) if busy else 0
    loops = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(count)]
    try:
        yield loops
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(number: int, seed: int, busy: bool, command: Sequence[str], log: Log, code: str) -> Run:
    """The suite once; its output is kept beside the log."""
    output = log.folder / f"{number:02}.txt"
    started = time.monotonic()
    with load(busy), output.open("w", encoding="utf-8") as file:
        before = _processors()
        done = subprocess.run(
            [*command, f"--randomly-seed={seed}"],
            cwd=PROJECT,
            stdout=file,
            stderr=file,
            check=False,
        )
        cpu = _processors() - before
    failures = FAILURE.findall(output.read_text(encoding="utf-8"))
    return Run(
        number, seed, busy, done.returncode == 0, time.monotonic() - started, cpu, code, failures
    )


def _processors() -> float:
    """What children that have ended used: the loops have not, yet."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shake(runs: int, folder: Path, command: Sequence[str], code: str) -> bool:
    """Whether all of so many runs are green, those of earlier calls included."""
    log = Log(folder, code)
    done = log.runs()
    for earlier in done[:runs]:
        _say(f"{earlier}  (earlier)")
    for number in range(len(done) + 1, runs + 1):
        seed = random.SystemRandom().choice(
            [s for s in range(1, 10_000) if s not in {one.seed for one in done}]
        )
        done.append(run(number, seed, number % 4 == 2, command, log, code))
        log.add(done[-1])
        _say(str(done[-1]))
    red = [one for one in done[:runs] if not one.green]
    busy = sum(one.busy for one in done[:runs])
    _say(
        f"{runs - len(red)} of {runs} runs are green; {busy} of them had a busy loop per core. "
        f"Log: {folder}"
    )
    return not red


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument(
        "--folder", type=Path, default=PROJECT / "build/shake", help="of the log and the outputs"
    )
    parser.add_argument("tests", nargs="*", help="files or folders; all tests by default")
    asked = parser.parse_args()
    code = " ".join([code_version(), *asked.tests])
    sys.exit(not shake(asked.runs, asked.folder, [*SUITE, *asked.tests], code))


if __name__ == "__main__":
    main()
