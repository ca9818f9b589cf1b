"""The blind part of the everyday texts. Nobody reads it, nothing is chosen on it; each language may
be scored five times, and each scoring is logged beside the texts.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.accuracy.everyday import RESOLVERS, judged, totals
from benchmarks.everyday import FOLDERS, LOG, TEST, part, summary
from benchmarks.results import record
from coindex import __version__

MOST = 5
"""Scorings of a language."""
FURTHER = {"en": ("hybrid(size='large')",), "es": ()}
HEAD = (
    *("date", "commit", "version", "resolver", "right", "wrong", "missed", "errors"),
    *("texts with a wrong link", "of"),
)


def run(corpora: Path, language: str = "en") -> bool:
    log = FOLDERS[language] / LOG
    lines = log.read_text(encoding="utf-8").splitlines()[1:] if log.exists() else []
    done = {line.partition("\t")[0] for line in lines}
    if len(done) >= MOST:
        sys.exit(f"{log} has {len(done)} scorings, and {MOST} are allowed")
    if input(f"scoring {len(done) + 1} of {MOST} ({language}); type 'score' to go on: ") != "score":
        return True
    resolvers = (*RESOLVERS[language], *_installed(FURTHER[language]))
    found = judged(language, TEST, resolvers)
    sums = {name: summary(one, len(part(language, TEST))) for name, one in found.items()}
    when = datetime.now(UTC).isoformat(timespec="seconds")
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with log.open("a", encoding="utf-8") as file:
        file.write("" if lines else "\t".join(HEAD) + "\n")
        for name, one in sums.items():
            cells = (when, commit, __version__, name, one.right, one.wrong, one.missed)
            counts = (f"{one.errors:.1f}", one.texts_with_wrong, one.texts)
            file.write("\t".join(map(str, (*cells, *counts))) + "\n")
    record(f"everyday-{language}-test", [totals(sums)], command=_COMMAND[language], limited=True)
    return True


_COMMAND = {
    "en": "python -m benchmarks.accuracy --corpora FOLDER everyday_test",
    "es": "python -m benchmarks.accuracy --corpora FOLDER everyday_test_es",
}


def _installed(resolvers: tuple[str, ...]) -> tuple[str, ...]:
    from importlib.util import find_spec

    return resolvers if find_spec("coindex_large") else ()
