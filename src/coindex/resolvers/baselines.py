"""Baselines: the nearest candidate, the nearest subject, any candidate, nothing, everything."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random as Generator
from typing import ClassVar

from coindex.core.annotation import Annotation, Reference, in_order
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Expression
from coindex.language.syntax.functions import Function
from coindex.resolvers.constraints import CONSTRAINT_TERMS, binding, entity_agreement, for_entity
from coindex.resolvers.ranking import MOST, Choice, Method, Ranked, Ranking, Select, preceding


def among_admissible(
    ranking: Ranking, select: Select, window: int, most: int = MOST
) -> Iterator[Decision]:
    """Choose among the expressions before the pronoun that agree and are not disjoint, nearest
    first.
    """
    constraints = (entity_agreement(ranking.entities), for_entity(ranking.entities, binding))
    return ranking.decisions(
        Method(partial(preceding, back=window, most=most), constraints, select=select)
    )


def nearest(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    return Choice(ranked[0].expression, "nearest") if ranked else Choice(None, "no candidate")


def nearest_subject(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    for item in ranked:
        if item.expression.function is Function.SUBJECT:
            return Choice(item.expression, "nearest subject")
    return nearest(anaphor, ranked)


BASELINE_TERMS: Glossary = {
    **CONSTRAINT_TERMS,
    "nearest": "the nearest candidate that passes the constraints",
    "nearest subject": "the nearest subject that passes the constraints",
    "random": "any candidate that passes the constraints, drawn at random",
}


class Baseline(ABC):
    """Base of the baselines that choose one of the admissible
    expressions; they differ in `select`.
    """

    __slots__ = ()
    is_baseline: ClassVar[bool] = True
    glossary: ClassVar[Glossary] = BASELINE_TERMS
    window: int
    """How many sentences back candidates are looked for."""
    most: int
    """How many phrases before the anaphor are considered at most, nearest first."""

    @abstractmethod
    def select(self, document: Document) -> Select:
        """The function that selects one of the admissible expressions of a document."""

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return among_admissible(
            Ranking(document, mentions, correct), self.select(document), self.window, self.most
        )


@component
class Recent(Baseline):
    """Choose the nearest admissible expression."""

    window: int = ranged(5, least=0)
    most: int = ranged(MOST, least=1)

    def select(self, document: Document) -> Select:
        return nearest


@component
class Subject(Baseline):
    """Choose the nearest admissible subject, else the nearest admissible expression."""

    window: int = ranged(5, least=0)
    most: int = ranged(MOST, least=1)

    def select(self, document: Document) -> Select:
        return nearest_subject


@component
class Random(Baseline):
    """Choose any admissible expression; a document is resolved in the same way each time."""

    seed: int = 1
    """Seed of the random numbers; another one gives other choices."""
    window: int = ranged(3, least=0)
    most: int = ranged(MOST, least=1)

    def select(self, document: Document) -> Select:
        generator = Generator(f"{self.seed} {document.id}")  # noqa: S311 - a baseline, no secret

        def any_of(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
            return (
                Choice(generator.choice(ranked).expression, "random")
                if ranked
                else Choice(None, "no candidate")
            )

        return any_of


@component
class Singletons:
    """Leave every mention alone: no decisions."""

    is_baseline: ClassVar[bool] = True

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return iter(())


@component
class One:
    """Put all mentions into one entity: each is linked to the one before it."""

    is_baseline: ClassVar[bool] = True
    glossary: ClassVar[Glossary] = {"one entity": "every mention goes back to the one before it"}

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        referring = [
            mention
            for mention in mentions.mentions
            if mention.reference is not Reference.NONREFERENTIAL
        ]
        ordered = list(dict.fromkeys(in_order(referring)))
        for antecedent, anaphor in pairwise(ordered):
            yield Decision(anaphor, antecedent, "one entity")
