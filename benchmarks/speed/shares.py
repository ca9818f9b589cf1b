"""Which part of the time goes into parsing, detecting, resolving and
scoring, from raw text to scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks.speed.timing import classic, timed
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.protocols import Informed
from coindex.measures.pair import Pair
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table, show

DOCUMENTS = 10
MEASURES = ("CoNLL", "Success")


def run(corpora: Path, names: Sequence[str] = ()) -> bool:
    keys = list(islice(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"), DOCUMENTS))
    pipeline = Pipeline(detector="nominals")
    next(pipeline.parsed([Document("warm", "It is loaded.")]))
    parse, parsed = timed(
        lambda: list(pipeline.parsed(Document(key.document.id, key.document.text) for key in keys))
    )
    detect, found = timed(lambda: [pipeline.mentions(document) for document in parsed])
    words = sum(len(document.tokens) for document in parsed)
    rows: list[tuple[Cell, ...]] = []
    for name in names or classic():
        if isinstance(registry.component("resolvers", name), Informed):
            continue
        fresh = Pipeline(resolver=name)
        again = [
            (replace(document), replace(mentions))
            for document, mentions in zip(parsed, found, strict=True)
        ]
        resolve, results = timed(lambda: [fresh.resolved(*pair) for pair in again])  # noqa: B023 - called at once
        answers = [Annotated(result.document, result.annotation) for result in results]
        score, _ = timed(lambda: list(_scores(keys, answers)))  # noqa: B023
        spent = (parse, detect, resolve, score)
        rows.append(
            (name, *(f"{part / sum(spent):.1%}" for part in spent), f"{words / sum(spent):,.0f}")
        )
    columns = ("resolver", "parse", "detect", "resolve", "score", "tokens per CPU s")
    show([Table(columns, rows, "Share of time, raw text of GUM dev")], "markdown")
    return True


def _scores(keys: Iterable[Annotated], responses: Iterable[Annotated]) -> Iterator[object]:
    measures = [registry.build("measures", name) for name in MEASURES]
    for key, response in zip(keys, responses, strict=True):
        pair = Pair.of(key, response)
        yield [measure.score(measure.counts(pair)) for measure in measures]
