"""Constraints that several resolvers share: each returns the name of what forbids
coreference, or the empty string.
"""

from __future__ import annotations

from collections.abc import Callable

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import GUESSES_COUNT, clash
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.covert import covert_subject
from coindex.language.syntax.functions import Function, adjunct, first_conjunct
from coindex.language.syntax.roles import Role
from coindex.language.syntax.structure import DEFAULT
from coindex.language.syntax.tree import NONE, Forest
from coindex.resolvers.disjointness import BINDING_TERMS, disjoint
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.ranking import RANKING_TERMS, Constraint

OBJECTS = frozenset(
    {Function.DIRECT_OBJECT, Function.INDIRECT_OBJECT, Function.OBLIQUE, Function.AGENT}
)
ARGUMENTS = OBJECTS | {Function.SUBJECT, Function.EXISTENTIAL}
LOCAL = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})

CERTAIN = GUESSES_COUNT
"""How certain both genders or animacies must be to contradict each other."""
_DEEPEST = 20
"""How many coordinated predicates are followed upwards: trees of parsers may be chains."""

AGREEMENT_TERMS: Glossary = {
    "number": "anaphor and candidate do not agree in number",
    "person": "anaphor and candidate do not agree in grammatical person",
    "gender": "anaphor and candidate do not agree in gender",
    "animacy": "one of the two is animate, the other is not",
}
"""The name of a failed agreement, by feature."""
CONSTRAINT_TERMS: Glossary = {**RANKING_TERMS, **AGREEMENT_TERMS, **BINDING_TERMS}
"""The names that a ranking uses with agreement and `binding` as its constraints: the start of most
glossaries.
"""
CO_ARGUMENT_TERMS: Glossary = {
    "co-argument": "both are arguments of the same verb, and the anaphor is not a reflexive"
}
CONTAINMENT_TERMS: Glossary = {
    "i-within-i": "one phrase contains the other, and a phrase does not refer to its own part"
}


def agreement(anaphor: Expression, candidate: Expression, certain: float = CERTAIN) -> str:
    """Compare number, person, gender and animacy; an unknown value never clashes."""
    return clash(anaphor.features, candidate.features, certain=certain)


def entity_agreement(entities: Entities, certain: float = CERTAIN) -> Constraint:
    """As `agreement`, but also with everything known so far about the candidate's entity."""

    def constraint(anaphor: Expression, candidate: Expression) -> str:
        own, known = anaphor.features, entities.of(candidate).features
        return clash(own, candidate.features, certain=certain) or clash(own, known, certain=certain)

    return constraint


def for_entity(entities: Entities, constraint: Constraint) -> Constraint:
    """A constraint on pairs in one sentence, applied to all mentions of the candidate's entity
    there up to the anaphor.
    """
    return for_members(entities, constraint, lambda anaphor, member: member.head < anaphor.head)


def for_members(
    entities: Entities, constraint: Constraint, near: Callable[[Expression, Expression], bool]
) -> Constraint:
    """A constraint applied to the candidate and to the nearby members of its entity in the
    anaphor's sentence.

    The candidates of an anaphor often belong to a few entities, so the result for an entity is
    cached for the next one.
    """
    asked: tuple[Expression, int] | None = None
    known: dict[Group, str] = {}

    def of_members(anaphor: Expression, group: Group, candidate: Expression | None = None) -> str:
        for member in group.in_sentence(anaphor.sentence):
            if (member is candidate or near(anaphor, member)) and (
                reason := constraint(anaphor, member)
            ):
                return reason
        return ""

    def of_any(anaphor: Expression, candidate: Expression) -> str:
        nonlocal asked
        group = entities.of(candidate)
        if candidate.sentence == anaphor.sentence and not near(anaphor, candidate):
            return of_members(anaphor, group, candidate)
        if asked != (anaphor, entities.joins):
            asked = anaphor, entities.joins
            known.clear()
        if group not in known:
            known[group] = of_members(anaphor, group)
        return known[group]

    return of_any


def binding(anaphor: Expression, candidate: Expression) -> str:
    """Principles B and C, and i-within-i."""
    return disjoint(anaphor, candidate)


def containment(anaphor: Expression, candidate: Expression) -> str:
    """The candidate contains the anaphor, without a clause between them: *its* and *its owner's
    house*.
    """
    if candidate.sentence != anaphor.sentence:
        return ""
    forest = anaphor.discourse.forest
    token, below = anaphor.head, NONE
    while token not in (NONE, candidate.head) and not forest.clausal[token]:
        token, below = forest.heads[token], token
    if token != candidate.head:
        return ""
    joined = below != NONE and forest.roles[below] == Role.CONJUNCT
    return "" if joined and candidate.kind is not Kind.COORDINATION else "i-within-i"


def co_argument(anaphor: Expression, candidate: Expression) -> str:
    """Both are arguments of one predicate, including covert subjects; reflexives are exempt."""
    if candidate.sentence != anaphor.sentence or anaphor.kind in LOCAL:
        return ""
    return "co-argument" if same_predicate(anaphor, candidate) else ""


def same_predicate(one: Expression, other: Expression) -> bool:
    """Whether both are arguments of one predicate: in *John seems to want to see him*, *John* is
    also an argument of *see*. A PP set off by a comma is not one.
    """
    forest = one.discourse.forest
    left, right = predicate(one), predicate(other)
    if NONE not in (left, right):
        return left == right or _controls(forest, one, right) or _controls(forest, other, left)
    return False


def predicate(expression: Expression) -> int:
    """The predicate of which the expression is an argument, or `NONE`."""
    forest = expression.discourse.forest
    if expression.function not in ARGUMENTS:
        return NONE
    head = first_conjunct(forest, expression.head)
    if expression.function is Function.OBLIQUE and adjunct(forest, head) == head:
        return NONE
    return forest.heads[head]


def _controls(forest: Forest, expression: Expression, verb: int) -> bool:
    return understood_subject(forest, verb) == first_conjunct(forest, expression.head)


def understood_subject(forest: Forest, verb: int, depth: int = 0) -> int:
    """The subject of a predicate; without one, that of the verb it is joined to, or its controller,
    or `NONE`.
    """
    subject = subject_of(forest, verb)
    if subject != NONE or depth > _DEEPEST:
        return subject
    if forest.roles[verb] == Role.CONJUNCT and forest.heads[verb] != NONE:
        return understood_subject(forest, forest.heads[verb], depth + 1)
    return covert_subject(
        forest, verb, DEFAULT, lambda above: understood_subject(forest, above, depth + 1)
    )[1]
