"""The algorithm itself: candidate filtering, scoring and selection, invoked once per sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from coindex.core.annotation import Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Person, clash
from coindex.language.syntax.binding import Binding
from coindex.language.syntax.functions import Function
from coindex.resolvers.co_arguments import co_arguments
from coindex.resolvers.constraints import CO_ARGUMENT_TERMS
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.grammar import GRAMMAR_TERMS, grammar_of
from coindex.resolvers.name_clustering import bearers_of
from coindex.resolvers.rosana.admission import DEFINITE, HEURISTIC, Syntax
from coindex.resolvers.rosana.anaphors import Anaphor, RosanaOptions
from coindex.resolvers.rosana.congruence import congruence, match
from coindex.resolvers.rosana.evidence import EVIDENCE_TERMS, Evidence
from coindex.resolvers.rosana.factors import FactorTable, role
from coindex.resolvers.rosana.occurrences import (
    LOCAL,
    NOMINAL,
    Occurrence,
    is_adverbial,
    is_indefinite,
    occurrence,
)
from coindex.resolvers.rosana.recollection import Recollection
from coindex.resolvers.rosana.relatives import ShownExpressions, once
from coindex.resolvers.rosana.speech import SPEAKER, direct_speech
from coindex.resolvers.supar.events import EVENT_TERMS

_ENOUGH = 8
"""How many matching nominals are considered: scores fall with distance, so that a more distant one
rarely wins.
"""
_CERTAIN = 0.95
"""With at least this certainty, gender comes from a pronoun or from an unambiguous word."""
_LAST = -1000.0
"""What a contradiction in gender adds to the sort key of a score: more than all other factors
together, so that the candidate comes last.
"""
_RULES = {Occurrence.DNOM: "recurrence", Occurrence.NAME: "name", Occurrence.REFL: "binding"}

RESOLUTION_TERMS: Glossary = {
    **CO_ARGUMENT_TERMS,
    **GRAMMAR_TERMS,
    **EVENT_TERMS,
    "clitic doubled": "a clitic goes to the phrase of its own verb that it doubles",
    "salience": "step 3: the candidate with the highest salience that earlier decisions allow",
    "recurrence": "step 3: the best common noun with the same head",
    "name": (
        "as a rule: the best name that matches; as a reason against a candidate: the names do "
        "not match"
    ),
    "binding": "step 3: the antecedent that binding theory leaves to a reflexive",
    "relative clause": "a relative pronoun goes to what its clause modifies",
    "apposition": "an apposition goes to what it explains",
    "copula": "a predicate nominal goes to the subject",
    "already linked": "step 3: the two belong to one entity already",
    "* of the class": "step 3a: the entities of the two do not agree in this feature",
    "principle B: * and *": (
        "step 3b: linking the two would make these members of their entities corefer, against "
        "principle B"
    ),
    "principle C: * and *": (
        "step 3b: linking the two would make these members of their entities corefer, against "
        "principle C"
    ),
    "i-within-i: * and *": "step 3b: one of these members of the two entities contains the other",
    "*: * and *": "step 3b: a rule pattern forbids these members of the two entities to corefer",
}


_COMPARING = frozenset({"AGR", *EVIDENCE_TERMS})
"""Factors that have no part in the order of anaphors."""


class RosanaResolution:
    """A document while it is resolved."""

    def __init__(
        self,
        settings: RosanaOptions,
        table: FactorTable,
        syntax: Syntax,
        silent: Mapping[Mention, Mention | None],
        correct: Correct | None,
    ) -> None:
        self.settings, self.syntax, self.correct = settings, syntax, correct
        self.discourse: Discourse = syntax.discourse
        self.shown = ShownExpressions(self.discourse.expressions, silent)
        self.entities = Entities()
        self.grammar = grammar_of(self.discourse, self.entities)
        self.plans = table.plans
        self.evidence = Evidence(self.discourse, self.entities, table.weights)
        self.roles = [role(expression) for expression in self.discourse.expressions]
        self.occurrences = [occurrence(expression) for expression in self.discourse.expressions]
        self.available = [
            [other for other in sentence if _available(other, self.occurrences[other.number])]
            for sentence in self.discourse.sentences
        ]
        bearers = bearers_of(self.discourse, settings.names)
        self.recollection = Recollection(
            self.entities, bearers, surnames_suffice=settings.surnames_suffice
        )
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
        """Resolve one sentence; yields decisions in textual order, without those on expressions
        that are not shown.
        """
        decisions: dict[int, Decision] = {}
        anaphors: list[Anaphor] = []
        for expression in self.discourse.sentences[number]:
            decided = self.structural(expression, self.occurrences[expression.number])
            if decided is not None:
                decisions[expression.number] = decided
        for expression in self.discourse.sentences[number]:
            if expression.number in self.shown.loose:
                decisions[expression.number] = self.related(expression)
        for expression in self.discourse.sentences[number]:
            kind = self.occurrences[expression.number]
            if (
                kind is not None
                and expression.number not in decisions
                and self.attempted(expression, kind)
            ):
                anaphors.append(self.scored(self.filtered(Anaphor(expression, kind))))
            self.recollection.read(expression)
        for anaphor in sorted(anaphors, key=self.promise):
            decisions[anaphor.expression.number] = self.selected(anaphor)
        return [decisions[place] for place in sorted(decisions) if place not in self.shown.hidden]

    def related(self, pronoun: Expression) -> Decision:
        """Decide on a silent relative pronoun whose clause is a fragment, before it becomes a
        candidate for others.
        """
        anaphor = self.scored(self.filtered(Anaphor(pronoun, Occurrence.RELA)))
        anaphor.ranked = [ranked for ranked in anaphor.ranked if ranked[1].head < pronoun.head]
        decision = self.selected(anaphor)
        if decision.antecedent is not None:
            self.shown.relate(pronoun.number, decision.antecedent)
        return decision

    def structural(self, expression: Expression, kind: Occurrence | None) -> Decision | None:
        """Decide what needs no scoring: relative pronouns, appositions, predicate nominals,
        speakers, addressees.
        """
        for rule, pairs in self.constructions:
            if expression in pairs:
                return self.linked(expression, pairs[expression], rule)
        if self.grammar is not None:
            if (phrase := self.grammar.doubled(expression)) is not None:
                return self.linked(expression, phrase, "clitic doubled")
            if (event := self.grammar.event(expression)) is not None:
                return self.linked(expression, event, "nearest event")
        spoken = direct_speech(expression, kind) if self.settings.quoted_speech else None
        if spoken is None or self.disjoint(expression, spoken[0]):
            return None
        return self.linked(expression, *spoken)

    def linked(self, anaphor: Expression, antecedent: Expression, rule: str) -> Decision:
        self.join(anaphor, antecedent)
        return Decision(
            anaphor.mention, self.shown.mentions[antecedent.number], rule, considered=1, agreeing=1
        )

    def attempted(self, expression: Expression, kind: Occurrence) -> bool:
        return (
            kind is not Occurrence.DNOM
            or self.settings.attempt_indefinites
            or not is_indefinite(expression)
        )

    # Step 1, candidate filtering: 1a congruence, 1b and 1c syntax. Nominals look up their like,
    # pronouns look back.

    def filtered(self, anaphor: Anaphor) -> Anaphor:
        if anaphor.occurrence in NOMINAL:
            self.nominal_candidates(anaphor)
        else:
            self.pronoun_candidates(anaphor)
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
                if len(anaphor.admitted) == _ENOUGH:
                    break
            else:
                self.drop(anaphor, candidate, reason)

    def pronoun_candidates(self, anaphor: Anaphor) -> None:
        expression = anaphor.expression
        incongruent = congruence(anaphor.occurrence, collectives=self.settings.collectives)
        back = 0 if anaphor.occurrence in LOCAL else self.settings.window
        speaker, own = self.silent_speaker(anaphor), self.shown.own(expression)
        for sentence in range(expression.sentence, max(-1, expression.sentence - back - 1), -1):
            left = (
                max(0, self.settings.most - anaphor.considered)
                if sentence < expression.sentence
                else None
            )
            for candidate in self.nearest(sentence, left):
                if (
                    candidate is expression
                    or candidate.number in own
                    or candidate.number in self.shown.loose
                ):
                    continue
                anaphor.considered += 1
                reason = incongruent(expression, candidate) or self.excluded(expression, candidate)
                if reason or (speaker is not None and speaker is self.entities.of(candidate)):
                    self.drop(anaphor, candidate, reason or SPEAKER)
                else:
                    self.agreeing(anaphor, candidate)

    def excluded(self, anaphor: Expression, candidate: Expression) -> str:
        """Why the grammar of clitics and omitted subjects excludes a candidate, if it does; the
        binders of reflexives are left to binding theory.
        """
        third = anaphor.features.person & Person.THIRD and anaphor.binding is not Binding.A
        if self.grammar is None or not third:
            return ""
        return self.grammar.rejection(anaphor, candidate) or self.grammar.apart(anaphor, candidate)

    def nearest(self, sentence: int, most: int | None) -> list[Expression]:
        """The expressions of a sentence that pronouns may refer to, or only the last `most` of
        them.
        """
        listed = self.available[sentence]
        return listed if most is None or len(listed) <= most else listed[len(listed) - most :]

    def silent_speaker(self, anaphor: Anaphor) -> Group | None:
        """The speaker of the quotation that contains it, to whom a third person cannot refer."""
        speaker = anaphor.expression.speaker if self.settings.quoted_speech else None
        third = speaker is not None and anaphor.expression.features.person == Person.THIRD
        return self.entities.of(speaker) if speaker is not None and third else None

    def drop(self, anaphor: Anaphor, candidate: Expression, reason: str) -> None:
        """Count a rejected candidate; it is listed only with `reasons`."""
        anaphor.dropped[reason] = anaphor.dropped.get(reason, 0) + 1
        if self.settings.reasons:
            self.reject(anaphor, candidate, reason)

    def agreeing(self, anaphor: Anaphor, candidate: Expression) -> None:
        anaphor.agreeing += 1
        if candidate.sentence != anaphor.expression.sentence:
            anaphor.admitted.append((candidate, DEFINITE))
            return
        rejected, admitted = self.syntax.admission(anaphor.expression, candidate)
        if rejected:
            anaphor.dropped[rejected] = anaphor.dropped.get(rejected, 0) + 1
            self.reject(anaphor, candidate, rejected)
        else:
            anaphor.admitted.append((candidate, admitted))

    def reject(self, anaphor: Anaphor, candidate: Expression, reason: str) -> None:
        anaphor.rejected.append(Candidate(self.shown.mentions[candidate.number], reason))
        anaphor.doubled = anaphor.doubled or candidate.number in self.shown.hidden

    # Step 2, scoring: salience is added up once, before any anaphor of the sentence is decided.

    def scored(self, anaphor: Anaphor) -> Anaphor:
        expression, plan = anaphor.expression, self.plans[anaphor.occurrence]
        asks_gender, certain = self.settings.gender != "ignore", self.settings.certain
        own = expression.features
        if self.grammar is not None and own.person & Person.THIRD:
            own = self.grammar.features(expression, own)
        contradiction, agrees = "", False
        for candidate, admitted in anaphor.admitted:
            if expression.pronominal:
                contradiction, agrees = match(own, self.entities.features(candidate), certain)
                agrees = agrees and bool(own.gender or self.settings.prefers_plurals)
            parallel = candidate.function is expression.function is not Function.OTHER
            ahead = candidate.head > expression.head
            sentences = expression.sentence - candidate.sentence
            words = abs(expression.head - candidate.head)
            heuristic = admitted == HEURISTIC
            factors, score = plan[
                self.roles[candidate.number],
                parallel,
                ahead,
                sentences,
                words - 1 if plan.counts_words else 0,
                agrees,
                heuristic,
            ]
            number = candidate.number
            contradicts = bool(contradiction) and asks_gender
            if contradicts:
                factors, score = (*factors, _against(contradiction)), score + _LAST
            order = (contradicts, -score, heuristic, abs(sentences), words, ahead, number)
            listed = Candidate(self.shown.mentions[number], "", admitted, factors, score)
            anaphor.ranked.append((order, candidate, listed))
            if number in self.shown.hidden:
                anaphor.doubled = True
        anaphor.ranked.sort()
        if self.evidence.applies(anaphor.occurrence):
            anaphor.ranked = self.evidence.weighed(expression, anaphor.ranked)
        return anaphor

    # Step 3, selection: the best candidate that no decision taken before rules out: 3a by features,
    # 3b by syntax. Decisions of one sentence depend on each other, so the most promising anaphor
    # goes first (step 2c).

    def promise(self, anaphor: Anaphor) -> tuple[bool, float, int]:
        """A sort key: anaphors with the best candidates come first, those without any last; a
        relative pronoun precedes them all.

        Its score consists of other factors and cannot be compared with theirs, and its clause
        belongs to its antecedent. In the paper it has no such priority.
        """
        best = float("-inf")
        if anaphor.ranked:
            (contradicted, *_), _, candidate = anaphor.ranked[0]
            best = _as_printed(candidate) - (_LAST if contradicted else 0)
        first = self.settings.relatives_first and anaphor.occurrence is Occurrence.RELA
        return not first, -best, anaphor.expression.number

    def selected(self, anaphor: Anaphor) -> Decision:
        refused: list[tuple[Mention, str]] = []
        chosen: Expression | None = None
        for (contradicted, *_), candidate, _ in anaphor.ranked:
            reason = self.refusal(anaphor.expression, candidate, contradicted=contradicted)
            if not reason:
                chosen = candidate
                break
            refused.append((self.shown.mentions[candidate.number], reason))
        self.join(anaphor.expression, chosen)
        candidates = (*[candidate for _, _, candidate in anaphor.ranked], *anaphor.rejected)
        return Decision(
            anaphor.expression.mention,
            None if chosen is None else self.shown.mentions[chosen.number],
            "" if chosen is None else _RULES.get(anaphor.occurrence, "salience"),
            once(candidates) if anaphor.doubled else candidates,
            anaphor.considered,
            anaphor.agreeing,
            tuple(anaphor.dropped.items()),
            tuple(refused),
        )

    def refusal(self, anaphor: Expression, candidate: Expression, *, contradicted: bool) -> str:
        """Why earlier decisions exclude a candidate; empty if they do not."""
        mine, theirs = self.entities.of(anaphor), self.entities.of(candidate)
        if mine is theirs:
            return "already linked"
        if contradicted and self.settings.gender == "require":
            return "gender"
        reason = clash(mine.features, theirs.features, certain=_CERTAIN, persons=False)
        names = anaphor.kind is candidate.kind is Kind.NAME
        if reason and not (reason == "gender" and names and self.settings.surnames_suffice):
            return f"{reason} of the class"
        return self.disjoint(anaphor, candidate)

    def disjoint(self, anaphor: Expression, candidate: Expression) -> str:
        """Two members of the classes to be merged that cannot corefer, and why."""
        mine, theirs = self.entities.of(anaphor), self.entities.of(candidate)
        if reason := co_arguments(mine, theirs, self.discourse.document.language):
            return reason
        sentence = anaphor.sentence
        for other in theirs.in_sentence(sentence):
            for own in mine.in_sentence(sentence):
                if reason := self.syntax.disjoint(own, other):
                    return f"{reason}: {other.text} and {own.text}"
        return ""

    def join(self, anaphor: Expression, antecedent: Expression | None) -> None:
        if self.correct is not None and anaphor.number not in self.shown.hidden:
            shown = None if antecedent is None else self.shown.mentions[antecedent.number]
            right = self.correct(anaphor.mention, shown)
            if right != shown:
                antecedent = None if right is None else self.discourse.by_mention.get(right)
        if antecedent is not None and antecedent is not anaphor:
            self.entities.join(antecedent, anaphor)


def _available(expression: Expression, kind: Occurrence | None) -> bool:
    """Whether pronouns may refer to it: the local antecedent of a reflexive represents it."""
    return kind is not None and kind is not Occurrence.REFL and not is_adverbial(expression)


@cache
def _against(contradiction: str) -> tuple[str, float]:
    """The contribution of a contradiction: one object for the many candidates that have it."""
    return contradiction, _LAST


def _as_printed(candidate: Candidate) -> float:
    """The score by the salience factors of the paper alone: agreement and evidence compare
    candidates of one anaphor, not anaphors.
    """
    return candidate.score - sum([value for name, value in candidate.factors if name in _COMPARING])
