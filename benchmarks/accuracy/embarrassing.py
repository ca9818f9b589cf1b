"""Errors that no reader would make: a text has one if a chain contradicts itself, or if a target is
linked with what it does not refer to.

A chain contradicts itself if its words differ in gender (*he* and *Ann*), number (*she* and *the
boys*), animacy (*she* and *it*), or person within one voice (*I* and *he* of one speaker). A chain
all of whose mentions the key has in one entity is what the text says, and contradicts nothing. A
target that is left alone is an error, too, but not of this kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.accuracy.consistency import contradictory, entity_claims
from coindex.core.annotation import Annotated, Entity, Mention
from coindex.core.protocols import AlignedPair
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.measures.targets import Target, Targets, meant_mentions, targets


class Embarrassing(NamedTuple):
    """Contradictory chains and wrongly linked targets, texts that have either, and all texts."""

    chains: int = 0
    links: int = 0
    texts: int = 0
    of: int = 0

    def plus(self, other: Embarrassing) -> Embarrassing:
        return Embarrassing(*(one + more for one, more in zip(self, other, strict=True)))


def embarrassing(pair: AlignedPair, measure: Targets) -> Embarrassing:
    """Those of one text; key and response have the same tokens."""
    answer = Annotated(pair.document, pair.response)
    view = discourse(pair.document, pair.response)
    meant, owner = meant_mentions(pair, measure.view), pair.key.entity_of()
    chains = sum(
        (contradictory(entity_claims(answer, entity)) or _persons_differ(view, entity))
        and not _one_of_key([meant.get(mention) for mention in entity.mentions], owner)
        for entity in pair.response.entities
        if len(entity.mentions) > 1
    )
    wanted = targets(Annotated(pair.document, pair.key))
    links = sum(
        not right and _wrongly_linked(pair, target, measure.view)
        for target, (_, (right, *_)) in zip(wanted, measure.cases(pair), strict=True)
    )
    return Embarrassing(chains, links, int(chains + links > 0), 1)


def _persons_differ(view: Discourse, entity: Entity) -> bool:
    persons: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for mention in entity.mentions:
        expression = view.by_mention.get(mention)
        if expression is not None and expression.pronominal and expression.features.person:
            persons[expression.voice].add(expression.features.person)
    return any(len(used) > 1 for used in persons.values())


def _one_of_key(known: Sequence[Mention | None], owner: Mapping[Mention, Entity]) -> bool:
    entities = {None if mention is None else owner.get(mention) for mention in known}
    return len(entities) == 1 and None not in entities


def _wrongly_linked(pair: AlignedPair, target: Target, view: str) -> bool:
    """Whether a target that is not right is linked with anything that it does not refer to."""
    if not target.same:
        return True
    meant, owner = meant_mentions(pair, view), pair.key.entity_of()
    answers = [answer for answer, known in meant.items() if known == target.mention]
    chains = pair.response.entity_of()
    others = {
        *(one for answer in answers if answer in chains for one in chains[answer].mentions),
        *(e for link in pair.response.links if link.anaphor in answers for e in link.antecedents),
    }
    known = [meant.get(other) for other in others.difference(answers)]
    return any(one is None or owner.get(one) not in target.entities for one in known)
