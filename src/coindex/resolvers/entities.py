"""Entities under construction: which expressions have been joined so
far, and their common features.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, Features, Gender, merged
from coindex.language.nominals.names import Name, different_people
from coindex.resolvers.entity_constraints import (
    ADDRESSED,
    CONTRADICTION,
    MAN,
    NATIONALITY,
    OTHER_PERSON,
    WOMAN,
    constraints_on,
    contradictory,
    firm_constraints,
    heard,
    nationalities,
    spoken,
    voices,
)
from coindex.resolvers.name_clustering import Bearer

_GENDERS = {MAN: Gender.MASCULINE, WOMAN: Gender.FEMININE}


@cache
def _types(type: str) -> frozenset[str]:
    return frozenset((type,) if type else ())


class Group:
    """An entity under construction; `features` combines the features of its members.

    Its number is that of its nouns and names, and of *he* and *she*: *it* and *they* may refer to
    the same company.
    """

    __slots__ = (
        "_firm",
        "_places",
        "bearer",
        "called",
        "constraints",
        "features",
        "firm_constraints",
        "heard",
        "named",
        "names",
        "nations",
        "nouns",
        "size",
        "spoken",
        "types",
        "voices",
    )

    def __init__(self, expression: Expression, bearer: Bearer | None = None) -> None:
        self._places = {expression.sentence: [expression]}
        self._firm = not expression.pronominal or bool(expression.features.gender)
        self.features: Features = expression.features
        self.constraints = constraints_on(expression)
        """The implications of its members, each by itself."""
        self.firm_constraints = firm_constraints(expression, self.constraints)
        self.spoken, self.heard = spoken(expression), heard(expression)
        """The utterances that its members say, and those in which one is *you*."""
        self.voices = voices(expression)
        self.named = not expression.pronominal
        """Whether it contains anything but pronouns."""
        self.types = _types(expression.type)
        """The entity types that the parser gives its nouns and names or, if it has none, its
        pronouns.
        """
        self.names: frozenset[Name] = (
            frozenset([expression.name]) if expression.kind is Kind.NAME else frozenset()
        )
        """Its different proper names."""
        beside = expression.beside
        self.called: frozenset[Name] = self.names | {beside} if beside.words else self.names
        """These, and those beside nouns: *her brother Rui*."""
        self.nouns = frozenset([expression.lemma]) if beside.words else frozenset()
        """The nouns beside which names stand: *brother*."""
        self.nations = nationalities(expression)
        """The countries whose people or products its members are said to be."""
        self.size = 1
        self.bearer = bearer
        """Who bears its names, where all names of a book are known; this is never another one."""
        if bearer is not None:
            self._follow(bearer)

    def _follow(self, bearer: Bearer) -> None:
        """The names of a person, all together, are more certain than any other mention."""
        gender = _GENDERS.get(bearer.constraints)
        features = self.features._replace(animacy=Animacy.ANIMATE, animacy_certainty=1.0)
        if gender is not None:
            features = features._replace(gender=gender, gender_certainty=1.0)
        gendered = self.constraints & (MAN | WOMAN)
        self.constraints = bearer.constraints or (0 if contradictory(gendered) else gendered)
        self.firm_constraints = self.constraints
        self.features, self.bearer = features, bearer

    def in_sentence(self, sentence: int) -> list[Expression]:
        """Its members in a sentence; do not change the list."""
        return self._places.get(sentence, [])

    def in_common(self, other: Group) -> Iterator[tuple[list[Expression], list[Expression]]]:
        """The members of both in each sentence that has some of both."""
        ours, theirs = self._places, other._places
        for sentence in ours if len(ours) <= len(theirs) else theirs:
            if sentence in ours and sentence in theirs:
                yield ours[sentence], theirs[sentence]

    def count(self, sentences: range) -> int:
        """How many members are in some sentences."""
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
        self.constraints |= other.constraints
        self.firm_constraints |= other.firm_constraints
        self.spoken |= other.spoken
        self.heard |= other.heard
        self.voices = self.voices.plus(other.voices)
        if self.named == other.named:
            self.types |= other.types
        elif other.named:
            self.types = other.types
        self.named = self.named or other.named
        if not other.names <= self.names:
            self.names |= other.names
        if not other.called <= self.called:
            self.called |= other.called
            self.nouns |= other.nouns
        if other.nations:
            self.nations |= other.nations
        self.size += other.size
        if (bearer := self.bearer or other.bearer) is not None:
            self._follow(bearer)


class _Groups(dict[Expression, Group]):
    """The entity of each expression, begun when it is first asked for."""

    def __init__(self, bearers: Mapping[Expression, Bearer]) -> None:
        super().__init__()
        self._bearers = bearers

    def __missing__(self, expression: Expression) -> Group:
        group = self[expression] = Group(expression, self._bearers.get(expression))
        return group


class Entities:
    """Every expression is a separate entity until it is joined with another; `bearers` are those of
    names.
    """

    def __init__(self, bearers: Mapping[Expression, Bearer] | None = None) -> None:
        self.bearers = bearers or {}
        self._groups = _Groups(self.bearers)
        self.of: Callable[[Expression], Group] = self._groups.__getitem__
        """The entity of an expression: nothing is asked as often, so it is a look-up, not a
        method.
        """
        self.joins = 0
        """How many joins there were: while it is the same, so are the entities."""

    def key(self, expression: Expression) -> Group | Expression:
        """A value that is the same for two expressions of one entity, and for no others, until the
        next join.
        """
        return self._groups.get(expression, expression)

    def of_each(self, expressions: Iterable[Expression]) -> list[Group]:
        """The entity of each expression."""
        return [*map(self.of, expressions)]

    def features(self, expression: Expression) -> Features:
        """The features of its entity so far."""
        group = self._groups.get(expression)
        return expression.features if group is None else group.features

    def join(self, one: Expression, other: Expression) -> Group:
        """Merge two entities; the smaller one is absorbed, so that merging stays cheap in a long
        text.
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


def contradiction(
    one: Group, other: Group, language: str, *, firm: bool = False, ignoring: int = 0
) -> str:
    """Why two entities cannot be one, whatever the evidence; empty if they can. If `firm`, only
    their firm constraints count; those in `ignoring` never do.
    """
    left, right = (
        (one.firm_constraints, other.firm_constraints)
        if firm
        else (one.constraints, other.constraints)
    )
    if left and right and contradictory((left | right) & ~ignoring):
        return CONTRADICTION
    if (other.heard and _addresses(one, other)) or (one.heard and _addresses(other, one)):
        return ADDRESSED
    if one.nations and other.nations and one.nations.isdisjoint(other.nations):
        return NATIONALITY
    # Where names were clustered before, the clusters decide, not pairs of names.
    if one.bearer is not None and other.bearer is not None:
        return "" if one.bearer.number == other.bearer.number else OTHER_PERSON
    if one.names and other.names:
        for name in one.names:
            for another in other.names:
                if different_people(name, another, language):
                    return OTHER_PERSON
    return ""


def persons_differ(one: Group, other: Group) -> bool:
    """Whether one voice would call an entity by two persons: *I* and *you*, *you* and *she*."""
    return one.voices.contradict(other.voices)


def _addresses(speaker: Group, other: Group) -> bool:
    """Whether one says *you* to the other."""
    return not speaker.spoken.isdisjoint(other.heard)
