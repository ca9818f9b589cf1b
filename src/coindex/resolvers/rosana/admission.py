"""Steps 1b and 1c: whether syntax allows anaphor and candidate of one sentence to corefer, in whole
parses and fragments.
"""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.syntax.binding import Binding, violates
from coindex.language.syntax.fragments import Fragments
from coindex.language.syntax.tree import NONE
from coindex.resolvers.disjointness import BINDING_TERMS, disjoint, i_within_i
from coindex.resolvers.rosana.occurrences import is_definite

DEFINITE, HEURISTIC = "definite", "heuristic"


ADMISSION_TERMS: Glossary = {
    DEFINITE: (
        "nothing in the syntax speaks against the candidate: it is in another sentence, or "
        "passes every test"
    ),
    HEURISTIC: "the parse is too fragmentary to tell; the candidate is admitted with a malus",
    "principle A of the anaphor": "step 1b: a reflexive needs its antecedent within its own clause",
    "principle B of the anaphor": (
        "step 1b: the pronoun does not refer to another argument of its own clause"
    ),
    "principle C of the anaphor": (
        "step 1b: a full noun phrase does not refer to a phrase that c-commands it"
    ),
    "principle B of the candidate": (
        "step 1b: the candidate is a pronoun that the anaphor binds in its own clause"
    ),
    "principle C of the candidate": (
        "step 1b: the candidate is a full noun phrase that the anaphor c-commands"
    ),
    "indefinite ahead": "step 1c: a pronoun points ahead to definite phrases only",
    **BINDING_TERMS,
    "F1": (
        "rule pattern F1 admits it: both are pronouns, each with its binding category in its own "
        "fragment"
    ),
    "E1a": (
        "rule pattern E1a admits it: the anaphor's fragment is embedded in the candidate's, its "
        "binding category being in its own"
    ),
    "E1b": (
        "rule pattern E1b admits it: the candidate's fragment is embedded in the anaphor's, its "
        "binding category being in its own"
    ),
    "F2": (
        "rule pattern F2: the reflexive's binding category is in its own fragment, the candidate "
        "in another one"
    ),
    "E2": (
        "rule pattern E2: the reflexive's binding category is in its own fragment, embedded in "
        "the candidate's"
    ),
    "E4": (
        "rule pattern E4: the candidate's fragment is embedded in the reflexive's, so that it "
        "cannot c-command it"
    ),
    "A1": (
        "rule pattern A1 of footnote 13 admits it: wherever the fragment attaches, the candidate "
        "binds the reflexive"
    ),
    "B1": (
        "rule pattern B1 of footnote 13: wherever the fragment attaches, one binds the other in "
        "its own clause"
    ),
    "* in the shallow view": (
        "the parse is silent; parts of speech suggest that the named principle is violated"
    ),
}
"""Explanations of the names; figure 1 of the paper has the rule patterns for fragments."""


class Admission(NamedTuple):
    """`rejected` names the test or pattern that rejected the candidate; `admitted` names the ground
    on which it stays.
    """

    rejected: str = ""
    admitted: str = ""


_DEFINITE = Admission(admitted=DEFINITE)
_HEURISTIC = Admission(admitted=HEURISTIC)
_CONTAINED = Admission("i-within-i")
_AHEAD = Admission("indefinite ahead")


class Syntax(NamedTuple):
    """The tests with their options; `shallow` is used where the parse has no answer (the hybrid
    model).
    """

    discourse: Discourse
    pro_control: bool = True
    a1: bool = False
    b1: bool = False
    strict: bool = False
    shallow: Discourse | None = None

    def admission(self, anaphor: Expression, candidate: Expression) -> Admission:
        admission = self._by_structure(anaphor, candidate)
        if (
            not admission.rejected
            and candidate.head > anaphor.head
            and anaphor.binding is Binding.B
            and not is_definite(candidate)
        ):
            return _AHEAD
        return admission

    def _by_structure(self, anaphor: Expression, candidate: Expression) -> Admission:
        fragments = self.discourse.fragments(anaphor.sentence)
        own, there = anaphor.node, candidate.node
        if NONE in (own, there):
            return self._silent(anaphor, candidate)
        if len(fragments) > 1 and fragments.of(own) != fragments.of(there):
            return self._by_pattern(fragments, anaphor, candidate)
        structure, pro = fragments.structure, self.pro_control
        if violates(structure, own, anaphor.binding, there, strong=True, pro_control=pro):
            return Admission(f"principle {anaphor.binding} of the anaphor")
        if violates(structure, there, candidate.binding, own, strong=False, pro_control=pro):
            return Admission(f"principle {candidate.binding} of the candidate")
        return _CONTAINED if i_within_i(anaphor, candidate, strict=self.strict) else _DEFINITE

    def _by_pattern(
        self, fragments: Fragments, anaphor: Expression, candidate: Expression
    ) -> Admission:
        verdict = fragments.pattern(anaphor.place, candidate.place, a1=self.a1, b1=self.b1)
        if verdict is None:
            return self._silent(anaphor, candidate)
        return Admission(admitted=verdict.pattern) if verdict.admits else Admission(verdict.pattern)

    def _silent(self, anaphor: Expression, candidate: Expression) -> Admission:
        if self.shallow is not None:
            one, other = (
                self.shallow.expressions[expression.number] for expression in (anaphor, candidate)
            )
            reason = disjoint(one, other, pro_control=self.pro_control)
            if reason:
                return Admission(f"{reason} in the shallow view")
        return _HEURISTIC

    def disjoint(self, one: Expression, other: Expression) -> str:
        """Step 3b for two members of the classes to be merged: the weak tests and the corresponding
        patterns.
        """
        return disjoint(one, other, pro_control=self.pro_control, strict=self.strict)
