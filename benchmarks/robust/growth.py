"""Time and memory of ROSANA: on GUM dev, and in texts that grow."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from benchmarks.speed import growth, rates

NAMES = ("rosana",)


def run(corpora: Path, chosen: Namespace) -> None:
    rates.run(corpora, NAMES)
    growth.run(corpora, NAMES, "rosana-growth")
