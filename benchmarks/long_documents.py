"""What one long document costs: processor time and memory as it grows, and where they go.

python -m benchmarks.long_documents --corpora FOLDER [--resolvers A,B] [--sizes 20000,80000]

The document is made of openings of many novels, 2,000 words each: the worst case, since every one
of them brings new people. It is parsed once for each size, in a process of its own; each resolver
runs on that parse in another one. Growth is the time for each doubling, divided by two. The exit
code is 1 if a doubling is dearer than MOST_GROWTH, or a process takes more than MOST_MEMORY.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import re
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.results import record
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Average, Cell, Table

SIZES = (20_000, 40_000, 80_000)
CLASSIC = ("bfp", "cogniac", "hobbs", "kennedy_boguraev", "lrc", "mars", "mitkov", "rap", "slist")
RESOLVERS = ("sieve", "rosana", "neural", "hybrid", "supar", *CLASSIC)
OPENING, PASSED = 2_000, 500
"""Words of each opening, and those before it: title and contents."""
MOST_GROWTH, MOST_MEMORY = 1.15, 900
"""By how much a doubling may be dearer than linear, and the megabytes a process may take."""


def openings(novels: Path, words: int) -> str:
    """Openings of novels, one after the other, and their next pages when all have been used."""
    with tarfile.open(novels) as archive:
        members = sorted(
            (one for one in archive.getmembers() if one.name.endswith(".txt")),
            key=lambda one: one.name,
        )
        texts = [archive.extractfile(one).read().decode("utf-8", "replace") for one in members]  # type: ignore[union-attr]
    paragraphs = [[" ".join(part.split()) for part in re.split(r"\n\s*\n", one)] for one in texts]
    taken: list[str] = []
    count = pages = 0
    while count < words:
        for novel in paragraphs:
            page = list(_page(novel, PASSED + pages * OPENING))
            taken += page
            count += sum(len(one.split()) for one in page)
            if count >= words:
                break
        pages += 1
    return "\n\n".join(taken)


def _page(novel: Sequence[str], first: int) -> Iterator[str]:
    """The paragraphs of about OPENING words that begin at that word."""
    passed = 0
    for paragraph in filter(None, novel):
        passed += len(paragraph.split())
        if passed >= first:
            yield paragraph
        if passed >= first + OPENING:
            return


def parsed(text: Path, target: Path) -> dict[str, float]:
    """Parse a text and store the document."""
    document = Document("long", text.read_text(encoding="utf-8"), language="en")
    started = time.process_time()
    parse = next(iter(Pipeline().parsed([document])))
    seconds = time.process_time() - started
    memory = _peak()
    target.write_bytes(pickle.dumps(parse, protocol=5))
    return {"parse": seconds, "memory": memory, "tokens": len(parse.tokens)}


def resolved(document: Path, resolver: str) -> dict[str, float]:
    """Find mentions in a stored document and resolve them."""
    pipeline = Pipeline(resolver=resolver)
    small = next(iter(pipeline.parsed([Document("small", "Ann saw Bob. She left.")])))
    pipeline.resolved(small)  # loads models and word lists
    parse: Document = pickle.loads(document.read_bytes())
    started = time.process_time()
    mentions = pipeline.mentions(parse)
    found = time.process_time()
    pipeline.resolved(parse, mentions)
    return {
        "mentions": found - started,
        "resolve": time.process_time() - found,
        "memory": _peak(),
    }


def _peak() -> float:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _alone(kept: Path, step: str, *arguments: object) -> dict[str, Any]:
    """The measurement of one step in a process of its own, unless it is kept already."""
    if not kept.exists():
        print(f"{time.strftime('%H:%M:%S')} {kept.stem} ...", file=sys.stderr, flush=True)
        command = [sys.executable, "-m", "benchmarks.long_documents", "--step", step]
        done = subprocess.run(
            [*command, *map(str, arguments)], capture_output=True, text=True, check=True
        )
        kept.write_text(done.stdout.splitlines()[-1], encoding="utf-8")
    measured: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return measured


def measured(
    novels: Path, resolvers: Sequence[str], sizes: Sequence[int], folder: Path
) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    before: dict[str, tuple[int, float]] = {}
    for size in sizes:
        text, document = folder / f"{size}.txt", folder / f"{size}.pickle"
        if not text.exists():
            text.write_text(openings(novels, size), encoding="utf-8")
        parse = _alone(folder / f"parser-{size}.json", "parse", text, document)
        words = int(parse["tokens"])
        growth = _growth(before, "parser", words, parse["parse"])
        rows.append(["parser", words, *_times(parse["parse"]), growth, round(parse["memory"])])
        _tell(rows[-1])
        for resolver in resolvers:
            one = _alone(folder / f"{resolver}-{size}.json", "resolve", document, resolver)
            whole = one["mentions"] + one["resolve"]
            times = _times(whole, one["mentions"], one["resolve"])
            growth = _growth(before, resolver, words, whole)
            rows.append([resolver, words, *times, growth, round(one["memory"])])
            _tell(rows[-1])
    return sorted(rows, key=lambda row: ["parser", *resolvers].index(str(row[0])))


def _tell(row: list[Cell]) -> None:
    name, words, seconds, _, _, growth, memory = row
    grown = f", growth {growth:.2f}" if isinstance(growth, float) else ""
    said = f"{name}, {words:,} words: {seconds:.1f} CPU s, {memory} MB{grown}"
    print(said, file=sys.stderr, flush=True)


def beyond(rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Which rows are dearer than they may be; the growth of less than a second says nothing."""
    for name, words, seconds, *_, growth, memory in rows:
        measurable = isinstance(seconds, float) and seconds >= 1
        if measurable and isinstance(growth, float) and growth > MOST_GROWTH:
            yield f"{name}, {words:,} words: growth {growth:.2f} of at most {MOST_GROWTH}"
        if isinstance(memory, int) and memory > MOST_MEMORY:
            yield f"{name}, {words:,} words: {memory} MB of at most {MOST_MEMORY}"


def _times(whole: float, mentions: float | None = None, resolve: float | None = None) -> list[Cell]:
    return ["" if one is None else Average(one) for one in (whole, mentions, resolve)]


def _growth(before: dict[str, tuple[int, float]], name: str, words: int, seconds: float) -> Cell:
    """How much dearer than linear a doubling was, from the size before to this one."""
    earlier = before.get(name)
    before[name] = words, seconds
    if earlier is None or not earlier[1]:
        return ""
    doublings = math.log2(words / earlier[0])
    return Average((seconds / earlier[1]) ** (1 / doublings) / 2)


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path)
    arguments.add_argument("--resolvers", default=",".join(RESOLVERS))
    arguments.add_argument("--sizes", default=",".join(map(str, SIZES)))
    arguments.add_argument(
        "--keep", type=Path, help="folder of finished measurements, to go on later"
    )
    arguments.add_argument("--step", nargs=3, help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    if chosen.step:
        step, one, other = chosen.step
        values = parsed(Path(one), Path(other)) if step == "parse" else resolved(Path(one), other)
        print(json.dumps(values))
        return
    if chosen.corpora is None:
        arguments.error("--corpora is needed")
    resolvers = chosen.resolvers.split(",")
    sizes = [int(size) for size in chosen.sizes.split(",")]
    novels = chosen.corpora / "en_novels/novels.tar.xz"
    if chosen.keep is not None:
        chosen.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        rows = measured(novels, resolvers, sizes, chosen.keep or Path(folder))
    columns = ["", "words", "CPU s", "mentions", "resolving", "growth", "MB"]
    record(
        "long-documents",
        [Table(columns, rows, "One long document")],
        command="python -m benchmarks.long_documents --corpora FOLDER",
        components=resolvers,
        notes=["growth: the time for each doubling since the size before, divided by 2"],
    )
    if too_much := list(beyond(rows)):
        raise SystemExit("\n".join(too_much))


if __name__ == "__main__":
    main()
