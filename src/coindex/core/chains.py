"""Builds entities from pairs of mentions that corefer."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from coindex.core.annotation import (
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    Source,
    in_order,
)
from coindex.core.decision import Decision
from coindex.core.document import Document, features

Item = TypeVar("Item", bound=Hashable)


def connected(items: Sequence[Item], pairs: Iterable[tuple[Item, Item]]) -> list[list[Item]]:
    """The connected components, in the order of their first item; items that are in no pair form
    components of their own.
    """
    place = {item: number for number, item in enumerate(items)}
    parent = list(range(len(items)))

    def top(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    for left, right in pairs:
        parent[top(place[right])] = top(place[left])
    groups: dict[int, list[Item]] = {}
    for item in items:
        groups.setdefault(top(place[item]), []).append(item)
    return list(groups.values())


def entities(
    mentions: Iterable[tuple[str, Mention]], types: Mapping[str, str] | None = None
) -> tuple[Entity, ...]:
    """Mentions grouped by their entity ids; ids are in the order of their first mentions, mentions
    in textual order.
    """
    groups: dict[str, list[Mention]] = {}
    for name, mention in mentions:
        groups.setdefault(name, []).append(mention)
    return tuple(
        Entity(name, tuple(sorted(group, key=_position)), (types or {}).get(name, ""))
        for name, group in groups.items()
    )


_RELATIONS = {
    "apposition": Relation.APPOSITION,
    "copula": Relation.PREDICATION,
    "predicate": Relation.PREDICATION,
}


def resolved(
    document: Document,
    mentions: Annotation,
    decisions: Iterable[Decision],
    *,
    source: Source,
    singletons: bool = True,
) -> Annotation:
    """The annotation that follows from decisions: a link for each that found an antecedent, and
    entities, the closure of the links to one antecedent.

    A group of antecedents becomes one link to all of them, which joins no entities: the members of
    a group stay separate. The same holds for a bridging link.

    Entities are numbered in textual order; the type of an entity is the most frequent type that the
    detector, or else the parser, gives its mentions. A verb that a decision chooses as antecedent
    becomes a mention. A decision by the rule *apposition* or *copula* becomes a link of that
    relation. A mention without links is an entity, too, except with `singletons=False` or if it
    does not refer.
    """
    taken = list(decisions)
    links = tuple(
        Link(decision.anaphor, antecedents, _RELATIONS.get(decision.rule, Relation.IDENTITY))
        for decision in taken
        if (antecedents := decision.antecedents)
    )
    bridges = tuple(
        Link(decision.anaphor, (decision.related,), Relation.BRIDGING)
        for decision in taken
        if decision.related is not None
    )
    pairs = [(link.antecedents[0], link.anaphor) for link in links if len(link.antecedents) == 1]
    distinct = tuple(dict.fromkeys(mentions.mentions))
    # Detectors propose no verbs, so that an event that was chosen has to join the mentions here.
    if events := {
        antecedent for antecedent, _ in pairs if antecedent.kind is Kind.VERBAL
    }.difference(distinct):
        distinct = tuple(in_order((*distinct, *events)))
    chains = connected(distinct, pairs)
    kept = (chain for chain in chains if len(chain) > 1 or (singletons and _refers(chain[0])))
    chosen = (sorted(chain, key=_position) for chain in kept)
    linked = tuple(
        Entity(str(number), tuple(chain), _type(document, chain))
        for number, chain in enumerate(sorted(chosen, key=lambda chain: _position(chain[0])), 1)
    )
    return Annotation(
        mentions.document,
        source,
        distinct if events else mentions.mentions,
        linked,
        links + bridges,
    )


def group_members(annotation: Annotation) -> dict[str, tuple[str, ...]]:
    """The ids of entities that are groups, with the ids of the entities that each group consists
    of: *Ann met Bob. They left.*
    """
    members: dict[str, tuple[str, ...]] = {}
    split = [
        link
        for link in annotation.links
        if len(link.antecedents) > 1 and link.relation is not Relation.BRIDGING
    ]
    if not split:
        return members
    entity_of = annotation.entity_of()
    for link in split:
        whole, parts = entity_of.get(link.anaphor), map(entity_of.get, link.antecedents)
        ids = tuple(dict.fromkeys(part.id for part in parts if part is not None))
        if whole is not None and len(ids) > 1 and whole.id not in ids:
            members.setdefault(whole.id, ids)
    return members


def _refers(mention: Mention) -> bool:
    return mention.reference is not Reference.NONREFERENTIAL


def _type(document: Document, chain: list[Mention]) -> str:
    if len(chain) == 1:
        return _stated_type(document, chain[0])
    types: dict[str, int] = {}
    for mention in chain:
        if kind := _stated_type(document, mention):
            types[kind] = types.get(kind, 0) + 1
    return max(types, key=types.__getitem__, default="")


def _stated_type(document: Document, mention: Mention) -> str:
    """The type that the detector gives the mention, or else the parser gives its head."""
    if kind := mention.attribute("type"):
        return kind
    token = document.tokens[mention.start if mention.head is None else mention.head]
    return features(token.misc)["EntityType"] if "EntityType=" in token.misc else ""


def _position(mention: Mention) -> tuple[int, int]:
    return mention.start, -mention.end
