"""RAP, the Resolution of Anaphora Procedure: a syntactic filter, then salience that decays.

S. Lappin and H. Leass, "An Algorithm for Pronominal Anaphora Resolution", Computational Linguistics
20(4), 1994.

In the paper, and here:

    syntactic filter, conditions I to VI   agreement, then disjoint, by their names
    anaphor binding algorithm              binders, _binds
    salience factors, initial weights      SALIENCE_TERMS, `Rap.published`; parameter
                                           `weights`
    degradation                            Salience._degraded; parameter `degradation`
    equivalence classes                    entities.Group; parameters `classes`,
                                           `merge_identical_names`
    cataphora, role parallelism            Salience._local
    salience threshold, nearest of equals  parameter `threshold`; nearest_of_best
    variants II to X                       `ABLATIONS`

Slot Grammar's terms are mapped to Universal Dependencies. The subject of a verb may be covert. An
oblique that is not set off by a comma may be a complement or an adjunct, so it counts as either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import ClassVar, Literal

from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.language.discourse.discourse import Expression, third_person
from coindex.language.syntax.clauses import ClauseKind
from coindex.language.syntax.functions import Function, adjunct, first_conjunct, passive_subject
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, Forest
from coindex.resolvers.classic.frame import RANKER_TERMS, Weighted
from coindex.resolvers.constraints import (
    CONTAINMENT_TERMS,
    LOCAL,
    agreement,
    containment,
    entity_agreement,
    for_entity,
    predicate,
    same_predicate,
    understood_subject,
)
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.namesakes import NAMESAKE_TERMS, Namesakes
from coindex.resolvers.preferences import Weights
from coindex.resolvers.ranking import Choice, Factors, Method, Ranked, Ranking, preceding

ABLATIONS: Mapping[str, str] = {
    "II": "rap(weights={'parallelism': 0})",
    "III": "rap(weights={'head noun': 0, 'non-adverbial': 0})",
    "IV": "rap(emphasis='matrix')",
    "V": "rap(weights={'cataphora': 0})",
    "VI": "rap(weights={'subject': 0, 'existential': 0, 'accusative': 0, 'oblique': 0})",
    "VII": "rap(classes=False)",
    "VIII": "rap(degradation=False, weights={'recency': 0})",
    "IX": (
        "rap(weights={'parallelism': 0, 'head noun': 0, 'non-adverbial': 0, 'cataphora': 0, "
        "'subject': 0, 'existential': 0, 'accusative': 0, 'oblique': 0})"
    ),
    "X": (
        "rap(degradation=False, weights={'recency': 0, 'parallelism': 0, 'head noun': 0, "
        "'non-adverbial': 0, 'cataphora': 0, 'subject': 0, 'existential': 0, 'accusative': 0, "
        "'oblique': 0})"
    ),
}
"""The variants of the paper's section on the contribution of each factor."""


SALIENCE_TERMS: Glossary = {
    "recency": "sentence recency: a member of the class is in the sentence",
    "subject": "subject emphasis: a member of the class is a subject",
    "existential": (
        "existential emphasis: a member of the class is in an existential construction, there is "
        "..."
    ),
    "accusative": "accusative emphasis: a member of the class is a direct object",
    "oblique": "indirect object and oblique complement emphasis: a member of the class is one",
    "head noun": (
        "head noun emphasis: a member of the class is not contained in another noun phrase"
    ),
    "non-adverbial": (
        "non-adverbial emphasis: a member of the class is not in an adverbial prepositional phrase"
    ),
    "cataphora": "cataphora: the candidate follows the pronoun, which counts against it",
    "parallelism": "parallelism of grammatical roles: candidate and pronoun fill the same slot",
}
"""The salience factors by their names in the paper."""
_EMPHASES = {
    Function.SUBJECT: "subject",
    Function.EXISTENTIAL: "existential",
    Function.DIRECT_OBJECT: "accusative",
    Function.INDIRECT_OBJECT: "oblique",
    Function.OBLIQUE: "oblique",
    Function.AGENT: "oblique",
}
_INSIDE = frozenset(
    {Role.ATTRIBUTE, Role.ADNOMINAL, Role.APPOSITION, Role.POSSESSOR, Role.MODIFIER}
)
_MATRIX = frozenset({ClauseKind.MAIN, ClauseKind.COORDINATE})

_SLOTS = {
    Function.SUBJECT: 0,
    Function.EXISTENTIAL: 0,
    Function.AGENT: 1,
    Function.DIRECT_OBJECT: 2,
    Function.INDIRECT_OBJECT: 3,
    Function.OBLIQUE: 3,
}
"""The hierarchy: lower numbers are higher slots."""
DOMAIN_TERMS: Glossary = {
    **CONTAINMENT_TERMS,
    "argument domain": "syntactic filter, condition 2: both are arguments of the same head",
    "adjunct domain": (
        "syntactic filter, condition 3: the pronoun is in an adjunct of the head that the other is "
        "an argument of"
    ),
    "contained in the pronoun's head": (
        "syntactic filter, condition 4: a full phrase that follows the pronoun and "
        "depends on the head whose argument the pronoun is"
    ),
    "NP domain": (
        "syntactic filter, condition 5: the candidate possesses the noun that the pronoun "
        "belongs to"
    ),
    "contained in the determined NP": (
        "syntactic filter, condition 6: the pronoun is the possessor of a phrase that "
        "contains the candidate"
    ),
}


@component
class Rap(Weighted):
    """Choose the most salient class of phrases that the syntactic filter leaves.

    The salience of a class is the sum of its factors over all sentences in which it occurs,
    degraded by distance.
    """

    weights: Weights = ()
    """Weights that replace published ones, by name: `{'subject': 90}`."""
    window: int = ranged(4, least=0)
    """How many sentences back candidates are looked for."""
    threshold: float = 0.0
    """A candidate must be at least as salient as this."""
    merge_identical_names: bool = False
    """Whether names with the same words, or of a person the same
    surname, start out in one class.
    """
    emphasis: Literal["non-adverbial", "matrix"] = "non-adverbial"
    """Which phrases have the factor of emphasis: those that are *non-adverbial*, or those of
    *matrix* clauses (ablation of the paper).
    """
    classes: bool = True
    """Whether coreferent phrases share their salience; otherwise each phrase stands
    alone (ablation of the paper).
    """
    degradation: bool = True
    """Whether salience halves with each sentence (without: ablation of the paper)."""
    published: ClassVar[Mapping[str, float]] = {
        "recency": 100,
        "subject": 80,
        "existential": 70,
        "accusative": 50,
        "oblique": 40,
        "head noun": 80,
        "non-adverbial": 50,
        "cataphora": -175,
        "parallelism": 35,
    }
    glossary: ClassVar[Glossary] = {
        **RANKER_TERMS,
        **DOMAIN_TERMS,
        **NAMESAKE_TERMS,
        **SALIENCE_TERMS,
        "highest weight": (
            "the candidate whose class has the highest salience; among equals, the nearest"
        ),
    }

    def decisions(self, ranking: Ranking) -> Iterator[Decision]:
        entities = ranking.entities
        salience = Salience(
            self.table,
            entities if self.classes else None,
            degradation=self.degradation,
            matrix=self.emphasis == "matrix",
        )
        names = Namesakes(ranking)
        reflexive = Method(
            binders, (partial(agreement, certain=self.certain),), salience.factors, nearest_of_best
        )
        pronoun = Method(
            partial(self._candidates, entities),
            (entity_agreement(entities, self.certain), for_entity(entities, disjoint)),
            salience.local_factors,
            self._select,
        )
        for sentence in ranking.discourse.sentences:
            if self.merge_identical_names:
                yield from names.decisions(sentence)
            for anaphor in third_person(sentence):
                yield ranking.decide(anaphor, reflexive if anaphor.kind in LOCAL else pronoun)

    def _candidates(self, entities: Entities, anaphor: Expression) -> Iterator[Expression]:
        """The last phrase of every class up to the anaphor, then the full phrases that follow in
        its sentence.
        """
        seen: set[Group] = set()
        following = (
            other
            for other in anaphor.discourse.sentences[anaphor.sentence]
            if other.head > anaphor.head and not other.pronominal
        )
        for other in chain(preceding(anaphor, back=self.window, most=self.most), following):
            group = entities.of(other)
            if not self.classes or group not in seen:
                seen.add(group)
                yield other

    def _select(self, anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
        return nearest_of_best(anaphor, [item for item in ranked if item.score >= self.threshold])


def nearest_of_best(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    """The candidate with the highest weight; among equals the closest on the surface, in either
    direction.
    """
    if not ranked:
        return Choice(None, "no candidate")
    best = max(ranked, key=lambda item: (item.score, -abs(anaphor.head - item.expression.head)))
    return Choice(best.expression, "only candidate" if len(ranked) == 1 else "highest weight")


# Salience


class Salience:
    """Weights of classes; without `entities` every phrase is a class of its own."""

    def __init__(
        self,
        weights: Mapping[str, float],
        entities: Entities | None,
        *,
        degradation: bool = True,
        matrix: bool = False,
    ) -> None:
        self._weights, self._entities = weights, entities
        self._degradation, self._matrix = degradation, matrix
        self._satisfied: dict[Expression, tuple[str, ...]] = {}
        self._reach = int(max(weights.values(), default=0)).bit_length()

    def factors(self, anaphor: Expression, candidate: Expression) -> Factors:
        """Each factor counts once for every sentence in which a
        member of the class is in its scope.
        """
        values: dict[str, float] = {}
        now = anaphor.sentence
        for sentence in range(now, max(-1, now - self._reach - 1), -1):
            scope = dict.fromkeys(
                name for member in self._members(candidate, sentence) for name in self._of(member)
            )
            for name in scope:
                if value := self._degraded(self._weights[name], now - sentence):
                    values[name] = values.get(name, 0) + value
        return tuple(values.items())

    def local_factors(self, pronoun: Expression, candidate: Expression) -> Factors:
        """The weight of the class, and the factors of this pronoun and this candidate alone."""
        return (*self.factors(pronoun, candidate), *self._local(pronoun, candidate))

    def _local(self, pronoun: Expression, candidate: Expression) -> Iterator[tuple[str, float]]:
        if candidate.head > pronoun.head:
            yield "cataphora", self._weights["cataphora"]
        if not _slots(candidate).isdisjoint(_slots(pronoun)):
            yield "parallelism", self._weights["parallelism"]

    def _members(self, candidate: Expression, sentence: int) -> Sequence[Expression]:
        if self._entities is not None:
            return self._entities.of(candidate).in_sentence(sentence)
        return [candidate] if candidate.sentence == sentence else []

    def _degraded(self, weight: float, sentences: int) -> float:
        """The weight after some sentences; integers are halved as in the paper: 100, 50, 25, 12, 6,
        3, 1, 0.
        """
        return weight // 2**sentences if self._degradation and sentences else weight

    def _of(self, member: Expression) -> tuple[str, ...]:
        satisfied = self._satisfied.get(member)
        if satisfied is None:
            forest = member.discourse.forest
            aside = _adverbial(forest, member.head)
            emphasised = member.clause.kind in _MATRIX if self._matrix else aside == NONE
            own = aside != NONE and aside == first_conjunct(forest, member.head)
            names = (
                "recency",
                "" if own else _EMPHASES.get(member.function, ""),
                "" if _inside(forest, member.head) else "head noun",
                "non-adverbial" if emphasised else "",
            )
            satisfied = self._satisfied[member] = tuple(filter(None, names))
        return satisfied


def _slots(expression: Expression) -> frozenset[Function]:
    """The slots of an expression; the subject of a passive is an object, too."""
    if expression.function is Function.SUBJECT and passive_subject(
        expression.discourse.forest, expression.head
    ):
        return frozenset({Function.SUBJECT, Function.DIRECT_OBJECT})
    return frozenset({expression.function}) if expression.function in _EMPHASES else frozenset()


def _adverbial(forest: Forest, token: int) -> int:
    """The head of the lowest PP around it that is set off; clauses do not count."""
    phrase = adjunct(forest, token)
    while phrase != NONE and forest.roles[phrase] == Role.ADVERBIAL:
        above = forest.heads[phrase]
        phrase = adjunct(forest, above) if above != NONE else NONE
    return phrase


def _inside(forest: Forest, token: int) -> bool:
    """Whether it is contained in another noun phrase, as a possessor is."""
    while token != NONE:
        if forest.roles[token] in _INSIDE:
            return True
        token = forest.heads[token]
    return False


# Syntactic filter and binding


def disjoint(pronoun: Expression, other: Expression) -> str:
    """The condition that forbids coreference of a pronoun and a phrase that is not
    reflexive, or the empty string.

    A phrase that precedes the pronoun is not forbidden for being contained in its head: *John's
    mother loves him*.
    """
    if pronoun.sentence != other.sentence:
        return ""
    if same_predicate(pronoun, other):
        return "adjunct domain" if pronoun.function is Function.OBLIQUE else "argument domain"
    forest = pronoun.discourse.forest
    head = predicate(pronoun)
    if (
        head != NONE
        and other.head > pronoun.head
        and not other.pronominal
        and _contains(forest, head, other.head)
    ):
        return "contained in the pronoun's head"
    noun = forest.heads[first_conjunct(forest, pronoun.head)]
    if pronoun.function is Function.ATTRIBUTE and _determines(other, noun):
        return "NP domain"
    if _determines(pronoun, noun) and other.head != noun and _contains(forest, noun, other.head):
        return "contained in the determined NP"
    return containment(pronoun, other)


def binders(anaphor: Expression) -> Iterator[Expression]:
    """The phrases of the sentence that may bind a reflexive or reciprocal."""
    sites = list(_sites(anaphor))
    for other in anaphor.discourse.sentences[anaphor.sentence]:
        if (
            other is not anaphor
            and not containment(anaphor, other)
            and any(_binds(other, site) for site in sites)
        ):
            yield other


def _sites(anaphor: Expression) -> Iterator[Expression]:
    """The anaphor, the noun it determines, and the noun it complements if that has no determiner
    noun.
    """
    yield anaphor
    forest, by_head = anaphor.discourse.forest, anaphor.discourse.by_head
    noun = forest.heads[first_conjunct(forest, anaphor.head)]
    if noun not in by_head:
        return
    owned = any(forest.roles[child] == Role.POSSESSOR for child in forest.children[noun])
    if _determines(anaphor, noun) or (anaphor.function is Function.ATTRIBUTE and not owned):
        yield by_head[noun]


def _binds(binder: Expression, site: Expression) -> bool:
    if site.function is Function.ATTRIBUTE:
        forest = site.discourse.forest
        return _determines(binder, forest.heads[first_conjunct(forest, site.head)])
    if binder is site or not same_predicate(site, binder):
        return False
    return site.function is Function.OBLIQUE or _slot(binder, site) < _slot(site, site)


def _slot(expression: Expression, site: Expression) -> int:
    """The slot of the site's predicate that it fills: a controller fills that of the subject."""
    forest = site.discourse.forest
    if understood_subject(forest, predicate(site)) == first_conjunct(forest, expression.head):
        return 0
    return _SLOTS.get(expression.function, 4)


def _determines(expression: Expression, noun: int) -> bool:
    forest = expression.discourse.forest
    token = first_conjunct(forest, expression.head)
    return noun != NONE and forest.roles[token] == Role.POSSESSOR and forest.heads[token] == noun


def _contains(forest: Forest, head: int, token: int) -> bool:
    """Whether the token is an argument or adjunct of the head or of something contained in it;
    conjuncts are not.
    """
    if not forest.dominates(head, token):
        return False
    while forest.heads[token] != head:
        token = forest.heads[token]
    return forest.roles[token] not in (Role.CONJUNCT, Role.PARATAXIS)
