"""What the cache holds of a document, read back; the last few documents are cached."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.document import Document
from coindex.core.errors import AlignmentError, CoindexError
from coindex.experiment.cache import DiskCache
from coindex.experiment.codec import unpacked, unpacked_annotation, unpacked_decisions, unpacked_document
from coindex.experiment.conditions import OWN, Condition, Names
from coindex.experiment.pipeline import key_on
from coindex.language.turns import with_speakers_of
from coindex.measures.pair import Pair
from coindex.measures.projection import Projected, project

AT_HAND = 64


class Absent(CoindexError):  # noqa: N818 - not always an error: then it is made
    """The cache does not have an entry."""


class Failed(CoindexError):  # noqa: N818
    """The cache has an entry that says why there is nothing in it."""


def entry(cache: DiskCache, kind: str, name: str) -> Any:
    value = cache.get(kind, name)
    if value is None:
        raise Absent(f"the cache {cache.folder} has no {kind} {name} any more; run the experiment again")
    if "problem" in value:
        raise Failed(value["problem"])
    return value


@lru_cache(AT_HAND)
def document_of(cache: DiskCache, name: str) -> Annotated:
    """A document with its annotation in the corpus, or in the response."""
    return unpacked(entry(cache, "document", name))


@lru_cache(AT_HAND)
def parse_of(cache: DiskCache, name: str) -> Document:
    return unpacked_document(entry(cache, "parse", name))


@lru_cache(AT_HAND)
def judged_document_of(cache: DiskCache, document: str, parse: str) -> Document:
    """The parse with the speakers that the corpus names: measures tell broken-off turns by them."""
    return with_speakers_of(parse_of(cache, parse), document_of(cache, document).document)


@lru_cache(AT_HAND)
def key_of(cache: DiskCache, document: str, parse: str) -> Annotation:
    """The key on the tokens of the parse."""
    return key_on(parse_of(cache, parse), document_of(cache, document))


@lru_cache(2 * AT_HAND)
def mentions_of(cache: DiskCache, name: str) -> Annotation:
    return unpacked_annotation(entry(cache, "mentions", name))


def pair_of(cache: DiskCache, condition: Condition, names: Names, *, reasons: bool = True) -> Pair:
    """Key, response and decisions of one document; where a step failed, the response of the steps before it.

    Decisions without `reasons` have no candidates.
    """
    try:
        document = judged_document_of(cache, names.document, names.parse)
        key = key_of(cache, names.document, names.parse)
    except (Failed, AlignmentError):
        document, key = document_of(cache, names.document)
        return Pair(document, key, Annotation(document.id, Source(condition.resolver, "system")))
    if condition.detector == OWN:
        return _responded(cache, condition, names, Annotated(document, key))
    source = Source(condition.resolver, "system")
    try:
        mentions = mentions_of(cache, names.mentions)
    except Failed:
        return Pair(document, key, Annotation(document.id, source))
    try:
        stored = entry(cache, "decisions", names.decisions)
        decisions = unpacked_decisions(stored, mentions.mentions, reasons=reasons)
    except Failed:
        decisions = ()
    return Pair(document, key, resolved(document, mentions, decisions, source=source), decisions)


def _responded(cache: DiskCache, condition: Condition, names: Names, key: Annotated) -> Pair:
    source = Source(condition.resolver, "system")
    try:
        response = projected(cache, names)
    except (Failed, AlignmentError):
        return Pair(key.document, key.annotation, Annotation(key.document.id, source))
    return Pair(key.document, key.annotation, response.annotation.from_source(source), inexact=response.inexact)


def projected(cache: DiskCache, names: Names) -> Projected:
    """Another system's response on the tokens of the parse."""
    if not names.mentions:
        raise Failed("the response does not have this document")
    document, annotation = document_of(cache, names.mentions)
    return project(annotation, document, parse_of(cache, names.parse))
