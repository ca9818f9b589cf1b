"""Rules for languages with clitics and omitted subjects.

Words and rules are those of `supar`, which was written for Spanish: which phrases of its sentence a
clitic or a possessive excludes, which pronouns refer to persons, and where syntax determines an
omitted subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.lexicon import words
from coindex.language.nominals.agreement import Animacy, Features, Gender
from coindex.language.nominals.grammatical import LIKELY
from coindex.language.nominals.names import normalised
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.dialogue import DIALOGUE_TERMS, Dialogue
from coindex.resolvers.entities import Entities
from coindex.resolvers.supar.clitics import doubling, in_turn, is_given, is_told
from coindex.resolvers.supar.events import events_before, takes_up_events
from coindex.resolvers.supar.profiles import Profile, profile
from coindex.resolvers.supar.restrictions import RESTRICTION_TERMS, Restrictions
from coindex.resolvers.supar.slots import Slots
from coindex.resolvers.supar.structure import STRUCTURE_TERMS, told_subjects

GRAMMAR_TERMS: Glossary = {
    **RESTRICTION_TERMS,
    **STRUCTURE_TERMS,
    **DIALOGUE_TERMS,
    "same clitic": "the candidate is a clitic of the same case in this sentence or the one before",
    "before verb": "the candidate stands before the verb of its clause",
    "abstract": "the candidate is an abstraction, a direction or a quantity",
    "person wanted": "pronoun or verb ask for a person, and the entity is one",
    "no person": "pronoun or verb ask for a person, and the entity seems to be a thing",
}


class Grammar:
    """The rules for the pronouns of one document."""

    def __init__(self, discourse: Discourse, entities: Entities) -> None:
        self.profile: Profile = profile("", discourse.document.language)
        self._entities = entities
        self._slots = Slots(discourse, by_parse=True)
        self._restrictions = Restrictions(
            self._slots, self.profile, entities, grammar=True, features=True, speech=True
        )
        self._dialogue = Dialogue(discourse, entities)

    def family(self, pronoun: Expression) -> str:
        """The name of the weights for a pronoun, by its kind; for clitics by their case."""
        if pronoun.kind is Kind.ZERO:
            return "zero"
        if pronoun.kind is Kind.POSSESSIVE:
            return "possessive"
        if pronoun.kind is Kind.DEMONSTRATIVE:
            return "demonstrative"
        if pronoun.form in self.profile.dative_clitics:
            return "dative"
        return "clitic" if pronoun.form in self.profile.clitics else "strong"

    def doubled(self, clitic: Expression) -> Expression | None:
        """The phrase of its own verb that a clitic doubles, before or after the verb."""
        if clitic.form not in self.profile.clitics or clitic.kind is Kind.REFLEXIVE:
            return None
        return doubling(clitic, self.profile)

    def event(self, pronoun: Expression) -> Expression | None:
        """The last clause that is a mention, for a neuter pronoun that can refer to one."""
        return next(events_before(pronoun), None) if takes_up_events(pronoun) else None

    def features(self, pronoun: Expression, known: Features) -> Features:
        """The `known` features of a pronoun's entity, and whether it must be a person
        or a thing.
        """
        if pronoun.form in self.profile.neuter_clitics:
            known = known._replace(gender=known.gender | Gender.NEUTER)
        thing = pronoun.form in self.profile.things or is_given(pronoun)
        if thing or _verb_in(pronoun, "of_things"):
            return known._replace(animacy=Animacy.INANIMATE, animacy_certainty=1.0)
        surely = pronoun.form not in self.profile.dative_clitics or is_told(pronoun)
        if self._slots[pronoun].personal and surely:
            return known._replace(animacy=Animacy.ANIMATE, animacy_certainty=1.0)
        return known

    def rejection(self, pronoun: Expression, candidate: Expression) -> str:
        """Why the pronoun cannot refer to a candidate, wherever it is; empty if it can."""
        if candidate.kind is Kind.VERBAL and not self._neutral(pronoun):
            return "event"
        if self._is_cue(pronoun, candidate):
            return "own speaker"
        wanted = self.features(pronoun, pronoun.features)
        if wanted.animacy_certainty == 1.0 and _surely_other(
            wanted, self._entities.of(candidate).features
        ):
            return "animacy"
        return self._restrictions.of_candidate(pronoun, candidate)

    def _is_cue(self, pronoun: Expression, candidate: Expression) -> bool:
        """Whether the candidate is the name that introduces the current turn: *ANA: No lo sé*."""
        speaker = pronoun.discourse.document.sentences[pronoun.sentence].speaker
        if not speaker or pronoun.quotation is not None:
            return False
        words = tuple(normalised(word) for word in speaker.split())
        return any(name.words == words for name in self._entities.of(candidate).names)

    def _neutral(self, pronoun: Expression) -> bool:
        """Whether the pronoun may refer to the content of a clause."""
        return pronoun.form in self.profile.neuter_clitics or pronoun.kind is Kind.ZERO

    def apart(self, pronoun: Expression, member: Expression) -> str:
        """Why the pronoun cannot corefer with another phrase of its sentence; empty if it can."""
        return self._restrictions.of_pair(pronoun, member)

    def marks(self, pronoun: Expression, candidate: Expression) -> Iterator[str]:
        """Evidence that other languages do not have."""
        if pronoun.kind is Kind.ZERO:
            group = self._entities.of(candidate)
            for rule, subject in told_subjects(pronoun):
                if candidate is subject or self._entities.of(subject) is group:
                    yield rule
        elif self._parallel(pronoun, candidate):
            yield "same clitic"
        if turn := self._dialogue.turn(pronoun, candidate):
            yield turn
        slot = self._slots[candidate]
        if slot.before_verb:
            yield "before verb"
        if not slot.concrete:
            yield "abstract"
        if self._slots[pronoun].personal:
            animacy = self._entities.of(candidate).features.animacy
            if animacy:
                yield "person wanted" if animacy & Animacy.ANIMATE else "no person"

    def _parallel(self, pronoun: Expression, candidate: Expression) -> bool:
        """Whether clitics are parallel: *lo* and *lo*; *le* and *se*."""
        datives = self.profile.dative_clitics
        near = pronoun.sentence - candidate.sentence <= 1 and candidate.kind is Kind.PERSONAL
        both = pronoun.form in datives and candidate.form in datives
        return near and not candidate.preposition and (both or pronoun.form == candidate.form)


def _surely_other(wanted: Features, known: Features) -> bool:
    """Whether word lists say that an entity is a thing where a person is wanted, or the reverse."""
    return (
        bool(known.animacy)
        and not known.animacy & wanted.animacy
        and known.animacy_certainty >= LIKELY
    )


def _verb_in(subject: Expression, listed: str) -> bool:
    """Whether it is the subject of a verb in this list."""
    if subject.function is not Function.SUBJECT or subject.governor == NONE:
        return False
    document = subject.discourse.document
    return document.tokens[subject.governor].lemma.lower() in words(
        document.language, "verbs", listed
    )


def grammar_of(discourse: Discourse, entities: Entities) -> Grammar | None:
    """The rules for a document, if its language has clitics."""
    clitics = words(discourse.document.language, "grammar", "clitic")
    return Grammar(discourse, entities) if clitics else None


def ordered(pronouns: Iterable[Expression]) -> Iterator[Expression]:
    """Expressions as in the text, except that an omitted subject comes before the clitics of its
    verb.
    """
    return in_turn(pronouns)
