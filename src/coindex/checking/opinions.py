"""Checks of links against the surest decisions of a resolver that sees the same mentions."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.checking.check import Remark, check
from coindex.checking.issue import Severity
from coindex.checking.subject import Subject
from coindex.core.annotation import Entity, Mention
from coindex.core.decision import Decision

SURE = 0.95
"""The confidence from which a resolver's disagreement is worth a look."""
SURELY_NEW = 0.99
"""The same for a mention that it takes as new: it does not know that two names are of one thing."""


@check(
    "missed-link",
    "A resolver is sure of an antecedent for a mention that starts a chain or is alone.",
    remedy="link the two, if they are the same",
    severity=Severity.NOTE,
    parsed=True,
)
def missed_links(subject: Subject) -> Iterator[Remark]:
    for decision, antecedent, own, other in _disagreements(subject):
        if _first(own, decision.anaphor) and not _linked(subject, own, other):
            text = _quoted(subject, antecedent)
            message = f"a resolver links it to {text} of chain {other.id}"
            yield Remark(decision.anaphor, message, (antecedent,), decision.confidence)


@check(
    "wrong-link",
    "A resolver is sure that a mention belongs to another chain.",
    remedy="move the mention to the other chain, if that is right",
    severity=Severity.NOTE,
    parsed=True,
)
def wrong_links(subject: Subject) -> Iterator[Remark]:
    for decision, antecedent, own, other in _disagreements(subject):
        if not _first(own, decision.anaphor) and not _linked(subject, own, other):
            text = _quoted(subject, antecedent)
            message = f"a resolver links it to {text} of chain {other.id} instead"
            yield Remark(decision.anaphor, message, (antecedent,), decision.confidence)


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
        message = f"a resolver takes it as new, not as one of chain {own.id}"
        yield Remark(decision.anaphor, message, own.mentions[:1], new)


OPINIONS = (missed_links, wrong_links, doubtful_links)


def _disagreements(
    subject: Subject,
) -> Iterator[tuple[Decision, Mention, Entity, Entity]]:
    """Sure decisions that join two chains."""
    for decision in subject.decisions:
        antecedent, confidence = decision.antecedent, decision.confidence
        if antecedent is None or confidence is None or confidence < SURE:
            continue
        own = subject.owners.get(decision.anaphor.parts)
        other = subject.owners.get(antecedent.parts)
        if own is not None and other is not None and own is not other:
            yield decision, antecedent, own, other


def _first(entity: Entity, mention: Mention) -> bool:
    return entity.mentions[0].parts == mention.parts


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


def _quoted(subject: Subject, mention: Mention) -> str:
    return f"“{' '.join(mention.text(subject.parsed.document).split())}”"
