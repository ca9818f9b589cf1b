"""The upper bound for any ranker: the right choice, whenever it is among the candidates that
constraints leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.mentions import completed
from coindex.resolvers.baselines import BASELINE_TERMS, among_admissible
from coindex.resolvers.ranking import Choice, Ranked, Ranking


@component
class Oracle:
    """Choose the nearest admissible expression that the key puts into the pronoun's entity.

    A pronoun without one is left open.
    """

    window: int = ranged(5, least=0)
    """How many sentences back candidates are looked for."""
    needs_key: ClassVar[bool] = True
    glossary: ClassVar[Glossary] = {
        **BASELINE_TERMS,
        "key": "the antecedent of the key, which is among the candidates that pass the constraints",
        "not among the candidates": (
            "the antecedent of the key is not among the candidates that pass the constraints"
        ),
    }

    def resolve(
        self,
        document: Document,
        mentions: Annotation,
        *,
        correct: Correct | None = None,
        key: Annotation | None = None,
    ) -> Iterator[Decision]:
        if key is None:
            raise MissingLayer(
                "oracle needs the key: run it in an experiment on a corpus with coreference "
                "annotation"
            )
        ranking = Ranking(document, mentions, correct)
        entity = entities_of(ranking.discourse, key)

        def right(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
            wanted = entity.get(anaphor)
            for item in ranked:
                if wanted is not None and entity.get(item.expression) == wanted:
                    return Choice(item.expression, "key")
            return Choice(None, "not among the candidates")

        return among_admissible(ranking, right, self.window)


def entities_of(discourse: Discourse, key: Annotation) -> dict[Expression, str]:
    """The key's entity of each expression: of the mention with its tokens, else of one with its
    head.
    """
    by_tokens = {mention.parts: entity.id for entity in key.entities for mention in entity.mentions}
    by_head: dict[int | None, str] = {}
    for entity in key.entities:
        for mention in entity.mentions:
            by_head.setdefault(completed(discourse.forest, mention).head, entity.id)
    matched = {
        e: by_tokens.get(e.mention.parts) or by_head.get(e.head) for e in discourse.expressions
    }
    return {expression: entity for expression, entity in matched.items() if entity is not None}
