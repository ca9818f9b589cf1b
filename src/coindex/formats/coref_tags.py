"""Writes mentions, entities and links as COREF elements that point to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from coindex.core.annotation import Annotated, Annotation, Mention, Relation
from coindex.core.document import Document, Span
from coindex.formats.corefs import RESERVED
from coindex.formats.markup import Positions, encoded_name, tag


def start_tags(item: Annotated, mentions: list[Mention], ids: list[str]) -> list[str]:
    """The start tag of each mention's COREF element."""
    refers = references(item.annotation, mentions)
    tags, spans = [], Counter(mention.span for mention in mentions)
    for index, mention in enumerate(mentions):
        attributes = [("ID", ids[index])]
        if index in refers:
            target, optional = refers[index]
            attributes += [
                ("REF", ids[target]),
                ("TYPE", "IDENT"),
                ("STATUS", "OPT" if optional else ""),
            ]
        attributes.append(("MIN", _minimum(item.document, mention)))
        attributes.append(("DISTINCT", "YES" if spans[mention.span] > 1 else ""))
        tags.append(tag("COREF", attributes, _further(mention)))
    return tags


def _minimum(document: Document, mention: Mention) -> str:
    """The minimal span, or else the head; nothing if that is the whole mention."""
    smallest = mention.minimum
    if smallest is None and mention.head is not None:
        smallest = Span(mention.head, mention.head + 1)
    if smallest is None or not any(document.words(smallest)):
        return ""
    text = document.surface(smallest)
    return "" if text == document.surface(mention.span) or "|" in text else text


def references(annotation: Annotation, mentions: Sequence[Mention]) -> dict[int, tuple[int, bool]]:
    """For each mention but the first of its entity, its antecedent, and whether the link is
    optional.

    The antecedent is that of its own identity link, if it has one, or else the nearest preceding
    mention; every entity stays connected.
    """
    places, own = Positions(mentions), _own_links(annotation, Positions(mentions))
    chosen: dict[int, int] = {}
    for entity in annotation.entities:
        members = sorted(
            {place for mention in entity.mentions if (place := places.of(mention)) is not None}
        )
        _join(members, own, chosen)
    return {
        source: (target, own.get(source, (-1, False)) == (target, True))
        for source, target in chosen.items()
    }


def _own_links(annotation: Annotation, places: Positions) -> dict[int, tuple[int, bool]]:
    own: dict[int, tuple[int, bool]] = {}
    for link in annotation.links:
        source = places.of(link.anaphor)
        target = places.of(link.antecedents[0]) if len(link.antecedents) == 1 else None
        if link.relation is not Relation.BRIDGING and source is not None and target is not None:
            own.setdefault(source, (target, link.optional))
    return own


def _join(members: list[int], own: dict[int, tuple[int, bool]], chosen: dict[int, int]) -> None:
    """First the mention's own links that connect separate parts, then one link for each remaining
    part, then its redundant links.
    """
    group = {member: member for member in members}

    def top(member: int) -> int:
        while group[member] != member:
            group[member] = group[group[member]]
            member = group[member]
        return member

    def join(source: int, target: int) -> None:
        chosen[source] = target
        group[top(source)] = top(target)

    linked = [member for member in members if member in own and own[member][0] in group]
    for member in linked:
        # A union-find over members: links that were read survive only as far as they still join
        # parts.
        if top(member) != top(own[member][0]):
            join(member, own[member][0])
    for position, member in enumerate(members):
        if member not in chosen and top(member) != top(members[0]):
            join(member, next(m for m in reversed(members[:position]) if top(m) != top(member)))
    for member in linked:
        if member not in chosen and own[member][0] != member:
            chosen[member] = own[member][0]


def _further(mention: Mention) -> list[tuple[str, str]]:
    """The other attributes of a mention, under names that cannot be confused with MUC's."""
    return [
        (encoded_name(name, (name,) if name.upper() in RESERVED else ()), value)
        for name, value in mention.attributes
    ]
