"""Rewritten sentences for readers to judge: before, after, and what stands before them.

python -m benchmarks.rewritten.sentences FILE.tsv [--number 200] [--spanish 40] [--seed 22]

English from raw text at the defaults, of the embedded corpus, the texts of eight genres in
`examples` and the odd mini-discourses; Spanish from the key of the embedded corpus, because at the
default certainty nothing is changed in it.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from coindex import corpora, formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline, with_parse
from coindex.texts.rewriting.choices import KINDS, Choices
from coindex.texts.rewriting.rewriter import Rewriter
from coindex.texts.rewriting.rewriting import Rewriting, rewriting

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CONTEXT = 3
"""Sentences before the one to be judged."""


class Judged(NamedTuple):
    """One line of the file."""

    id: str
    context: str
    before: str
    after: str


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--number", type=int, default=200)
    arguments.add_argument("--spanish", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=22)
    chosen = arguments.parse_args()
    drawing = random.Random(chosen.seed)
    english = [line for one in _english() for line in _lines(*one)]
    spanish = [line for one in _spanish() for line in _lines(*one)]
    drawn = drawing.sample(spanish, min(chosen.spanish, len(spanish)))
    drawn += drawing.sample(english, min(chosen.number - len(drawn), len(english)))
    drawing.shuffle(drawn)
    with chosen.file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        writer.writerow(["id", "context (up to three sentences before)", "before", "after"])
        writer.writerows(drawn)
    print(f"{len(drawn)} of {len(english)} English and {len(spanish)} Spanish sentences")


def _english() -> Iterator[tuple[str, Rewriting]]:
    rewriter = Rewriter(Pipeline(), Choices(KINDS))
    for name, item in _texts():
        document = Document(item.document.id, item.document.text)
        yield name, rewriter(Annotated(document, Annotation(document.id)))


def _texts() -> Iterator[tuple[str, Annotated]]:
    for path in sorted([*(EXAMPLES / "genres").glob("*.txt"), EXAMPLES / "lighthouse.txt"]):
        yield from ((path.stem, item) for item in formats.read(path))
    for name, label in (("embedded", "english"), ("minis/odd", "minis")):
        corpus = corpora.named(name)
        assert corpus is not None
        for item in formats.read(corpus.path, corpus.format):
            yield f"{label}/{item.document.id}", item


def _spanish() -> Iterator[tuple[str, Rewriting]]:
    corpus = corpora.named("embedded-es")
    assert corpus is not None
    for item in formats.read(corpus.path, corpus.format):
        key = with_parse(item)
        choices = Choices(KINDS, 0.0)
        done = rewriting(key.document, key.annotation, (), choices)
        yield f"spanish/{item.document.id}", done


def _lines(name: str, done: Rewriting) -> Iterator[Judged]:
    document = done.document
    places = [
        (document.tokens[one.span.start].start, document.tokens[one.span.end - 1].end)
        for one in document.sentences
    ]
    for number, (start, end) in enumerate(places):
        if any(start <= change.start < end for change in done.changes):
            first = places[max(0, number - CONTEXT)][0]
            after = done.text[done.to_new(start) : done.to_new(end)]
            before = document.text[start:end]
            pieces = (document.text[first:start], before, after)
            yield Judged(f"{name}:{number + 1}", *(" ".join(piece.split()) for piece in pieces))


if __name__ == "__main__":
    main()
