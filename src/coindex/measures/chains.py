"""The entity, the antecedent and the anchor of single mentions in an annotation."""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.annotation import Annotation, Entity, Mention, Relation
from coindex.core.document import Document
from coindex.measures.selection import kind_of


def references(document: Document, annotation: Annotation) -> Mapping[Mention, Mention]:
    """Map each anaphor to its antecedent, as `antecedents`.

    If there are no links, a pronoun that comes first in its entity refers forward to its anchor.
    """
    if any(link.relation is Relation.IDENTITY for link in annotation.links):
        return antecedents(annotation)
    forward = {
        first: later
        for entity in annotation.entities
        if kind_of(document, first := entity.mentions[0]).pronominal
        and (later := anchors(document, entity).get(first)) is not None
    }
    return _with_nearest(annotation, forward)


def antecedents(annotation: Annotation) -> Mapping[Mention, Mention]:
    """Map each anaphor to its immediate antecedent: as linked, or else the nearest earlier mention
    of its entity that does not refer forward to it.

    Links to several antecedents are left out: entities do not represent them.
    """
    linked = {
        link.anaphor: link.antecedents[0]
        for link in annotation.links
        if link.relation is Relation.IDENTITY and len(link.antecedents) == 1
    }
    return _with_nearest(annotation, linked)


def _with_nearest(
    annotation: Annotation, known: Mapping[Mention, Mention]
) -> Mapping[Mention, Mention]:
    """The known antecedents, and the nearest earlier mentions for all others."""
    targets = {later for earlier, later in known.items() if later.start > earlier.start}
    found = dict(known)
    for entity in annotation.entities:
        for place, mention in enumerate(entity.mentions):
            if mention in known or not place:
                continue
            if mention not in targets:
                found[mention] = entity.mentions[place - 1]
                continue
            earlier = (
                one for one in reversed(entity.mentions[:place]) if not _leads(found, one, mention)
            )
            if (nearest := next(earlier, None)) is not None:
                found[mention] = nearest
    return found


def _leads(antecedents: Mapping[Mention, Mention], start: Mention, end: Mention) -> bool:
    """Whether a mention refers to another, directly or by way of others."""
    seen = {start}
    while (further := antecedents.get(start)) is not None and further not in seen:
        if further == end:
            return True
        seen.add(further)
        start = further
    return False


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
