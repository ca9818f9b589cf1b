"""A resolver from another package: a pronoun goes to the entity that the last
sentences speak of most often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.constraints import CONSTRAINT_TERMS, binding, entity_agreement, for_entity
from coindex.resolvers.ranking import Factors, Method, Ranking, preceding


@dataclass(frozen=True, slots=True)
class TopicBound:
    window: int = 3
    glossary: ClassVar[Glossary] = {
        **CONSTRAINT_TERMS,
        "frequency": "mentions of the entity in the last sentences",
    }

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        ranking = Ranking(document, mentions, correct)
        entities = ranking.entities

        def frequency(anaphor: Expression, candidate: Expression) -> Factors:
            near = range(anaphor.sentence - self.window, anaphor.sentence + 1)
            return (
                (
                    "frequency",
                    sum(len(entities.of(candidate).in_sentence(sentence)) for sentence in near),
                ),
            )

        constraints = (entity_agreement(entities), for_entity(entities, binding))
        return ranking.decisions(
            Method(partial(preceding, back=self.window), constraints, frequency)
        )
