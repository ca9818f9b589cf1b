"""Mitkov's knowledge-poor approach: boosting and impeding indicators summed up.

R. Mitkov, "Robust pronoun resolution with limited knowledge", COLING-ACL 1998.

In the paper, and here:

    definiteness                    definiteness: weights "definite", "indefinite"
    givenness                       Indicators.givenness: weight "first"
    indicating verbs                Indicators.indicating_verbs: weight "indicating verb"; list
                                    `verb.1998`
    lexical reiteration             Indicators.lexical_reiteration: "reiterated once" ...; parameter
                                    `synonyms`
    section heading preference      Indicators.section_heading: weight "heading"
    non-prepositional noun phrases  preferences.prepositional: weight "prepositional"
    collocation pattern preference  Indicators.collocation_pattern: weight "collocation"
    immediate reference             Indicators.immediate_reference_1998: weight "immediate
                                    reference"
    referential distance            preferences.distance: "same sentence" ... "further back";
                                    parameter `window`
    term preference                 indicators.term: weight "term"; parameter `terms`
    gender and number agreement     constraints.agreement; parameter `certain`; lists `collective`,
                                    `mass`
    aggregate score, ties           best_indicated, `TIES`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.classic.frame import RANKER_TERMS, Weighted
from coindex.resolvers.classic.indicators import INDICATOR_TERMS, Indicators, term
from coindex.resolvers.constraints import agreement
from coindex.resolvers.preferences import (
    Preference,
    Weights,
    distance,
    indefinite,
    prepositional,
    weighted,
)
from coindex.resolvers.ranking import (
    Choice,
    Method,
    Ranked,
    Ranking,
    closeness,
    preceding,
)

TIES = ("immediate reference", "collocation", "indicating verb")

_EXAMPLE_1998 = {"definite": 1.0, "indefinite": 0.0, "prepositional": 0.0}

AGGREGATE_SCORE = (
    "aggregate score: the highest sum of indicators; ties go by immediate reference, collocation, "
    "indicating verb, then to the nearest"
)


@component
class Mitkov(Weighted):
    """Choose, among the agreeing phrases before the pronoun, the one with
    the highest sum of indicators.
    """

    languages: ClassVar[tuple[str, ...]] = ("en",)
    weights: Weights = ()
    """Weights that replace published ones, by name: `{'collocation': 3}`."""
    window: int = ranged(2, least=0)
    """How many sentences before the pronoun's own one are searched."""
    terms: tuple[str, ...] | None = None
    """Head nouns for term preference; `None` for the ten with the
    highest TF.IDF in the document.
    """
    synonyms: tuple[tuple[str, ...], ...] = ()
    """Groups of nouns that count as reiterations of each other: `(('bottle', 'flask'),)`."""
    compat_example_1998: bool = False
    """Whether definiteness (1 and 0) and prepositional phrases (0) are scored as in the worked
    example of the paper, and not as in its rules (0 and -1, -1).
    """
    published: ClassVar[Mapping[str, float]] = {
        "definite": 0,
        "indefinite": -1,
        "first": 1,
        "indicating verb": 1,
        "reiterated twice": 2,
        "reiterated once": 1,
        "heading": 1,
        "prepositional": -1,
        "collocation": 2,
        "immediate reference": 2,
        "same sentence": 2,
        "previous sentence": 1,
        "two sentences back": 0,
        "further back": -1,
        "term": 1,
    }
    glossary: ClassVar[Glossary] = {
        **RANKER_TERMS,
        **INDICATOR_TERMS,
        "definite": "definiteness: the candidate is definite",
        "indefinite": "definiteness: the candidate is indefinite, which counts against it",
        "highest score": AGGREGATE_SCORE,
    }

    def decisions(self, ranking: Ranking) -> Iterator[Decision]:
        indicators = Indicators(ranking.discourse, synonyms=self.synonyms)
        preferences = (
            definiteness(indicators),
            indicators.givenness,
            indicators.indicating_verbs,
            indicators.lexical_reiteration,
            indicators.section_heading,
            prepositional,
            indicators.collocation_pattern,
            indicators.immediate_reference_1998,
            distance,
            term(indicators, self.terms),
        )
        example = _EXAMPLE_1998 if self.compat_example_1998 else {}
        scores = weighted({**self.published, **example, **dict(self.weights)}, preferences)
        agree = partial(agreement, certain=self.certain)
        return ranking.decisions(
            Method(
                partial(preceding, back=self.window, most=self.most),
                (agree,),
                scores,
                best_indicated,
            )
        )


def definiteness(indicators: Indicators) -> Preference:
    """The indicator definiteness; it does not apply if the anaphor's paragraph has no definite
    phrase at all.
    """

    def preference(anaphor: Expression, candidate: Expression) -> str:
        if not indicators.near_definite(anaphor):
            return ""
        return indefinite(anaphor, candidate) or "definite"

    return preference


def best_indicated(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    """The candidate with the highest sum; ties are broken by immediate reference, collocation,
    indicating verb, and then recency.
    """
    if not ranked:
        return Choice(None, "no candidate")

    def merits(item: Ranked) -> tuple[object, ...]:
        scores = dict(item.factors)
        return (
            item.score,
            *(scores.get(name, 0) for name in TIES),
            closeness(anaphor, item.expression),
        )

    best = max(ranked, key=merits)
    return Choice(best.expression, "only candidate" if len(ranked) == 1 else "highest score")
