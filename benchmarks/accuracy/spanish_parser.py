"""The bundled Spanish parser by ten-fold cross-validation on AnCora, GSD
and COSER; its speed and memory.

Each document is parsed by a model that has not seen it, so the fold models are needed:
COINDEX_FOLDS names their folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.accuracy.folds import VARIABLE, Unseen, models, parsed, treebank
from benchmarks.accuracy.parser import compared, f1_scores
from benchmarks.results import record
from coindex.core.document import Document
from coindex.language.languages import get_language

NAMES = {"ancora": "AnCora dev", "gsd": "GSD dev", "coser": "COSER"}
TARGETS = {
    ("ancora", "LAS"): 86.5,
    ("ancora", "UPOS"): 98.3,
    ("gsd", "LAS"): 86.5,
    ("gsd", "UPOS"): 95.5,
}
COLUMNS = ("words", "sentences", "UPOS", "FEATS", "lemmas", "UAS", "LAS", "LAS, full labels")
LEAST_SPEED = 2500
LARGEST = 30.0
SAMPLES = 1000
WAYS = {"raw text": {"zeros": "none"}, "gold words": {"zeros": "none", "tokens": "given"}}

_MEASURE = """
import json, resource, sys, time
from coindex.core.document import Document
from coindex.parsers.bundled import Bundled
document = Document("text", open(sys.argv[1], encoding="utf-8").read())
parser = Bundled(language="es")
list(parser.parse([Document("first", "Es la primera.")]))
loaded = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
started = time.process_time()
tokens = sum(not token.empty for token in next(iter(parser.parse([document]))).tokens)
spent = time.process_time() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([tokens / spent, loaded, peak]))
"""


def run(corpora: Path) -> bool:
    treebanks = {name: treebank(corpora, name) for name in NAMES}
    sound = _efficient(
        "\n\n".join(item.gold.document.text for items in treebanks.values() for item in items)
    )
    folder = models()
    if folder is None:
        Console().print(
            f"{VARIABLE} names no folder of fold models: the Spanish parser is not cross-validated"
        )
        return sound
    title = "Spanish, ten-fold cross-validation: F1 (95 % interval, documents resampled)"
    table = Table("treebank", "from", *COLUMNS, title=title)
    for name, items in treebanks.items():
        for way, options in WAYS.items():
            cells, good = _row(name, _counted(items, folder, options))
            table.add_row(NAMES[name], way, *cells)
            sound &= good
    record(
        "parser-es",
        [table],
        command=command("spanish_parser"),
        components=["parsers/bundled"],
        languages=["es"],
        learned_from="Each document is parsed by a model that has learned from the others.",
    )
    return sound


def _counted(items: list[Unseen], folder: Path, options: dict[str, str]) -> list[Counter[str]]:
    """What is right in each document of folds 1 to 10."""
    scored = [item for item in items if item.fold]
    given = "tokens" in options
    inputs = [
        (
            item.fold,
            item.gold.document
            if given
            else Document(item.gold.document.id, item.gold.document.text),
        )
        for item in scored
    ]
    documents = parsed(inputs, folder, options)
    return [compared(item.gold, document) for item, document in zip(scored, documents, strict=True)]


def _row(name: str, counts: list[Counter[str]]) -> tuple[list[str], bool]:
    kinds = sorted(set().union(*counts))
    table = np.array([[found[kind] for kind in kinds] for found in counts])
    drawn = (
        np.random.default_rng(1).multinomial(len(counts), [1 / len(counts)] * len(counts), SAMPLES)
        @ table
    )
    scores, *samples = (
        f1_scores(Counter(dict(zip(kinds, row, strict=True)))) for row in (table.sum(0), *drawn)
    )
    cells, sound = [], True
    for column in COLUMNS:
        ordered = sorted(sample[column] for sample in samples)
        low, high = ordered[SAMPLES // 40], ordered[-SAMPLES // 40]
        cell = f"{scores[column]:.2f} ({low:.1f}–{high:.1f})"
        if scores[column] < TARGETS.get((name, column), 0):
            cell, sound = f"[red]{cell} < {TARGETS[name, column]}[/red]", False
        cells.append(cell)
    return cells, sound


def _efficient(text: str) -> bool:
    """Speed and memory of the bundled model in a process of its own."""
    folder = Path(str(get_language("es").folder), "models")
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) / 1e6
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "text.txt"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", _MEASURE, str(path)], capture_output=True, check=True, text=True
        )
    speed, loaded, peak = json.loads(done.stdout)
    Console().print(
        f"Spanish model: {size:.1f} MB; {speed:,.0f} words per CPU s from raw text; "
        f"{loaded:.0f} MB of memory when loaded, {peak:.0f} MB after "
        f"{len(text.encode()) / 1e6:.1f} MB of text"
    )
    return speed >= LEAST_SPEED and size <= LARGEST
