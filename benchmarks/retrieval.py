"""Do passages that stand on their own help retrieval? Questions with their places in 60 documents.

python -m benchmarks.retrieval [--encoder FOLDER]

The documents have 400 words or more, and no model has learned from them: the embedded corpora of
both languages, and twelve texts in `questions/texts.txt`. A line of `questions/questions.tsv` has a
document, words that occur in it once, and a question whose answer is there. The questions were
written from the documents, before any of them was cut or rewritten.

A passage is right if it covers these words. Each way of making passages cuts at the same sentences.
Retrieval is BM25 over the passages of all documents of the language (Robertson & Zaragoza 2009)
or, with `--encoder`, the cosine of the vectors of multilingual-E5-small (`encoder.py`).
Intervals and differences are of a bootstrap over documents.

Stephen Robertson & Hugo Zaragoza (2009). The probabilistic relevance framework: BM25 and beyond.
*Foundations and Trends in Information Retrieval* 3.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.encoder import PASSAGE, QUESTION, vector
from benchmarks.results import record
from coindex import corpora, formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Average, Cell, Table
from coindex.texts.rewriting.judging import Judge
from coindex.texts.rewriting.passages import EXPLICIT, Cutting, Passage, passages
from coindex.texts.rewriting.rewriter import Rewriter

FOLDER = Path(__file__).with_name("questions")
SIZES = (50, 100)
K1, B = 1.2, 0.75
RESAMPLES, SEED = 2000, 5
OURS, PLAIN, FIRST = "rewritten, with header", "plain", "first sentence in front"
COSTLY = (PLAIN, FIRST, OURS)
"""The ways that are compared with vectors, too."""
WAYS = (PLAIN, "overlap of a sentence", FIRST, "rewritten", "plain, with header", OURS)


class Question(NamedTuple):
    document: str
    evidence: str
    text: str


class Unit(NamedTuple):
    """What is retrieved: a passage as it is indexed, and where it stands."""

    document: str
    start: int
    end: int
    text: str


NOTE = (
    "R@1: share of questions whose first passage is right; MRR: mean of 1/rank of the first right "
    "passage; 95 % intervals over documents."
)
Ranking = Callable[[Sequence[str], Sequence[str]], Any]
"""A function from passages and questions to a score for each pair."""


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--encoder", type=Path, help="folder of multilingual-E5-small")
    chosen = arguments.parse_args()
    folder = chosen.encoder
    ranking: Ranking = partial(dense, folder) if folder else bm25
    ways = COSTLY if folder else WAYS
    tables = []
    for language, name in (("en", "English"), ("es", "Spanish")):
        judges = {one.id: _judge(one) for one in documents(language)}
        asked = [one for one in questions() if one.document in judges]
        for size in SIZES[-1:] if folder else SIZES:
            units = {way: _units(judges, way, size) for way in ways}
            title = f"{name}, {size} words, {'dense' if folder else 'BM25'}: {len(asked)} questions"
            title += f", {len(judges)} documents"
            tables.append(_table(title, judges, asked, units, ranking))
    record(
        "retrieval-dense" if folder else "retrieval",
        tables,
        command=f"python -m benchmarks.retrieval{' --encoder FOLDER' if folder else ''}",
        components=["auto", "texts/chunks"],
        languages=["en", "es"],
        notes=[NOTE],
    )


def documents(language: str) -> list[Document]:
    found = []
    corpus = corpora.find("embedded" if language == "en" else "embedded-es")
    for item in formats.read(corpus.path, corpus.format):
        found.append(Document(item.document.id, item.document.text, language=language))
    if language == "en":
        texts = (FOLDER / "texts.txt").read_text(encoding="utf-8")
        for part in re.split(r"^=== ", texts, flags=re.MULTILINE)[1:]:
            id, _, text = part.partition("\n")
            found.append(Document(id, text.strip() + "\n", language=language))
    return found


@cache
def questions() -> tuple[Question, ...]:
    lines = (FOLDER / "questions.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(Question(*line.split("\t")) for line in lines)


def _judge(document: Document) -> Judge:
    return Rewriter(Pipeline(), EXPLICIT).judge(Annotated(document, Annotation(document.id)))


def _units(judges: dict[str, Judge], way: str, size: int) -> list[Unit]:
    cutting = Cutting("words", size, overlap=1 if "overlap" in way else 0)
    return [
        Unit(id, one.start, one.end, _text(judge, one, way))
        for id, judge in judges.items()
        for one in passages(judge, cutting)
    ]


def _text(judge: Judge, passage: Passage, way: str) -> str:
    document = judge.document
    plain = document.text[passage.start : passage.end]
    if way == OURS:
        return passage.headed
    if way == "rewritten":
        return passage.text
    if way == "plain, with header":
        return f"{passage.header}\n\n{plain}" if passage.header else plain
    if way == FIRST and passage.number > 1:
        return f"{document.surface(document.sentences[0].span)}\n\n{plain}"
    return plain


def _table(
    title: str,
    judges: dict[str, Judge],
    asked: Sequence[Question],
    units: dict[str, list[Unit]],
    ranking: Ranking,
) -> Table:
    first, reciprocal = {}, {}
    for way, own in units.items():
        ranks = _ranks(judges, asked, own, ranking([one.text for one in own], _texts(asked)))
        first[way] = np.array([float(rank == 1) for rank in ranks])
        reciprocal[way] = np.array([1 / rank for rank in ranks])
    draws = _draws([one.document for one in asked])
    rows: list[list[Cell]] = [
        [
            way,
            _bounded(first[way], draws),
            Average(float(reciprocal[way].mean())),
            *(
                "" if way == other else _difference(first[way] - first[other], draws)
                for other in (PLAIN, FIRST)
            ),
        ]
        for way in units
    ]
    columns = ("passages", "R@1", "MRR", "R@1 less plain", "R@1 less first sentence")
    return Table(columns, rows, title)


def _texts(asked: Iterable[Question]) -> list[str]:
    return [one.text for one in asked]


def _ranks(
    judges: dict[str, Judge], asked: Sequence[Question], units: Sequence[Unit], scores: Any
) -> list[int]:
    """The rank of the first right passage for each question."""
    ranks = []
    for number, question in enumerate(asked):
        text = judges[question.document].document.text.replace("’", "'")
        place = text.index(question.evidence.replace("’", "'"))
        order = np.argsort(-scores[number], kind="stable")
        right = (
            rank
            for rank, unit in enumerate(order, 1)
            if units[unit].document == question.document
            and units[unit].start <= place < units[unit].end
        )
        ranks.append(next(right))
    return ranks


def _draws(names: Sequence[str]) -> Any:
    """For each resample, how often each question counts."""
    generator = np.random.default_rng(SEED)
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    own = np.array([places[name] for name in names])
    taken = generator.integers(0, len(places), (RESAMPLES, len(places)))
    counts = np.stack([np.bincount(row, minlength=len(places)) for row in taken])
    return counts[:, own]


def _bounds(values: Any, draws: Any) -> tuple[float, float]:
    means = (draws * values).sum(axis=1) / draws.sum(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


def _bounded(values: Any, draws: Any) -> str:
    low, high = _bounds(values, draws)
    return f"{100 * values.mean():.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def _difference(values: Any, draws: Any) -> str:
    low, high = _bounds(values, draws)
    return f"{100 * values.mean():+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"


def bm25(texts: Sequence[str], asked: Sequence[str]) -> Any:
    """Scores of the questions for the texts."""
    bags = [Counter(_words(text)) for text in texts]
    lengths = np.array([sum(bag.values()) for bag in bags], dtype=float)
    norm = K1 * (1 - B + B * lengths / lengths.mean())
    spread = Counter(word for bag in bags for word in bag)
    scores = np.zeros((len(asked), len(texts)))
    for number, question in enumerate(asked):
        for word in _words(question):
            if spread[word]:
                rarity = math.log(1 + (len(texts) - spread[word] + 0.5) / (spread[word] + 0.5))
                found = np.array([bag[word] for bag in bags], dtype=float)
                scores[number] += rarity * found * (K1 + 1) / (found + norm)
    return scores


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def dense(folder: Path, texts: Sequence[str], asked: Sequence[str]) -> Any:
    """Cosines of the vectors of the questions and the texts."""
    passage = np.stack([vector(folder, PASSAGE + one) for one in texts])
    query = np.stack([vector(folder, QUESTION + one) for one in asked])
    return query @ passage.T


if __name__ == "__main__":
    main()
