"""How certain it is that a mention refers to what its nearest name says, from several signals.

The probability that a learned resolver gives its own decision is too high for long chains of
pronouns: a wrong link early in the chain makes all later ones wrong, however certain each is. So
the probability of all ways from the mention to the name counts, for this resolver and others, and
what else the pronoun might refer to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Decision
from coindex.core.errors import SpecError
from coindex.core.spec import read
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.lexicon import table
from coindex.language.nominals.agreement import Gender, Person, clash
from coindex.language.speech.quotation_marks import quoted
from coindex.language.syntax.functions import Function
from coindex.texts.rewriting.appellations import same_name
from coindex.texts.rewriting.choices import SURE
from coindex.texts.rewriting.marginals import RULED, Marginals, head_of, probability

WINDOW = 2
"""How many sentences back another agreeing entity counts as a competitor."""
_FARTHEST = 4
"""Sentences: larger distances count as this one."""
_STEPS = 400
"""Links that are followed back at most; it also ends the search where cataphors lead in a circle.
"""
_MOST = 5
"""Larger numbers of competitors and steps count as this many."""
_EDGE = 0.001
"""Probabilities keep this distance from 0 and 1, whose log-odds are infinite."""
_EVEN = 0.5
"""A link less probable than this limits the certainty of all that depends on it."""
_GENDERED = Gender.MASCULINE | Gender.FEMININE
_SEXES = (Gender.MASCULINE, Gender.FEMININE)
_STRONGEST = 5.0
"""Links with higher log-odds count as this one: beyond it, they are right equally often."""
_FEWEST = 100
"""A share of fewer words says little."""

WEIGHTS: Mapping[str, float] = {
    "constant": 1.39,
    "ways": 0.72,
    "weakest": 0.29,
    "unrivalled person": 0.32,
    "prominent person": -0.23,
    "no person": -0.98,
    "subject": 0.54,
    "conversation": -9.69,
    "names contradict": 0.63,
}
"""What each signal is worth, where the resolver gives probabilities: a log-linear model, fitted on
the 20 documents of GUM train and LitBank train that the learned resolver was not trained on
(`python -m training.certainty`). Distance, the function of the pronoun, the probability of being
new, and whether the sieve or ROSANA disagree add nothing to these.
"""
WITH_LARGE: Mapping[str, float] = {
    "constant": 1.26,
    "ways": 0.88,
    "unrivalled": 1.0,
    "prominence": 0.45,
    "names contradict": -1.4,
    "runner-up": -0.07,
}
"""The same where the resolver uses the large model, fitted on the same documents. Signals were
added and taken away for as long as this made these documents, in cross-validation, and 25 of GUM
train in genres that no model was trained on more probable.
"""
DOUBT = 0.5
"""The highest certainty of a mention whose entity holds two referents, and of any doubtful one
where the resolver gives no probabilities. Where it does, a doubt takes so much away, as log-odds:
on the same documents, 36 of the 39 doubtful mentions that would be .9 certain are right.
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
    decisions: Sequence[Decision] = ()


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
        self._members = {entity.id: entity.mentions for entity in annotation.entities}
        self._contradictory: dict[str, bool] = {}
        self._sizes = {entity.id: len(entity.mentions) for entity in annotation.entities}
        self._large = _uses_large_model(annotation.source.name)
        self._opinions = [_by_head(opinion.annotation) for opinion in opinions]
        self._marginals = Marginals(decisions)
        self._other_marginals = [Marginals(opinion.decisions) for opinion in opinions]

    def certainty(self, expression: Expression, anchor: Expression) -> float:
        """The probability that expression and anchor corefer."""
        signals = self.signals(expression, anchor)
        code = get_language(self._discourse.document.language).code
        rated = WITH_LARGE if self._large else rated_weights(code)
        weights = rated if "together" in signals else unrated_weights(code)
        score = sum(weights.get(name, 0.0) * value for name, value in signals.items())
        weakest = min(self._path(expression, anchor), default=1.0)
        # Whatever else is in its favour, what the resolver itself holds to be improbable stays so.
        return min(_chance(score), weakest if weakest < _EVEN else 1.0)

    def doubted(self, certainty: float) -> float:
        """The certainty of a doubtful mention: never one that is certain enough by default."""
        if not self._marginals.rated:
            return min(certainty, DOUBT)
        return min(_chance(_logit(certainty) - DOUBT), SURE - _EDGE)

    def signals(self, expression: Expression, anchor: Expression) -> dict[str, float]:
        """The signals by name; unknown ones are missing."""
        signals = {"constant": 1.0}
        pair = (expression.mention, anchor.mention)
        if (chance := self._marginals.together(*pair)) is not None:
            signals["together"] = _logit(chance)
        others = [other.together(*pair) for other in self._other_marginals]
        rated = [_logit(other) for other in others if other is not None]
        if rated:
            signals["together for others"] = sum(rated) / len(rated)
        elif chance is not None and not any(other.rated for other in self._other_marginals):
            signals["together for others"] = signals["together"]
        back = expression.sentence - anchor.sentence
        signals["sentences back"] = float(min(back, _FARTHEST))
        signals["competitors"] = float(min(self.competitors(expression, anchor), _MOST))
        signals["named"] = float(anchor.kind is Kind.NAME)
        signals["subject"] = float(anchor.function is Function.SUBJECT)
        signals["differing"] = float(self._differing(expression, anchor))
        signals["conversation"] = self._conversation
        signals["runner-up"] = self._runner_up(expression)
        signals["unrivalled"] = float(not self._has_rival(expression, anchor))
        signals["prominence"] = self._prominence(expression)
        if "together" in signals:
            signals |= self._interactions(expression, anchor, signals)
        return signals

    def _interactions(
        self, expression: Expression, anchor: Expression, signals: Mapping[str, float]
    ) -> dict[str, float]:
        """What counts for *he* and *she* alone: few others agree with these, and those who are
        mentioned most are meant most. *It* and *they* agree with much, and may refer to nothing.
        """
        own = signals["together"]
        person = float(expression.features.gender & _GENDERED in _SEXES)
        weakest = min(self._path(expression, anchor), default=RULED)
        return {
            # What the others do not know, such as things to a scheme of people and places, is even.
            "ways": (own + signals.get("together for others", 0.0)) / 2,
            "weakest": min(_logit(weakest), _STRONGEST),
            "unrivalled person": person * signals["unrivalled"] * own,
            "prominent person": person * signals["prominence"],
            "no person": 1 - person,
            "names contradict": float(self._names_contradict(expression)),
        }

    def _names_contradict(self, expression: Expression) -> bool:
        """Whether its entity has names that are not of one person or thing: then two are one to the
        resolver, and the larger it is, the more pronouns are wrong.
        """
        id = self._entity.get(expression.mention, "")
        if id not in self._contradictory:
            known = self._discourse.by_mention
            members = (known[one] for one in self._members.get(id, ()) if one in known)
            names = [one for one in members if one.kind is Kind.NAME and one.name.words]
            self._contradictory[id] = any(not same_name(one, names[0]) for one in names[1:])
        return self._contradictory[id]

    def _prominence(self, expression: Expression) -> float:
        """How many mentions its entity has, as a share of those of the largest one, logarithmic."""
        own = self._sizes.get(self._entity.get(expression.mention, ""), 1)
        return math.log(own / max(self._sizes.values(), default=1))

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


def _uses_large_model(resolver: str) -> bool:
    """Whether the resolver of this name uses it; other sources, such as people, do not."""
    try:
        return dict(read(resolver).named).get("size") == "large"
    except SpecError:
        return False


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
