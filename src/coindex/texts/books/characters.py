"""The characters of a book: entities that are people, with all their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document
from coindex.language.nominals.agreement import Animacy, Features, Gender, Number, Person
from coindex.language.nominals.features import entity_type, features_of
from coindex.pipeline.entity_names import entity_name

LEAST = 2
"""Mentions of a character at least."""
_GENDERS = {Gender.MASCULINE: "male", Gender.FEMININE: "female", Gender.OTHER: "other"}
_NOT_PEOPLE = frozenset({"organization", "place", "event", "object", "time", "substance"})
_FIRST_OR_SECOND = Person.FIRST | Person.SECOND


@dataclass(frozen=True, slots=True)
class Called:
    """Words that a character is called by, and how often."""

    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Character:
    """A person of a book; `first` and `last` are characters of the text, where the first mention
    begins and the last one ends.
    """

    id: str
    """The id of the entity."""
    name: str
    """The most frequent proper name, else a description."""
    gender: str
    """After the pronouns, titles and names of the text: *female*, *male*, *other*, or empty."""
    names: tuple[Called, ...]
    """Proper names, the most frequent first."""
    descriptions: tuple[Called, ...]
    """Other noun phrases, the most frequent first."""
    pronouns: tuple[Called, ...]
    first: int
    last: int
    entity: Entity

    @property
    def mentions(self) -> int:
        return len(self.entity.mentions)

    @property
    def is_named(self) -> bool:
        return bool(self.names)


def characters(
    document: Document,
    entities: Iterable[Entity],
    least: int = LEAST,
    speaking: Collection[str] = (),
) -> tuple[Character, ...]:
    """Entities that speak, and those that are single people with at least this many mentions; those
    with a name first, then the most frequent ones.
    """
    people = [
        _character(document, entity, features)
        for entity in entities
        if (len(entity.mentions) >= least or entity.id in speaking)
        and (
            _is_person(document, entity, features := _features(document, entity))
            or entity.id in speaking
        )
    ]
    return tuple(sorted(people, key=lambda one: (not one.is_named, -one.mentions, one.first)))


def _features(document: Document, entity: Entity) -> list[Features]:
    return [features_of(document, mention, type=entity.type) for mention in entity.mentions]


def _is_person(document: Document, entity: Entity, features: Sequence[Features]) -> bool:
    """Whether more mentions are of one person than of a thing or of several people."""
    votes = sum(
        _vote(document, mention, own)
        for mention, own in zip(entity.mentions, features, strict=True)
    )
    return votes > 0


def _vote(document: Document, mention: Mention, features: Features) -> int:
    if features.number == Number.PLURAL or (
        mention.kind.pronominal and features.number & Number.PLURAL
    ):
        return 0 if features.person & Person.SECOND else -1
    if features.person & _FIRST_OR_SECOND and mention.kind.pronominal:
        return 1
    if mention.kind is Kind.NAME:
        kind = _type(document, mention)
        return -1 if kind in _NOT_PEOPLE and not features.gender else 1 if kind == "person" else 0
    if features.gender and features.gender != Gender.NEUTER:
        return 1
    return {Animacy.ANIMATE: 1, Animacy.INANIMATE: -1}.get(features.animacy, 0)


def _type(document: Document, mention: Mention) -> str:
    own = mention.attribute("type")
    if own or mention.head is None:
        return own
    return entity_type(document.tokens[mention.head])


def _character(document: Document, entity: Entity, features: Sequence[Features]) -> Character:
    mentions = entity.mentions
    names = [mention for mention in mentions if mention.kind is Kind.NAME]
    pronouns = [mention for mention in mentions if mention.kind.pronominal]
    others = [
        mention
        for mention in mentions
        if mention.kind is not Kind.NAME and not mention.kind.pronominal
    ]
    ends = [document.tokens[mention.end - 1].end for mention in mentions]
    return Character(
        entity.id,
        entity_name(document, entity),
        _gender(features),
        _called(_words(document, mention, minimal=True) for mention in names),
        _called(_words(document, mention, minimal=False) for mention in others),
        _called(_words(document, mention, minimal=False).lower() for mention in pronouns),
        document.tokens[mentions[0].start].start,
        max(ends),
        entity,
    )


def _words(document: Document, mention: Mention, *, minimal: bool) -> str:
    span = mention.minimum or mention.span if minimal else mention.span
    return " ".join(document.surface(span).split())


def _called(words: Iterable[str]) -> tuple[Called, ...]:
    """With their counts; what differs in capitals alone is one, as it is written most often."""
    spelled: dict[str, Counter[str]] = {}
    for one in words:
        spelled.setdefault(one.casefold(), Counter())[one] += 1
    counted = (Called(forms.most_common(1)[0][0], forms.total()) for forms in spelled.values())
    return tuple(sorted(counted, key=lambda called: -called.count))


def _gender(features: Iterable[Features]) -> str:
    votes: Counter[int] = Counter()
    for one in features:
        if one.gender in _GENDERS and one.number != Number.PLURAL:
            votes[one.gender] += 1
    return _GENDERS[votes.most_common(1)[0][0]] if votes else ""
