"""Processor time of running processes: it says more than the clock where
others use the machine as well.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def cpu_seconds(processes: Iterable[int]) -> float:
    """What these have used so far."""
    return sum(_ticks(process) for process in processes) / os.sysconf("SC_CLK_TCK")


def family(process: int) -> list[int]:
    """A process and those it has started."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [
        process,
        *(int(child) for thread in threads for child in (thread / "children").read_text().split()),
    ]


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
