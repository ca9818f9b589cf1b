"""Binding theory over constituents: categories, local binding, the principles as
tests, i-within-i (Stuckardt 2001).
"""

from __future__ import annotations

from enum import StrEnum

from coindex.core.annotation import Kind
from coindex.language.syntax.roles import Role
from coindex.language.syntax.structure import Label, Structure
from coindex.language.syntax.tree import NONE


class Binding(StrEnum):
    """The principle that a mention obeys."""

    A = "A"
    B = "B"
    C = "C"


_TYPES = {
    Kind.REFLEXIVE: Binding.A,
    Kind.RECIPROCAL: Binding.A,
    Kind.PERSONAL: Binding.B,
    Kind.POSSESSIVE: Binding.B,
    Kind.RELATIVE: Binding.B,
    Kind.DEMONSTRATIVE: Binding.B,
    Kind.ZERO: Binding.B,
}


def binding_type(kind: Kind) -> Binding:
    """A for reflexives and reciprocals, B for other pronouns, C for names and common nouns."""
    return _TYPES.get(kind, Binding.C)


def binding_category(structure: Structure, node: int, binding: Binding) -> int:
    """bc: the lowest S with a subject or NP with a possessor above, `NONE` if this fragment has
    none.

    For type A, the subject or possessor must not be the node itself.
    """
    category = structure.categories[node]
    if binding is Binding.A:
        while category != NONE and structure.subject(category) == node:
            category = structure.categories[category]
    return category


def locally_binds(
    structure: Structure, binder: int, node: int, binding: Binding, *, pro_control: bool = True
) -> bool:
    """Whether the binder c-commands the node from inside its category, or controls the category's
    covert subject.
    """
    category = binding_category(structure, node, binding)
    if category == NONE:
        return False
    if structure.dominates(category, binder) and structure.c_commands(binder, node):
        return True
    return pro_control and binder == structure.controller(category) != NONE


def violates(
    structure: Structure,
    node: int,
    binding: Binding,
    antecedent: int,
    *,
    strong: bool,
    pro_control: bool = True,
) -> bool:
    """Whether coindexing with `antecedent` violates the principle of the node's own type.

    The strong form of principle A requires this antecedent to be the local binder; its weak form
    requires nothing, since another may be. B and C have one form.
    """
    if binding is Binding.C:
        return structure.c_commands(antecedent, node)
    if binding is Binding.B:
        return not _elliptic(structure, node) and locally_binds(
            structure, antecedent, node, binding, pro_control=pro_control
        )
    return strong and not locally_binds(
        structure, antecedent, node, binding, pro_control=pro_control
    )


def _elliptic(structure: Structure, node: int) -> bool:
    """Whether a possessive stands for its whole phrase: *Tom had forgotten his*. The possessor of a
    phrase may be the subject beside it.
    """
    forest, token = structure.forest, structure.tokens[node]
    possessive = forest.document.tokens[token].feature("Poss") == "Yes"
    return possessive and forest.roles[token] in (Role.OBJECT, Role.OBLIQUE)


def i_within_i(structure: Structure, one: int, other: int) -> bool:
    """Whether one contains the other without being its apposition or the relative pronoun of its
    clause.
    """
    upper, lower = (one, other) if one < other else (other, one)
    if (
        not structure.dominates(upper, lower)
        or not structure.labels[upper] == structure.labels[lower] == Label.NP
    ):
        return False
    return not (_apposed(structure, upper, lower) or _relative(structure, upper, lower))


def _apposed(structure: Structure, upper: int, lower: int) -> bool:
    forest, token = structure.forest, structure.tokens[lower]
    return forest.roles[token] == Role.APPOSITION and forest.heads[token] == structure.tokens[upper]


def _relative(structure: Structure, upper: int, lower: int) -> bool:
    forest, token = structure.forest, structure.tokens[lower]
    if forest.document.tokens[token].feature("PronType") not in ("Rel", "Int,Rel", "Dem,Rel"):
        return False
    clause = structure.clauses[_clause_head(structure, token) - structure.span.start]
    head = forest.heads[structure.tokens[clause]] if clause != NONE else NONE
    return head == structure.tokens[upper]


def _clause_head(structure: Structure, token: int) -> int:
    forest = structure.forest
    while not forest.clausal[token] and forest.heads[token] != NONE:
        token = forest.heads[token]
    return token
