"""Chains with character offsets, as short JSON values, for programs that want no more."""

from __future__ import annotations

from typing import Any

from coindex.core.annotation import Entity, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.experiment.reasons import explained
from coindex.experiment.result import Result


def chains(result: Result, *, why: bool = False) -> dict[str, Any]:
    """Entities of two or more mentions; decisions with their reasons if asked for."""
    document = result.document
    found: dict[str, Any] = {
        "document": document.id,
        "resolver": result.annotation.source.name,
        "entities": [entity_at(document, entity) for entity in result.entities],
    }
    if document.extra:
        found["extra"] = dict(document.extra)
    if why:
        found["decisions"] = [decision_at(document, decision) for decision in result.decisions]
    return found


def entity_at(document: Document, entity: Entity) -> dict[str, Any]:
    return {"type": entity.type, "mentions": [mention_at(document, mention) for mention in entity.mentions]}


def mention_at(document: Document, mention: Mention) -> dict[str, Any]:
    return {
        "start": document.tokens[mention.start].start,
        "end": document.tokens[mention.end - 1].end,
        "text": mention.text(document),
        "kind": str(mention.kind),
    }


def decision_at(document: Document, decision: Decision) -> dict[str, Any]:
    antecedent = decision.antecedent
    return {
        "anaphor": mention_at(document, decision.anaphor),
        "antecedent": None if antecedent is None else mention_at(document, antecedent),
        "rule": decision.rule,
        "why": explained(document, decision),
    }
