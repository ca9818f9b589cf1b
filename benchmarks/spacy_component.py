"""What the spaCy component costs: CPU seconds of `nlp.pipe` against those of the library itself on
the same texts, the embedded corpus.

python -m benchmarks.spacy_component [--rounds N] [--texts N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

MOST = 1.1
"""CPU seconds of `nlp.pipe` for each one of the library."""


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", help="not needed: the texts are those of the package")
    arguments.add_argument("--rounds", type=int, default=3, help="the best of them counts")
    arguments.add_argument("--texts", type=int, default=32, help="how many texts")
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    ratio = measured(chosen.rounds, chosen.texts)
    if ratio > MOST:
        raise SystemExit(f"nlp.pipe takes {ratio:.2f} times as long as the library")


def measured(rounds: int, count: int) -> float:
    """Prints a table; returns the CPU seconds of `nlp.pipe` for each one of the library."""
    import spacy

    from benchmarks.results import record
    from benchmarks.speed.timing import timed
    from coindex import corpora, formats
    from coindex.core.document import Document
    from coindex.pipeline.pipeline import Pipeline
    from coindex.report.table import Cell, Table

    corpus = corpora.find("embedded")
    items = list(formats.read(corpus.path, corpus.format))[:count]
    texts = [item.document.text for item in items]
    words = sum(len(item.document.tokens) for item in items)
    pipeline, nlp = Pipeline(), spacy.blank("en")
    nlp.add_pipe("coindex")

    def library() -> list[Any]:
        documents = (Document("doc", text, "en") for text in texts)
        return [pipeline.resolved(document).entities for document in pipeline.parsed(documents)]

    ways: dict[str, Callable[[], list[Any]]] = {
        "the library": library,
        "nlp.pipe(texts)": lambda: [len(doc.spans) for doc in nlp.pipe(texts)],
        "nlp(text), one by one": lambda: [len(nlp(text).spans) for text in texts],
        "spaCy's words alone": lambda: [len(nlp.make_doc(text)) for text in texts],
    }
    nlp(texts[0])
    seconds = {name: float("inf") for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            seconds[name] = min(seconds[name], timed(way)[0])
    base = seconds["the library"]
    rows: list[tuple[Cell, ...]] = [
        (name, f"{words / used:,.0f}", f"{used / base:.2f}") for name, used in seconds.items()
    ]
    title = f"{len(texts)} texts, {words:,} words, spaCy {version('spacy')}"
    record(
        "spacy",
        [Table(("way", "words per CPU s", "CPU time, library = 1"), rows, title)],
        command=f"python -m benchmarks.spacy_component --rounds {rounds} --texts {count}",
        components=["auto"],
    )
    return seconds["nlp.pipe(texts)"] / base


if __name__ == "__main__":
    main()
