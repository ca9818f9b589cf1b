"""Entities joined across documents: split documents put together again, and people who only share
a name.

python -m benchmarks.merging --corpora FOLDER [--part train]

Each document of GUM dev and LitBank dev is cut in two between sentences. All halves are one
collection: each is resolved by itself, their named entities are joined, and B3 is that of all
mentions with the keys of the whole documents, where entities of different documents are never one.
Beside it stand the same without joining, with equal names joined, and of whole documents.

A homonym pair is two everyday texts of which one person of the first was renamed to one of the
second, of the same sex where that is known; in every other pair, a place of the first as well. They
are joined falsely if one node has mentions of both.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from coindex.pipeline.result import Result
from coindex.report.table import Average, Cell, Table
from coindex.texts.graphs.graph import Graph
from coindex.texts.graphs.merging import Profile, merged
from training.marks import EVERYDAY, marked_texts

CORPORA = {
    "GUM": ("en_gum/dep_conllu_{part}.tar.gz", "conllu", "auto"),
    "LitBank": ("en_litbank/litbank_coref_{part}.tar.gz", "litbank", "hybrid(scheme='litbank')"),
}
PAIRS = 200
WRITERS = {"train": "123", "dev": "456"}
"""The writers of the everyday texts for homonyms."""
SEED = 51
MOST = 20
"""Documents of a training part that are read."""
Place = tuple[str, int, int]
"""Document and characters of a mention."""


class Piece(NamedTuple):
    """A resolved part of a document, and where it begins there."""

    title: str
    start: int
    result: Result
    graph: Graph

    def entities(self) -> Iterator[tuple[str, list[Place]]]:
        yield from _entities(self.title, self.start, self.result.document, self.result.annotation)


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument("--part", choices=["train", "dev"], default="dev")
    chosen = arguments.parse_args()
    rows: list[list[Cell]] = []
    for name, (file, format, resolver) in CORPORA.items():
        path = chosen.corpora / file.format(part=chosen.part)
        rows.append([name, *_collection(path, format, resolver)])
    kept = _homonyms(chosen.part)
    columns = ("collection", "halves", "not joined", "equal names", "joined", "whole", "relative")
    tables = [
        Table(columns, rows, "B3 of split documents"),
        Table(("pairs of homonyms", "pairs", "joined falsely"), kept, "People who share a name"),
    ]
    if chosen.part == "train":
        for table in tables:
            print(table.title, *table.rows, sep="\n")
        return
    record(
        "merging",
        tables,
        command="python -m benchmarks.merging --corpora FOLDER",
        components=["auto", "texts/graph"],
        learned_from="The resolver has learned from other parts of these corpora and from the "
        "everyday texts.",
    )


def _collection(path: Path, format: str, resolver: str) -> list[Cell]:
    pipeline = Pipeline(resolver=resolver)
    key: dict[Place, str] = {}
    whole: dict[Place, str] = {}
    pieces: list[Piece] = []
    for number, item in enumerate(formats.read(path, format)):
        if number == MOST and "train" in path.name:
            break
        document = Document(str(number), item.document.text, language="en")
        title = document.id
        for id, places in _entities(title, 0, item.document, item.annotation):
            key |= dict.fromkeys(places, f"{title}:{id}")
        result = _resolved(pipeline, document)
        for id, places in _entities(title, 0, result.document, result.annotation):
            whole |= dict.fromkeys(places, f"{title}:{id}")
        cut = _middle(result.document)
        for start, text in ((0, document.text[:cut]), (cut, document.text[cut:])):
            half = _resolved(pipeline, Document(f"{title}.{start}", text, language="en"))
            pieces.append(Piece(title, start, half, half.graph()))
    apart: list[dict[str, Profile]] = [{} for _ in pieces]
    profiles = [piece.graph.profiles for piece in pieces]
    scores = [
        _b3(key, _response(pieces, joined))
        for joined in (merged(apart), _equal_names(profiles), merged(profiles))
    ]
    best = _b3(key, whole)
    return [len(pieces), *map(Average, (*scores, best, scores[-1] / best))]


def _resolved(pipeline: Pipeline, document: Document) -> Result:
    return pipeline.resolved(next(pipeline.parsed([document])))


def _middle(document: Document) -> int:
    """Where the sentence begins that is nearest to the middle."""
    starts = [document.tokens[one.span.start].start for one in document.sentences[1:]]
    return min(starts, key=lambda start: abs(start - len(document.text) / 2), default=0)


def _entities(
    title: str, start: int, document: Document, annotation: Annotation
) -> Iterator[tuple[str, list[Place]]]:
    tokens = document.tokens
    for entity in annotation.entities:
        yield (
            entity.id,
            [
                (title, tokens[one.start].start + start, tokens[one.end - 1].end + start)
                for one in entity.mentions
            ],
        )


def _response(pieces: Sequence[Piece], joined: Mapping[tuple[int, str], str]) -> dict[Place, str]:
    found: dict[Place, str] = {}
    for number, piece in enumerate(pieces):
        for id, places in piece.entities():
            found |= dict.fromkeys(places, joined.get((number, id), f"{number}:{id}"))
    return found


def _equal_names(profiles: Sequence[Mapping[str, Profile]]) -> dict[tuple[int, str], str]:
    return {
        (number, id): f"{one.name} {one.type}"
        for number, document in enumerate(profiles)
        for id, one in document.items()
    }


def _b3(key: Mapping[Place, str], response: Mapping[Place, str]) -> float:
    keys, responses = Counter(key.values()), Counter(response.values())
    cells = Counter((id, response[place]) for place, id in key.items() if place in response)
    precision = sum(n * n / responses[j] for (_, j), n in cells.items()) / max(1, len(response))
    recall = sum(n * n / keys[i] for (i, _), n in cells.items()) / max(1, len(key))
    return 2 * precision * recall / (precision + recall)


class Cast(NamedTuple):
    """A text with the full names of its people, and its places."""

    name: str
    text: str
    people: tuple[tuple[str, float], ...]
    places: tuple[str, ...]


def _homonyms(part: str) -> list[list[Cell]]:
    pipeline, chance = Pipeline(), random.Random(SEED)
    casts = [
        _cast(pipeline, name, text.plain)
        for name, text in marked_texts(EVERYDAY / "en")
        if name.split("-")[1] in WRITERS[part]
    ]
    casts = [one for one in casts if one.people]
    counts = {"name shared": [0, 0], "name and a place shared": [0, 0]}
    while sum(total for total, _ in counts.values()) < PAIRS:
        kind = "name shared" if counts["name shared"][0] < PAIRS // 2 else "name and a place shared"
        outcome = _pair(pipeline, chance, *chance.sample(casts, 2), place="place" in kind)
        if outcome is not None:
            counts[kind][0] += 1
            counts[kind][1] += outcome
    return [[kind, *both] for kind, both in counts.items()]


def _cast(pipeline: Pipeline, name: str, text: str) -> Cast:
    graph = _resolved(pipeline, Document(name, text, language="en")).graph("named")
    full = re.compile(r"[A-ZÀ-Ý][\w’'-]+ [A-ZÀ-Ý][\w’'-]+")
    named = graph.profiles.values()
    people = [(one.name, one.male) for one in named if one.type == "person"]
    return Cast(
        name,
        text,
        tuple(one for one in people if full.fullmatch(one[0])),
        tuple(one.name for one in named if one.type == "place" and one.name in text),
    )


def _pair(
    pipeline: Pipeline, chance: random.Random, first: Cast, second: Cast, *, place: bool
) -> bool | None:
    """Whether the two people of one name are joined; nothing if the texts do not fit."""
    (old, sex), (new, other) = chance.choice(first.people), chance.choice(second.people)
    if abs(sex - other) > 0.5 or new in first.text or set(old.split()) & set(new.split()):
        return None
    text = first.text
    pairs = [(old, new), *zip(old.split(), new.split(), strict=True)]
    if place:
        if not (first.places and second.places):
            return None
        pairs.append((chance.choice(first.places), chance.choice(second.places)))
    for before, after in pairs:
        text = re.sub(rf"\b{re.escape(before)}\b", after, text)
    graphs = [
        _resolved(pipeline, Document(title, content, language="en")).graph("named")
        for title, content in ((first.name, text), (second.name, second.text))
    ]
    having = [[one.id for one in graph.nodes if one.label == new] for graph in graphs]
    if not all(having):
        return None
    joined = merged([graph.profiles for graph in graphs])
    ids = [{joined[number, id] for id in found} for number, found in enumerate(having)]
    return bool(ids[0] & ids[1])


if __name__ == "__main__":
    main()
