"""Edges of graphs, as a reader judged them.

python -m benchmarks.graphs

Graphs of everyday texts, most of which the resolver has learned from: 60 English ones, 40 others
on which the graphs were not developed, and 20 Spanish ones. The 40 others are not wholly untouched:
small repairs were made after the first 120 of their edges had been read. A sample of the edges of
each was read with its sentence, and is in `judged/edges.tsv`: 1 if the text says that, of these
two, in these words, 0 if not. An edge whose entity is not the one that is meant, or whose label or
name is cut, counts as wrong.

Edges are found again by their text, place, label and nodes; others are not judged, and counted as
such.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex.core.document import Document
from coindex.pipeline.pipeline import RESOLVER, Pipeline
from coindex.report.table import Cell, Table
from training.marks import EVERYDAY, MarkedText, marked_texts
from training.wilson import wilson

JUDGED = Path(__file__).with_name("judged") / "edges.tsv"
LONGER = 60
"""Words: shorter texts have hardly an edge."""
SEED = 50


class Sample(NamedTuple):
    title: str
    language: str
    texts: int
    edges: int
    fresh: bool = False
    """Whether its texts are others than those of the first sample."""
    before: str = ""
    """Under which name the judgements of the version before are kept."""


SAMPLES = (
    Sample("English", "en", 60, 300, before="0.2.0-en"),
    Sample("English, other texts", "en", 40, 120, fresh=True),
    Sample("Spanish", "es", 20, 100, before="0.2.0-es"),
)
Key = tuple[str, ...]


def main() -> None:
    judged = judgements()
    rows: list[list[Cell]] = []
    for sample in SAMPLES:
        if sample.before:
            former = [*judged[sample.before].values()]
            rows.append([sample.title, "0.2.0", len(former), _share(sum(former), len(former)), 0])
        found = edges(sample)
        known = [judged[sample.language][one] for one in found if one in judged[sample.language]]
        share = _share(sum(known), len(known))
        rows.append([sample.title, "now", len(known), share, len(found) - len(known)])
    columns = ("texts", "version", "edges judged", "right", "not judged")
    record(
        "graphs",
        [Table(columns, rows, "Edges of graphs that are right")],
        command="python -m benchmarks.graphs",
        components=["auto", "texts/graph"],
        languages=["en", "es"],
        learned_from="The resolver has learned from the everyday texts.",
    )


def judgements() -> dict[str, dict[Key, bool]]:
    """The judgements of each sample: text, place, source, label, target and polarity."""
    found: dict[str, dict[Key, bool]] = {}
    with JUDGED.open(encoding="utf-8", newline="") as stream:
        for sample, *key, right in csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault(sample, {})[tuple(key)] = right == "1"
    return found


def edges(sample: Sample) -> list[Key]:
    """The edges of the sampled texts, as many as are to be judged."""
    pipeline = Pipeline(resolver=RESOLVER)
    found: list[Key] = []
    for name, text in _texts(sample):
        document = Document("t", text.plain, language=sample.language)
        graph = pipeline.resolved(next(pipeline.parsed([document]))).graph()
        labels = {node.id: " ".join(node.label.split()) for node in graph.nodes}
        for edge in graph.edges:
            known = edge.attributes
            ends = (labels[edge.source], edge.label, labels[edge.target])
            found.append((name, str(known["start"]), *ends, str(known["polarity"])))
    random.Random(7).shuffle(found)
    return found[: sample.edges]


def _texts(sample: Sample) -> list[tuple[str, MarkedText]]:
    texts = [
        one
        for one in marked_texts(EVERYDAY / sample.language)
        if len(one[1].plain.split()) > LONGER
    ]
    first = next(one for one in SAMPLES if one.language == sample.language)
    chance = random.Random(SEED)
    chosen = chance.sample(texts, first.texts)
    if not sample.fresh:
        return chosen
    names = {name for name, _ in chosen}
    others = [one for one in texts if one[0] not in names]
    chance.shuffle(others)
    return others[: sample.texts]


def _share(right: int, judged: int) -> str:
    low, high = wilson(right, judged) or (0.0, 1.0)
    return f"{100 * right / judged:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


if __name__ == "__main__":
    main()
