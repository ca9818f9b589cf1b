"""SUPAR's conditions of non-coreference on partial parses, by type of anaphor (Palomar et al. 2001, section 3)."""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.language.functions import first_conjunct
from coindex.resolvers.discourse import Expression
from coindex.resolvers.supar.clitics import doubled
from coindex.resolvers.supar.profiles import Profile, Type
from coindex.resolvers.supar.slots import Slots, type_of

_NEAR = 3
"""A clitic and its antecedent have at most so many constituents of the clause between them."""


class NonCoreference:
    """`__call__` names the condition that keeps an anaphor and a phrase of its sentence apart, or is empty."""

    def __init__(self, slots: Slots, profile: Profile) -> None:
        self._slots, self._profile = slots, profile

    def __call__(self, anaphor: Expression, other: Expression) -> str:
        if anaphor.sentence != other.sentence:
            return ""
        kind = type_of(anaphor, self._profile)
        if kind is Type.REFLEXIVE:
            return self._reflexive(anaphor, other)
        if kind is Type.CLITIC:
            return self._clitic(anaphor, other)
        if anaphor.kind is Kind.POSSESSIVE:
            return self._contained(anaphor, other)
        return self._pronoun(anaphor, other)

    def _reflexive(self, anaphor: Expression, other: Expression) -> str:
        """A clitic is a part of the verb, and counts as what stands after it."""
        here, there = self._slots[anaphor], self._slots[other]
        if there.included or there.preposition:
            return "reflexive (a)"
        if here.clause != there.clause:
            return "reflexive (b)"
        if other.pronominal and other.form in self._profile.clitics:
            return "reflexive (c)"
        if not there.before_verb and any(
            slot.clause == there.clause and slot.before_verb and not slot.included
            for slot in (self._slots[e] for e in anaphor.discourse.sentences[anaphor.sentence] if e is not anaphor)
        ):
            return "reflexive (c)"
        return ""

    def _clitic(self, anaphor: Expression, other: Expression) -> str:
        here, there = self._slots[anaphor], self._slots[other]
        if here.clause != there.clause or doubled(anaphor, other, self._profile):
            return ""
        if there.preposition and there.preposition not in self._profile.dative:
            return "clitic (a)"
        between = [
            e
            for e in anaphor.discourse.sentences[anaphor.sentence]
            if other.number < e.number < anaphor.number
            and self._slots[e].clause == here.clause
            and not self._slots[e].included
        ]
        if len(between) > _NEAR:
            return "clitic (b)"
        free = there.preposition or there.included or self.addressed(anaphor)
        return "" if free else "clitic (c)"

    def addressed(self, anaphor: Expression) -> bool:
        """The verb is of the first or second person, so that a bare NP of the clause is no subject."""
        verb = anaphor.discourse.document.tokens[self._slots[anaphor].verb]
        return verb.feature("Person") in ("1", "2")

    def _pronoun(self, anaphor: Expression, other: Expression) -> str:
        here, there = self._slots[anaphor], self._slots[other]
        if here.modified == other.head:
            return "pronoun (f)"
        if here.clause != there.clause:
            return ""
        if found := self._contained(anaphor, other):
            return found
        if here.before_verb:
            return "pronoun (a)"
        if not there.included:
            return "pronoun (b)"
        if here.preposition and not here.included and not there.preposition:
            return "pronoun (c)"
        return ""

    def _contained(self, anaphor: Expression, other: Expression) -> str:
        if self._slots[anaphor].clause != self._slots[other].clause:
            return ""
        if other.mention.span.covers(anaphor.mention.span):
            return "pronoun (d)"
        forest = anaphor.discourse.forest
        joined = first_conjunct(forest, anaphor.head) == first_conjunct(forest, other.head)
        return "pronoun (e)" if joined else ""
