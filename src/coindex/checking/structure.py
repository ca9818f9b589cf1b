"""Checks of the form of an annotation; they need nothing but tokens and sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from coindex.checking.check import Remark, check, quoted
from coindex.checking.issue import Severity
from coindex.checking.subject import Subject
from coindex.core.annotation import Annotation, Entity, Link, Mention, Relation, in_order
from coindex.core.document import Document, Span
from coindex.core.messages import Message


@check(
    "repeated-relation",
    "The same relation between the same mentions is stated twice.",
    remedy="remove one of the two",
    severity=Severity.ERROR,
    safe=True,
)
def repeated_relations(subject: Subject) -> Iterator[Remark]:
    for link in repeated_links(subject.annotation):
        ends = " and ".join(quoted(subject.document, one) for one in link.antecedents)
        yield Remark(
            link.anaphor,
            Message("its {relation} to {ends} is repeated", relation=link.relation, ends=ends),
            link.antecedents,
        )


@check(
    "repeated-mention",
    "A chain has the same words twice.",
    remedy="remove one of the two mentions",
    severity=Severity.ERROR,
    safe=True,
)
def repeated_mentions(subject: Subject) -> Iterator[Remark]:
    for entity, first, again in repeated_members(subject.annotation):
        message = Message("these words are twice in chain {entity}", entity=entity.id)
        yield Remark(again, message, plain=says_nothing_new(first, again))


@check(
    "shared-mention",
    "Two chains share a mention.",
    remedy="merge the chains, or take the mention out of one of them",
    severity=Severity.ERROR,
)
def shared_mentions(subject: Subject) -> Iterator[Remark]:
    owners: dict[tuple[Span, ...], dict[str, Mention]] = defaultdict(dict)
    for entity in subject.annotation.entities:
        for mention in entity.mentions:
            owners[mention.parts].setdefault(entity.id, mention)
    for sharing in owners.values():
        if len(sharing) > 1:
            first, *others = sharing.values()
            yield Remark(
                first,
                Message("these words are in chains {listed}", listed=_listed(sharing)),
                tuple(others),
            )


@check(
    "crossing-mentions",
    "Two mentions overlap, and neither contains the other.",
    remedy="correct the boundaries of one of them",
    severity=Severity.WARNING,
)
def crossing_mentions(subject: Subject) -> Iterator[Remark]:
    for left, right in _crossing(subject.annotation.mentions):
        yield Remark(
            right, Message("it crosses {quoted}", quoted=quoted(subject.document, left)), (left,)
        )


@check(
    "sentence-boundary",
    "A mention continues after the end of its sentence.",
    remedy="end the mention with its sentence, or join the sentences",
    severity=Severity.WARNING,
)
def over_boundaries(subject: Subject) -> Iterator[Remark]:
    document = subject.document
    for mention in subject.annotation.mentions:
        for part in mention.parts:
            first, last = (document.sentence_index(at) for at in (part.start, part.end - 1))
            if first != last:
                yield Remark(
                    mention,
                    Message("it ends {last} sentences later than it begins", last=last - first),
                )
                break


@check(
    "broken-reference",
    "A split antecedent, a bridging relation or another link leads nowhere.",
    remedy="correct the name of the entity, or remove the relation",
    severity=Severity.ERROR,
)
def broken_references(subject: Subject) -> Iterator[Remark]:
    """Files with names that are not defined are found by their readers; this is what can be read
    and still makes no sense.
    """
    owners = subject.annotation.entity_of()
    for link in subject.annotation.links:
        if reason := _broken(link, [owners.get(one) for one in link.antecedents], owners):
            yield Remark(link.anaphor, reason, link.antecedents)
        elif reason := _divided(link, owners, subject.document):
            yield Remark(
                link.anaphor,
                reason,
                link.antecedents,
                remedy="put both into one chain, or remove the relation; in CoNLL-U that is "
                "ante:, the number of the antecedent among the mentions of the document",
            )


def _broken(
    link: Link, antecedents: Sequence[Entity | None], owners: Mapping[Mention, Entity]
) -> str:
    own, several = owners.get(link.anaphor), len(link.antecedents) > 1
    if not link.antecedents:
        return Message("its {relation} has no antecedent", relation=link.relation)
    # The order matters: what leads nowhere is named before what contradicts a chain.
    if link.anaphor in link.antecedents:
        return Message("its {relation} leads to itself", relation=link.relation)
    if link.relation is Relation.BRIDGING:
        inside = own is not None and own in antecedents
        return (
            Message("its bridging relation leads to its own chain {own}", own=own.id)
            if inside and own
            else ""
        )
    if several and own is not None and own in antecedents:
        return Message("its split antecedent contains its own chain {own}", own=own.id)
    if several and len({id(one) for one in antecedents}) < len(antecedents):
        return "its split antecedent names one chain twice"
    return ""


def _divided(link: Link, owners: Mapping[Mention, Entity], document: Document) -> str:
    """A reason if a mention and its only antecedent are in different chains."""
    if link.relation is not Relation.IDENTITY or len(link.antecedents) != 1:
        return ""
    own, other = owners.get(link.anaphor), owners.get(link.antecedents[0])
    if own is None or other is None or own is other:
        return ""
    return Message(
        "its antecedent {words} is in another chain, {other} instead of {own}",
        words=quoted(document, link.antecedents[0]),
        other=other.id,
        own=own.id,
    )


STRUCTURE = (
    repeated_relations,
    repeated_mentions,
    shared_mentions,
    crossing_mentions,
    over_boundaries,
    broken_references,
)


def repeated_links(annotation: Annotation) -> Iterator[Link]:
    """Links that state the same as an earlier one."""
    seen = set()
    for link in annotation.links:
        if statement(link) in seen:
            yield link
        seen.add(statement(link))


def statement(link: Link) -> Hashable:
    """What a link states: its ends, its relation and the subtype of that."""
    ends = frozenset(one.parts for one in link.antecedents)
    return link.anaphor.parts, ends, link.relation, link.subtype


def repeated_members(annotation: Annotation) -> Iterator[tuple[Entity, Mention, Mention]]:
    """Mentions of an entity that have the same words as an earlier one of it, behind that one."""
    for entity in annotation.entities:
        seen: dict[tuple[Span, ...], Mention] = {}
        for mention in entity.mentions:
            if mention.parts in seen:
                yield entity, seen[mention.parts], mention
            seen.setdefault(mention.parts, mention)


def says_nothing_new(first: Mention, again: Mention) -> bool:
    """Whether two mentions of the same words differ in nothing but their name."""
    return first == again._replace(id=first.id)


def _crossing(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Pairs of mentions that cross, in textual order; of a mention with gaps each part counts."""
    parts = sorted(
        ((part, mention) for mention in in_order(list(mentions)) for part in mention.parts),
        key=lambda pair: (pair[0].start, -pair[0].end),
    )
    opened: list[tuple[Span, Mention]] = []
    for part, mention in parts:
        opened = [one for one in opened if one[0].end > part.start]
        for other, earlier in opened:
            if other.crosses(part) and earlier.parts != mention.parts:
                yield earlier, mention
        opened.append((part, mention))


def _listed(names: Iterable[str]) -> str:
    return " and ".join(names)
