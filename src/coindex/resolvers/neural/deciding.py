"""Turns probabilities of antecedents into decisions, mention by mention, while entities grow."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from coindex.core.annotation import Kind, Mention
from coindex.core.decision import NOT_LISTED, Candidate, Decision
from coindex.core.fast import new_tuple
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Animacy, Person
from coindex.language.nominals.names import (
    Name,
    formal_names,
    is_firm_of,
    spelled_in,
    without_office,
)
from coindex.language.nominals.noun_phrases import conjuncts
from coindex.resolvers.entities import Entities, Group, contradiction, persons_differ
from coindex.resolvers.entity_constraints import (
    ADDRESSED,
    OTHER_PERSON,
    PERSONS,
    SENTIENT,
    SEVERAL,
    constraints_on,
    greeted,
    heard,
)
from coindex.resolvers.name_clustering import Bearer
from coindex.resolvers.neural.choices import choices
from coindex.resolvers.neural.reading import MentionReading
from coindex.resolvers.neural.rules import CALLED, SPEECH, TURNS, Ruling
from coindex.resolvers.neural.scoring import Chances
from coindex.resolvers.sieve import CHARACTER

_STEM = 2
"""How many equal first letters may mean forms of one name: *Eliza*, *Elsie*."""
_EITHER = 0.03
"""A first name borne by at most this share of one gender is one of the other only; by eye."""
_PERSON = frozenset({"person"})
PEOPLE = frozenset({"", "PER", "person", "animal"})
"""Types of mentions that are people, or may be."""


def strangers(name: Expression, entity: Group) -> bool:
    """Whether an entity has names, and none of them shares a word with this one."""
    if not entity.names:
        return False
    words = frozenset(name.name.words)
    return all(words.isdisjoint(other.words) for other in entity.names)


def other_people(one: Group, other: Group, language: str) -> bool:
    """Whether both entities have first names, and none of one is like one of the other: *Walter*
    and *Gunnar*, but not *Liz* and *Betty*, nor *Mr Darcy* and *Fitzwilliam*, nor *the King* and
    *Charles*. First names with surnames are never those of one person if nothing in them is alike,
    and neither are surnames beside nouns: *el alcalde Ruiz* and *el concejal Gómez*, *la señora
    Rey* and *la señora Cabeza*.
    """
    if not one.called or not other.called:
        return False
    mine, theirs = (
        {without_office(name, language) for name in group.called} for group in (one, other)
    )
    pairs = [(left, right) for left in mine for right in theirs]
    if any(is_firm_of(*pair, language) or is_firm_of(*pair[::-1], language) for pair in pairs):
        return True
    if any(_alike(left, right, language) for left, right in pairs):
        return False
    if one.nouns & other.nouns:
        return True
    known = lexicon.first_names(language)
    ranks = lexicon.words(language, "people", "title")
    names = mine | theirs
    if any(name.given in ranks for name in names):
        return False
    if all(_first_name(name, known) for name in names):
        return True
    # Whoever has a first name and a surname has no other first name and surname.
    beside = [group.called > group.names for group in (one, other)]
    if not all(beside) and not _PERSON & one.types & other.types:
        return False
    full = [any(len(name.words) > 1 for name in group) for group in (mine, theirs)]
    if all(full) or (any(full) and all(_is_first_name(name, known) for name in names)):
        return True
    # Nor has the surgeon Rivers another surname.
    return any(beside) and all(len(name.words) > 1 or name.given not in known for name in names)


def _is_first_name(name: Name, known: Mapping[str, float]) -> bool:
    """Whether it is a first name, if it is but one word."""
    return len(name.words) > 1 or (not name.titles and name.given in known)


def _first_name(name: Name, known: Mapping[str, float]) -> bool:
    """Whether it begins with a name of men or of women only: *Miller* and *Sawyer*, of either, are
    surnames, too.
    """
    share = known.get(name.given, 0.5)
    return not _EITHER < share < 1 - _EITHER and (len(name.words) > 1 or not name.titles)


def _alike(left: Name, right: Name, language: str) -> bool:
    if not {*left.words}.isdisjoint(right.words) or left.given[:_STEM] == right.given[:_STEM]:
        return True
    formal = [formal_names(name.given, language) | {name.given} for name in (left, right)]
    return not formal[0].isdisjoint(formal[1])


MEMBER = "member"
MEMBER_TERMS: Glossary = {
    MEMBER: "one is a coordination, and the other is a member of it: Ann and Bob, Ann"
}


class Members:
    """The coordinations among some expressions that mean several, unlike *a singer and actress*,
    and the members of each.
    """

    def __init__(self, expressions: Iterable[Expression]) -> None:
        single: dict[int, list[Expression]] = {}
        joint: list[Expression] = []
        for expression in expressions:
            if expression.kind is not Kind.COORDINATION:
                single.setdefault(expression.head, []).append(expression)
            elif constraints_on(expression) & SEVERAL:
                joint.append(expression)
        self._paired: dict[Expression, list[Expression]] = {}
        self._names: dict[Expression, set[str]] = {}
        for coordination in joint:
            for head in conjuncts(coordination.discourse.forest, coordination.head):
                for member in single.get(head, ()):
                    self._paired.setdefault(coordination, []).append(member)
                    self._paired.setdefault(member, []).append(coordination)
                    if member.kind is Kind.NAME:
                        self._names.setdefault(coordination, set()).add(member.name.surname)

    def __contains__(self, expression: Expression) -> bool:
        """Whether it is a coordination or a member of one."""
        return expression in self._paired

    def separate(self, anaphor: Expression, entity: Group, entities: Entities) -> bool:
        """Whether an entity contains a coordination of which the anaphor is a member, or a member,
        here or under the same name, of the anaphor.
        """
        if any(entities.key(other) is entity for other in self._paired.get(anaphor, ())):
            return True
        names = self._names.get(anaphor, set())
        return bool(names) and any(name.surname in names for name in entity.names)


LISTED = 20
"""How many candidates a decision names, as in `ranking`; it counts the rest. By eye."""
WORTH = 0.01
"""Candidates less probable than this are counted but not listed, except for the runner-up."""
IMPROBABLE = 0.05
"""An antecedent less probable than this, which is the best only because all others are excluded, is
none: of GUM dev, LitBank dev and 107 everyday texts, 1 of 15 such decisions was right.
"""
LIKELY = 0.9
"""An entity that is as probable as this is not excluded by what a common noun usually means. Chosen
on held-out training documents, among 0, .6, .9 and never.
"""

_SPELLED = 3.0
"""What the spelling of a name counts, in log-odds, for *the Pole* and against *the Norwegian*. By
eye: more than one description of a demonym decides, and less than the same words.
"""
_SURELY_NEW = 0.95
"""If it is as probable as this that a pronoun refers to nothing before it, a rule that is not sure
does not find it an antecedent. Chosen on held-out training documents, among .8, .9, .95, .99 and
never.
"""

RULED, SPOKEN, GUESSED = 0.98, 0.93, 0.5
"""The confidence of a sure rule, of who speaks to whom where the model does not compare the
antecedent, and of the rule for what the model leaves open. Of 67 everyday texts that the model has
not learned from, 119 of 120, 174 of 180 and 24 of 54 of their decisions are right; what the model
says of its own needs no correction there (expected calibration error .013).
"""
_SIGNED = 0.5
"""From this probability on, the name at the end of a letter is *I*, whatever its parse says of it:
a name in the line after *Un saludo cordial,* is no apposition. By eye.
"""
_UNSPOKEN = 0.2
"""Who speaks to whom is a guess where the model gives the antecedent less than this: of those
texts, 1 of 7 such decisions is right, and 164 of 170 others.
"""

Forbids = Callable[[Expression, Group], str]
"""A function from a candidate and its entity to what forbids an anaphor to join that entity, or the
empty string.
"""
Veto = Callable[[Expression], Forbids]
"""What forbids an anaphor to join entities: what depends on the anaphor alone is worked out once,
not for each of them.
"""


PROBABILITY_TERMS: Glossary = {
    "probability": "the entity with the highest probability, by its likeliest mention",
    "new entity": "more likely than any antecedent: the mention begins a new entity",
    "doubtful": "the best answer is less probable than min_confidence, so the mention is left open",
    "improbable": "what nothing forbids is less probable than 0.05, so the mention is left open",
    "apposition": "in the likeliest entity, the phrase that the apposition explains",
    "copula": "in the likeliest entity, the subject that the predicate nominal describes",
    **MEMBER_TERMS,
    "rules": "SUPAR's rules choose this candidate, which makes it more probable",
    NOT_LISTED: "candidates with a probability below 0.01, or too many to be named one by one",
}


def _anaphoric(expression: Expression) -> bool:
    """Whether it is *he*, *she* or *they*; *it* may refer to nothing."""
    features = expression.features
    return (
        expression.pronominal
        and features.person == Person.THIRD
        and features.animacy != Animacy.INANIMATE
    )


def nothing(anaphor: Expression) -> Forbids:
    return lambda candidate, entity: ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """`by_entity`: the probabilities of candidates of one entity are summed. Below `least` a
    mention is left open. `rules` is what the candidate of the rules gains in log-odds, `begins`
    what a common noun gains for a new entity, `strangers` what an entity of people with other names
    loses for the name of a person. Entities are compared by the sums of probabilities raised to
    `power`: above 1, one probable mention outweighs several improbable ones.

    `surest_first`: within a sentence, more certain decisions are made before the others, which may
    then have to give way.
    """

    by_entity: bool = True
    least: float = 0.0
    surest_first: bool = False
    rules: float = 0.0
    begins: float = 0.0
    strangers: float = 0.0
    power: float = 1.0


Weighed = tuple[Expression, Group, str, float]
"""A candidate, its entity, what forbids it, and its probability; with a veto, the one that it would
have had. Each mention has dozens, and plain tuples are built the fastest.
"""
_CHANCE = itemgetter(3)


class Stated:
    """Appositions and predicate nominals: `entities` has those that were joined with the mention
    that the parse names.
    """

    def __init__(self, discourse: Discourse) -> None:
        self.entities = Entities()
        self._pairs: dict[Expression, list[tuple[Expression, str]]] = {}
        for construction, pairs in (
            ("apposition", discourse.appositions),
            ("copula", discourse.copulas),
        ):
            for one, other in pairs.items():
                self._pairs.setdefault(one, []).append((other, construction))
                self._pairs.setdefault(other, []).append((one, construction))

    def of(self, expression: Expression) -> list[tuple[Expression, str]]:
        """The mention that the parse identifies it with, and the name of the construction."""
        return self._pairs.get(expression, [])


class Deciding:
    """The state of one document while it is resolved."""

    def __init__(
        self,
        reading: MentionReading,
        choosing: Choosing,
        correct: Correct | None = None,
        rulings: Mapping[Expression, Ruling] | None = None,
        *,
        bearers: Mapping[Expression, Bearer] | None = None,
    ) -> None:
        self.entities = Entities(bearers)
        self.stated = Stated(reading.discourse)
        self._expressions = reading.expressions
        self._mention: dict[Expression, Mention] = dict(
            zip(reading.expressions, reading.mentions, strict=True)
        )
        self._expression = {mention: expression for expression, mention in self._mention.items()}
        self._choosing, self._correct = choosing, correct
        self._rulings = rulings or {}
        self._advised = choices(reading.discourse) if choosing.rules else {}
        self.document = reading.discourse.document
        self._spoken = self.document.language
        self.language = get_language(self._spoken)
        self._greeted = [*filter(greeted, reading.expressions)]
        self._members = Members(reading.expressions)
        self._shares: dict[Group, float] = {}
        self._new, self._lift = 1.0, 1.0
        """The probabilities of each entity, and of a new one, for the present anaphor, before
        anything is excluded.
        """

    def decisions(self, by_mention: Iterable[Chances], veto: Veto = nothing) -> Iterator[Decision]:
        """The decisions; `veto` is called with the entities as they are at the anaphor's turn."""
        pairs = zip(self._expressions, by_mention, strict=True)
        if not self._choosing.surest_first:
            for anaphor, chances in pairs:
                yield self._decided(anaphor, chances, veto)
            return
        for _, sentence in groupby(pairs, lambda pair: pair[0].sentence):
            decided = {
                anaphor: self._decided(anaphor, chances, veto)
                for anaphor, chances in self._surest_first([*sentence])
            }
            yield from (
                decided[anaphor] for anaphor in sorted(decided, key=lambda anaphor: anaphor.number)
            )

    def contradiction(self, anaphor: Expression) -> Forbids:
        """Why the entities of two expressions cannot be one, whatever their probability.

        Verbs that people alone are the subjects of are no reason: of 3,648 expressions of everyday
        texts, as many are right without, and *they* who are *long* are novels.
        """
        one, spoken, shares = self.entities.of(anaphor), self._spoken, self._shares
        voiced, paired = any(one.voices), anaphor in self._members
        addressed = self._written_to(anaphor)

        def forbids(candidate: Expression, other: Group) -> str:
            if paired and self._members.separate(anaphor, other, self.entities):
                return MEMBER
            if voiced and persons_differ(one, other):
                return PERSONS
            if other in addressed:
                return ADDRESSED
            if (
                one.called
                and other_people(one, other, spoken)
                and not self._identified(anaphor, other)
            ):
                return OTHER_PERSON
            likely = shares.get(other, 0.0) >= LIKELY
            return contradiction(one, other, spoken, firm=likely, ignoring=SENTIENT)

        return forbids

    def _written_to(self, anaphor: Expression) -> list[Group]:
        """If it is *I*, whom letters greet."""
        first = anaphor.pronominal and anaphor.features.person == Person.FIRST
        return self.entities.of_each(self._greeted) if first else []

    def _identified(self, anaphor: Expression, entity: Group) -> bool:
        """Whether the parse says that the anaphor is a member of an entity."""
        return any(self.entities.key(other) is entity for other, _ in self.stated.of(anaphor))

    def _surest_first(
        self, sentence: list[tuple[Expression, Chances]]
    ) -> list[tuple[Expression, Chances]]:
        def doubt(pair: tuple[Expression, Chances]) -> tuple[bool, float]:
            """Who is *you* depends on who speaks, which the rest of the sentence may say."""
            ruling = self._rulings.get(pair[0])
            if ruling is not None and ruling.sure:
                return False, -math.inf
            new, weighed = self._weighed(*pair, nothing)
            return bool(heard(pair[0])), -self._best(weighed, new)[1]

        return sorted(sentence, key=doubt) if len(sentence) > 1 else sentence

    def _decided(self, anaphor: Expression, chances: Chances, veto: Veto) -> Decision:
        new, weighed = self._weighed(anaphor, chances, veto)
        antecedent, sure = self._best(weighed, new)
        if antecedent is None:
            sure = self._new
        rule = "new entity" if antecedent is None else "probability"
        ruling = self._rulings.get(anaphor)
        if ruling is not None and self._holds(ruling, anaphor, antecedent, new, veto):
            antecedent, rule, sure = ruling.antecedent, ruling.rule, self._trust(ruling)
        if sure < self._choosing.least:
            antecedent, rule = None, "doubtful"
        elif antecedent is not None and sure < IMPROBABLE and self._correct is None:
            # Where a person corrects what came before, what is excluded is so for certain.
            antecedent, rule = None, "improbable"
        if antecedent is not None and rule == "probability":
            antecedent, rule = self._named(anaphor, antecedent, rule)
        self._settle(anaphor, antecedent)
        return self._decision(anaphor, antecedent, rule, weighed, sure)

    def _holds(
        self,
        ruling: Ruling,
        anaphor: Expression,
        antecedent: Expression | None,
        new: float,
        veto: Veto,
    ) -> bool:
        """Whether a ruling takes effect: a sure one unless something forbids it; any other only if
        the model has no antecedent either, and is not sure that there is none. In *DAN: I had them*
        the parse says nothing about *DAN* and *I*, nor about the names of one person.
        """
        forbids = self.contradiction if ruling.rule in (TURNS, CHARACTER) else veto
        chosen = ruling.antecedent
        # The model knows the things that came before: of what follows or happened it says nothing.
        unknown = chosen.head > anaphor.head or chosen.kind is Kind.VERBAL
        denied = new >= _SURELY_NEW and not unknown
        if not ruling.sure and (antecedent is not None or denied):
            # Who signs a letter is *I*, if that is the likeliest and only a veto was against it.
            return ruling.rule == TURNS and self._share(chosen, 0.0) > _SIGNED
        if ruling.rule == SPEECH and self._share(chosen, 1.0) < _UNSPOKEN:
            return False
        return not forbids(anaphor)(chosen, self.entities.of(chosen))

    def _trust(self, ruling: Ruling) -> float:
        """The confidence of a decision by a rule."""
        if ruling.rule in (SPEECH, CALLED):
            return self._share(ruling.antecedent, SPOKEN)
        return max(RULED if ruling.sure else GUESSED, self._share(ruling.antecedent, 0.0))

    def _share(self, candidate: Expression, otherwise: float) -> float:
        """The model's probability of a candidate's entity, if the model compares it."""
        return self._shares.get(self.entities.of(candidate), otherwise)

    def _weighed(
        self, anaphor: Expression, chances: Chances, veto: Veto
    ) -> tuple[float, list[Weighed]]:
        """The probability of being new, and the candidates, best first.

        Without those that a ruling has joined with the anaphor already, *"I was asleep," he said*:
        the question is what both of them refer to.
        """
        expressions = [self._expressions[number] for number in chances.candidates.tolist()]
        scores, entities = chances.scores.tolist(), self.entities.of_each(expressions)
        joined = self.entities.of(anaphor)
        if joined in entities:
            kept = [place for place, entity in enumerate(entities) if entity is not joined]
            expressions = [expressions[place] for place in kept]
            entities = [entities[place] for place in kept]
            scores = [scores[place] for place in kept]
        advised = self._advised.get(anaphor)
        if advised in expressions:
            scores[expressions.index(advised)] += self._choosing.rules
        new, scores = self._biased(anaphor, chances.new, scores, entities)
        highest = max([new, *scores])
        free = [math.exp(score - highest) for score in scores]
        new = math.exp(new - highest)
        everything = new + sum(free)
        shares: dict[Group, float] = {}
        first: dict[Group, Expression] = {}
        for candidate, entity, amount in zip(expressions, entities, free, strict=True):
            if entity in shares:
                shares[entity] += amount / everything
            else:
                shares[entity], first[entity] = amount / everything, candidate
        self._shares, self._new = shares, new / everything
        forbids = veto(anaphor)
        vetoes = {entity: forbids(candidate, entity) for entity, candidate in first.items()}
        reasons = [vetoes[entity] for entity in entities]
        left = sum([amount for amount, reason in zip(free, reasons, strict=True) if not reason])
        # If an antecedent is forbidden, a noun may well be new; *she* has another antecedent.
        share = new / (everything if left and _anaphoric(anaphor) else new + left)
        # Candidates are compared with a new entity as if nothing excluded had been possible, but
        # they are no more probable than before.
        self._lift = (1 - share) * everything / left if left else 1.0
        probable = [amount / everything for amount in free]
        weighed = zip(expressions, entities, reasons, probable, strict=True)
        return share, sorted(weighed, key=_CHANCE, reverse=True)

    def _biased(
        self, anaphor: Expression, new: float, scores: list[float], entities: list[Group]
    ) -> tuple[float, list[float]]:
        """The log-odds with what the model's scheme adds for nouns and takes from strangers."""
        begins, less = self._choosing.begins, self._choosing.strangers
        if nations := self.entities.of(anaphor).nations:
            worth = {one: self._spelling(nations, one) for one in {*entities}}
            scores = [score + worth[one] for score, one in zip(scores, entities, strict=True)]
        if begins and not anaphor.pronominal and anaphor.kind is not Kind.NAME:
            return new + begins, scores
        if (
            less
            and anaphor.kind is Kind.NAME
            and self._mention[anaphor].attribute("type") in PEOPLE
        ):
            same = {*self.entities.of_each(other for other, _ in self.stated.of(anaphor))}
            strange = {one: one not in same and strangers(anaphor, one) for one in {*entities}}
            scores = [
                score - less * strange[one] for score, one in zip(scores, entities, strict=True)
            ]
        return new, scores

    def _spelling(self, nations: frozenset[str], entity: Group) -> float:
        """What the spelling of its names says of an entity that is to be of a country."""
        found = [one for name in entity.names if (one := spelled_in(name, self._spoken))]
        if not found or entity.nations & nations:
            return 0.0
        return _SPELLED if any(one & nations for one in found) else -_SPELLED

    def _best(self, weighed: list[Weighed], new: float) -> tuple[Expression | None, float]:
        """The most probable member of the most probable entity, with the probability of that
        entity; nothing if a new one is more probable.
        """
        sums: dict[Group | Expression, float] = {}
        weights: dict[Group | Expression, float] = {}
        members: dict[Group | Expression, Expression] = {}
        by_entity, power, lift = self._choosing.by_entity, self._choosing.power, self._lift
        for candidate, entity, veto, chance in weighed:
            if not veto:
                key = entity if by_entity else candidate
                if key in sums:
                    sums[key] += chance
                    weights[key] += (chance * lift) ** power
                else:
                    sums[key], members[key] = chance, candidate
                    weights[key] = (chance * lift) ** power
        best = max(weights, key=weights.__getitem__, default=None)
        if best is None or weights[best] <= new**power:
            return None, new
        return members[best], sums[best]

    def _named(
        self, anaphor: Expression, antecedent: Expression, rule: str
    ) -> tuple[Expression, str]:
        """The member of an entity that the parse identifies with the anaphor, and the
        construction.
        """
        entity = self.entities.key(antecedent)
        for other, construction in self.stated.of(anaphor):
            if self.entities.key(other) is entity:
                self.stated.entities.join(other, anaphor)
                return other, construction
        return antecedent, rule

    def _settle(self, anaphor: Expression, antecedent: Expression | None) -> None:
        if self._correct is not None:
            right = self._correct(
                self._mention[anaphor],
                None if antecedent is None else self._mention.get(antecedent, antecedent.mention),
            )
            antecedent = None if right is None else self._expression.get(right)
        if antecedent is not None and antecedent is not anaphor:
            self.entities.join(antecedent, anaphor)

    @staticmethod
    def _runner_up(
        anaphor: Expression, antecedent: Expression | None, weighed: list[Weighed]
    ) -> Expression | None:
        """The best candidate of another entity than the antecedent's, which is named however
        improbable it is; of a noun or name that is new, none is.
        """
        if antecedent is None and not anaphor.pronominal:
            return None
        own = next((entity for candidate, entity, _, _ in weighed if candidate is antecedent), None)
        return next((item[0] for item in weighed if item[1] is not own), None)

    def _decision(
        self,
        anaphor: Expression,
        antecedent: Expression | None,
        rule: str,
        weighed: list[Weighed],
        sure: float,
    ) -> Decision:
        second = self._runner_up(anaphor, antecedent, weighed)
        worth = [
            item
            for item in weighed
            if item[3] >= WORTH or item[0] is antecedent or item[0] is second
        ]
        named = worth[:LISTED]
        dropped = Counter([veto for _, _, veto, _ in weighed])
        agreeing = dropped[""]
        for _, _, veto, _ in named:
            dropped[veto] -= 1
        mention, advised = self._mention, self._advised.get(anaphor)
        return Decision(
            mention[anaphor],
            None if antecedent is None else mention.get(antecedent, antecedent.mention),
            rule,
            tuple(
                [
                    new_tuple(
                        Candidate,
                        (
                            mention[candidate],
                            veto,
                            "rules" if candidate is advised and not veto else "",
                            (),
                            chance,
                        ),
                    )
                    for candidate, _, veto, chance in named
                ]
            ),
            len(weighed),
            agreeing,
            tuple(sorted((veto or NOT_LISTED, left) for veto, left in dropped.items() if left)),
            confidence=sure,
            new=self._new,
        )
