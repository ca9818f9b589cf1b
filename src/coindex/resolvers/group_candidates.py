"""Which expressions are brought together before a plural pronoun, and which expressions refer to
such a group.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final, NamedTuple

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import UNKNOWN, Animacy, Features, Number, Person, clash
from coindex.language.nominals.noun_phrases import Definiteness, conjunction, conjuncts
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE
from coindex.resolvers.entities import Entities

_BACK: Final = 1
"""How many sentences back the members of a group are searched for."""
_FAR: Final = 3
"""The same for *both*, *the two* and *the couple*, which can refer to nothing else."""
_KINDS = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.ZERO})
_TWO = frozenset({Kind.NOMINAL, Kind.INDEFINITE, Kind.PERSONAL, Kind.UNKNOWN})
_DEFINITE = frozenset({Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE})
_MEMBERS = _KINDS | {Kind.NAME, Kind.NOMINAL}
_COMPLEMENTS = frozenset({Role.OBJECT, Role.OBLIQUE, Role.ATTRIBUTE})


class Set(NamedTuple):
    """Expressions that were brought together, and the reason."""

    members: tuple[Expression, ...]
    rule: str

    @property
    def end(self) -> int:
        return max(member.head for member in self.members)


def plural_pronoun(expression: Expression) -> bool:
    """Whether it is *they*, *their*, *ellos*, or an omitted subject of a verb in the third person
    plural.
    """
    return _plural(expression, Person.THIRD)


def includes_speaker(expression: Expression) -> bool:
    """Whether it is *we*, *us*, *our*, *nosotros*: the speaker and others."""
    return _plural(expression, Person.FIRST)


def _plural(expression: Expression, person: int) -> bool:
    features = expression.features
    return (
        expression.kind in _KINDS
        and bool(features.number & Number.PLURAL)
        and not features.number & Number.SINGULAR
        and features.person == person
    )


def takes_group(expression: Expression) -> bool:
    return plural_pronoun(expression) or includes_speaker(expression) or takes_two(expression)


def takes_two(expression: Expression) -> bool:
    """Whether it refers to exactly two: *both*, *the two of them*, *both men*, *the couple*."""
    if expression.kind not in _TWO or expression.kind is Kind.COORDINATION:
        return False
    forest, language = expression.discourse.forest, expression.discourse.document.language
    tokens = forest.document.tokens
    both = lexicon.words(language, "grammar", "both")
    children = forest.children[expression.head]
    if expression.form in both:
        return all(
            tokens[child].upos == "PRON"
            for child in children
            if forest.roles[child] == Role.ATTRIBUTE
        )
    if expression.lemma in lexicon.words(language, "grammar", "couple"):
        return expression.definiteness in _DEFINITE and not any(
            forest.roles[child] == Role.ATTRIBUTE for child in children
        )
    two = lexicon.words(language, "grammar", "two")
    if tokens[expression.head].form.lower() in two:
        return expression.definiteness in _DEFINITE
    if expression.features.animacy != Animacy.ANIMATE:
        return False
    words = {tokens[child].form.lower() for child in children}
    return bool(words & both) or (bool(words & two) and expression.definiteness in _DEFINITE)


class JoinedFeatures:
    """The features of the entities that pairs of coreferent expressions make.

    They are combined when they are asked for, which few are: 3 % of the time of the sieve, and as
    much of that of `neural` outside its networks.
    """

    def __init__(self, pairs: Sequence[tuple[Expression, Expression]]) -> None:
        self._pairs = pairs
        self._places: dict[Expression, list[int]] = {}
        for place, pair in enumerate(pairs):
            for expression in pair:
                self._places.setdefault(expression, []).append(place)
        self._entities = Entities()

    def of(self, expression: Expression) -> Features:
        """The features of its entity."""
        if expression in self._places and self._entities.key(expression) is expression:
            self._join(expression)
        return self._entities.features(expression)

    def _join(self, expression: Expression) -> None:
        """Join the expressions of one entity, in the order of their pairs, on which the features
        depend.
        """
        places: set[int] = set()
        agenda = [expression]
        while agenda:
            for place in self._places[agenda.pop()]:
                if place not in places:
                    places.add(place)
                    agenda += self._pairs[place]
        for place in sorted(places):
            self._entities.join(*self._pairs[place])


class Sets:
    """The sets of expressions that a text brings together, sentence by sentence."""

    def __init__(self, expressions: Sequence[Expression], features: JoinedFeatures) -> None:
        self.features = features
        self._by_head: dict[int, Expression] = {}
        self._coordinated: set[int] = set()
        for expression in expressions:
            if expression.kind is Kind.COORDINATION:
                self._coordinated.add(expression.head)
            else:
                self._by_head.setdefault(expression.head, expression)
        self._known: dict[int, list[Set]] = {}

    def latest_two(
        self, anaphor: Expression, entity: Callable[[Expression], Hashable]
    ) -> Set | None:
        """The last two persons before an anaphor for exactly two of whom it says the gender."""
        found: dict[Hashable, Expression] = {}
        for back in range(min(_FAR, anaphor.sentence) + 1):
            span = anaphor.discourse.document.sentences[anaphor.sentence - back].span
            for token in reversed(range(*span)):
                one = self._by_head.get(token)
                if one is None or token >= anaphor.mention.start or not self._single(one):
                    continue
                if one.features.person != Person.THIRD or not self._genders_fit(
                    anaphor, Set((one,), "")
                ):
                    continue
                found.setdefault(entity(one), one)
                if len(found) == 2:
                    return Set(_ordered(*found.values()), "last two")
        return None

    def before(self, anaphor: Expression) -> Set | None:
        """The nearest set before an anaphor that has no member near it in its clause."""
        for back in range(min(_FAR if takes_two(anaphor) else _BACK, anaphor.sentence) + 1):
            possible = [
                group
                for group in self._in(anaphor, anaphor.sentence - back)
                if group.end < anaphor.head
                and not self._local(anaphor, group)
                and _persons_fit(anaphor, group)
                and self._genders_fit(anaphor, group)
            ]
            if possible:
                return max(possible, key=lambda group: group.end)
        return None

    def _single(self, expression: Expression) -> bool:
        """Whether it is one person."""
        features = self.features.of(expression)
        return (
            features.animacy == Animacy.ANIMATE
            and expression.features.animacy != Animacy.INANIMATE
            and bool(features.number & Number.SINGULAR or features.number == Number.EPICENE)
            and not features.number & Number.PLURAL
            and expression.kind in _MEMBERS
        )

    def _genders_fit(self, anaphor: Expression, group: Set) -> bool:
        """Whether nobody in the set has another gender: *both girls* are not Tom and Bob."""
        if anaphor.pronominal:
            return True
        return all(
            clash(anaphor.features._replace(number=UNKNOWN), self.features.of(member)) != "gender"
            for member in group.members
        )

    @staticmethod
    def _local(anaphor: Expression, group: Set) -> bool:
        """Whether principle B allows the group: *Ann gave Bob their keys* is one; *Ann gave them
        Bob's keys* is not.
        """
        if anaphor.kind is Kind.POSSESSIVE:
            return False
        return any(member.governor == anaphor.governor for member in group.members)

    def _in(self, anaphor: Expression, sentence: int) -> list[Set]:
        known = self._known.get(sentence)
        if known is None:
            discourse = anaphor.discourse
            span = discourse.document.sentences[sentence].span
            known = self._known[sentence] = [
                group
                for token in range(*span)
                for group in self._at(anaphor, token)
                if len(group.members) > 1
            ]
        return known

    def _at(self, anaphor: Expression, token: int) -> Iterator[Set]:
        forest, language = anaphor.discourse.forest, anaphor.discourse.document.language
        if not forest.children[token]:
            return
        complements = [
            child
            for child in forest.children[token]
            if forest.roles[child] in _COMPLEMENTS and child in self._by_head
        ]
        owner = self._owner(anaphor, token) if complements else None
        if owner is not None:
            lemma = (forest.document.tokens[token].lemma or "").lower()
            company = lexicon.words(language, "grammar", "company")
            bond = lemma in lexicon.words(language, "grammar", "bond")
            together = lemma in lexicon.words(language, "grammar", "together")
            for child in complements:
                other = self._by_head[child]
                if other is owner or not self._single(other):
                    continue
                if len(conjuncts(forest, child)) > 1 or len(conjuncts(forest, owner.head)) > 1:
                    continue  # *Ann and Bob thanked Eve*: Ann and Eve are not all of them
                role = forest.roles[child]
                if other.preposition in company or (
                    together and role is Role.OBJECT and not other.preposition
                ):
                    yield Set(_ordered(owner, other), "meeting" if not bond else "bond")
                elif bond and other.preposition:
                    yield Set(_ordered(owner, other), "bond")
                elif role is Role.OBJECT:
                    yield Set(_ordered(owner, other), "arguments")
        if token in self._by_head and len(joined := conjuncts(forest, token)) > 1:
            # A coordination that is a mention is resolved as one; with *I* in it, it is also what
            # *we* may refer to.
            members = [self._by_head.get(one) for one in joined]
            speaks = any(one is not None and _speaks(one) for one in members)
            if (
                (speaks or token not in self._coordinated)
                and conjunction(forest, token) in lexicon.words(language, "grammar", "joining")
                and all(one is not None and self._single(one) for one in members)
            ):
                yield Set(tuple(one for one in members if one is not None), "coordination")
        yield from self._clauses(anaphor, token)

    def _clauses(self, anaphor: Expression, token: int) -> Iterator[Set]:
        forest = anaphor.discourse.forest
        mine = self._by_head.get(subject_of(forest, token)) if forest.clausal[token] else None
        if mine is None or not self._single(mine):
            return
        for child in forest.children[token]:
            if forest.roles[child] == Role.CONJUNCT:
                other = self._by_head.get(subject_of(forest, child))
                if other is not None and other is not mine and self._single(other):
                    yield Set(_ordered(mine, other), "clauses")

    def _owner(self, anaphor: Expression, token: int) -> Expression | None:
        """The person whose action or relation it is: the subject, else the possessor, else the
        subject of its governor.
        """
        forest = anaphor.discourse.forest
        subject = subject_of(forest, token)
        if subject == NONE:
            subject = next(
                (c for c in forest.children[token] if forest.roles[c] == Role.POSSESSOR), NONE
            )
        above, steps = token, 0
        while subject == NONE and steps < 4 and forest.heads[above] != NONE:
            above, steps = forest.heads[above], steps + 1
            subject = subject_of(forest, above)
        subject_phrase = self._by_head.get(subject)
        return (
            subject_phrase if subject_phrase is not None and self._single(subject_phrase) else None
        )


def _persons_fit(anaphor: Expression, group: Set) -> bool:
    """Whether a set can be meant: of *we*, one of the coordinated members is who speaks; of *they*,
    none is.
    """
    speakers = [member for member in group.members if _speaks(member)]
    if includes_speaker(anaphor):
        return (
            len(speakers) == 1
            and speakers[0].voice == anaphor.voice
            and group.rule == "coordination"
        )
    return not speakers and all(member.features.person == Person.THIRD for member in group.members)


def _speaks(expression: Expression) -> bool:
    return expression.features.person == Person.FIRST


def _ordered(*members: Expression) -> tuple[Expression, ...]:
    return tuple(sorted(members, key=lambda member: member.head))
