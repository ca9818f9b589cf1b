"""SUPAR's preferences in order: each keeps the candidates that satisfy it, or all if none does.

Filtering in this way is the same as comparing the answers in order, so each preference outweighs
all later ones together: the score of a candidate shows how far it came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, clash
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.clauses import ClauseKind
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.constraints import CERTAIN
from coindex.resolvers.dialogue import DIALOGUE_TERMS, IN_TURN, LAST, Dialogue
from coindex.resolvers.ranking import Choice, Factors, Ranked, Ranking, highest
from coindex.resolvers.supar.profiles import Profile, Type
from coindex.resolvers.supar.slots import Slots, features, type_of
from coindex.resolvers.supar.structure import told_subjects

Weights = Mapping[Type, Mapping[str, tuple[str, float]]]
"""For each type of anaphor and preference the name of the weight, and the weight."""


_NEAR, _NEARBY, _OFTEN = 4, 12, 4
"""Distances in words, and numbers of mentions, that fitted weights use."""


class Memory:
    """How often heads occurred so far, alone and with each verb, and the antecedents of zero
    pronouns.

    A resolved anaphor counts as its antecedent, a pronoun that is not resolved as itself.
    """

    def __init__(self) -> None:
        self._heads: dict[Expression, str] = {}
        self._times: Counter[str] = Counter()
        self._with_verb: Counter[tuple[str, str]] = Counter()
        self._of_zeros: set[tuple[str, int]] = set()

    def add(self, expression: Expression, antecedent: Expression | None = None) -> None:
        head = self.head(expression if antecedent is None else antecedent)
        self._heads[expression] = head
        self._times[head] += 1
        self._with_verb[head, verb(expression)] += 1
        if expression.kind is Kind.ZERO and antecedent is not None:
            self._of_zeros.add((head, expression.sentence))

    def head(self, expression: Expression) -> str:
        known = self._heads.get(expression)
        if known is not None:
            return known
        return f"{expression.number}" if expression.pronominal else expression.lemma

    def times(self, expression: Expression) -> int:
        return self._times[self.head(expression)]

    def with_verb(self, expression: Expression, verb: str) -> int:
        return self._with_verb[self.head(expression), verb]

    def solved_zero(self, expression: Expression, sentence: int) -> bool:
        return (self.head(expression), sentence) in self._of_zeros


def verb(expression: Expression) -> str:
    """The lemma of the verb to which it belongs."""
    governor = expression.governor
    return "" if governor == NONE else expression.discourse.document.tokens[governor].lemma.lower()


class Preferences:
    """The preferences of a profile, with the data that they need."""

    def __init__(
        self, slots: Slots, profile: Profile, memory: Memory, ranking: Ranking, weights: Weights
    ) -> None:
        self._slots, self._profile, self._memory = slots, profile, memory
        self._entities = ranking.entities
        self._dialogue = Dialogue(ranking.discourse, ranking.entities)
        self._weights = weights
        self._tests: dict[Type, list[tuple[tuple[str, float], Test]]] = {}
        self._dative = profile.dative | {""}
        self._free = self._dative | profile.genitive

    def factors(self, anaphor: Expression, candidate: Expression) -> Factors:
        """The preferences that a candidate satisfies; the first has the greatest weight.

        With fitted weights, each has its weight for the type of anaphor.
        """
        kind = type_of(anaphor, self._profile)
        if kind is None:
            return ()
        if kind not in self._tests:
            self._tests[kind] = self._tests_for(kind)
        return tuple(
            [factor for factor, test in self._tests[kind] if test(self, anaphor, candidate)]
        )

    def _tests_for(self, kind: Type) -> list[tuple[tuple[str, float], Test]]:
        """What each preference adds for a type of anaphor, and its test."""
        if self._weights:
            return [(factor, TESTS[name]) for name, factor in self._weights[kind].items()]
        names = self._profile.preferences[kind]
        top = len(names) - 1
        return [
            ((name, float(1 << (top - place))), TESTS[name]) for place, name in enumerate(names)
        ]

    def select(self, anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
        """The one left by constraints, else by preferences, else the most often repeated, most
        often with the verb, closest.
        """
        if not ranked:
            return Choice(None, "exophor")
        if len(ranked) == 1:
            return Choice(ranked[0].expression, "constraints")
        if self._weights:
            return highest(anaphor, ranked)
        best = max(item.score for item in ranked)
        left = [item for item in ranked if item.score == best]
        if len(left) == 1:
            return Choice(left[0].expression, self._deciding(anaphor, ranked))
        anaphor_verb = verb(anaphor)
        for name, count in (
            ("most repeated", self._memory.times),
            ("most repeated with verb", lambda e: self._memory.with_verb(e, anaphor_verb)),
        ):
            most = max(count(item.expression) for item in left)
            left = [item for item in left if count(item.expression) == most]
            if len(left) == 1:
                return Choice(left[0].expression, name)
        return Choice(left[0].expression, "closest")

    def _deciding(self, anaphor: Expression, ranked: Sequence[Ranked]) -> str:
        """The preference that left a single candidate."""
        left = [dict(item.factors) for item in ranked]
        kind = type_of(anaphor, self._profile)
        for name in self._profile.preferences[kind] if kind is not None else ():
            left = [factors for factors in left if name in factors] or left
            if len(left) == 1:
                return name
        return ""

    def concrete(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._slots[candidate].concrete

    def no_company(self, anaphor: Expression, candidate: Expression) -> bool:
        return anaphor.form in self._profile.impersonal or not self._slots[candidate].company

    def same_sentence(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.sentence == anaphor.sentence

    def previous_sentence(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.sentence == anaphor.sentence - 1

    def solution_of_zero(self, anaphor: Expression, candidate: Expression) -> bool:
        same = candidate.sentence == anaphor.sentence
        return same and self._memory.solved_zero(candidate, anaphor.sentence)

    def not_in_np(self, anaphor: Expression, candidate: Expression) -> bool:
        return not self._slots[candidate].in_noun_phrase

    def no_other_pp(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._slots[candidate].preposition in self._free

    def no_pp_but_dative(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._slots[candidate].preposition in self._dative

    def not_in_place(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._slots[candidate].preposition not in self._profile.locative

    def in_pp(self, anaphor: Expression, candidate: Expression) -> bool:
        return bool(self._slots[candidate].preposition)

    def before_verb(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._slots[candidate].before_verb

    def same_side(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._slots[candidate].before_verb == self._slots[anaphor].before_verb

    def person(self, anaphor: Expression, candidate: Expression) -> bool:
        """Whether it may be a person, for strong pronouns, datives and subjects of verbs of saying;
        others satisfy it always.
        """
        return not self._slots[anaphor].personal or features(candidate).animacy != Animacy.INANIMATE

    def subject(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.function is Function.SUBJECT

    def same_clitic(self, anaphor: Expression, candidate: Expression) -> bool:
        """Whether clitics have the same case: *lo* and *lo*; *le* and *se*."""
        datives = self._profile.dative_clitics
        near = anaphor.sentence - candidate.sentence <= 1 and candidate.kind is Kind.PERSONAL
        both = anaphor.form in datives and candidate.form in datives
        return near and not candidate.preposition and (both or anaphor.form == candidate.form)

    def repeated(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._memory.times(candidate) > 1

    def repeated_with_verb(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._memory.with_verb(candidate, verb(anaphor)) > 1

    def name(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.kind is Kind.NAME

    def name_or_indefinite(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.kind is Kind.NAME or candidate.definiteness is Definiteness.INDEFINITE

    def joined(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._syntactic_rule(anaphor, candidate) == "coordinated subject"

    def superordinate(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._syntactic_rule(anaphor, candidate) == "superordinate subject"

    def influenced(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._syntactic_rule(anaphor, candidate) == "influenced person"

    def _syntactic_rule(self, anaphor: Expression, candidate: Expression) -> str:
        """The rule by which syntax determines this subject, if it does."""
        if anaphor.kind is not Kind.ZERO:
            return ""
        group = self._entities.of(candidate)
        return next(
            (rule for rule, e in told_subjects(anaphor) if self._entities.of(e) is group), ""
        )

    def last_speaker(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._dialogue.turn(anaphor, candidate) == LAST

    def speaker_in_turn(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._dialogue.turn(anaphor, candidate) == IN_TURN

    def animate(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._entities.of(candidate).features.animacy == Animacy.ANIMATE

    def inanimate(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._entities.of(candidate).features.animacy == Animacy.INANIMATE

    def pronoun(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.pronominal

    def object(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.function in (Function.DIRECT_OBJECT, Function.INDIRECT_OBJECT)

    def near(self, anaphor: Expression, candidate: Expression) -> bool:
        return abs(anaphor.head - candidate.head) <= _NEAR

    def nearby(self, anaphor: Expression, candidate: Expression) -> bool:
        return abs(anaphor.head - candidate.head) <= _NEARBY

    def other_paragraph(self, anaphor: Expression, candidate: Expression) -> bool:
        sentences = anaphor.discourse.document.sentences
        return sentences[anaphor.sentence].paragraph != sentences[candidate.sentence].paragraph

    def other_voice(self, anaphor: Expression, candidate: Expression) -> bool:
        return anaphor.voice != candidate.voice

    def main(self, anaphor: Expression, candidate: Expression) -> bool:
        return candidate.clause.kind is ClauseKind.MAIN

    def often(self, anaphor: Expression, candidate: Expression) -> bool:
        return self._entities.of(candidate).size > _OFTEN

    def gender(self, anaphor: Expression, candidate: Expression) -> bool:
        return clash(features(anaphor), features(candidate), certain=CERTAIN) != "gender"


Test = Callable[[Preferences, Expression, Expression], bool]

TESTS: Mapping[str, Test] = {
    "concrete": Preferences.concrete,
    "no company": Preferences.no_company,
    "same sentence": Preferences.same_sentence,
    "previous sentence": Preferences.previous_sentence,
    "solution of zero here": Preferences.solution_of_zero,
    "not in NP": Preferences.not_in_np,
    "not in PP but a/de": Preferences.no_other_pp,
    "not in PP but a": Preferences.no_pp_but_dative,
    "not in PP with en": Preferences.not_in_place,
    "in PP": Preferences.in_pp,
    "before verb": Preferences.before_verb,
    "same side of verb": Preferences.same_side,
    "person": Preferences.person,
    "subject": Preferences.subject,
    "same clitic": Preferences.same_clitic,
    "repeated": Preferences.repeated,
    "repeated with verb": Preferences.repeated_with_verb,
    "name": Preferences.name,
    "name or indefinite": Preferences.name_or_indefinite,
    "gender": Preferences.gender,
    "coordinated subject": Preferences.joined,
    "superordinate subject": Preferences.superordinate,
    "influenced person": Preferences.influenced,
    LAST: Preferences.last_speaker,
    IN_TURN: Preferences.speaker_in_turn,
    "animate": Preferences.animate,
    "inanimate": Preferences.inanimate,
    "pronoun": Preferences.pronoun,
    "object": Preferences.object,
    "near": Preferences.near,
    "nearby": Preferences.nearby,
    "other paragraph": Preferences.other_paragraph,
    "other voice": Preferences.other_voice,
    "main clause": Preferences.main,
    "mentioned often": Preferences.often,
}
"""The preferences of the papers, and after *gender* those that only fitted weights use."""

PREFERENCE_TERMS: Glossary = {
    "concrete": "preference: not an expression of time, direction, quantity or something abstract",
    "no company": "preference: not a company or organisation, for pronouns that stand for persons",
    "same sentence": "preference: in the anaphor's own sentence",
    "previous sentence": "preference: in the sentence before the anaphor's",
    "solution of zero here": "preference: what a zero pronoun of the same sentence was resolved to",
    "not in NP": "preference: not inside another noun phrase",
    "not in PP but a/de": "preference: not in a prepositional phrase, those with a or de excepted",
    "not in PP but a": "preference: not in a prepositional phrase, those with a excepted",
    "not in PP with en": "preference: not in a prepositional phrase of place, with en",
    "in PP": "preference: in a prepositional phrase",
    "before verb": "preference: before the verb of its clause",
    "same side of verb": "preference: on the same side of its verb as the anaphor",
    "person": (
        "as a preference: a person, where the pronoun or its verb asks for one; as a reason "
        "against a candidate: no agreement in grammatical person"
    ),
    "subject": "preference: a subject",
    "same clitic": "preference: a clitic of the same case in this sentence or the one before",
    "repeated": "preference: repeated more than once in the text",
    "repeated with verb": "preference: has occurred with the anaphor's verb more than once",
    "name": "preference: a name",
    "name or indefinite": "preference: a name or an indefinite noun phrase",
    "gender": (
        "as a preference, of zero pronouns: agrees in gender; as a reason against a candidate: no "
        "agreement in gender"
    ),
    **DIALOGUE_TERMS,
    "animate": "weight: the entity is animate",
    "inanimate": "weight: the entity is not animate, as far as is known",
    "pronoun": "weight: a pronoun, or a subject that is left out",
    "object": "weight: an object of its verb",
    "near": f"weight: at most {_NEAR} words away",
    "nearby": f"weight: at most {_NEARBY} words away",
    "other paragraph": "weight: in another paragraph",
    "other voice": "weight: one of the two is in a quotation or turn, the other is not in it",
    "main clause": "weight: in a main clause",
    "mentioned often": f"weight: the entity has more than {_OFTEN} mentions so far",
    "constraints": "the constraints left one candidate",
    "most repeated": "among equals, the candidate that is repeated most often in the text",
    "most repeated with verb": (
        "among equals, the candidate that has occurred most often with the anaphor's verb"
    ),
    "closest": "among equals, the nearest candidate",
    "exophor": "no candidate was left: the anaphor refers to something outside the text",
}
"""The preferences of `TESTS`, and the rules of `Preferences.select`."""
