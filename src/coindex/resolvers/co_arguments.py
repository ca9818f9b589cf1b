"""Subject and object clitic of one verb, and two clitics of one verb: these are never one entity,
unless the clitic is a reflexive.
"""

from __future__ import annotations

from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import words
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE
from coindex.language.zeros.clitics import Use, clitic_use, is_reflexive_clitic
from coindex.resolvers.constraints import CO_ARGUMENT_TERMS, understood_subject
from coindex.resolvers.entities import Group

CO_ARGUMENT = next(iter(CO_ARGUMENT_TERMS))


def co_arguments(one: Group, other: Group, language: str) -> str:
    """Whether a member of one is the subject of the verb of which a member of the other is a
    clitic, or another clitic of it: *le preguntó* is not asking oneself.
    """
    if not words(language, "grammar", "clitic"):
        return ""
    for mine, theirs in one.in_common(other):
        for left in mine:
            for right in theirs:
                if beside_clitic(left, right) or beside_clitic(right, left):
                    return CO_ARGUMENT
    return ""


def beside_clitic(clitic: Expression, other: Expression) -> bool:
    """Whether the other is the subject or another clitic of the verb of this object clitic."""
    if other is clitic or not is_object_clitic(clitic):
        return False
    forest = clitic.discourse.forest
    verb = forest.heads[clitic.head]
    if is_object_clitic(other):
        return forest.heads[other.head] == verb
    subjects = [child for child in forest.children[verb] if forest.roles[child] is Role.SUBJECT]
    # With two, one is a doubled object: *el dinero se lo devuelve el banco*.
    if len(subjects) > 1 or forest.cases[other.head] != NONE:
        return False
    return understood_subject(forest, verb) == other.head


def is_object_clitic(expression: Expression) -> bool:
    """Whether it is *lo*, *le* and the like, or *se* for *le*, at a verb."""
    forest, document = expression.discourse.forest, expression.discourse.document
    if not expression.pronominal or forest.heads[expression.head] == NONE:
        return False
    if expression.form not in words(document.language, "grammar", "clitic"):
        return False
    if forest.roles[expression.head] not in (Role.OBJECT, Role.OBLIQUE, Role.EXPLETIVE):
        return False
    reflexive = is_reflexive_clitic(forest, expression.head)
    return not reflexive or clitic_use(forest, expression.head) is Use.DATIVE
