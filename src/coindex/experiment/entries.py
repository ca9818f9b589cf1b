"""Reads entries of the cache back; the last few documents are kept in memory."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.document import Document
from coindex.core.errors import AlignmentError, CoindexError
from coindex.core.messages import Message
from coindex.experiment.cache import DiskCache
from coindex.experiment.codec import (
    unpacked,
    unpacked_annotation,
    unpacked_decisions,
    unpacked_document,
)
from coindex.experiment.conditions import OWN, Condition, EntryNames
from coindex.language.speech.turns import with_speakers_of
from coindex.measures.pair import Pair
from coindex.measures.projection import Projected, project
from coindex.pipeline.pipeline import key_on
from coindex.pipeline.zero_alignment import judged, with_key_zeros

AT_HAND = 64
"""Entries that stay unpacked in memory: several conditions ask for the same document."""


class Absent(CoindexError):  # noqa: N818 - not always an error: then it is made
    """Raised if the cache does not have an entry."""


class Failed(CoindexError):  # noqa: N818
    """Raised for an entry that contains the reason why a step failed."""


def entry(cache: DiskCache, kind: str, name: str) -> Any:
    value = cache.get(kind, name)
    if value is None:
        raise Absent(
            Message(
                "the cache {folder} has no {kind} {name} any more; run the experiment again",
                folder=cache.folder,
                kind=kind,
                name=name,
            )
        )
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
def given_of(cache: DiskCache, document: str, parse: str, *, gold: bool) -> Annotated:
    """The parse for a resolver, and the key on it; with gold mentions, zero pronouns
    are the key's.
    """
    item, parsed = document_of(cache, document), parse_of(cache, parse)
    parsed = with_key_zeros(parsed, item) if gold else parsed
    return Annotated(parsed, key_on(parsed, item))


@lru_cache(AT_HAND)
def judged_document_of(cache: DiskCache, document: str, parse: str, *, gold: bool) -> Document:
    """The same parse with the speakers that the corpus names: measures use them to recognise
    utterances that break off.
    """
    given = given_of(cache, document, parse, gold=gold).document
    return with_speakers_of(given, document_of(cache, document).document)


@lru_cache(2 * AT_HAND)
def mentions_of(cache: DiskCache, name: str) -> Annotation:
    return unpacked_annotation(entry(cache, "mentions", name))


def pair_of(
    cache: DiskCache, condition: Condition, names: EntryNames, *, reasons: bool = True
) -> Pair:
    """Key, response and decisions of one document; if a step failed, the response of the steps
    before it.

    Decisions without `reasons` have no candidates.
    """
    item, gold = document_of(cache, names.document), condition.given == "gold"
    source = Source(condition.resolver, "system")
    nothing = Annotation(item.document.id, source)
    try:
        document = judged_document_of(cache, names.document, names.parse, gold=gold)
    except (Failed, AlignmentError):
        return Pair(*item, nothing)
    if condition.detector == OWN:
        return _responded(cache, condition, names, document)
    try:
        mentions = mentions_of(cache, names.mentions)
    except Failed:
        return judged(document, item, nothing)
    try:
        stored = entry(cache, "decisions", names.decisions)
        decisions = unpacked_decisions(stored, mentions.mentions, reasons=reasons)
    except Failed:
        decisions = ()
    return judged(document, item, resolved(document, mentions, decisions, source=source), decisions)


def _responded(
    cache: DiskCache, condition: Condition, names: EntryNames, document: Document
) -> Pair:
    """The response of another system, mapped to the parse with all zero pronouns of the key."""
    source = Source(condition.resolver, "system")
    whole = judged(document, document_of(cache, names.document), Annotation(document.id, source))
    try:
        response = projected(cache, names, whole.document)
    except (Failed, AlignmentError):
        return whole
    return Pair(
        whole.document, whole.key, response.annotation.from_source(source), inexact=response.inexact
    )


def projected(cache: DiskCache, names: EntryNames, target: Document) -> Projected:
    """Another system's response on the tokens of the target."""
    if not names.mentions:
        raise Failed("the response does not have this document")
    document, annotation = document_of(cache, names.mentions)
    return project(annotation, document, target)
