"""RAP, the Resolution of Anaphora Procedure: a syntactic filter, then salience that decays.

S. Lappin and H. Leass, "An Algorithm for Pronominal Anaphora Resolution", Computational Linguistics
20(4), 1994.

In the paper, and here:

    syntactic filter, conditions I to VI   agreement, then domains.disjoint, by their names
    anaphor binding algorithm              domains.binders, domains._binds
    salience factors, initial weights      salience.SALIENCE_TERMS, `Rap.published`; parameter
                                           `weights`
    degradation                            Salience._degraded; parameter `degradation`
    equivalence classes                    entities.Group; parameters `classes`,
                                           `merge_identical_names`
    cataphora, role parallelism            Salience._local
    salience threshold, nearest of equals  parameter `threshold`; nearest_of_best
    variants II to X                       `ABLATIONS`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.third_person import third_person
from coindex.resolvers.classic.rap.domains import DOMAIN_TERMS, binders, disjoint
from coindex.resolvers.classic.rap.salience import SALIENCE_TERMS, Salience
from coindex.resolvers.constraints import (
    AGREEMENT_TERMS,
    CERTAIN,
    LOCAL,
    agreement,
    entity_agreement,
    for_entity,
)
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.namesakes import NAMESAKE_TERMS, Namesakes
from coindex.resolvers.preferences import Weights, frozen
from coindex.resolvers.ranking import (
    LISTED,
    MOST,
    RANKING_TERMS,
    Choice,
    Method,
    Ranked,
    Ranking,
    preceding,
)

ABLATIONS: Mapping[str, str] = {
    "II": "rap(weights={'parallelism': 0})",
    "III": "rap(weights={'head noun': 0, 'non-adverbial': 0})",
    "IV": "rap(emphasis='matrix')",
    "V": "rap(weights={'cataphora': 0})",
    "VI": "rap(weights={'subject': 0, 'existential': 0, 'accusative': 0, 'oblique': 0})",
    "VII": "rap(classes=False)",
    "VIII": "rap(degradation=False, weights={'recency': 0})",
    "IX": (
        "rap(weights={'parallelism': 0, 'head noun': 0, 'non-adverbial': 0, 'cataphora': 0, "
        "'subject': 0, 'existential': 0, 'accusative': 0, 'oblique': 0})"
    ),
    "X": (
        "rap(degradation=False, weights={'recency': 0, 'parallelism': 0, 'head noun': 0, "
        "'non-adverbial': 0, 'cataphora': 0, 'subject': 0, 'existential': 0, 'accusative': 0, "
        "'oblique': 0})"
    ),
}
"""The variants of the paper's section on the contribution of each factor."""


@dataclass(frozen=True, slots=True)
class Rap:
    """Choose the most salient class of phrases that the syntactic filter leaves.

    The salience of a class is the sum of its factors over all sentences in which it occurs,
    degraded by distance.
    """

    weights: Weights = ()
    """Weights that replace published ones, by name: `{'subject': 90}`."""
    window: int = 4
    """How many sentences back candidates are looked for."""
    threshold: float = 0.0
    """A candidate must be at least as salient as this."""
    merge_identical_names: bool = False
    """Whether names with the same words, or of a person the same
    surname, start out in one class.
    """
    emphasis: Literal["non-adverbial", "matrix"] = "non-adverbial"
    """Which phrases have the factor of emphasis: those that are *non-adverbial*, or those of
    *matrix* clauses (ablation of the paper).
    """
    classes: bool = True
    """Whether coreferent phrases share their salience; otherwise each phrase stands
    alone (ablation of the paper).
    """
    degradation: bool = True
    """Whether salience halves with each sentence (without: ablation of the paper)."""
    certain: float = CERTAIN
    """How certain both genders, or both animacies, must be to
    contradict each other, from 0 to 1.
    """
    most: int = MOST
    """How many phrases before the anaphor are considered at most, nearest first."""
    listed: int = LISTED
    """How many candidates that agree a decision names; 0 for all, with those that do not agree."""
    published: ClassVar[Mapping[str, float]] = {
        "recency": 100,
        "subject": 80,
        "existential": 70,
        "accusative": 50,
        "oblique": 40,
        "head noun": 80,
        "non-adverbial": 50,
        "cataphora": -175,
        "parallelism": 35,
    }
    glossary: ClassVar[Glossary] = {
        **RANKING_TERMS,
        **AGREEMENT_TERMS,
        **DOMAIN_TERMS,
        **NAMESAKE_TERMS,
        **SALIENCE_TERMS,
        "highest weight": (
            "the candidate whose class has the highest salience; among equals, the nearest"
        ),
    }

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", frozen(self.weights, self.published))
        if self.emphasis not in ("non-adverbial", "matrix"):
            raise SpecError(
                Message(
                    "emphasis must be 'non-adverbial' or 'matrix', not {emphasis!r}",
                    emphasis=self.emphasis,
                )
            )

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        ranking = Ranking(document, mentions, correct, listed=self.listed)
        entities = ranking.entities
        salience = Salience(
            {**self.published, **dict(self.weights)},
            entities if self.classes else None,
            degradation=self.degradation,
            matrix=self.emphasis == "matrix",
        )
        names = Namesakes(ranking)
        reflexive = Method(
            binders, (partial(agreement, certain=self.certain),), salience.factors, nearest_of_best
        )
        pronoun = Method(
            partial(self._candidates, entities),
            (entity_agreement(entities, self.certain), for_entity(entities, disjoint)),
            salience.local_factors,
            self._select,
        )
        for sentence in ranking.discourse.sentences:
            if self.merge_identical_names:
                yield from names.decisions(sentence)
            for anaphor in third_person(sentence):
                yield ranking.decide(anaphor, reflexive if anaphor.kind in LOCAL else pronoun)

    def _candidates(self, entities: Entities, anaphor: Expression) -> Iterator[Expression]:
        """The last phrase of every class up to the anaphor, then the full phrases that follow in
        its sentence.
        """
        seen: set[Group] = set()
        following = (
            other
            for other in anaphor.discourse.sentences[anaphor.sentence]
            if other.head > anaphor.head and not other.pronominal
        )
        for other in chain(preceding(anaphor, back=self.window, most=self.most), following):
            group = entities.of(other)
            if not self.classes or group not in seen:
                seen.add(group)
                yield other

    def _select(self, anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
        return nearest_of_best(anaphor, [item for item in ranked if item.score >= self.threshold])


def nearest_of_best(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    """The candidate with the highest weight; among equals the closest on the surface, in either
    direction.
    """
    if not ranked:
        return Choice(None, "no candidate")
    best = max(ranked, key=lambda item: (item.score, -abs(anaphor.head - item.expression.head)))
    return Choice(best.expression, "only candidate" if len(ranked) == 1 else "highest weight")
