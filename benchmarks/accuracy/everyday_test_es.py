"""The blind part of the Spanish everyday texts."""

from __future__ import annotations

from pathlib import Path

from benchmarks.accuracy import everyday_test


def run(corpora: Path) -> bool:
    return everyday_test.run(corpora, "es")
