"""A sentence as a line of noun phrases, which is all that Kennedy & Boguraev's filters use (1996);
also for MARS.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.syntax.functions import Function, adjunct, embedded
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE
from coindex.resolvers.constraints import LOCAL, OBJECTS, containment, same_predicate

_ACTORS = frozenset({Function.SUBJECT, Function.EXISTENTIAL})


LINE_TERMS: Glossary = {
    "co-argument": "both are arguments of the same verb (disjoint reference, condition 1)",
    "commanded": (
        "the candidate follows a pronoun that is in no other phrase and no adjunct (disjoint "
        "reference, condition 2)"
    ),
    "container": "the candidate contains the pronoun (disjoint reference, condition 3)",
}


class LinePlace(NamedTuple):
    """The place of a noun phrase in its line.

    `stretch` counts the subjects up to this phrase. `outer` counts the phrases so far that are not
    embedded, `main` those in no adjunct: two embedded phrases with the same `outer` have only
    embedded phrases between them.
    """

    embedded: bool
    adjunct: bool
    stretch: int
    outer: int
    main: int


class Lines:
    """The lines of a document, each computed on first use; `clauses` may be adjuncts,
    or only PPs.
    """

    def __init__(self, discourse: Discourse, *, clauses: bool = True) -> None:
        self._discourse, self._clauses = discourse, clauses
        self._lines: dict[int, Mapping[Expression, LinePlace]] = {}

    def place(self, expression: Expression) -> LinePlace:
        line = self._lines.get(expression.sentence)
        if line is None:
            line = self._lines[expression.sentence] = self._line(expression.sentence)
        return line[expression]

    def _line(self, sentence: int) -> Mapping[Expression, LinePlace]:
        forest = self._discourse.forest
        places: dict[Expression, LinePlace] = {}
        stretch = outer = main = 0
        for expression in sorted(self._discourse.sentences[sentence], key=lambda one: one.head):
            inside = forest.roles[expression.head] == Role.MODIFIER or embedded(
                forest, expression.head
            )
            aside = adjunct(forest, expression.head, clauses=self._clauses) != NONE
            stretch += expression.function in _ACTORS
            outer += not inside
            main += not aside
            places[expression] = LinePlace(inside, aside, stretch, outer, main)
        return places

    def disjoint(self, pronoun: Expression, other: Expression) -> str:
        """Why a pronoun cannot corefer with another phrase of its sentence: the
        three conditions of the paper.
        """
        if pronoun.sentence != other.sentence or pronoun.kind in LOCAL:
            return ""
        own, there = self.place(pronoun), self.place(other)
        if own.stretch == there.stretch and _co_arguments(pronoun, other):
            return "co-argument"
        if other.head > pronoun.head and not (other.pronominal or own.embedded or own.adjunct):
            return "commanded"
        if (
            other.head < pronoun.head
            and own.embedded
            and not there.embedded
            and own.outer == there.outer
        ):
            return "container"
        return "container" if containment(pronoun, other) else ""


def _co_arguments(pronoun: Expression, other: Expression) -> bool:
    """Whether both are in one stretch. Two objects must belong to one verb: *open the box and move
    it* has two.
    """
    first, second = sorted((pronoun, other), key=lambda one: one.head)
    if second.function not in OBJECTS:
        return False
    return first.function in _ACTORS or (
        first.function is Function.DIRECT_OBJECT and same_predicate(first, second)
    )
