"""SUPAR's conditions of non-coreference on partial parses, by type of anaphor
(Palomar et al. 2001, section 3).
"""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.functions import first_conjunct
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE
from coindex.resolvers.constraints import understood_subject
from coindex.resolvers.supar.clitics import doubled
from coindex.resolvers.supar.profiles import Profile, Type
from coindex.resolvers.supar.slots import Slots, type_of

_NEAR = 3
"""A clitic and its antecedent have at most this many constituents of the clause between them."""


NONCOREFERENCE_TERMS: Glossary = {
    "reflexive (a)": (
        "non-coreference of reflexives: the candidate lies inside another phrase, or has a "
        "preposition"
    ),
    "reflexive (b)": "non-coreference of reflexives: the candidate is in another clause",
    "reflexive (c)": (
        "non-coreference of reflexives: the candidate follows the verb, while another precedes it"
    ),
    "clitic (a)": (
        "non-coreference of clitics: the candidate has a preposition that is not the dative one"
    ),
    "clitic (b)": (
        "non-coreference of clitics: more than three constituents of the clause lie in between"
    ),
    "clitic (c)": (
        "non-coreference of clitics: the candidate is a bare phrase of the same clause, its "
        "subject perhaps"
    ),
    "pronoun (a)": (
        "non-coreference of pronouns: the pronoun precedes the verb, and the candidate is in its "
        "clause"
    ),
    "pronoun (b)": (
        "non-coreference of pronouns: the candidate is in the same clause, and not inside "
        "another phrase"
    ),
    "pronoun (c)": (
        "non-coreference of pronouns: the pronoun has a preposition, the candidate in its clause "
        "has none"
    ),
    "pronoun (d)": "non-coreference of pronouns: the candidate contains the pronoun",
    "pronoun (e)": (
        "non-coreference of pronouns: the candidate is joined with the pronoun by a conjunction"
    ),
    "pronoun (f)": "non-coreference of pronouns: the pronoun's clause modifies the candidate",
}


class NonCoreference:
    """`__call__` returns the condition that excludes coreference of an anaphor and a phrase of its
    sentence, or the empty string.
    """

    def __init__(self, slots: Slots, profile: Profile, *, infinitives: bool = False) -> None:
        self._slots, self._profile, self._infinitives = slots, profile, infinitives

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
        """The condition for reflexives; a clitic is part of the verb, and counts as
        following it.
        """
        own, there = self._slots[anaphor], self._slots[other]
        if there.included or there.preposition:
            return "reflexive (a)"
        if own.clause != there.clause:
            return "reflexive (b)"
        if other.pronominal and other.form in self._profile.clitics:
            return "reflexive (c)"
        if not there.before_verb and any(
            slot.clause == there.clause and slot.before_verb and not slot.included
            for slot in (
                self._slots[e]
                for e in anaphor.discourse.sentences[anaphor.sentence]
                if e is not anaphor
            )
        ):
            return "reflexive (c)"
        return ""

    def _clitic(self, anaphor: Expression, other: Expression) -> str:
        own, there = self._slots[anaphor], self._slots[other]
        if own.clause != there.clause or doubled(anaphor, other, self._profile):
            return ""
        if self._infinitives and self._outside(anaphor, other):
            return ""
        if there.preposition and there.preposition not in self._profile.dative:
            return "clitic (a)"
        # What is included in another phrase is no constituent of the clause, so it separates
        # nothing.
        between = [
            e
            for e in anaphor.discourse.sentences[anaphor.sentence]
            if other.number < e.number < anaphor.number
            and self._slots[e].clause == own.clause
            and not self._slots[e].included
        ]
        if len(between) > _NEAR:
            return "clitic (b)"
        free = there.preposition or there.included or self.addressed(anaphor)
        return "" if free else "clitic (c)"

    def _outside(self, anaphor: Expression, other: Expression) -> bool:
        """Whether the other is not an argument of the clitic's infinitive or gerund: *ninguna carta
        sin leerla*.
        """
        forest = anaphor.discourse.forest
        verb = forest.heads[anaphor.head]
        if verb == NONE or anaphor.discourse.document.tokens[verb].feature("VerbForm") not in (
            "Inf",
            "Ger",
        ):
            return False
        head, above = first_conjunct(forest, other.head), forest.heads[verb]
        adjunct = forest.roles[verb] in (Role.ADVERBIAL, Role.ADNOMINAL) and above != NONE
        subject = subject_of(forest, above) if adjunct else understood_subject(forest, verb)
        return forest.heads[head] != verb and subject != head

    def addressed(self, anaphor: Expression) -> bool:
        """Whether the verb is in the first or second person, so that a bare NP of the clause is not
        its subject.
        """
        verb = anaphor.discourse.document.tokens[self._slots[anaphor].verb]
        return verb.feature("Person") in ("1", "2")

    def _pronoun(self, anaphor: Expression, other: Expression) -> str:
        own, there = self._slots[anaphor], self._slots[other]
        if own.modified == other.head:
            return "pronoun (f)"
        if own.clause != there.clause:
            return ""
        if reason := self._contained(anaphor, other):
            return reason
        if own.before_verb:
            return "pronoun (a)"
        if not there.included:
            return "pronoun (b)"
        if own.preposition and not own.included and not there.preposition:
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
