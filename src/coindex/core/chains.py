"""Entities from pairs of mentions that corefer."""

from __future__ import annotations

from collections import Counter
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
    """The connected components, in the order of their first item; items in no pair stand alone."""
    parent: dict[Item, Item] = {item: item for item in items}

    def top(item: Item) -> Item:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for left, right in pairs:
        parent[top(right)] = top(left)
    groups: dict[Item, list[Item]] = {}
    for item in items:
        groups.setdefault(top(item), []).append(item)
    return list(groups.values())


def entities(
    mentions: Iterable[tuple[str, Mention]], types: Mapping[str, str] | None = None
) -> tuple[Entity, ...]:
    """Mentions grouped by the entity id each comes with; ids in order of first
    mention, mentions in textual order.
    """
    groups: dict[str, list[Mention]] = {}
    for name, mention in mentions:
        groups.setdefault(name, []).append(mention)
    return tuple(
        Entity(name, tuple(sorted(group, key=_position)), (types or {}).get(name, ""))
        for name, group in groups.items()
    )


_RELATIONS = {"apposition": Relation.APPOSITION, "copula": Relation.PREDICATION}


def resolved(
    document: Document,
    mentions: Annotation,
    decisions: Iterable[Decision],
    *,
    source: Source,
    singletons: bool = True,
) -> Annotation:
    """What decisions amount to: a link for each that found an antecedent, and
    entities, the closure of the links.

    Entities are numbered in textual order; their type is the commonest that the detector or else
    the parser gives their mentions. A verb that a decision takes for an antecedent is a mention,
    too. A decision by the rule *apposition* or *copula* is a link of that relation. A mention that
    is alone is an entity, too, but not with `singletons=False`, and not if it does not refer.
    """
    links = tuple(
        Link(
            decision.anaphor,
            (decision.antecedent,),
            _RELATIONS.get(decision.rule, Relation.IDENTITY),
        )
        for decision in decisions
        if decision.antecedent is not None
    )
    distinct = tuple(dict.fromkeys(mentions.mentions))
    if events := {
        link.antecedents[0] for link in links if link.antecedents[0].kind is Kind.VERBAL
    }.difference(distinct):
        distinct = tuple(in_order((*distinct, *events)))
    chains = connected(distinct, ((link.antecedents[0], link.anaphor) for link in links))
    kept = (chain for chain in chains if len(chain) > 1 or (singletons and _refers(chain[0])))
    chosen = (sorted(chain, key=_position) for chain in kept)
    linked = tuple(
        Entity(str(number), tuple(chain), _type(document, chain))
        for number, chain in enumerate(sorted(chosen, key=lambda chain: _position(chain[0])), 1)
    )
    return Annotation(
        mentions.document, source, distinct if events else mentions.mentions, linked, links
    )


def _refers(mention: Mention) -> bool:
    return mention.reference is not Reference.NONREFERENTIAL


def _type(document: Document, chain: list[Mention]) -> str:
    types = Counter(filter(None, (_stated_type(document, mention) for mention in chain)))
    return types.most_common(1)[0][0] if types else ""


def _stated_type(document: Document, mention: Mention) -> str:
    """What the detector says, or else the parser of the head."""
    if kind := mention.attribute("type"):
        return kind
    token = document.tokens[mention.start if mention.head is None else mention.head]
    return features(token.misc)["EntityType"] if "EntityType=" in token.misc else ""


def _position(mention: Mention) -> tuple[int, int]:
    return mention.start, -mention.end
