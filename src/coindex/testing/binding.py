"""Checks any annotation for mentions of one entity that binding theory does not allow
to corefer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention, Relation
from coindex.core.chains import connected
from coindex.core.document import Document
from coindex.language.discourse.discourse import Expression, discourse
from coindex.resolvers.disjointness import disjoint

Rule = Callable[[Expression, Expression], str]
_SAID = frozenset({Relation.APPOSITION, Relation.PREDICATION})


class BindingViolation(NamedTuple):
    entity: Entity
    earlier: Mention
    later: Mention
    reason: str


def violations(
    document: Document, annotation: Annotation, rule: Rule = disjoint
) -> Iterator[BindingViolation]:
    """Pairs of mentions of one sentence and one entity that principle B or C, i-within-i or a rule
    pattern forbids, or another `rule`.

    Appositions and predicate nominals are exempt: they state that both mentions corefer.
    """
    view = discourse(document, annotation)
    pairs = [
        (link.antecedents[0], link.anaphor) for link in annotation.links if link.relation in _SAID
    ]
    mentions = list(dict.fromkeys(mention for pair in pairs for mention in pair))
    # Statements add up: if *A is B* and *B, a C*, it is stated that A is C.
    groups = {
        mention: number
        for number, group in enumerate(connected(mentions, pairs))
        for mention in group
    }
    for entity in annotation.entities:
        sentences: dict[int, list[Expression]] = {}
        for mention in entity.mentions:
            if (expression := view.by_mention.get(mention)) is not None:
                sentences.setdefault(expression.sentence, []).append(expression)
        for members in sentences.values():
            for one, other in combinations(members, 2):
                reason = rule(one, other)
                stated = one.mention in groups and groups[one.mention] == groups.get(other.mention)
                if reason and not stated:
                    yield BindingViolation(entity, one.mention, other.mention, reason)
