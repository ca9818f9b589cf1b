"""Which phrases of a sentence may or must corefer: RAP's syntactic filter and its binding of
reflexives.

Slot Grammar's terms are mapped to Universal Dependencies. The subject of a verb may be covert. An
oblique that is not set off by a comma may be a complement or an adjunct, so it counts as either.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.syntax.functions import Function, first_conjunct
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, Forest
from coindex.resolvers.constraints import (
    CONTAINMENT_TERMS,
    containment,
    predicate,
    same_predicate,
    understood_subject,
)

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
