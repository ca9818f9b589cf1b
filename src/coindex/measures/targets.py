"""Targets: what a response must say, and must not say, about a few mentions of
a text made to test one thing.

Levesque, Davis & Morgenstern (2012), The Winograd schema challenge, test single links in pairs of
texts in the same way; ours are read from the header `targets` of a document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.annotation import Annotated, Entity, Kind, Mention
from coindex.core.errors import FormatError, suggestion
from coindex.core.messages import Message
from coindex.core.protocols import AlignedPair, Case, Counts
from coindex.measures.pair import all_mentions
from coindex.measures.scores import ratio, total

NONE = "none"


class TargetScore(NamedTuple):
    """The proportions of targets that are right and left open, and of texts all of whose targets
    are right.
    """

    right: float | None
    open: float | None
    texts: float | None


class Target(NamedTuple):
    """A mention and the entities that it refers to or, if not `same`, the entity that it must not
    be linked with.

    Without entities the mention does not refer; several entities are a split antecedent.
    """

    mention: Mention
    entities: tuple[Entity, ...]
    same: bool = True


def targets(item: Annotated) -> tuple[Target, ...]:
    """The targets in the header of a mini-discourse: `she = ann; her/2 !=
    bea; it = none; they = ann+bea`.
    """
    return tuple(
        _target(part.strip(), item) for part in item.document.meta.get("targets", "").split(";")
    )


def _target(notation: str, item: Annotated) -> Target:
    name, equals, labels = notation.partition(" = ")
    same = bool(equals)
    if not same:
        name, equals, labels = notation.partition(" != ")
    if not equals:
        raise _error(
            item, f"{notation!r} is not a target", "write: words = label, or words != label"
        )
    mention = _mention(name, item)
    if labels == NONE:
        return Target(mention, (), same)
    return Target(mention, tuple(_entity(label, item) for label in labels.split("+")), same)


def _mention(name: str, item: Annotated) -> Mention:
    """The mention with these words, ignoring case; `/2` is the second of several."""
    words, _, place = name.partition("/")
    alike = [m for m in item.annotation.mentions if m.text(item.document).lower() == words.lower()]
    if not place and len(alike) > 1:
        raise _error(
            item, f"{len(alike)} mentions read {words!r}", f"write {words}/1, {words}/2 ..."
        )
    index = int(place) - 1 if place.isdecimal() else 0
    if not 0 <= index < len(alike):
        known = (m.text(item.document) for m in item.annotation.mentions)
        raise _error(item, f"no mention reads {name!r}", suggestion(words, known))
    return alike[index]


def _entity(label: str, item: Annotated) -> Entity:
    known = {entity.id: entity for entity in item.annotation.entities}
    if label not in known:
        raise _error(item, f"no entity has the label {label!r}", suggestion(label, known))
    return known[label]


def _error(item: Annotated, message: str, remedy: str) -> FormatError:
    return FormatError(
        Message("targets: {message}", message=message), path=item.document.id, remedy=remedy
    )


@dataclass(frozen=True, slots=True)
class Targets:
    """The share of targets that are right; documents without the header `targets` have none.

    A mention whose entity is introduced by a verb, or that has a split antecedent, is *open* if it
    is left without a link.
    """

    view: str = "head"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "right"

    def cases(self, pair: AlignedPair) -> Iterator[Case]:
        """Right, open, all; and for the first target of a text, whether the text is right, and one
        text.
        """
        judged = pair.remembered(self, lambda: self._judged(pair))
        whole = int(all(right for _, right, _ in judged))
        for place, (mention, right, left_open) in enumerate(judged):
            yield mention, (int(right), int(left_open), 1, 0 if place else whole, 0 if place else 1)

    def counts(self, pair: AlignedPair) -> Counts:
        return total((counts for _, counts in self.cases(pair)), 5)

    @staticmethod
    def score(counts: Counts) -> TargetScore:
        right, left_open, all_, whole, texts = counts
        return TargetScore(ratio(right, all_), ratio(left_open, all_), ratio(whole, texts))

    def _judged(self, pair: AlignedPair) -> Sequence[tuple[Mention, bool, bool]]:
        if not pair.document.meta.get("targets"):
            return []
        view = _Links(pair, self.view)
        tested = targets(Annotated(pair.document, pair.key))
        return [(target.mention, view.satisfied(target), view.open(target)) for target in tested]


def meant_mentions(pair: AlignedPair, view: str) -> dict[Mention, Mention]:
    """The mentions of the key that those of the response stand for: whatever the view, one with the
    same words is the same mention. *My aunt Rosa* may have another head in the key.
    """
    return {**pair.counterparts(view), **pair.counterparts("exact")}


class _Links:
    """The links of a response, in mentions of the key."""

    def __init__(self, pair: AlignedPair, view: str) -> None:
        meant = meant_mentions(pair, view)
        self._answers: dict[Mention, Mention] = {key: answer for answer, key in meant.items()}
        self._entity: Mapping[Mention, Entity] = pair.response.entity_of()
        self._owner = pair.key.entity_of()
        self._links = pair.response.links
        self._meant = meant
        self._heads = {
            mention.head: mention
            for mention in all_mentions(pair.key)
            if mention.kind is Kind.VERBAL
        }

    def satisfied(self, target: Target) -> bool:
        chain, split = self._chain(target.mention), self._antecedents(target.mention)
        if not target.entities:
            return not chain and not split
        if len(target.entities) > 1:
            return split == frozenset(target.entities)
        entity = target.entities[0]
        members = [
            member for member in chain if member is not None and self._owner.get(member) == entity
        ]
        if not target.same:
            return not members
        firm = any(not m.kind.pronominal for m in entity.mentions)
        return any(not (firm and member.kind.pronominal) for member in members)

    def open(self, target: Target) -> bool:
        """Whether the response left alone a target that not every resolver can get right."""
        beyond = len(target.entities) > 1 or (
            target.same
            and any(m.kind is Kind.VERBAL for entity in target.entities for m in entity.mentions)
        )
        return beyond and not self._chain(target.mention) and not self._antecedents(target.mention)

    def _chain(self, mention: Mention) -> list[Mention | None]:
        """The other mentions of its chain, as the key has them."""
        answer = self._answers.get(mention)
        chain = self._entity.get(answer) if answer is not None else None
        return (
            []
            if chain is None
            else [self._key(member) for member in chain.mentions if member != answer]
        )

    def _antecedents(self, mention: Mention) -> frozenset[Entity | None]:
        answer = self._answers.get(mention)
        split = [
            link for link in self._links if link.anaphor == answer and len(link.antecedents) > 1
        ]
        ends = (self._key(end) for link in split for end in link.antecedents)
        return frozenset(self._owner.get(end) if end is not None else None for end in ends)

    def _key(self, mention: Mention) -> Mention | None:
        """The corresponding mention of the key; a clause stands for the verb that heads it."""
        return self._meant.get(mention) or self._heads.get(mention.head)
