"""Left-Right Centering: entities of the utterance as they come, then the lists of
earlier ones (Tetreault 2001).

Tetreault, "A corpus-based evaluation of centering and pronoun resolution", Computational
Linguistics 27(4).

In the paper, and here:

    Cf-partial, the utterance so far  LRC._proposals
    Cf lists of earlier utterances    LRC._proposals, centering.from_lists
    breadth-first ranking             _Order.ranked
    LRC-surf, -F, -S, -P              parameter `variant`; _Order.prepended_last
    utterance, segment                parameters `utterance`, `segment`
    cataphora                         parameter `cataphora`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from coindex.core.annotation import Kind
from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component
from coindex.language.discourse.centers import Realised
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.classic.centering import CENTERING_TERMS, Centering, from_lists
from coindex.resolvers.classic.search import Proposal, Search

VARIANTS = {
    "": "breadth-first",
    "surf": "surface order",
    "F": "what precedes the first subject goes behind the main clause",
    "S": "what precedes the subject of the top clause goes behind it",
    "P": "as F, with pronouns at the front of the list",
}


@component
class LRC(Centering):
    """Resolve each pronoun inside its utterance from left to right, else in
    the lists of earlier utterances.
    """

    variant: Literal["", "surf", "F", "S", "P"] = "F"
    """How the phrases of an utterance are ordered: breadth-first (empty), in surface order
    (*surf*), with what precedes the first subject last (*F*, the best), the same for the subject of
    the top clause (*S*), or as *F* with pronouns first (*P*).
    """
    utterance: Literal["sentence", "conjoined", "tensed_clause"] = "conjoined"
    segment: Literal["document", "paragraph"] = "document"
    cataphora: bool = True
    """Whether to look at the rest of the utterance when nothing before the pronoun fits."""
    glossary: ClassVar[Glossary] = {
        **CENTERING_TERMS,
        "cataphora": "nothing before the pronoun fits; the candidate follows in the same utterance",
    }

    def decisions(self, search: Search) -> Iterator[Decision]:
        course = self.course(search)
        order = _Order(search.discourse, self.variant)
        lists: list[list[Expression]] = []
        for unit in course.utterances:
            lists = [] if unit.opens else lists
            processed = order.prepended_last(unit, unit.expressions)
            for place, expression in enumerate(processed):
                if expression in search.anaphors:
                    yield search.first(expression, self._proposals(processed, place, lists))
                else:
                    search.recall(expression)
            lists.append(order.ranked(unit))

    def _proposals(
        self, processed: list[Expression], place: int, lists: list[list[Expression]]
    ) -> Iterator[Proposal]:
        partial = processed[:place]
        if processed[place].kind in (Kind.REFLEXIVE, Kind.RECIPROCAL):
            partial.reverse()
        yield from (Proposal(candidate, "same utterance") for candidate in partial)
        yield from from_lists(reversed(lists), "utterance")
        if self.cataphora:
            yield from (Proposal(candidate, "cataphora") for candidate in processed[place + 1 :])


class _Order:
    """The order of the entities of an utterance, for processing and for its list."""

    def __init__(self, discourse: Discourse, variant: str) -> None:
        self._discourse, self._variant = discourse, variant

    def ranked(self, unit: Realised) -> list[Expression]:
        """The entities breadth-first through the tree, unless the variant says otherwise."""
        if self._variant == "surf":
            return unit.expressions
        structure = self._discourse.structure(unit.sentence)
        wanted = {expression.node for expression in unit.expressions}
        walk = (node for root in structure.roots for node in (root, *structure.breadth_first(root)))
        place = {node: index for index, node in enumerate(walk) if node in wanted}
        last = len(place)
        entities = sorted(unit.expressions, key=lambda e: (place.get(e.node, last), e.number))
        entities = self.prepended_last(unit, entities)
        return (
            sorted(entities, key=lambda e: not e.pronominal) if self._variant == "P" else entities
        )

    def prepended_last(self, unit: Realised, expressions: list[Expression]) -> list[Expression]:
        """The entities, with those before the subject moved after the last entity of the main
        clause.
        """
        subject = self._subject(unit)
        if subject == NONE:
            return expressions
        start = self._discourse.forest.left[subject]
        if not any(expression.head < start for expression in expressions):
            return expressions
        clauses = self._discourse.clauses
        main = clauses.number[unit.head]
        rest = [e for e in expressions if e.head >= start]
        behind = 1 + max(
            (i for i, e in enumerate(rest) if clauses.number[e.head] == main), default=len(rest) - 1
        )
        return rest[:behind] + [e for e in expressions if e.head < start] + rest[behind:]

    def _subject(self, unit: Realised) -> int:
        if self._variant in ("F", "P"):
            return next((e.head for e in unit.expressions if e.function is Function.SUBJECT), NONE)
        return subject_of(self._discourse.forest, unit.head) if self._variant == "S" else NONE
