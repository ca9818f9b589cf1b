"""MARS, the fully automatic successor of Mitkov's approach: a parse,
syntactic filters, fourteen indicators.

R. Mitkov, R. Evans and C. Orasan, "A new, fully automatic version of Mitkov's knowledge-poor
pronoun resolution method", CICLing 2002.

In the paper, and here:

    indicators kept from 1998    mitkov, by the same names
    obliqueness (for givenness)  obliqueness; parameter `version`, 2000 for givenness
    immediate reference          Indicators.immediate_reference_2002: weight "immediate reference"
    sequential instructions      Indicators.sequential_instruction: weight "sequential instruction"
    term preference (TF.IDF)     indicators.term: weight "term"; parameter `terms`
    boost pronoun                preferences.pronoun: weight "pronoun"
    syntactic parallelism        preferences.parallel: weight "parallel"
    frequent candidates          _most_frequent: weight "frequent"
    syntactic filters            line.Lines.disjoint (Kennedy & Boguraev 1996)
    paragraph as search space    Mars._candidates; parameters `window`, `across_paragraphs`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Literal

from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.language.discourse.discourse import Expression, third_person
from coindex.language.syntax.functions import Function
from coindex.resolvers.classic.frame import RANKER_TERMS, Weighted
from coindex.resolvers.classic.indicators import INDICATOR_TERMS, Indicators, among, term
from coindex.resolvers.classic.line import LINE_TERMS, Lines
from coindex.resolvers.classic.mitkov import AGGREGATE_SCORE, best_indicated
from coindex.resolvers.constraints import agreement
from coindex.resolvers.preferences import (
    Preference,
    Weights,
    distance,
    indefinite,
    parallel,
    prepositional,
    pronoun,
    weighted,
)
from coindex.resolvers.ranking import (
    Constraint,
    Method,
    Ranking,
    preceding,
)

_OBLIQUENESS = {
    Function.SUBJECT: "subject",
    Function.DIRECT_OBJECT: "direct object",
    Function.INDIRECT_OBJECT: "indirect object",
}


@component
class Mars(Weighted):
    """Choose, among the phrases that pass the filters, the one with the highest sum of indicators.

    Candidates are the phrases before the pronoun in its paragraph, and those of the heading above.
    """

    languages: ClassVar[tuple[str, ...]] = ("en",)
    version: Literal["2000", "2002"] = "2002"
    """Which indicators apply: those of *2002*, or those of *2000*, which has the first phrase of a
    sentence instead of obliqueness, and neither pronoun nor parallel nor frequent.
    """
    weights: Weights = ()
    """Weights that replace published ones, by name: `{'pronoun': 2}`."""
    window: int = ranged(2, least=0)
    """How many sentences before the pronoun's own one are searched."""
    across_paragraphs: bool = False
    """Whether the search continues beyond the pronoun's paragraph."""
    terms: tuple[str, ...] | None = None
    """Head nouns for term preference; `None` for the ten with the
    highest TF.IDF in the document.
    """
    published: ClassVar[Mapping[str, float]] = {
        "first": 1,
        "subject": 2,
        "direct object": 1,
        "indirect object": 0,
        "other function": -1,
        "indicating verb": 1,
        "reiterated twice": 2,
        "reiterated once": 1,
        "heading": 1,
        "collocation": 2,
        "immediate reference": 2,
        "sequential instruction": 2,
        "term": 1,
        "indefinite": -1,
        "prepositional": -1,
        "same sentence": 2,
        "previous sentence": 1,
        "two sentences back": 0,
        "further back": -1,
        "pronoun": 1,
        "parallel": 1,
        "frequent": 1,
    }
    glossary: ClassVar[Glossary] = {
        **RANKER_TERMS,
        **LINE_TERMS,
        **INDICATOR_TERMS,
        "first": (
            "first noun phrases: the candidate is the first one of a sentence that is not an "
            "imperative"
        ),
        "indefinite": "definiteness: the candidate is indefinite, which counts against it",
        "subject": "obliqueness: the candidate is a subject",
        "direct object": "obliqueness: the candidate is a direct object",
        "indirect object": "obliqueness: the candidate is an indirect object",
        "other function": (
            "obliqueness: the candidate is neither subject nor object, which counts against it"
        ),
        "pronoun": "boost pronoun: the candidate is a pronoun itself",
        "parallel": (
            "syntactic parallelism: the candidate has the same grammatical function as the pronoun"
        ),
        "frequent": (
            "frequent candidates: one of the three phrases that are candidates of the most pronouns"
        ),
        "highest score": AGGREGATE_SCORE,
    }

    def decisions(self, ranking: Ranking) -> Iterator[Decision]:
        expressions = ranking.discourse.expressions
        indicators = Indicators(ranking.discourse, verbs="verb.mars")
        agree = partial(agreement, certain=self.certain)
        candidates = {
            one: tuple(self._candidates(one, indicators)) for one in third_person(expressions)
        }
        preferences: list[Preference] = [
            indicators.indicating_verbs,
            indicators.lexical_reiteration,
            indicators.section_heading,
            indicators.collocation_pattern,
            indicators.immediate_reference_2002,
            indicators.sequential_instruction,
            term(indicators, self.terms),
            indefinite,
            prepositional,
            distance,
        ]
        if self.version == "2000":
            preferences.append(indicators.first_phrase)
        else:
            frequent = _most_frequent(candidates, agree, indicators)
            preferences += [obliqueness, pronoun, parallel, among("frequent", frequent, indicators)]
        scores = weighted(self.table, preferences)
        constraints = (agree, Lines(ranking.discourse).disjoint)
        return ranking.decisions(
            Method(candidates.__getitem__, constraints, scores, best_indicated), candidates
        )

    def _candidates(self, anaphor: Expression, indicators: Indicators) -> Iterator[Expression]:
        heading = [
            one for one in indicators.headings[anaphor.sentence] if one.sentence < anaphor.sentence
        ]
        for other in preceding(anaphor, back=self.window, most=self.most):
            if other not in heading and (
                self.across_paragraphs
                or indicators.paragraph(other) == indicators.paragraph(anaphor)
            ):
                yield other
        yield from heading


def obliqueness(anaphor: Expression, candidate: Expression) -> str:
    return _OBLIQUENESS.get(candidate.function, "other function")


def _most_frequent(
    candidates: Mapping[Expression, Iterable[Expression]],
    agree: Constraint,
    indicators: Indicators,
    most: int = 3,
) -> frozenset[str]:
    """The phrases, other than pronouns, that are candidates of the most pronouns."""
    counts: Counter[str] = Counter()
    for anaphor, others in candidates.items():
        counts.update(indicators.key(other) for other in others if not agree(anaphor, other))
    del counts[""]
    return frozenset(sorted(counts, key=lambda key: (-counts[key], key))[:most])
