"""Entities, mentions and decisions with character offsets, as short JSON values."""

from __future__ import annotations

from typing import Any

from coindex.core.annotation import Entity, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.rendering.explanation import explained


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
