"""Disjoint reference: why binding theory excludes that two expressions corefer, in whole parses and
fragments.
"""

from __future__ import annotations

from functools import partial

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import words
from coindex.language.syntax import binding
from coindex.language.syntax.binding import violates
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE

BINDING_TERMS: Glossary = {
    "principle B": (
        "binding theory, principle B: a pronoun does not refer to another argument of its own "
        "clause"
    ),
    "principle C": (
        "binding theory, principle C: a full noun phrase does not corefer with a phrase that "
        "c-commands it"
    ),
    "i-within-i": "one phrase contains the other, and a phrase does not refer to its own part",
    "E3a": (
        "rule pattern E3a, across fragments of a parse: the candidate c-commands the anaphor, a "
        "full noun phrase"
    ),
    "E3b": (
        "rule pattern E3b, across fragments of a parse: the anaphor c-commands the candidate, a "
        "full noun phrase"
    ),
    "IEa": "rule pattern IEa, across fragments of a parse: the candidate contains the anaphor",
    "IEb": "rule pattern IEb, across fragments of a parse: the anaphor contains the candidate",
}
"""Explanations of the names that `disjoint` returns."""

_BOUND = frozenset({"acl", "reparandum"})


def disjoint(
    one: Expression,
    other: Expression,
    *,
    pro_control: bool = True,
    strict: bool = False,
    usual: bool = False,
) -> str:
    """`principle B`, `principle C`, `i-within-i`, the name of a rule pattern, or the empty string.

    Principle A requires one local antecedent and forbids no other, so it is never named. `strict`:
    an expression that contains the other is excluded, even if a clause with a relative pronoun or
    covert subject for it lies between. `usual`: principle B holds only where texts usually keep to
    it, not in *he looked about him*.
    """
    if one.sentence != other.sentence or NONE in (one.node, other.node):
        return ""
    left, right = one.place, other.place
    fragments = one.discourse.fragments(one.sentence)
    if len(fragments) > 1 and fragments.of(left.node) != fragments.of(right.node):
        verdict = fragments.pattern(left, right, strong=False)
        return verdict.pattern if verdict is not None and not verdict.admits else ""
    structure = fragments.structure
    for lower, upper, bound in ((left, right, one), (right, left, other)):
        if violates(
            structure, lower.node, lower.binding, upper.node, strong=False, pro_control=pro_control
        ) and not (usual and _loosely_bound(bound)):
            return f"principle {lower.binding}"
    if not i_within_i(one, other, strict=strict):
        return ""
    outer, inner = (one, other) if left.node < right.node else (other, one)
    return "i-within-i" if strict else _in_relative(outer, inner, pro_control)


def _loosely_bound(pronoun: Expression) -> bool:
    """Whether a pronoun in a prepositional phrase may refer to an argument of its own clause: *he
    looked about him*, *they brought gifts with them*, *it has a charm to it*.

    T. Reinhart and E. Reuland, "Reflexivity", Linguistic Inquiry 24(4), 1993, 657-720.
    """
    if pronoun.kind is not Kind.PERSONAL or not pronoun.preposition:
        return False
    forest, document = pronoun.discourse.forest, pronoun.discourse.document
    listed = partial(words, document.language, "syntax")
    if pronoun.preposition in listed("surrounding"):
        return True
    verb = next((t for t in forest.ancestors(pronoun.head) if forest.clausal[t]), NONE)
    if verb == NONE or not any(forest.roles[c] == Role.OBJECT for c in forest.children[verb]):
        return False
    owns = document.tokens[verb].lemma in listed("owning")
    return owns or pronoun.preposition in listed("accompanying")


def i_within_i(one: Expression, other: Expression, *, strict: bool = False) -> bool:
    """Whether one contains the other, except in a participial clause, whose covert subject is
    bound, or in a repetition.

    *The boy losing his hat*; *he, he left*.
    """
    if one.node == other.node:
        return True
    if not binding.i_within_i(one.discourse.structure(one.sentence), one.node, other.node):
        return False
    outer, inner = (one, other) if one.node < other.node else (other, one)
    parse = one.discourse.forest
    return strict or parse.labels[parse.below(outer.head, inner.head)] not in _BOUND


def _in_relative(outer: Expression, inner: Expression, pro_control: bool) -> str:
    """Whether it is inside a relative clause, where the relative pronoun counts instead: *the man
    who lost his hat*.
    """
    discourse = inner.discourse
    pronoun = discourse.relative_pronouns.get(discourse.forest.below(outer.head, inner.head), NONE)
    if pronoun == NONE:
        return "i-within-i"
    structure = discourse.structure(inner.sentence)
    node = structure.node(pronoun)
    if NONE != node != inner.node and violates(
        structure, inner.node, inner.binding, node, strong=False, pro_control=pro_control
    ):
        return f"principle {inner.binding}"
    return ""
