"""Time and memory of ROSANA in texts that grow, mentions and trace included, parsing not."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from benchmarks.resolvers import joined
from benchmarks.robust.material import gum
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.experiment.pipeline import Pipeline
from coindex.report.tables import Cell, Table, show

SIZES = (1_000, 10_000, 100_000, 200_000)
ROUNDS = 3


class Used(NamedTuple):
    tokens: int
    seconds: float
    megabytes: float


def run(corpora: Path, chosen: Namespace) -> None:
    documents = [item.document for item in gum(corpora)]
    tokens = sum(len(document.tokens) for document in documents)
    spent = min(sum(_seconds(replace(document)) for document in documents) for _ in range(ROUNDS))
    print(f"GUM dev: {tokens:,} tokens, {spent:.2f} CPU s, {tokens / spent:,.0f} tokens per CPU second\n")
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        found = [pool.apply(_used, (corpora, size)) for size in SIZES]
    rows: list[tuple[Cell, ...]] = [
        (used.tokens, f"{used.seconds:.2f}", f"{used.tokens / used.seconds:,.0f}", f"{used.megabytes:.0f}")
        for used in found
    ]
    show([Table(("tokens", "CPU s", "tokens per CPU s", "peak MB of the process"), rows, "Growth")], "markdown")


def _seconds(document: Document) -> float:
    """From a parse nobody has looked at yet."""
    resolver, pipeline = registry.build("resolvers", "rosana"), Pipeline()
    pipeline.component("detectors")
    started = time.process_time()
    for _ in resolver.resolve(document, pipeline.mentions(document)):
        pass
    return time.process_time() - started


def _used(corpora: Path, size: int) -> Used:
    """In a process of its own, so that peaks do not add up."""
    document = joined(_all(corpora), size).document
    seconds = min(_seconds(replace(document)) for _ in range(ROUNDS))
    return Used(len(document.tokens), seconds, _peak())


def _peak() -> float:
    """Megabytes, from Linux; `getrusage` will not do, as it may tell the peak of the process this one came from."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def _all(corpora: Path) -> Iterator[Annotated]:
    """One document after the other, read only as far as they are needed."""
    return chain.from_iterable(
        formats.read(corpora / f"en_gum/dep_conllu_{part}.tar.gz", "conllu") for part in ("dev", "train")
    )
