"""What the store holds of a document, read back; the last few documents are cached."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.document import Document
from coindex.core.errors import AlignmentError, CoindexError
from coindex.experiment.packing import unpacked, unpacked_annotation, unpacked_decisions, unpacked_document
from coindex.experiment.pipeline import key_on
from coindex.experiment.run import OWN, Condition, Names
from coindex.experiment.store import Store
from coindex.measures.pair import Pair
from coindex.measures.projection import Projected, project

AT_HAND = 64


class Absent(CoindexError):  # noqa: N818 - not always an error: then it is made
    """The store does not have an entry."""


class Failed(CoindexError):  # noqa: N818
    """The store has an entry that says why there is nothing in it."""


def entry(store: Store, kind: str, name: str) -> Any:
    value = store.get(kind, name)
    if value is None:
        raise Absent(f"the cache {store.folder} has no {kind} {name} any more; run the experiment again")
    if "problem" in value:
        raise Failed(value["problem"])
    return value


@lru_cache(AT_HAND)
def document_of(store: Store, name: str) -> Annotated:
    """As the corpus, or the response, has it."""
    return unpacked(entry(store, "document", name))


@lru_cache(AT_HAND)
def parse_of(store: Store, name: str) -> Document:
    return unpacked_document(entry(store, "parse", name))


@lru_cache(AT_HAND)
def key_of(store: Store, document: str, parse: str) -> Annotation:
    """The key on the tokens of the parse."""
    return key_on(parse_of(store, parse), document_of(store, document))


@lru_cache(2 * AT_HAND)
def mentions_of(store: Store, name: str) -> Annotation:
    return unpacked_annotation(entry(store, "mentions", name))


def pair_of(store: Store, condition: Condition, names: Names, *, reasons: bool = True) -> Pair:
    """Key, response and decisions of one document; where something failed, a response that goes no further.

    Decisions without `reasons` have no candidates.
    """
    try:
        document, key = parse_of(store, names.parse), key_of(store, names.document, names.parse)
    except (Failed, AlignmentError):
        document, key = document_of(store, names.document)
        return Pair(document, key, Annotation(document.id, Source(condition.resolver, "system")))
    if condition.detector == OWN:
        return _responded(store, condition, names, Annotated(document, key))
    source = Source(condition.resolver, "system")
    try:
        mentions = mentions_of(store, names.mentions)
    except Failed:
        return Pair(document, key, Annotation(document.id, source))
    try:
        found = entry(store, "decisions", names.decisions)
        decisions = unpacked_decisions(found, mentions.mentions, reasons=reasons)
    except Failed:
        decisions = ()
    return Pair(document, key, resolved(document, mentions, decisions, source=source), decisions)


def _responded(store: Store, condition: Condition, names: Names, key: Annotated) -> Pair:
    source = Source(condition.resolver, "system")
    try:
        found = projected(store, names)
    except (Failed, AlignmentError):
        return Pair(key.document, key.annotation, Annotation(key.document.id, source))
    return Pair(key.document, key.annotation, found.annotation.from_source(source), inexact=found.inexact)


def projected(store: Store, names: Names) -> Projected:
    """Another system's response on the tokens of the parse."""
    if not names.mentions:
        raise Failed("the response does not have this document")
    document, annotation = document_of(store, names.mentions)
    return project(annotation, document, parse_of(store, names.parse))
