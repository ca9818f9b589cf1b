"""Names that refer back to earlier names: a simple matcher for resolvers of pronouns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coindex.core.annotation import Kind
from coindex.core.decision import Candidate, Decision
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, clash
from coindex.language.nominals.names import Variant, variant
from coindex.resolvers.ranking import Ranking

NAMESAKE_TERMS: Glossary = {
    "identical name": (
        "a name refers to the last one with the same words, or of a person with the same surname"
    )
}


class Namesakes:
    """Reads names in textual order; a name refers to the last one with the same words, or for a
    person with the same surname.
    """

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._by_words: dict[tuple[str, ...], Expression] = {}
        self._by_surname: dict[str, Expression] = {}

    def decisions(self, expressions: Iterable[Expression]) -> Iterator[Decision]:
        """A decision for each name that refers to an earlier one."""
        for expression in expressions:
            if expression.called.words:
                self._by_words[expression.called.words] = self._by_surname[
                    expression.called.surname
                ] = expression
            if expression.kind is not Kind.NAME or not expression.name.words:
                continue
            earlier = self._earlier(expression)
            self._by_words[expression.name.words] = expression
            self._by_surname[expression.name.surname] = expression
            if earlier is not None:
                self._ranking.settle(expression, earlier)
                listed = (Candidate(earlier.mention),)
                yield Decision(expression.mention, earlier.mention, "identical name", listed, 1, 1)

    def _earlier(self, expression: Expression) -> Expression | None:
        same = self._by_words.get(expression.name.words)
        if same is None and expression.features.animacy == Animacy.ANIMATE:
            other = self._by_surname.get(expression.name.surname)
            known = (
                None if other is None else other.name if other.kind is Kind.NAME else other.called
            )
            if (
                known is not None
                and variant(expression.name, known, person=True) is Variant.SURNAME
            ):
                same = other
        return same if same is not None and not clash(expression.features, same.features) else None
