"""Plants errors into the annotation of a document: one function for each check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from coindex.checking.subject import CheckedChain, Subject
from coindex.core.annotation import Annotation, Entity, Link, Mention, Relation
from coindex.core.document import Span
from coindex.language.nominals.agreement import Animacy, Gender, Person

EACH = 5
"""Errors of a class in one document at most."""
_FIRM = ("personal", "possessive", "reflexive")


class Planted(NamedTuple):
    """An annotation with errors, and the tokens of the mentions that are wrong now."""

    annotation: Annotation
    places: frozenset[tuple[Span, ...]]


Plant = Callable[[Subject, Random], Planted]


def _chosen(random: Random, items: list[Mention]) -> list[Mention]:
    return random.sample(items, min(EACH, len(items)))


def _places(mentions: list[Mention]) -> frozenset[tuple[Span, ...]]:
    return frozenset(mention.parts for mention in mentions)


def repeated_relation(subject: Subject, random: Random) -> Planted:
    links = [one for one in subject.annotation.links if one.relation is Relation.BRIDGING]
    again = random.sample(links, min(EACH, len(links)))
    planted = replace(subject.annotation, links=(*subject.annotation.links, *again))
    return Planted(planted, _places([link.anaphor for link in again]))


def repeated_mention(subject: Subject, random: Random) -> Planted:
    again = _chosen(random, [one for one in subject.annotation.mentions if one.start])
    return Planted(_changed(subject, {one: (one, one) for one in again}), _places(again))


def shared_mention(subject: Subject, random: Random) -> Planted:
    """A mention is in a second chain, too."""
    entities = list(subject.annotation.entities)
    shared = _chosen(random, [one for entity in entities for one in entity.mentions])
    owners = subject.annotation.entity_of()
    for mention in shared:
        places = [n for n, one in enumerate(entities) if one.id != owners[mention].id]
        at = random.choice(places)
        entities[at] = _with(entities[at], mention)
    return Planted(replace(subject.annotation, entities=tuple(entities)), _places(shared))


def crossing_mentions(subject: Subject, random: Random) -> Planted:
    """A mention takes in the first word of one that follows it."""
    longer = {one.start for one in subject.annotation.mentions if one.end - one.start > 1}
    ends = [one for one in subject.annotation.mentions if one.end in longer]
    return _stretched(subject, _chosen(random, [one for one in ends if len(one.parts) == 1]))


def sentence_boundary(subject: Subject, random: Random) -> Planted:
    """A mention at the end of a sentence takes in the first word of the next one."""
    last = {one.span.end for one in subject.document.sentences[:-1]}
    final = [
        one
        for one in subject.annotation.mentions
        if len(one.parts) == 1 and ({one.end, one.end + 1} & last)
    ]
    return _stretched(subject, _chosen(random, final), words=2)


def broken_reference(subject: Subject, random: Random) -> Planted:
    """A bridging relation leads to the chain of its anaphor, a group contains itself."""
    owners = subject.annotation.entity_of()
    many = [one for one in subject.annotation.mentions if len(owners[one].mentions) > 1]
    wrong = _chosen(random, many)
    links: list[Link] = []
    for place, mention in enumerate(wrong):
        own = next(one for one in owners[mention].mentions if one.parts != mention.parts)
        other = random.choice(
            [one for one in subject.annotation.entities if own not in one.mentions]
        )
        ends = (own,) if place % 2 else (own, other.mentions[0])
        links.append(Link(mention, ends, Relation.BRIDGING if place % 2 else Relation.IDENTITY))
    planted = replace(subject.annotation, links=(*subject.annotation.links, *links))
    return Planted(planted, _places(wrong))


def gender_conflict(subject: Subject, random: Random) -> Planted:
    def fits(chain: CheckedChain, pronoun: int) -> bool:
        genders = {one.features.gender for one in chain.members if one.features.gender_certainty}
        return genders == {Gender.MASCULINE + Gender.FEMININE - pronoun}

    return _moved(subject, random, lambda one: one.features.gender in (1, 2), "gender", fits)


def number_conflict(subject: Subject, random: Random) -> Planted:
    def fits(chain: CheckedChain, pronoun: int) -> bool:
        numbers = [one.features.number for one in chain.members]
        return bool(numbers) and all(number and not number & pronoun for number in numbers)

    return _moved(subject, random, lambda one: bool(one.features.number), "number", fits)


def type_conflict(subject: Subject, random: Random) -> Planted:
    def fits(chain: CheckedChain, pronoun: int) -> bool:
        person = chain.entity.type == "person"
        return person if pronoun == Animacy.INANIMATE else chain.entity.type in ("object", "place")

    return _moved(subject, random, lambda one: one.features.animacy in (1, 2), "animacy", fits)


def divided_name(subject: Subject, random: Random) -> Planted:
    """A chain is cut before a name that it has twice."""
    entities: list[Entity] = []
    first_of_new: list[Mention] = []
    for chain in subject.chains:
        names: dict[str, int] = {}
        cut = 0
        for place, member in enumerate(chain.members):
            words = member.mention.text(subject.document).lower()
            if member.mention.kind == "name" and names.setdefault(words, place) < place:
                cut = place
                break
        entity = chain.entity
        if cut and len(first_of_new) < EACH and len(chain.members) == len(entity.mentions):
            first_of_new.append(entity.mentions[cut])
            entities.append(entity._replace(mentions=entity.mentions[:cut]))
            entities.append(entity._replace(id=f"{entity.id}b", mentions=entity.mentions[cut:]))
        else:
            entities.append(entity)
    return Planted(replace(subject.annotation, entities=tuple(entities)), _places(first_of_new))


def unlinked_pronoun(subject: Subject, random: Random) -> Planted:
    """A pronoun of the third person is taken out of its chain and out of the mentions."""
    free = _chosen(random, [one for _, one in _pronouns(subject)])
    gone = _places(free)
    planted = _without(subject.annotation, gone)
    kept = tuple(one for one in planted.mentions if one.parts not in gone)
    return Planted(replace(planted, mentions=kept, links=()), gone)


def missed_link(subject: Subject, random: Random) -> Planted:
    """A mention that continues a chain is alone."""
    alone = _chosen(random, [one for entity in _long(subject) for one in entity.mentions[1:]])
    planted = _without(subject.annotation, _places(alone))
    new = tuple(Entity(f"new{number}", (one,)) for number, one in enumerate(alone))
    return Planted(replace(planted, entities=(*planted.entities, *new)), _places(alone))


def wrong_link(subject: Subject, random: Random) -> Planted:
    """A mention that continues a chain continues another one of the same type."""
    moved = _chosen(random, [one for entity in _long(subject) for one in entity.mentions[1:]])
    owners = subject.annotation.entity_of()
    entities = list(_without(subject.annotation, _places(moved)).entities)
    placed = []
    for mention in moved:
        own = owners[mention]
        fitting = [
            place
            for place, one in enumerate(entities)
            if one.id != own.id and one.type == own.type and one.mentions[0].start < mention.start
        ]
        if fitting:
            at = random.choice(fitting)
            entities[at] = _with(entities[at], mention)
            placed.append(mention)
    return Planted(replace(subject.annotation, entities=tuple(entities)), _places(placed))


def doubtful_link(subject: Subject, random: Random) -> Planted:
    """A mention that is alone continues a chain of its type."""
    single = [one for one in subject.annotation.entities if one.singleton and one.mentions[0].start]
    moved = random.sample(single, min(EACH, len(single)))
    gone = {one.id for one in moved}
    entities = [one for one in subject.annotation.entities if one.id not in gone]
    placed = []
    for entity in moved:
        mention = entity.mentions[0]
        fitting = [
            place
            for place, one in enumerate(entities)
            if one.type == entity.type and one.mentions[0].start < mention.start
        ]
        if fitting:
            at = random.choice(fitting)
            entities[at] = _with(entities[at], mention)
            placed.append(mention)
    return Planted(replace(subject.annotation, entities=tuple(entities)), _places(placed))


PLANTS: Mapping[str, Plant] = {
    "repeated-relation": repeated_relation,
    "repeated-mention": repeated_mention,
    "shared-mention": shared_mention,
    "crossing-mentions": crossing_mentions,
    "sentence-boundary": sentence_boundary,
    "broken-reference": broken_reference,
    "gender-conflict": gender_conflict,
    "number-conflict": number_conflict,
    "type-conflict": type_conflict,
    "divided-name": divided_name,
    "unlinked-pronoun": unlinked_pronoun,
    "missed-link": missed_link,
    "wrong-link": wrong_link,
    "doubtful-link": doubtful_link,
}
"""By the name of the check that should find the errors."""


def _long(subject: Subject) -> list[Entity]:
    return [one for one in subject.annotation.entities if len(one.mentions) > 2]


def _pronouns(subject: Subject) -> Iterator[tuple[CheckedChain, Mention]]:
    """Pronouns of the third person in chains, as the annotation has them."""
    for chain in subject.chains:
        if len(chain.members) < 2 or len(chain.members) != len(chain.entity.mentions):
            continue
        for member, mention in zip(chain.members, chain.entity.mentions, strict=True):
            firm = member.mention.kind in _FIRM and mention.end - mention.start == 1
            if firm and member.features.person == Person.THIRD:
                yield chain, mention


def _moved(
    subject: Subject,
    random: Random,
    valued: Callable[..., bool],
    feature: str,
    fits: Callable[[CheckedChain, int], bool],
) -> Planted:
    """Pronouns are moved to chains that they do not fit."""
    members = {one.mention.parts: one for chain in subject.chains for one in chain.members}
    candidates = [
        (mention, chain)
        for own, mention in _pronouns(subject)
        if valued(members[mention.parts])
        for chain in subject.chains
        if chain is not own
        and len(chain.members) > 1
        and fits(chain, getattr(members[mention.parts].features, feature))
    ]
    random.shuffle(candidates)
    taken: dict[tuple[Span, ...], Mention] = {}
    targets: dict[str, Mention] = {}
    for mention, chain in candidates:
        if len(taken) < EACH and mention.parts not in taken and chain.entity.id not in targets:
            taken[mention.parts] = mention
            targets[chain.entity.id] = mention
    planted = _without(subject.annotation, frozenset(taken))
    entities = tuple(
        _with(one, targets[one.id]) if one.id in targets else one for one in planted.entities
    )
    return Planted(replace(planted, entities=entities), frozenset(taken))


def _with(entity: Entity, mention: Mention) -> Entity:
    members = sorted((*entity.mentions, mention), key=lambda one: (one.start, -one.end))
    return entity._replace(mentions=tuple(members))


def _without(annotation: Annotation, gone: frozenset[tuple[Span, ...]]) -> Annotation:
    entities = (
        one._replace(mentions=tuple(m for m in one.mentions if m.parts not in gone))
        for one in annotation.entities
    )
    return replace(annotation, entities=tuple(one for one in entities if one.mentions))


def _changed(subject: Subject, instead: Mapping[Mention, tuple[Mention, ...]]) -> Annotation:
    """Mentions replaced by others, wherever they occur."""

    def put(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
        return tuple(new for one in mentions for new in instead.get(one, (one,)))

    annotation = subject.annotation
    entities = tuple(one._replace(mentions=put(one.mentions)) for one in annotation.entities)
    return replace(annotation, mentions=put(annotation.mentions), entities=entities, links=())


def _stretched(subject: Subject, chosen: list[Mention], words: int = 1) -> Planted:
    wide = {one: one._replace(parts=(Span(one.start, one.end + words),)) for one in chosen}
    planted = _changed(subject, {one: (new,) for one, new in wide.items()})
    return Planted(planted, _places(list(wide.values())))
