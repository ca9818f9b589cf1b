"""The algorithm itself: candidate filtering, scoring and selection, invoked once per sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from coindex.core.annotation import Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.protocols import Correct
from coindex.language.agreement import Person, clash
from coindex.resolvers.discourse import Discourse, Expression
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.rosana.admission import DEFINITE, HEURISTIC, Admission, Syntax
from coindex.resolvers.rosana.congruence import contradicts, incongruent, known_to_agree
from coindex.resolvers.rosana.factors import Contributions, Scoring, Table
from coindex.resolvers.rosana.occurrences import LOCAL, NOMINAL, Occurrence, is_adverbial, is_indefinite, occurrence
from coindex.resolvers.rosana.recollection import Recollection
from coindex.resolvers.rosana.speech import SPEAKER, direct_speech

if TYPE_CHECKING:
    from coindex.resolvers.rosana import Rosana

_ENOUGH = 8
"""How many matching nominals are looked at: their scores fall with distance, so that one farther off hardly wins."""
_CERTAIN = 0.95
"""From here on gender comes from a pronoun or from a word that leaves no doubt."""
_RULES = {Occurrence.DNOM: "recurrence", Occurrence.NAME: "name", Occurrence.REFL: "binding"}
_EARLIER = Admission(admitted=DEFINITE)


class Sum(NamedTuple):
    factors: Contributions
    score: float
    penalty: float


class Ranked(NamedTuple):
    """A candidate in the order of preference: gender first, then score, then the tie-breaks, and no two are equal."""

    contradicted: bool
    penalty: float
    heuristic: bool
    sentences: int
    words: int
    follows: bool
    number: int
    expression: Expression
    admitted: str
    summed: Sum


@dataclass(slots=True)
class Anaphor:
    """An anaphor of the current sentence and what was found out about its candidates."""

    expression: Expression
    occurrence: Occurrence
    ranked: list[Ranked] = field(default_factory=list)
    rejected: list[Candidate] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    considered: int = 0
    agreeing: int = 0


class Resolution:
    """One document on its way through the algorithm."""

    def __init__(
        self, settings: Rosana, table: Table, syntax: Syntax, silent: Mapping[Mention, Mention], correct: Correct | None
    ) -> None:
        self.settings, self.table, self.syntax, self.silent, self.correct = settings, table, syntax, silent, correct
        self.discourse: Discourse = syntax.discourse
        self.entities = Entities()
        self.agreement = table.weights["AGR"]
        self.asks_gender = settings.gender != "ignore"
        self.scoring = Scoring(table, self.discourse.expressions)
        self.occurrences = [occurrence(expression) for expression in self.discourse.expressions]
        self.available = [
            [other for other in sentence if _available(other, self.occurrences[other.number])]
            for sentence in self.discourse.sentences
        ]
        self.recollection = Recollection(self.entities)
        self.sums: dict[Contributions, Sum] = {}
        self.constructions = [
            ("relative clause", self.discourse.relatives),
            ("apposition", self.discourse.appositions),
            *([("copula", self.discourse.copulas)] if settings.link_predicate_nominals else []),
        ]

    def decisions(self) -> Iterator[Decision]:
        for sentence, expressions in enumerate(self.discourse.sentences):
            if expressions:
                yield from self.sentence(sentence)

    def sentence(self, number: int) -> list[Decision]:
        """One invocation; decisions in textual order."""
        found: dict[int, Decision] = {}
        anaphors: list[Anaphor] = []
        for expression in self.discourse.sentences[number]:
            decided = self.structural(expression)
            if decided is not None:
                found[expression.number] = decided
        for expression in self.discourse.sentences[number]:
            kind = self.occurrences[expression.number]
            if kind is not None and expression.number not in found and self.attempted(expression, kind):
                anaphors.append(self.filtered(Anaphor(expression, kind)))
            self.recollection.read(expression)
        for anaphor in sorted(anaphors, key=_promise):
            found[anaphor.expression.number] = self.selected(anaphor)
        return [found[place] for place in sorted(found)]

    def structural(self, expression: Expression) -> Decision | None:
        """What needs no scoring: relative pronouns, appositions, predicate nominals, and who speaks to whom."""
        for rule, pairs in self.constructions:
            if expression in pairs:
                return self.linked(expression, pairs[expression], rule)
        spoken = direct_speech(expression) if self.settings.quoted_speech else None
        if spoken is None or self.disjoint(expression, spoken[0]):
            return None
        return self.linked(expression, *spoken)

    def linked(self, anaphor: Expression, antecedent: Expression, rule: str) -> Decision:
        self.join(anaphor, antecedent.mention)
        return Decision(anaphor.mention, antecedent.mention, rule, considered=1, agreeing=1)

    def attempted(self, expression: Expression, kind: Occurrence) -> bool:
        return kind is not Occurrence.DNOM or self.settings.attempt_indefinites or not is_indefinite(expression)

    # step 1

    def filtered(self, anaphor: Anaphor) -> Anaphor:
        if anaphor.occurrence in NOMINAL:
            self.nominal_candidates(anaphor)
        else:
            self.pronoun_candidates(anaphor)
        anaphor.ranked.sort()
        return anaphor

    def nominal_candidates(self, anaphor: Anaphor) -> None:
        if anaphor.occurrence is Occurrence.NAME:
            matching, reason = self.recollection.namesakes(anaphor.expression), "name"
        else:
            matching, reason = self.recollection.recurrences(anaphor.expression), "number"
        for candidate, matches in matching:
            anaphor.considered += 1
            if matches:
                self.agreeing(anaphor, candidate)
                if len(anaphor.ranked) == _ENOUGH:
                    break
            else:
                self.drop(anaphor, candidate, reason)

    def pronoun_candidates(self, anaphor: Anaphor) -> None:
        expression, occurrence = anaphor.expression, anaphor.occurrence
        back = 0 if occurrence in LOCAL else self.settings.window
        speaker = self.silent_speaker(anaphor)
        for sentence in range(expression.sentence, max(-1, expression.sentence - back - 1), -1):
            for candidate in self.available[sentence]:
                if candidate is expression:
                    continue
                anaphor.considered += 1
                reason = incongruent(occurrence, expression, candidate)
                if reason or (speaker is not None and speaker is self.entities.of(candidate)):
                    self.drop(anaphor, candidate, reason or SPEAKER)
                else:
                    self.agreeing(anaphor, candidate)

    def silent_speaker(self, anaphor: Anaphor) -> Group | None:
        """Whom a third person cannot be: the speaker of the quotation it is in."""
        speaker = anaphor.expression.speaker if self.settings.quoted_speech else None
        third = speaker is not None and anaphor.expression.features.person == Person.THIRD
        return self.entities.of(speaker) if speaker is not None and third else None

    def drop(self, anaphor: Anaphor, candidate: Expression, reason: str) -> None:
        anaphor.dropped[reason] += 1
        if self.settings.reasons:
            anaphor.rejected.append(Candidate(candidate.mention, reason))

    def agreeing(self, anaphor: Anaphor, candidate: Expression) -> None:
        anaphor.agreeing += 1
        expression = anaphor.expression
        here = candidate.sentence == expression.sentence
        admission = self.syntax.admission(expression, candidate) if here else _EARLIER
        if admission.rejected:
            anaphor.dropped[admission.rejected] += 1
            anaphor.rejected.append(Candidate(candidate.mention, admission.rejected))
        else:
            anaphor.ranked.append(self.ranked(anaphor, candidate, admission.admitted))

    # step 2

    def ranked(self, anaphor: Anaphor, candidate: Expression, admitted: str) -> Ranked:
        expression = anaphor.expression
        heuristic = admitted == HEURISTIC
        factors = self.scoring.contributions(anaphor.occurrence, expression, candidate)
        contradicted = False
        if expression.pronominal:
            features = self.entities.features(candidate)
            contradicted = self.asks_gender and contradicts(expression.features, features, self.settings.certain)
            if self.agreement and known_to_agree(expression.features, features):
                factors = (*factors, ("AGR", self.agreement))
        if heuristic:
            factors = (*factors, ("HEUR", -self.table.weights["HEUR"]))
        summed = self._summed(factors)
        return Ranked(
            contradicted,
            summed.penalty,
            heuristic,
            abs(expression.sentence - candidate.sentence),
            abs(expression.head - candidate.head),
            candidate.head > expression.head,
            candidate.number,
            candidate,
            admitted,
            summed,
        )

    def _summed(self, factors: Contributions) -> Sum:
        """The same factors come again and again, so they and their sum are kept."""
        known = self.sums.get(factors)
        if known is None:
            score = sum((value for _, value in factors), 0.0)
            known = self.sums[factors] = Sum(factors, score, -score)
        return known

    # step 3

    def selected(self, anaphor: Anaphor) -> Decision:
        refused: list[tuple[Mention, str]] = []
        chosen: Mention | None = None
        for ranked in anaphor.ranked:
            reason = self.refusal(anaphor.expression, ranked)
            if not reason:
                chosen = ranked.expression.mention
                break
            refused.append((ranked.expression.mention, reason))
        self.join(anaphor.expression, chosen)
        candidates = [
            Candidate(ranked.expression.mention, "", ranked.admitted, ranked.summed.factors, ranked.summed.score)
            for ranked in anaphor.ranked
        ]
        return Decision(
            anaphor.expression.mention,
            chosen,
            "" if chosen is None else _RULES.get(anaphor.occurrence, "salience"),
            (*candidates, *anaphor.rejected),
            anaphor.considered,
            anaphor.agreeing,
            tuple(anaphor.dropped.items()),
            tuple(refused),
        )

    def refusal(self, anaphor: Expression, ranked: Ranked) -> str:
        """Why earlier decisions speak against a candidate; empty if they do not."""
        candidate = ranked.expression
        mine, theirs = self.entities.of(anaphor), self.entities.of(candidate)
        if mine is theirs:
            return "already linked"
        if ranked.contradicted and self.settings.gender == "require":
            return "gender"
        reason = clash(mine.features, theirs.features, certain=_CERTAIN, persons=False)
        if reason:
            return f"{reason} of the class"
        return self.disjoint(anaphor, candidate)

    def disjoint(self, anaphor: Expression, candidate: Expression) -> str:
        """Two members of the classes to be merged that cannot be the same, and why."""
        sentence = anaphor.sentence
        for other in self.entities.of(candidate).in_sentence(sentence):
            for own in self.entities.of(anaphor).in_sentence(sentence):
                if reason := self.syntax.disjoint(own, other):
                    return f"{reason}: {other.text} and {own.text}"
        return ""

    def join(self, anaphor: Expression, antecedent: Mention | None) -> None:
        if self.correct is not None and anaphor.mention not in self.silent:
            shown = None if antecedent is None else self.silent.get(antecedent, antecedent)
            right = self.correct(anaphor.mention, shown)
            antecedent = antecedent if right == shown else right
        found = self.discourse.by_mention.get(antecedent) if antecedent is not None else None
        if found is not None and found is not anaphor:
            self.entities.join(found, anaphor)


def _available(expression: Expression, kind: Occurrence | None) -> bool:
    """Whether pronouns may take it up: the local antecedent of a reflexive is there in its place."""
    return kind is not None and kind is not Occurrence.REFL and not is_adverbial(expression)


def _promise(anaphor: Anaphor) -> tuple[bool, float, int]:
    """Anaphors with the best candidates come first, those without any last; a relative pronoun precedes them all.

    Its score is no match for theirs, made of other factors as it is, and its clause belongs to whatever it finds.
    """
    best = anaphor.ranked[0].penalty if anaphor.ranked else float("inf")
    return anaphor.occurrence is not Occurrence.RELA, best, anaphor.expression.number
