"""Entities under construction: which expressions have been joined so
far, and their common features.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.language.agreement import Features, merged
from coindex.language.names import Name, different_people
from coindex.resolvers.claims import CONTRADICTION, OTHER_PERSON, claims, contradictory
from coindex.resolvers.discourse import Expression


class Group:
    """An entity under construction; `features` combines the features of its members.

    Its number is that of its nouns and names, and of *he* and *she*: *it* and *they* may take up
    the same company.
    """

    __slots__ = ("_firm", "_places", "claims", "features", "named", "names", "size")

    def __init__(self, expression: Expression) -> None:
        self._places = {expression.sentence: [expression]}
        self._firm = not expression.pronominal or bool(expression.features.gender)
        self.features: Features = expression.features
        self.claims = claims(expression)
        """What its members say of it, each by itself."""
        self.named = not expression.pronominal
        """Whether anything but pronouns is in it."""
        self.names: frozenset[Name] = (
            frozenset([expression.name]) if expression.kind is Kind.NAME else frozenset()
        )
        """Its different proper names."""
        self.size = 1

    def in_sentence(self, sentence: int) -> list[Expression]:
        """Its members in a sentence; do not change the list."""
        return self._places.get(sentence, [])

    def count(self, sentences: range) -> int:
        """How many members there are in some sentences."""
        places = self._places
        return sum([len(places[sentence]) for sentence in sentences if sentence in places])

    def __iter__(self) -> Iterator[Expression]:
        """All members, sentence by sentence in the order in which they were joined."""
        return (member for members in self._places.values() for member in members)

    def absorb(self, other: Group) -> None:
        for sentence, members in other._places.items():
            self._places.setdefault(sentence, []).extend(members)
        features = merged(self.features, other.features)
        if self._firm != other._firm:
            firm = self if self._firm else other
            features = features._replace(number=firm.features.number)
            self._firm = True
        self.features = features
        self.claims |= other.claims
        self.named = self.named or other.named
        if not other.names <= self.names:
            self.names |= other.names
        self.size += other.size


class Entities:
    """Every expression is alone until it is joined with another."""

    def __init__(self) -> None:
        self._groups: dict[Expression, Group] = {}
        self.joins = 0
        """How often two became one: as long as it is the same, so are the entities."""

    def of(self, expression: Expression) -> Group:
        found = self._groups.get(expression)
        if found is None:
            found = self._groups[expression] = Group(expression)
        return found

    def key(self, expression: Expression) -> Group | Expression:
        """The same for two expressions of one entity, and for no others, until the next join."""
        return self._groups.get(expression, expression)

    def features(self, expression: Expression) -> Features:
        """The features of its entity so far."""
        found = self._groups.get(expression)
        return expression.features if found is None else found.features

    def join(self, one: Expression, other: Expression) -> Group:
        """Make one entity of two; the smaller one is absorbed, so that
        joining stays cheap in a long text.
        """
        large, small = self.of(one), self.of(other)
        if large is small:
            return large
        self.joins += 1
        if large.size < small.size:
            large, small = small, large
        for member in small:
            self._groups[member] = large
        large.absorb(small)
        return large


def contradiction(one: Group, other: Group, language: str) -> str:
    """Why two entities cannot be one, whatever speaks for it; empty if they can."""
    if one.claims and other.claims and contradictory(one.claims | other.claims):
        return CONTRADICTION
    if any(different_people(left, right, language) for left in one.names for right in other.names):
        return OTHER_PERSON
    return ""
