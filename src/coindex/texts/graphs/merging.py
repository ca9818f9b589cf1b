"""Entities of different documents that are one: by their names, titles and types, and by what is
said around them.

Equal names are not enough: a collection has several John Smiths. Two entities are joined if their
names go together, nothing contradicts it (type, sex, title), and there is evidence besides the
name: other names that both documents have, or the same words around both (Bagga & Baldwin 1998).
Where that is missing, they stay apart.

Amit Bagga & Breck Baldwin (1998). Entity-based cross-document coreferencing using the vector space
model. *COLING-ACL*.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from coindex.language.nominals.entity_types import PERSON, PLACE
from coindex.language.nominals.names import (
    Name,
    Variant,
    different_people,
    name,
    nation_of,
    variant,
)

ENOUGH = 1.0
"""Evidence that joins two entities of one name: one other person or organisation, or several
places, in both documents.
"""
OTHER, WHERE = 0.6, 0.3
"""What a name in both documents is worth: of a person or an organisation, and of a place or
something of no known type.
"""
WORDS = 2.5
"""What the same words around both are worth, times their cosine."""
LESS = 0.5
"""How much evidence is left where what the two are called contradicts: *a painter*, *the
goalkeeper*.
"""
_LETTERS = re.compile(r"[^a-z0-9]+")


class Profile(NamedTuple):
    """What is known of an entity of one document."""

    name: str
    type: str = ""
    aliases: tuple[str, ...] = ()
    male: float = 0.5
    """The probability that a person is male; .5 if unknown."""
    descriptions: frozenset[str] = frozenset()
    """Common nouns that the entity is called."""
    words: Mapping[str, int] = {}
    """Lemmas of content words in the sentences that mention it."""
    place: str = ""
    """Document and offset of the first mention."""
    language: str = "en"


class Member:
    """An entity of one document of a collection."""

    def __init__(self, document: int, profile: Profile) -> None:
        self.document, self.profile = document, profile

    @cached_property
    def names(self) -> tuple[Name, ...]:
        language = self.profile.language
        texts = (self.profile.name, *self.profile.aliases)
        found = (name(text.split(), language) for text in texts)
        return tuple(dict.fromkeys(one for one in found if one.words))

    @cached_property
    def full(self) -> Name:
        """The name with the most words."""
        return max(self.names, key=lambda one: len(one.words), default=Name(()))

    @property
    def is_person(self) -> bool:
        return self.profile.type == PERSON

    @cached_property
    def nation(self) -> str:
        return nation_of(" ".join(self.full.spelled), self.profile.language)


def merged(profiles: Sequence[Mapping[str, Profile]]) -> dict[tuple[int, str], str]:
    """For each named entity, by the number of its document and its id there, an id that it shares
    with those that are the same.
    """
    members = {
        (number, name): Member(number, profile)
        for number, document in enumerate(profiles)
        for name, profile in document.items()
    }
    collection = _Collection([*members.values()])
    groups: list[list[Member]] = []
    of: dict[Member, list[Member]] = {}
    for member in sorted(members.values(), key=lambda one: -len(one.full.words)):
        best = max(
            (
                group
                for group in _near(member, of, collection)
                if collection.may_join(member, group)
            ),
            key=lambda group: collection.evidence_for(member, group),
            default=None,
        )
        if best is None or collection.evidence_for(member, best) < ENOUGH:
            best = []
            groups.append(best)
        best.append(member)
        of[member] = best
    ids = {id(group): _id(group) for group in groups}
    return {key: ids[id(of[member])] for key, member in members.items()}


def _near(
    member: Member, of: Mapping[Member, list[Member]], collection: _Collection
) -> Iterator[list[Member]]:
    """The groups with an entity that has a word of its name."""
    seen: set[int] = set()
    for other in collection.sharing_words(member):
        group = of.get(other)
        if group is not None and id(group) not in seen:
            seen.add(id(group))
            yield group


def _id(group: Sequence[Member]) -> str:
    """An id that stays when documents are added behind: of the first member in the collection."""
    first = min(group, key=lambda one: one.document).profile
    plain = unicodedata.normalize("NFKD", first.name).encode("ascii", "ignore").decode().lower()
    digest = hashlib.sha256(f"{first.place}\n{first.name}".encode()).hexdigest()[:6]
    return f"{_LETTERS.sub('-', plain).strip('-') or 'entity'}-{digest}"


class _Collection:
    """What the documents have in common."""

    def __init__(self, members: Sequence[Member]) -> None:
        self._by_word: dict[str, list[Member]] = {}
        self._named: dict[int, dict[tuple[str, ...], float]] = {}
        spread: Counter[str] = Counter()
        documents: dict[int, set[str]] = {}
        for member in members:
            for word in {word for one in member.names for word in one.words} | {_initials(member)}:
                self._by_word.setdefault(word, []).append(member)
            if member.full.words and not member.nation:
                worth = WHERE if member.profile.type in (PLACE, "") else OTHER
                self._named.setdefault(member.document, {})[member.full.words] = worth
            documents.setdefault(member.document, set()).update(member.profile.words)
        for words in documents.values():
            spread.update(words)
        most = len(documents)
        self._weights = {word: math.log(1 + most / count) for word, count in spread.items()}
        self._evidence: dict[tuple[Member, Member], float] = {}

    def sharing_words(self, member: Member) -> Iterator[Member]:
        for word in {word for one in member.names for word in one.words} | {_initials(member)}:
            yield from self._by_word.get(word, ())

    def may_join(self, member: Member, group: Iterable[Member]) -> bool:
        """Whether nothing speaks against it: a document never calls two entities one."""
        members = list(group)
        if any(other.document == member.document for other in members):
            return False
        if any(_contradict(member, other) for other in members):
            return False
        return any(_compatible(member, other) for other in members)

    def evidence_for(self, member: Member, group: Iterable[Member]) -> float:
        return max(
            (self._between(member, other) for other in group if _compatible(member, other)),
            default=0.0,
        )

    def _between(self, one: Member, other: Member) -> float:
        key = (one, other) if one.document < other.document else (other, one)
        if key not in self._evidence:
            self._evidence[key] = self._found(*key)
        return self._evidence[key]

    def _found(self, one: Member, other: Member) -> float:
        if one.nation and one.nation == other.nation:
            return ENOUGH
        own = {*one.full.words, *other.full.words}
        left, right = self._named.get(one.document, {}), self._named.get(other.document, {})
        shared = sum(
            max(worth, right[words])
            for words, worth in left.items()
            if words in right and own.isdisjoint(words)
        )
        found = shared + WORDS * self._cosine(one, other)
        called, also = one.profile.descriptions, other.profile.descriptions
        if called and also and called.isdisjoint(also):
            found *= LESS
        return found

    def _cosine(self, one: Member, other: Member) -> float:
        own = {word for member in (one, other) for each in member.names for word in each.words}
        left, right = (
            {
                word: (1 + math.log(count)) * self._weights[word]
                for word, count in member.profile.words.items()
                if word not in own
            }
            for member in (one, other)
        )
        product = sum(value * right.get(word, 0.0) for word, value in left.items())
        lengths = [
            math.sqrt(sum(value * value for value in part.values())) for part in (left, right)
        ]
        return product / (lengths[0] * lengths[1]) if all(lengths) else 0.0


def _initials(member: Member) -> str:
    """*UN* of *United Nations*, so that acronyms meet their long forms."""
    return "".join(word[0] for word in member.full.spelled if word[:1].isupper()).lower()


def _compatible(one: Member, other: Member) -> bool:
    """Whether a name of the one may be a name of the other."""
    person = one.is_person or other.is_person
    language = one.profile.language
    relation = variant(one.full, other.full, person=person, language=language)
    if relation not in (Variant.NONE, Variant.DEMONYM, Variant.CONTAINED):
        return True
    return any(mine == theirs for mine in one.names for theirs in other.names if mine.words)


def _contradict(one: Member, other: Member) -> bool:
    """Whether type, sex or title say that they are two."""
    left, right = one.profile, other.profile
    if left.type and right.type and left.type != right.type:
        return True
    if not (one.is_person or other.is_person):
        return False
    if abs(left.male - right.male) > LESS:
        return True
    return any(
        different_people(mine, theirs, left.language)
        for mine in one.names
        for theirs in other.names
    )
