"""Counts for Prometheus, in its text format (https://prometheus.io/docs/instrumenting/exposition_formats/)."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
"""Seconds."""
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Count only in the thread of the event loop."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.documents: Counter[str] = Counter()
        self.words = 0
        self._seconds: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}

    def observe(self, route: str, status: int, seconds: float) -> None:
        self.requests[route, status] += 1
        counts = self._seconds.setdefault(route, [0] * (len(BOUNDS) + 1))
        counts[bisect_left(BOUNDS, seconds)] += 1
        self._sums[route] = self._sums.get(route, 0.0) + seconds

    def text(
        self, gauges: Mapping[str, tuple[str, float]], totals: Mapping[str, tuple[str, float]]
    ) -> str:
        """The metrics as text; other values are given by name with a
        description, and `totals` only grow.
        """
        lines = [*_head("coindex_requests_total", "Requests answered.", "counter")]
        lines += [
            f'coindex_requests_total{{route="{route}",status="{status}"}} {count}'
            for (route, status), count in sorted(self.requests.items())
        ]
        lines += _head("coindex_documents_total", "Documents by outcome.", "counter")
        lines += [
            f'coindex_documents_total{{outcome="{name}"}} {count}'
            for name, count in sorted(self.documents.items())
        ]
        lines += [
            *_head("coindex_words_total", "Words resolved.", "counter"),
            f"coindex_words_total {self.words}",
        ]
        lines += [
            *_head("coindex_request_seconds", "Time to answer.", "histogram"),
            *self._histogram(),
        ]
        for kind, values in (("gauge", gauges), ("counter", totals)):
            for name, (what, value) in values.items():
                lines += [*_head(name, what, kind), f"{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _histogram(self) -> Iterable[str]:
        for route, counts in sorted(self._seconds.items()):
            below = 0
            for bound, count in zip((*BOUNDS, "+Inf"), counts, strict=True):
                below += count
                yield f'coindex_request_seconds_bucket{{route="{route}",le="{bound}"}} {below}'
            yield f'coindex_request_seconds_sum{{route="{route}"}} {self._sums[route]:.6f}'
            yield f'coindex_request_seconds_count{{route="{route}"}} {below}'


def _head(name: str, what: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {what}", f"# TYPE {name} {kind}"


def resident_bytes(processes: Iterable[int]) -> int:
    """Memory of these processes in bytes; 0 on systems other than Linux."""
    total = 0
    for process in processes:
        try:
            total += int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return total * os.sysconf("SC_PAGE_SIZE") if total else 0
