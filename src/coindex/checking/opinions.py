"""Checks of links against the surest decisions of a resolver that sees the same mentions."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.checking.check import Remark, check, quoted
from coindex.checking.issue import Severity
from coindex.checking.subject import Subject
from coindex.core.annotation import Entity, Mention
from coindex.core.messages import Message

SURE = 0.92
"""The confidence from which a resolver's disagreement is worth a look: of .7 to .95 on the 13
held-out documents of GUM train, the one that finds half of the planted errors and objects to one
mention of the key in a hundred."""
SURELY_NEW = 0.93
"""The same for a mention that it takes as new, of .8 to .99: a fifth of the planted errors, one
objection in three hundred mentions."""


@check(
    "missed-link",
    "A resolver is sure of an antecedent for a mention that starts a chain or is alone.",
    remedy="link the two, if they are the same",
    severity=Severity.NOTE,
    parsed=True,
)
def missed_links(subject: Subject) -> Iterator[Remark]:
    for own, remark in _disagreements(subject):
        if _first(own, remark.mention):
            yield remark


@check(
    "wrong-link",
    "A resolver is sure that a mention belongs to another chain.",
    remedy="move the mention to the other chain, if that is right",
    severity=Severity.NOTE,
    parsed=True,
)
def wrong_links(subject: Subject) -> Iterator[Remark]:
    for own, remark in _disagreements(subject):
        if not _first(own, remark.mention):
            yield remark._replace(message=Message("{message} instead", message=remark.message))


@check(
    "doubtful-link",
    "A resolver is sure that a noun phrase which continues a chain is new.",
    remedy="take the mention out of the chain, if it is something else",
    severity=Severity.NOTE,
    parsed=True,
)
def doubtful_links(subject: Subject) -> Iterator[Remark]:
    for decision in subject.decisions:
        new = decision.new if decision.new is not None else 0.0
        own = subject.owners.get(decision.anaphor.parts)
        if decision.antecedents or new < SURELY_NEW or decision.anaphor.kind.pronominal:
            continue
        if own is None or _first(own, decision.anaphor):
            continue
        message = Message("a resolver takes it as new, not as one of chain {own}", own=own.id)
        yield Remark(decision.anaphor, message, own.mentions[:1], new)


OPINIONS = (missed_links, wrong_links, doubtful_links)


def _disagreements(subject: Subject) -> Iterator[tuple[Entity, Remark]]:
    """Sure decisions that join two chains which the annotation does not relate: the chain of the
    anaphor, and what to say.
    """
    for decision in subject.decisions:
        antecedent, confidence = decision.antecedent, decision.confidence
        if antecedent is None or confidence is None or confidence < SURE:
            continue
        own = subject.owners.get(decision.anaphor.parts)
        other = subject.owners.get(antecedent.parts)
        if own is None or other is None or own is other or _linked(subject, own, other):
            continue
        words = quoted(subject.parsed.document, antecedent)
        message = Message(
            "a resolver links it to {words} of chain {other}", words=words, other=other.id
        )
        yield own, Remark(decision.anaphor, message, (antecedent,), confidence)


def _first(entity: Entity, mention: Mention | None) -> bool:
    return mention is not None and entity.mentions[0].parts == mention.parts


def _linked(subject: Subject, one: Entity, other: Entity) -> bool:
    """Whether the annotation relates the two chains in another way, by bridging for instance."""
    pair = {one.id, other.id}
    for link in subject.parsed.annotation.links:
        ends = {
            owner.id
            for end in (link.anaphor, *link.antecedents)
            if (owner := subject.owners.get(end.parts))
        }
        if pair <= ends:
            return True
    return False
