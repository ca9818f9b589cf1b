"""A resolved document as rows of a table: its mentions, its entities, or its links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from coindex.core.annotation import Annotation, Entity
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.pipeline.entity_names import entity_name
from coindex.pipeline.offsets import mention_at

Columns = dict[str, list[Any]]


class ResultData(Protocol):
    """The data for the tables; a `Result` has it."""

    @property
    def document(self) -> Document: ...
    @property
    def annotation(self) -> Annotation: ...
    @property
    def decisions(self) -> tuple[Decision, ...]: ...
    @property
    def entities(self) -> tuple[Entity, ...]: ...
    @property
    def groups(self) -> dict[str, tuple[str, ...]]: ...


def columns(result: ResultData, rows: str) -> Columns:
    """The columns of one of the tables."""
    if rows not in _TABLES:
        raise CoindexError(
            Message(
                "the rows of a data frame are {tables}, not {rows!r}",
                tables=", ".join(_TABLES),
                rows=rows,
            )
        )
    names, values = _TABLES[rows]
    listed = list(values(result))
    return {name: [row[name] for row in listed] for name in names}


def _mentions(result: ResultData) -> Iterator[dict[str, Any]]:
    for number, entity in enumerate(result.entities, 1):
        for mention in entity.mentions:
            place = mention_at(result.document, mention)
            yield {"entity": number, "type": entity.type, **place}


def _entities(result: ResultData) -> Iterator[dict[str, Any]]:
    listed, groups = result.entities, result.groups
    number = {entity.id: place for place, entity in enumerate(listed, 1)}
    for entity in listed:
        places = [mention_at(result.document, mention) for mention in entity.mentions]
        yield {
            "entity": number[entity.id],
            "name": entity_name(result.document, entity),
            "type": entity.type,
            "mentions": len(places),
            "start": places[0]["start"],
            "end": max(place["end"] for place in places),
            "members": [number[name] for name in groups.get(entity.id, ())],
        }


def _links(result: ResultData) -> Iterator[dict[str, Any]]:
    decisions = {decision.anaphor: decision for decision in result.decisions}
    for link in result.annotation.links:
        decision = decisions.get(link.anaphor)
        anaphor = mention_at(result.document, link.anaphor)
        for mention in link.antecedents:
            antecedent = mention_at(result.document, mention)
            yield {
                "start": anaphor["start"],
                "end": anaphor["end"],
                "anaphor": anaphor["text"],
                "kind": anaphor["kind"],
                "antecedent_start": antecedent["start"],
                "antecedent_end": antecedent["end"],
                "antecedent": antecedent["text"],
                "relation": str(link.relation),
                "rule": "" if decision is None else decision.rule,
                "confidence": None if decision is None else decision.confidence,
            }


_PLACES = ("start", "end")
_OTHER_PLACES = ("antecedent_start", "antecedent_end")
_TABLES: dict[str, tuple[tuple[str, ...], Callable[[ResultData], Iterator[dict[str, Any]]]]] = {
    "mentions": (("entity", "type", *_PLACES, "text", "kind"), _mentions),
    "entities": (("entity", "name", "type", "mentions", *_PLACES, "members"), _entities),
    "links": (
        (
            *(*_PLACES, "anaphor", "kind"),
            *(*_OTHER_PLACES, "antecedent", "relation", "rule", "confidence"),
        ),
        _links,
    ),
}
