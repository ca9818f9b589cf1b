"""Entities, mentions and decisions with character offsets, as short JSON values."""

from __future__ import annotations

from math import isfinite
from typing import Any

from coindex.core.annotation import Entity, Mention
from coindex.core.decision import Candidate, Decision, Reason, ReasonedDecision
from coindex.core.document import Document
from coindex.interface.catalogues import ENGLISH, speaking
from coindex.pipeline.entity_names import entity_name
from coindex.pipeline.explanation import explained


def entity_at(document: Document, entity: Entity, number: int) -> dict[str, Any]:
    """An entity with the number that it has in the text with brackets, and its name."""
    return {
        "id": number,
        "name": entity_name(document, entity),
        "type": entity.type,
        "mentions": [mention_at(document, mention) for mention in entity.mentions],
    }


def mention_at(document: Document, mention: Mention) -> dict[str, Any]:
    return {
        "start": document.tokens[mention.start].start,
        "end": document.tokens[mention.end - 1].end,
        "text": mention.text(document),
        "kind": str(mention.kind),
    }


def decision_at(document: Document, decision: Decision) -> dict[str, Any]:
    antecedent, related = decision.antecedent, decision.related
    with speaking(ENGLISH):  # JSON is for programs
        why = explained(document, decision)
    value: dict[str, Any] = {
        "anaphor": mention_at(document, decision.anaphor),
        "antecedent": None if antecedent is None else mention_at(document, antecedent),
        "rule": decision.rule,
        "considered": decision.considered,
        "agreeing": decision.agreeing,
        "remaining": decision.remaining,
        "candidates": [_candidate_at(document, candidate) for candidate in decision.candidates],
        "dropped": dict(decision.dropped),
        "why": why,
    }
    if isinstance(decision, ReasonedDecision):
        value["facts"] = [_fact_at(document, fact) for fact in decision.facts]
    if decision.together:
        value["together"] = [mention_at(document, mention) for mention in decision.together]
    if related is not None:
        value["related"] = mention_at(document, related)
    return value


def _fact_at(document: Document, fact: Reason) -> dict[str, Any]:
    """What is true of the anaphor and a candidate, and how much it counts, in log-odds."""
    return {
        "candidate": mention_at(document, fact.candidate),
        "says": str(fact.says),
        "for": fact.speaks_for,
        "weight": round(fact.weight, 3),
    }


def _candidate_at(document: Document, candidate: Candidate) -> dict[str, Any]:
    """The score, grounds and factors of a candidate, if any; JSON has no infinity."""
    values: dict[str, Any] = {"rejected": candidate.rejected, "admitted": candidate.admitted}
    values["factors"] = {name: value for name, value in candidate.factors if isfinite(value)}
    values["score"] = candidate.score if isfinite(candidate.score) else 0
    return {
        **mention_at(document, candidate.mention),
        **{name: value for name, value in values.items() if value},
    }
