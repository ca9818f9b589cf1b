"""How many actions a resolver's proposals save: a finished annotation is made again, link by link,
with the keys of the tagging tool.

Counting actions as a proxy of an annotator's time: keystroke-level model, Card, Moran and Newell
(1980), The keystroke-level model for user performance time with interactive systems,
*Communications of the ACM* 23. Thinking and reading are not counted.

Each mention that is not the first of its chain is linked once. Without proposals the annotator goes
to it (1 action), asks to link it (1), and types the number that stands beside the nearest mention
of its chain: as many digits as that has, and a key to confirm if the number could continue. With
proposals, a right proposal is confirmed by one key, which also leads to the next anaphor, and a
right candidate further down the list is chosen by its digit, one key as well; where neither is
right, the link costs what it costs without proposals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coindex.core.annotation import Annotation, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.protocols import Counts, Resolver
from coindex.experiment.correction import Correction
from coindex.pipeline.pipeline import decided

NUMBERED = 200
"""Mentions that have a number while an antecedent is chosen."""
FROM_LIST = 5
"""Actions if none of them is in the chain: the list of entities, three letters, a key to confirm;
going to the mention comes on top.
"""
DIGITS = 9
"""Candidates that have a key of their own."""


class Effort(NamedTuple):
    """Links and the actions they cost, in all and with proposals; `right` were proposed, `listed`
    were among the other candidates with a key.
    """

    links: int = 0
    without: int = 0
    assisted: int = 0
    right: int = 0
    listed: int = 0

    def plus(self, other: Effort) -> Effort:
        return Effort(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def counts(self) -> Counts:
        return tuple(map(float, self))


@dataclass(frozen=True, slots=True)
class Replayed:
    """The effort of one document, for pronouns and for all other mentions."""

    document: str
    pronouns: Effort
    others: Effort

    @property
    def all(self) -> Effort:
        return self.pronouns.plus(self.others)


def actions_without_proposals(number: int, numbered: int) -> int:
    """Actions for one link to the mention that stands this many mentions before, of those that are
    numbered.
    """
    if number > numbered:
        return 1 + FROM_LIST
    confirming = number * 10 <= numbered
    return 2 + len(str(number)) + confirming


def replayed(
    resolver: Resolver, document: Document, mentions: Annotation, key: Annotation
) -> Replayed:
    """The effort of making the key again; each proposal is given what the annotator has decided
    before. `mentions` are those of the key, with the kinds that a detector gives them.
    """
    correct = Correction(document, mentions, key)
    decisions = {
        decision.anaphor.parts: decision
        for decision in decided(resolver, document, mentions, key, correct=correct)
    }
    kinds = {mention.parts: mention.kind for mention in mentions.mentions}
    entity = {mention.parts: one.id for one in key.entities for mention in one.mentions}
    order = [one for one in key.mentions if one.reference != Reference.NONREFERENTIAL]
    efforts, begun = {True: Effort(), False: Effort()}, set[str]()
    for place, mention in enumerate(order):
        own = entity.get(mention.parts)
        if own in begun:
            pronominal = kinds.get(mention.parts, mention.kind).pronominal
            earlier = [entity.get(one.parts) for one in order[:place]]
            effort = _of_link(own, earlier, entity, decisions.get(mention.parts))
            efforts[pronominal] = efforts[pronominal].plus(effort)
        elif own is not None:
            begun.add(own)
    return Replayed(document.id, efforts[True], efforts[False])


def _of_link(
    own: str | None,
    earlier: Sequence[str | None],
    entity: Mapping[tuple[Span, ...], str],
    decision: Decision | None,
) -> Effort:
    """The effort of linking a mention of the entity `own`; `earlier` are the entities of the
    mentions before it.
    """
    number = next(count for count, one in enumerate(reversed(earlier), 1) if one == own)
    without = actions_without_proposals(number, min(NUMBERED, len(earlier)))
    if decision is None:
        return Effort(1, without, without)
    if decision.antecedent is not None and entity.get(decision.antecedent.parts) == own:
        return Effort(1, without, 1, right=1)
    listed = decision.admissible[:DIGITS]
    if any(entity.get(candidate.mention.parts) == own for candidate in listed):
        return Effort(1, without, 1, listed=1)
    return Effort(1, without, without)
