"""The entity, the antecedent and the anchor of single mentions in an annotation."""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.annotation import Annotation, Entity, Mention, Relation
from coindex.core.document import Document
from coindex.measures.selection import kind_of


def antecedents(annotation: Annotation) -> Mapping[Mention, Mention]:
    """Map each anaphor to its immediate antecedent: as linked, or else the nearest earlier mention
    of its entity.

    Links to several antecedents are left out: entities do not represent them.
    """
    nearest = {
        later: earlier
        for entity in annotation.entities
        for earlier, later in zip(entity.mentions, entity.mentions[1:], strict=False)
    }
    linked = {
        link.anaphor: link.antecedents[0]
        for link in annotation.links
        if link.relation is Relation.IDENTITY and len(link.antecedents) == 1
    }
    return {**nearest, **linked}


def optional_anaphors(annotation: Annotation) -> frozenset[Mention]:
    return frozenset(link.anaphor for link in annotation.links if link.optional)


def anchors(document: Document, entity: Entity) -> Mapping[Mention, Mention]:
    """For each mention the nearest earlier one that is not a pronoun, or else the nearest later
    one, if any.
    """
    full = [mention for mention in entity.mentions if not kind_of(document, mention).pronominal]
    members = set(full)
    anchors: dict[Mention, Mention] = {}
    last: Mention | None = None
    for mention in entity.mentions:
        anchor = last or next((other for other in full[:2] if other != mention), None)
        if anchor is not None:
            anchors[mention] = anchor
        last = mention if mention in members else last
    return anchors
