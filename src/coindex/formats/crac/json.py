"""CRAC's JSON for LLMs: a list of documents, each with its words and the first and last word of
every mention.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, in_order
from coindex.core.document import Document, Span
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.building import Builder, with_mentions
from coindex.formats.crac.words import CARRIED, NOTHING, add, part, word
from coindex.formats.records import Record, looks_like_json, records
from coindex.io.files import File, Files

NAME, WORDS = "doc_id", "tokens"
PLACES, TEXTS = "clusters_token_offsets", "clusters_text_mentions"


@dataclass(frozen=True)
class CracJson:
    """A list of objects with `doc_id`, `tokens`, `clusters_token_offsets` (the first and the last
    word of each mention, cluster by cluster) and `clusters_text_mentions`, which is written but
    not read: the places alone count. A word that begins with `##` is a zero pronoun. Clusters
    that are `null` mean a document without annotation.

    The files hold no sentences: each document is one.
    """

    blind: bool = False
    """Whether only words are written, as a system is given them."""

    suffixes: ClassVar[tuple[str, ...]] = (".crac.json",)
    carries: ClassVar[frozenset[Layer]] = CARRIED

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample) and f'"{NAME}"' in sample and f'"{WORDS}"' in sample:
            listed = sample.lstrip().startswith("[")
            return 0.95 if listed or f'"{TEXTS}"' in sample else 0.0
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                for number, record in enumerate(records(file, problems), 1):
                    yield _annotated(record, record.string(NAME) or f"{file.id}-{number}")

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        before = "[\n"
        for item in items:
            yield Chunk(before + json.dumps(self._values(item), ensure_ascii=False))
            before = ",\n"
        yield Chunk("\n]\n" if before == ",\n" else "[]\n")

    def _values(self, item: Annotated) -> dict[str, Any]:
        document, annotation = item
        places = [[part(mention) for mention in entity.mentions] for entity in annotation.entities]
        texts = [[_text(document, span) for span in cluster] for cluster in places]
        inclusive = [[[start, end - 1] for start, end in cluster] for cluster in places]
        return {
            NAME: document.id,
            WORDS: [word(token) for token in document.tokens],
            PLACES: None if self.blind else inclusive,
            TEXTS: None if self.blind else texts,
        }


def _text(document: Document, span: Span) -> str:
    return " ".join(token.form or NOTHING for token in document.tokens[slice(*span)])


def _annotated(record: Record, name: str) -> Annotated:
    builder = Builder(name)
    for value in record.items(WORDS):
        if not isinstance(value, str):
            record.report("value of the wrong type", f"{WORDS} should hold words")
        add(builder, value if isinstance(value, str) else NOTHING)
    document = builder.document()
    if not document.tokens:
        record.report("document without words", f"{WORDS} is empty or missing")
    return Annotated(document, _annotation(record, document))


def _annotation(record: Record, document: Document) -> Annotation:
    entities = []
    for number, cluster in enumerate(record.items(PLACES)):
        if not isinstance(cluster, list):
            record.report("value of the wrong type", f"cluster {number} should be a list")
            continue
        mentions = []
        for value in cluster:
            match value:
                case [int(start), int(last)] if 0 <= start <= last < len(document.tokens):
                    mentions.append(Mention((Span(start, last + 1),)))
                case _:
                    record.report("span outside the document", f"{value!r} in cluster {number}")
        if mentions:
            entities.append(Entity(str(number), in_order(mentions)))
    return with_mentions(document.id, entities)
