"""Speed from raw text to chains, and of the start, beside another release, on GUM dev.

    python -m benchmarks.releases --corpora FOLDER [--against PYTHON] [--rounds 5] [--documents 16]

PYTHON is that of an environment in which the other release is installed: `python -m venv last;
last/bin/pip install coindex==0.1.0`. Every measurement is a process of its own, with one thread;
releases take turns, since a machine that becomes slower then does so for both. A ratio is of one
round; tables have their median.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.results import record
from benchmarks.speed.texts import gum
from coindex.report.table import Cell, Table

RESOLVERS = ("sieve", "neural", "auto")
SENTENCE = "Ann met Bob. She gave him a book."
Rounds = dict[tuple[str, str], list[dict[str, float]]]
"""What was measured, by resolver and release."""


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument("--against", help="Python of another release")
    arguments.add_argument("--rounds", type=int, default=5, help="times that each is measured")
    arguments.add_argument("--documents", type=int, default=16, help="the first one warms up")
    chosen = arguments.parse_args()
    pythons = {"this": sys.executable}
    if chosen.against:
        pythons["other"] = chosen.against
    with TemporaryDirectory() as folder:
        texts = Path(folder) / "texts.jsonl"
        documents = islice(gum(chosen.corpora), chosen.documents)
        lines = (json.dumps({"id": one.id, "text": one.text}) for one in documents)
        texts.write_text("\n".join(lines), encoding="utf-8")
        speeds, starts = measured(pythons, texts, chosen.rounds)
    again = "python -m benchmarks.releases --corpora FOLDER --against PYTHON --rounds 3"
    record("releases", [_speeds(speeds)], command=again, components=RESOLVERS)
    record("startup", [_starts(starts)], command=again, components=RESOLVERS)


def measured(
    pythons: dict[str, str], texts: Path, rounds: int
) -> tuple[Rounds, dict[str, list[float]]]:
    """Speeds by resolver and release, and CPU seconds of the start by release."""
    speeds: Rounds = {}
    starts: dict[str, list[float]] = {}
    for turn in range(rounds):
        releases = [*pythons] if turn % 2 == 0 else [*reversed(pythons)]
        for resolver in RESOLVERS:
            for release in releases:
                found = json.loads(_run(pythons[release], CHAINS, resolver, str(texts)))
                speeds.setdefault((resolver, release), []).append(found)
        for release in releases:
            before = _spent()
            _run(pythons[release], "-m", "coindex", "resolve", SENTENCE)
            starts.setdefault(release, []).append(_spent() - before)
    return speeds, starts


CHAINS = str(Path(__file__).parent / "speed" / "chains.py")


def _run(*command: str) -> str:
    alone = {**os.environ, "OMP_NUM_THREADS": "1"}
    alone.pop("PYTHONDONTWRITEBYTECODE", None)  # users start from compiled modules
    if command[0] != sys.executable:
        alone.pop("PYTHONPATH", None)  # the other release is the one that is installed there
    return subprocess.run(command, env=alone, check=True, capture_output=True, text=True).stdout


def _spent() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _speeds(speeds: Rounds) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for (resolver, release), found in speeds.items():
        rates = [one["rate"] for one in found]
        other = [one["rate"] for one in speeds.get((resolver, "other"), [])]
        ratios = [mine / theirs for mine, theirs in zip(rates, other, strict=False)]
        compared = f"{median(ratios):.2f}" if ratios and release == "this" else ""
        peak = max(one["megabytes"] for one in found)
        rows.append(
            (
                resolver,
                release,
                f"{max(rates):,.0f}",
                f"{median(rates):,.0f}",
                compared,
                f"{peak:.0f}",
            )
        )
    columns = ("resolver", "release", "best words per CPU s", "median", "this / other", "peak MB")
    return Table(columns, rows, "From raw text of GUM dev to chains")


def _starts(starts: dict[str, list[float]]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (release, f"{min(seconds):.2f}", f"{median(seconds):.2f}")
        for release, seconds in starts.items()
    ]
    return Table(("release", "least CPU s", "median"), rows, "`coindex resolve` of two sentences")


if __name__ == "__main__":
    main()
