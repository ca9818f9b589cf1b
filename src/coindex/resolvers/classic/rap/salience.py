"""RAP's salience: factors per sentence, halved with each further sentence, and
their sum for a class of phrases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.syntax.clauses import ClauseKind
from coindex.language.syntax.functions import Function, adjunct, first_conjunct, passive_subject
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, Forest
from coindex.resolvers.entities import Entities
from coindex.resolvers.ranking import Factors

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
