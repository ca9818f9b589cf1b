"""CPU seconds of `coindex resolve` on one sentence, from nothing to its chains."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from coindex.report.table import Cell, Table, show

MOST = 1.5
ROUNDS = 5
SENTENCE = "Ann lost her key, but she found it."
COMMANDS = {"coindex --help": ["--help"], "coindex resolve": ["resolve", SENTENCE]}


def run(_: Path) -> bool:
    """Prints the best of several rounds; whether resolving begins soon enough."""
    found = {
        name: min(_seconds(arguments) for _ in range(ROUNDS))
        for name, arguments in COMMANDS.items()
    }
    rows: list[tuple[Cell, ...]] = [(name, f"{seconds:.2f}") for name, seconds in found.items()]
    title = f"Start-up, at most {MOST} CPU s for one sentence"
    show([Table(("command", "CPU s"), rows, title)], "markdown")
    return found["coindex resolve"] < MOST


def _seconds(arguments: list[str]) -> float:
    process = subprocess.Popen(
        [sys.executable, "-m", "coindex", *arguments], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime
