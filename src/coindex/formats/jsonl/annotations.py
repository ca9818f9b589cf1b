"""Reading `coindex-doc/1`: JSON values into annotations."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Any, TypeVar

from coindex.core.annotation import (
    GOLD,
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    Source,
)
from coindex.core.document import Span
from coindex.core.messages import Message
from coindex.core.remedies import leniently
from coindex.formats.jsonl import documents
from coindex.formats.records import Record, spans

_KEYS = ("mentions", "entities", "links", "source", "attributes")
_MENTION = ("id", "parts", "head", "kind", "minimum", "reference", "subtype", "attributes")
_ENTITY = ("id", "type", "mentions", "attributes")
_LINK = ("anaphor", "antecedents", "relation", "subtype", "optional", "attributes")
Choice = TypeVar("Choice", bound=StrEnum)


def annotated(record: Record, default_id: str) -> Annotated:
    """A document and its annotation from one JSON object."""
    extra = record.others(documents.KEYS + _KEYS)
    document = documents.document(record, record.string("id", default_id), extra)
    mentions = [_mention(item, len(document.tokens)) for item in record.records("mentions")]
    known = _Known(mentions, record)
    return Annotated(
        document,
        Annotation(
            document.id,
            _source(record),
            tuple(mention for mention in mentions if mention),
            tuple(_entities(record, known)),
            tuple(_links(record, known)),
            record.pairs("attributes"),
        ),
    )


def _source(record: Record) -> Source:
    value = record.values.get("source")
    if value is None:
        return GOLD
    if not isinstance(value, dict):
        record.report("value of the wrong type", "source should be an object")
        return GOLD
    source = record.within(value, "source")
    source.only(("name", "role"))
    return Source(source.string("name", GOLD.name), source.string("role", GOLD.role))


def _choice(item: Record, key: str, choices: type[Choice], default: Choice) -> Choice:
    value = item.string(key, default)
    try:
        return choices(value)
    except ValueError:
        known = ", ".join(choice for choice in choices if choice)
        item.report(
            "unknown value",
            f"{key} {value!r}",
            leniently("leaves it out", Message("known: {known}", known=known)),
        )
        return default


def _mention(item: Record, tokens: int) -> Mention | None:
    item.only(_MENTION)
    places = [spans(part, tokens) for part in item.items("parts")]
    parts = tuple(Span(*place) for place in places if place is not None and place[0] < place[1])
    ordered = all(left.end <= right.start for left, right in pairwise(parts))
    # A mention without one of its parts would be another mention.
    if not parts or len(parts) < len(places) or not ordered:
        item.report("mention outside the document", str(item.values.get("parts")))
        return None
    head = item.integer("head")
    if head is not None and not any(head in part for part in parts):
        item.report("head outside the mention", str(head), leniently("treats it as unknown"))
        head = None
    minimum = spans(item.values.get("minimum"), tokens)
    if minimum is None and item.values.get("minimum") is not None:
        item.report("minimum outside the document")
    return Mention(
        parts,
        head,
        _choice(item, "kind", Kind, Kind.UNKNOWN),
        None if minimum is None else Span(*minimum),
        item.string("id"),
        _choice(item, "reference", Reference, Reference.UNMARKED),
        item.string("subtype"),
        item.pairs("attributes"),
    )


class _Known:
    """Mentions by number or id; a mention that was left out keeps its number."""

    def __init__(self, mentions: list[Mention | None], record: Record) -> None:
        self._mentions = mentions
        self._by_id: dict[str, Mention] = {}
        for mention in mentions:
            if mention and mention.id:
                if mention.id in self._by_id:
                    record.report(
                        "mention id occurs twice", repr(mention.id), leniently("keeps both")
                    )
                self._by_id.setdefault(mention.id, mention)

    def __call__(self, value: Any, item: Record) -> Mention | None:
        mention = None
        if isinstance(value, str):
            mention = self._by_id.get(value)
        elif documents.index_within(value, len(self._mentions)):
            mention = self._mentions[value]
        if mention is None:
            item.report("unknown mention", repr(value))
        return mention


def _entities(record: Record, known: _Known) -> Iterator[Entity]:
    ids: set[str] = set()
    for item in record.records("entities"):
        item.only(_ENTITY)
        name = item.string("id")
        if name in ids:
            item.report("entity id occurs twice", repr(name), leniently("keeps both"))
        ids.add(name)
        mentions = tuple(
            mention for value in item.items("mentions") if (mention := known(value, item))
        )
        if not mentions:
            item.report("entity without mentions", repr(name))
            continue
        yield Entity(name, mentions, item.string("type"), item.pairs("attributes"))


def _links(record: Record, known: _Known) -> Iterator[Link]:
    for item in record.records("links"):
        item.only(_LINK)
        anaphor = known(item.values.get("anaphor"), item)
        antecedents = [known(value, item) for value in item.items("antecedents")]
        if not antecedents:
            item.report("link without antecedent")
        if anaphor is None or not antecedents or None in antecedents:
            continue
        yield Link(
            anaphor,
            tuple(mention for mention in antecedents if mention),
            _choice(item, "relation", Relation, Relation.IDENTITY),
            item.string("subtype"),
            item.truth("optional"),
            item.pairs("attributes"),
        )
