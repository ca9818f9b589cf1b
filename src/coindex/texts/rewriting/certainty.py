"""How certain it is that a mention refers to what its nearest name says, from several signals.

The probability that a learned resolver gives its own decision is too high for long chains of
pronouns: a wrong link early in the chain makes all later ones wrong, however certain each is. So
the probability of all ways from the mention to the name counts. In long texts it is too low, since
wrong links are not independent of each other; so the length counts, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Decision
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.lexicon import table
from coindex.language.nominals.agreement import Gender, Person, clash
from coindex.language.speech.quotation_marks import quoted
from coindex.language.syntax.functions import Function
from coindex.texts.rewriting.marginals import Marginals, head_of, probability

WINDOW = 2
"""How many sentences back another agreeing entity counts as a competitor."""
_FARTHEST = 4
"""Sentences: larger distances count as this one."""
_STEPS = 400
"""Links that are followed back at most; it also ends the search where cataphors lead in a circle.
"""
_MOST = 5
"""Larger numbers of competitors and steps count as this many."""
_USUAL = 150
"""Words of a text whose length counts neither for nor against."""
_EDGE = 0.001
"""Probabilities keep this distance from 0 and 1, whose log-odds are infinite."""
_EVEN = 0.5
"""A link less probable than this limits the certainty of all that depends on it."""
_GENDERED = Gender.MASCULINE | Gender.FEMININE
_SEXES = (Gender.MASCULINE, Gender.FEMININE)
_WEAKEST, _STRONGEST = -3.0, 5.0
"""Lower and higher log-odds of a link count as these: beyond them, as many links are right."""
_FEWEST = 100
"""A share of fewer words says little."""

WEIGHTS: Mapping[str, float] = {
    "constant": -0.96,
    "together": 0.78,
    "length": 0.54,
    "unrivalled": 0.41,
    "person": 0.67,
    "conversation": -7.27,
    "runner-up": -0.11,
}
"""What each signal is worth, where the resolver gives probabilities: a log-linear model, fitted on
texts that the learned resolver was not trained on, of GUM train, LitBank train, the composed and
the everyday texts (`python -m training.certainty`). In cross-validation 35 other signals add
nothing to these: what the resolver for novels or the sieve say among them. The weights for the
large model would be about the same.
"""
DOUBT = 0.5
"""The highest certainty of a doubtful mention where the resolver gives no probabilities."""
SUSPECT = 1.0
"""What is taken from the log-odds of a mention whose probability is often too high. With it, .99
instead of .92 of the names that are .9 certain are right in LitBank dev, and elsewhere as many.
"""
UNRATED: Mapping[str, float] = {
    "constant": 0.32,
    "sentences back": -0.42,
    "competitors": -0.06,
    "named": 0.34,
    "subject": 0.7,
    "differing": -0.95,
}
"""The same for resolvers that give none: fitted to SUPAR on `embedded-es-train`; *differing* is
taken over. A language may have weights of its own in `certainty.tsv`; these are the more careful
ones.
"""


_RATED = "rated "
"""How the rows of `certainty.tsv` begin that are for resolvers with probabilities."""


@cache
def unrated_weights(language: str) -> Mapping[str, float]:
    """The weights of a language for resolvers without probabilities."""
    rows = table(language, "certainty")
    return {name: float(one) for name, one in rows if not name.startswith(_RATED)} or UNRATED


@cache
def rated_weights(language: str) -> Mapping[str, float]:
    """The weights of a language for resolvers with probabilities."""
    rows = table(language, "certainty")
    own = {name: float(one) for name, one in rows if name.startswith(_RATED)}
    return {name.removeprefix(_RATED): weight for name, weight in own.items()} or WEIGHTS


class Opinion(NamedTuple):
    """What another resolver makes of the same parse."""

    annotation: Annotation


class Evidence:
    """The evidence for and against each link of one resolved document."""

    def __init__(
        self,
        discourse: Discourse,
        annotation: Annotation,
        decisions: Sequence[Decision],
        opinions: Sequence[Opinion] = (),
    ) -> None:
        self._discourse = discourse
        self._decisions = {decision.anaphor: decision for decision in decisions}
        self._entity = {
            mention: entity.id for entity in annotation.entities for mention in entity.mentions
        }
        self._opinions = [_by_head(opinion.annotation) for opinion in opinions]
        self._marginals = Marginals(decisions)

    def certainty(self, expression: Expression, anchor: Expression) -> float:
        """The probability that expression and anchor corefer."""
        signals = self.signals(expression, anchor)
        code = get_language(self._discourse.document.language).code
        weights = rated_weights(code) if "together" in signals else unrated_weights(code)
        score = sum(weights.get(name, 0.0) * value for name, value in signals.items())
        weakest = min(self._path(expression, anchor), default=1.0)
        # Whatever else is in its favour, what the resolver itself holds to be improbable stays so.
        return min(_chance(score), weakest if weakest < _EVEN else 1.0)

    @property
    def rated(self) -> bool:
        """Whether the resolver gives probabilities."""
        return self._marginals.rated

    def suspected(self, certainty: float) -> float:
        """The certainty of a mention whose probability is often too high."""
        return _chance(_logit(certainty) - SUSPECT) if self.rated else min(certainty, DOUBT)

    def signals(self, expression: Expression, anchor: Expression) -> dict[str, float]:
        """The signals by name; unknown ones are missing."""
        signals = {"constant": 1.0}
        chance = self._marginals.together(expression.mention, anchor.mention)
        if chance is not None:
            odds = _logit(chance)
            signals["together"] = min(max(odds, _WEAKEST), _STRONGEST)
            signals["length"] = math.log(len(self._discourse.document.tokens) / _USUAL)
            signals["unrivalled"] = float(not self._has_rival(expression, anchor))
            signals["person"] = float(expression.features.gender & _GENDERED in _SEXES)
            signals["conversation"] = self._conversation
            signals["runner-up"] = self._runner_up(expression)
            return signals
        back = expression.sentence - anchor.sentence
        signals["sentences back"] = float(min(back, _FARTHEST))
        signals["competitors"] = float(min(self.competitors(expression, anchor), _MOST))
        signals["named"] = float(anchor.kind is Kind.NAME)
        signals["subject"] = float(anchor.function is Function.SUBJECT)
        signals["differing"] = float(self._differing(expression, anchor))
        return signals

    def _runner_up(self, expression: Expression) -> float:
        """The probability of the second most probable entity, as log-odds."""
        decision = self._decisions.get(expression.mention)
        own = self._entity.get(expression.mention)
        chances: dict[Mention | str, float] = {}
        for candidate in () if decision is None else decision.candidates:
            entity = self._entity.get(candidate.mention, candidate.mention)
            if not candidate.rejected and entity != own:
                chances[entity] = chances.get(entity, 0.0) + candidate.score
        return _logit(max(chances.values(), default=0.0))

    def _has_rival(self, expression: Expression, anchor: Expression) -> bool:
        """Whether another entity with which it agrees is mentioned since the anchor, or in the
        last sentences; he or she agrees with nobody whose gender is not known.
        """
        own, gender = self._entity.get(expression.mention), expression.features.gender & _GENDERED
        first = max(0, min(anchor.sentence, expression.sentence - WINDOW))
        for number in range(first, expression.sentence + 1):
            for other in self._discourse.sentences[number]:
                entity = self._entity.get(other.mention)
                if other.number >= expression.number or entity in (None, own):
                    continue
                if other.mention.span.covers(expression.mention.span):
                    continue
                if gender and other.features.gender & _GENDERED == gender:
                    return True
                third = not other.pronominal or other.features.person == Person.THIRD
                if not gender and third and not self._clash(expression, other):
                    return True
        return False

    def _clash(self, one: Expression, other: Expression) -> str:
        return clash(one.features, other.features, certain=0.5, persons=False)

    @cached_property
    def _conversation(self) -> float:
        """The share of *I*, *you* and their kind among the words outside quotations: *he* of a
        conversation often is a person whom its participants see or know.
        """
        document = self._discourse.document
        inside = {token for one in quoted(document) for token in range(*one.span)}
        words = [token for place, token in enumerate(document.tokens) if place not in inside]
        spoken = (one.upos == "PRON" and one.feature("Person") in ("1", "2") for one in words)
        return sum(spoken) / max(len(words), _FEWEST)

    def _differing(self, expression: Expression, anchor: Expression) -> int:
        """How many other resolvers know both mentions, and put them into different entities."""
        pairs = [(known.get(expression.head), known.get(anchor.head)) for known in self._opinions]
        return sum(None not in pair and pair[0] != pair[1] for pair in pairs)

    def _path(self, expression: Expression, end: Expression) -> Iterator[float]:
        """The confidence of each link from a mention back to another, or past it; empty if the
        resolver gives none.
        """
        mention = expression.mention
        for _ in range(_STEPS):
            decision = self._decisions.get(mention)
            if (
                decision is None
                or decision.antecedent is None
                or mention.start <= end.mention.start
            ):
                return
            if (chance := probability(decision)) is not None:
                yield chance
            mention = decision.antecedent

    def linked(self, one: Expression, other: Expression) -> float:
        """The certainty of the weakest link between two members of an entity."""
        first, last = sorted((one, other), key=lambda member: member.number)
        return min(self._path(last, first), default=1.0)

    def competitors(self, expression: Expression, anchor: Expression) -> int:
        """How many other agreeing entities are named in the same and the preceding sentences."""
        own = self._entity.get(anchor.mention)
        others = set()
        for back in range(min(WINDOW, expression.sentence) + 1):
            for other in self._discourse.sentences[expression.sentence - back]:
                if other.number >= expression.number or other.pronominal:
                    continue
                id = self._entity.get(other.mention)
                if id is None or id == own or other.mention.span.covers(expression.mention.span):
                    continue
                if not self._clash(expression, other):
                    others.add(id)
        return len(others)


def _by_head(annotation: Annotation) -> dict[int, str]:
    entities: dict[int, str] = {}
    for entity in annotation.entities:
        for mention in entity.mentions:
            entities.setdefault(head_of(mention), entity.id)
    return entities


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _logit(chance: float) -> float:
    bounded = min(max(chance, _EDGE), 1 - _EDGE)
    return math.log(bounded / (1 - bounded))
