"""Documents of public corpora as resolvers get them, what a resolver makes of
one, and its answers about pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.document import Document
from coindex.pipeline.pipeline import DETECTOR, Pipeline


class Item:
    """A document of a corpus as a resolver gets it, and the key on tokens of its own."""

    def __init__(self, key: Annotated, document: Document) -> None:
        self.key, self.document = key, document
        self.mentions = Pipeline(detector=DETECTOR).mentions(document)

    def own_mentions(self, name: str) -> Annotation:
        """Those that a resolver finds itself, or else those of the rules."""
        return Pipeline(resolver=name).mentions(self.document)


def decided(
    name: str, document: Document, mentions: Annotation, key: Annotation | None
) -> Annotation:
    resolver: Any = registry.build("resolvers", name)
    decisions = list(
        resolver.resolve(document, mentions, key=key)
        if name == "oracle"
        else resolver.resolve(document, mentions)
    )
    return resolved(document, mentions, decisions, source=Source(name, "system"))


def parsed_pairs(path: Path, format: str) -> list[Item]:
    keys = list(formats.read(path, format))
    documents = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    return [Item(key, document) for key, document in zip(keys, documents, strict=True)]


def pronoun(item: Item) -> str:
    mention = next(
        mention for mention in item.key.annotation.mentions if not mention.attribute("candidate")
    )
    return mention.text(item.key.document)


def verdicts(name: str, item: Item) -> Iterator[tuple[bool, bool]]:
    """For each candidate: is it the antecedent, and is its head in the
    response entity of the pronoun?
    """
    key, document = item.key, item.document
    response = decided(name, document, item.own_mentions(name), None)
    pronoun = next(
        mention for mention in key.annotation.mentions if not mention.attribute("candidate")
    )
    start, end = _characters(key.document, pronoun.start, pronoun.end)
    members = next(
        (
            entity.mentions
            for entity in response.entities
            for mention in entity.mentions
            if document.tokens[mention.start].start == start
            and document.tokens[mention.end - 1].end == end
        ),
        (),
    )
    heads = [
        document.tokens[mention.head].start
        for mention in members
        if mention.head is not None and not mention.kind.pronominal
    ]
    true = {mention for entity in key.annotation.entities for mention in entity.mentions}
    for candidate in key.annotation.mentions:
        if candidate.attribute("candidate"):
            left, right = _characters(key.document, candidate.start, candidate.end)
            yield candidate in true, any(left <= head < right for head in heads)


def _characters(document: Document, start: int, end: int) -> tuple[int, int]:
    return document.tokens[start].start, document.tokens[end - 1].end
