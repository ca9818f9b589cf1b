"""Constraints that Palomar et al. do not list: what grammar, persons and speech exclude
in Spanish.
"""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import words
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.tree import NONE
from coindex.resolvers.entities import Entities
from coindex.resolvers.supar.profiles import Profile
from coindex.resolvers.supar.slots import Slots

RESTRICTION_TERMS: Glossary = {
    "own relative clause": "the clitic stands in a relative clause on the candidate",
    "clitic of the verb": "both are clitics of one verb",
    "own predicate": "the possessive stands in the predicate of the candidate: Rosa era su tía",
    "contrast": "éste and aquél in one sentence are two",
    "time": "a pronoun does not refer to an expression of time",
    "nobody": "pronouns do not refer to nadie, nada and the like",
    "nothing owned": "algo, eso and the like own nothing and are not persons",
    "own speaker": "the third person inside a quotation is not the one who speaks",
    "inside the speech": "the subject of the verb of saying is not found inside what is said",
    "event": "only neuter pronouns refer to what a clause says",
}


class Restrictions:
    """`grammar`, `features` and `speech` switch groups of constraints on; each call returns the
    name of one that applies, or the empty string.
    """

    def __init__(
        self,
        slots: Slots,
        profile: Profile,
        entities: Entities,
        *,
        grammar: bool,
        features: bool,
        speech: bool,
    ) -> None:
        self._slots, self._profile, self._entities = slots, profile, entities
        self._grammar, self._features, self._speech = grammar, features, speech

    def of_pair(self, anaphor: Expression, other: Expression) -> str:
        """For an anaphor and any member of an entity in its sentence."""
        if not self._grammar or anaphor.sentence != other.sentence:
            return ""
        if contrasted(anaphor, other):
            return "contrast"
        clitic = (
            anaphor.pronominal
            and anaphor.form in self._profile.clitics
            and anaphor.kind is Kind.PERSONAL
        )
        if clitic and self._slots[anaphor].modified == other.head:
            return "own relative clause"
        forest = anaphor.discourse.forest
        if (
            clitic
            and _is_clitic(other, self._profile)
            and forest.heads[anaphor.head] == forest.heads[other.head]
        ):
            return "clitic of the verb"
        if anaphor.kind is Kind.POSSESSIVE and self._in_predicate_of(anaphor, other):
            return "own predicate"
        return ""

    def _in_predicate_of(self, anaphor: Expression, other: Expression) -> bool:
        forest = anaphor.discourse.forest
        noun = forest.heads[anaphor.head]
        if noun == NONE or not any(
            forest.labels[child] == "cop" for child in forest.children[noun]
        ):
            return False
        return subject_of(forest, noun) == other.head

    def of_candidate(self, anaphor: Expression, candidate: Expression) -> str:
        """For an anaphor and a candidate anywhere."""
        if self._features and (reason := self._by_words(anaphor, candidate)):
            return reason
        return self._by_speech(anaphor, candidate) if self._speech else ""

    def _by_words(self, anaphor: Expression, candidate: Expression) -> str:
        language = anaphor.discourse.document.language
        if candidate.kind is Kind.NOMINAL and candidate.lemma in words(language, "nouns", "time"):
            return "time"
        if candidate.form in words(language, "grammar", "nobody"):
            return "nobody"
        person = self._slots[anaphor].personal or anaphor.kind is Kind.POSSESSIVE
        if person and candidate.form in words(language, "grammar", "neuter"):
            return "nothing owned"
        return ""

    def _by_speech(self, anaphor: Expression, candidate: Expression) -> str:
        speaker = anaphor.speaker
        if speaker is not None and speaker is not anaphor:
            group, name = self._entities.of(candidate), speaker.name.words
            named = bool(name) and any(other.words == name for other in group.names)
            return "own speaker" if named or group is self._entities.of(speaker) else ""
        quotation = candidate.quotation
        if quotation is not None and anaphor.quotation is None and quotation.verb is not None:
            forest = anaphor.discourse.forest
            if forest.heads[anaphor.head] == quotation.verb and anaphor.kind in (
                Kind.ZERO,
                Kind.PERSONAL,
            ):
                return "inside the speech"
        return ""


def is_near(expression: Expression) -> bool:
    """Whether it takes up what was mentioned last: *éste*."""
    return _demonstrates(expression, "near_demonstrative")


def is_far(expression: Expression) -> bool:
    """Whether it takes up the other of two: *aquél*."""
    return _demonstrates(expression, "far_demonstrative")


def contrasted(one: Expression, other: Expression) -> bool:
    """Whether two demonstratives of a sentence set two apart: *aquél dimitió y éste se quedó*."""
    return (is_near(one) and is_far(other)) or (is_far(one) and is_near(other))


def _demonstrates(expression: Expression, listed: str) -> bool:
    language = expression.discourse.document.language
    return expression.kind is Kind.DEMONSTRATIVE and expression.form in words(
        language, "grammar", listed
    )


def _is_clitic(expression: Expression, profile: Profile) -> bool:
    return (
        expression.pronominal and expression.form in profile.clitics and not expression.preposition
    )
